/** The user's hands in a world, and the tools in them: what commands do to it that a scene does not say. */
import { Hand, pinAt, unpinAt, type World } from 'pliant';
import { Blower, HeatGun, Knife, type ToolAnswer } from 'pliant/engine';
import type { Command } from './commands.ts';

export class Hands {
  readonly #world: World;
  readonly #hand: Hand;
  readonly #gun: HeatGun;
  readonly #blower: Blower;
  readonly #knife: Knife;

  /** To be made right after the world: what hands hold and tools do is part of its snapshots. */
  constructor(world: World) {
    this.#world = world;
    this.#hand = new Hand(world);
    this.#gun = new HeatGun(world);
    this.#blower = new Blower(world);
    this.#knife = new Knife(world);
  }

  /** Answers why nothing was done, where nothing was. */
  do(command: Command): string | undefined {
    switch (command.kind) {
      case 'grab': {
        const { point, radius, firm } = command;
        return this.#hand.grab({ point, radius }, { firm }) > 0
          ? undefined
          : 'There is nothing to hold there.';
      }
      case 'move':
        this.#hand.moveTo(command.to);
        return undefined;
      case 'release':
        this.#hand.release();
        return undefined;
      case 'pin':
        return refusal(pinAt(this.#world, command));
      case 'unpin':
        return refusal(unpinAt(this.#world, command));
      case 'heat': {
        const answer = this.#gun.aim(command);
        return this.#gun.isOn ? undefined : answer.message; // on its way it may miss everything
      }
      case 'heat-off':
        this.#gun.off();
        return undefined;
      case 'blow':
        this.#blower.aim(command);
        return undefined;
      case 'blow-off':
        this.#blower.off();
        return undefined;
      case 'cut':
        return refusal(this.#knife.cut(command.blade));
      default:
        return `This world knows no ${command.kind}.`;
    }
  }
}

function refusal({ count, message }: ToolAnswer): string | undefined {
  return count > 0 ? undefined : message;
}
