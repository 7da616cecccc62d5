/**
 * Springs that yield and break: ideal plasticity with linear hardening (Simo & Hughes 1998, ch. 1).
 *
 *   yield     |L − L₀| ≤ (ε_y + H α) L₁    the excess goes into L₀, and α grows by excess/L₁
 *   rupture   L > (1 + ε_r) L₁             stiffness and damping become 0
 *
 * A spring that yields has the tangent stiffness k H/(1 + H). The update is exact for the present length, so the result does not depend
 * on the step. The energy that yield and rupture remove, the work of hardening included, is summed in `lost`.
 *
 * L    length, m
 * L₀   rest length, m
 * L₁   length as made, m
 * α    accumulated plastic strain, of either sign, 1
 * ε_y  yield strain, 1
 * ε_r  rupture strain, 1
 * H    hardening modulus over stiffness, 1
 */
import type { Block } from '../core/arena.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import * as Dissipation from '../layouts/generated/dissipation.ts';
import { positive, within } from '../math/check.ts';
import type { Springs } from './springs.ts';
import { prestressOf, requireChanging } from './viscoelastic.ts';

export interface PlasticityOptions {
  /** Yield strain ε_y. Default: springs never yield. */
  yield?: number;
  /** Hardening H. Default: 0, ideally plastic. */
  hardening?: number;
  /** Rupture strain ε_r. Default: springs never break. */
  rupture?: number;
}

/** A strain that is never reached. */
const NEVER = 1e30;

/** Indices into the state: energy lost in yield and in rupture (J), number of broken springs. */
const YIELDED = Dissipation.YIELD / 8;
const RUPTURED = Dissipation.RUPTURE / 8;
const BROKEN = Dissipation.BYTES / 8;

/**
 * Makes the springs yield and break. Strains of springs built in under tension are measured from their natural lengths; the ratio of
 * rest to natural length stays constant as they yield.
 */
export function plasticity(world: World, springs: Springs, options: PlasticityOptions): Plasticity {
  requireChanging('plasticity', springs);
  const stage = new Plasticity(world, springs, options);
  world.add(stage);
  return stage;
}

export class Plasticity implements System {
  readonly name = 'plasticity';
  readonly phase = 'limit';
  readonly springs: Springs;
  /** Rupture strain ε_r; 1e30 if springs never break. */
  readonly rupture: number;
  /** Plastic strain α of each spring. */
  readonly strain: Block<'f64'>;
  /** Length as made L₁ of each spring, m. */
  readonly made: Block<'f64'>;
  readonly #yield: number;
  readonly #hardening: number;
  readonly #prestress: Block<'f64'>;
  readonly #state: Block<'f64'>;

  constructor(world: World, springs: Springs, options: PlasticityOptions) {
    const label = springs.rest.name.replace(/rest$/, 'plasticity');
    this.springs = springs;
    this.#yield = options.yield === undefined ? NEVER : positive('plasticity.yield', options.yield);
    this.#hardening = within('plasticity.hardening', options.hardening ?? 0, 0);
    this.rupture = options.rupture === undefined ? NEVER : positive('plasticity.rupture', options.rupture);
    this.strain = world.arena.allocate(`${label}.strain`, 'f64', springs.count);
    this.made = world.arena.allocate(`${label}.made`, 'f64', springs.count, 'model');
    this.made.view.set((springs.natural ?? springs.rest).view);
    this.#prestress = prestressOf(world, `${label}.prestress`, springs);
    this.#state = world.arena.allocate(`${label}.state`, 'f64', 4);
  }

  /** Energy that yield and rupture have removed so far, J. */
  get lost(): { yield: number; rupture: number } {
    return { yield: this.#state.view[YIELDED], rupture: this.#state.view[RUPTURED] };
  }

  /** Number of springs broken so far. */
  get broken(): number {
    return this.#state.view[BROKEN];
  }

  run(world: World): Moved {
    const { particles: p, kernels } = world;
    const { springs } = this;
    const before = this.#state.view[YIELDED];
    const broken = kernels.yieldSprings(
      springs.runs.offset,
      springs.runCount,
      p.position.offset,
      p.stride,
      springs.stiffness.offset,
      springs.rest.offset,
      springs.damping.offset,
      this.#prestress.offset,
      this.made.offset,
      this.strain.offset,
      this.#yield,
      this.#hardening,
      this.rupture,
      this.#state.offset,
    );
    this.#state.view[BROKEN] += broken;
    return broken > 0 || this.#state.view[YIELDED] !== before ? 'moved' : 'still';
  }
}
