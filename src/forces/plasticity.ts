/**
 * Springs that yield and break (ideal plasticity with linear hardening, Simo & Hughes 1998, ch. 1). With L₁ the
 * length a spring was made with, L₀ its present rest length, α the plastic strain it went through so far, either way:
 *   yield    |L − L₀| ≤ (ε_y + H α) L₁: what is beyond, L₀ takes, and α grows by as much over L₁
 *   rupture  L > (1 + ε_r) L₁: the spring breaks, its stiffness and damping are 0 from then on
 * ε_y and ε_r are strains, 1. H is the hardening modulus as a share of the stiffness: a spring that yields goes on
 * with the tangent stiffness k H/(1 + H). The update is exact for the present length, so nothing depends on the step.
 *
 * Energy: the springs' own ½ k (L − L₀)²; what yield and rupture take out of it is kept in `lost`. (Of the work of
 * hardening none is given back: it counts as lost too.)
 */
import type { Block } from '../core/arena.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import * as Dissipation from '../layouts/generated/dissipation.ts';
import { positive, within } from '../math/check.ts';
import type { Springs } from './springs.ts';
import { prestressOf, requireChanging } from './viscoelastic.ts';

export interface PlasticityOptions {
  /** ε_y; left out: never yields. */
  yield?: number;
  /** H; 0 when left out: ideally plastic. */
  hardening?: number;
  /** ε_r; left out: never breaks. */
  rupture?: number;
}

/** Far beyond any strain of a sheet: what never happens. */
const NEVER = 1e30;

/** Indices into the state: J lost in yield, J lost in rupture, springs broken. */
const YIELDED = Dissipation.YIELD / 8;
const RUPTURED = Dissipation.RUPTURE / 8;
const BROKEN = Dissipation.BYTES / 8;

/**
 * Lets the springs yield and break from now on: adds itself to the world's limits. Strains are counted from natural
 * lengths where springs are built in drawn; the share by which they are stays as they yield.
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
  /** ε_r; very large where springs never break. */
  readonly rupture: number;
  /** α of each spring, 1. */
  readonly strain: Block<'f64'>;
  /** L₁ of each spring, m. */
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

  /** J that yield and rupture have taken so far. */
  get lost(): { yield: number; rupture: number } {
    return { yield: this.#state.view[YIELDED], rupture: this.#state.view[RUPTURED] };
  }

  /** Springs that have broken so far. */
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
