/** The user's hands in a world: what commands do to it that a scene does not say. */
import { Hand, type World } from 'pliant';
import type { Command } from './commands.ts';

export class Hands {
  readonly #hand: Hand;

  /** To be made right after the world: what hands hold is part of its snapshots. */
  constructor(world: World) {
    this.#hand = new Hand(world);
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
      default:
        return `This world knows no ${command.kind}.`;
    }
  }
}
