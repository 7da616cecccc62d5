/** Tools in the user's hands: commands, as plain data, that act on a running world. SI units, places in the world's axes. */
import { Hand, type Point, pinAt, unpinAt, type World } from 'pliant';
import { Blower, HeatGun, Knife, type ToolAnswer } from 'pliant/engine';

type Spot = { readonly point: Point; readonly radius: number };

export type ToolCommand =
  | ({ readonly kind: 'grab'; readonly firm?: boolean } & Spot)
  | { readonly kind: 'move'; readonly to: Point }
  | { readonly kind: 'release' }
  | ({ readonly kind: 'pin' | 'unpin' } & Spot)
  /** Hot air until the next aim or `heat-off`. */
  | ({ readonly kind: 'heat' } & Parameters<HeatGun['aim']>[0])
  | { readonly kind: 'heat-off' }
  /** A jet of air until the next aim or `blow-off`. */
  | ({ readonly kind: 'blow' } & Parameters<Blower['aim']>[0])
  | { readonly kind: 'blow-off' }
  /** Triangles that the blade swept, nine numbers each. */
  | { readonly kind: 'cut'; readonly blade: readonly number[] };

export class WorldTools {
  readonly #world: World;
  readonly #hand: Hand;
  readonly #gun: HeatGun;
  readonly #blower: Blower;
  readonly #knife: Knife;

  /** Create it right after the world: the state of the tools is part of the world's snapshots. */
  constructor(world: World) {
    this.#world = world;
    this.#hand = new Hand(world);
    this.#gun = new HeatGun(world);
    this.#blower = new Blower(world);
    this.#knife = new Knife(world);
  }

  /** Returns why nothing was done, or undefined if it was done. */
  use(command: ToolCommand): string | undefined {
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
        return this.#gun.isOn ? undefined : answer.message; // while it moves it may miss everything
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
    }
  }
}

function refusal({ count, message }: ToolAnswer): string | undefined {
  return count > 0 ? undefined : message;
}
