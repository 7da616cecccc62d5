/**
 * What an implicit engine asks of a body: to bring its particles to where their own forces at the end of the step hold
 * them against their inertia,
 *
 *   (m + h c) (y − x̂) = h² f(y),
 *
 * x̂ being where they would be without those forces, c what slows them (N·s/m), f the body's own forces.
 */
import { grown } from '../math/growable.ts';
import type { Block } from './arena.ts';
import type { Anchoring } from './dynamics.ts';

export interface SolverOptions {
  /** Residual of the linear solve at its end over that at its start. */
  readonly tolerance: number;
  readonly iterations: number;
}

/** A stage of an implicit step, before it is solved. */
export interface ImplicitStage {
  /** s; that the stage is long, and the time at its end. */
  readonly h: number;
  readonly time: number;
  /** Where particles began it, and x̂; planar, m. */
  readonly from: Block<'f64'>;
  readonly goal: Block<'f64'>;
  /** What they began it with, before anything pulled at them; planar, m/s. */
  readonly velocity: Block<'f64'>;
  /** Constrains particles of this body alone; default: of all bodies that the engine solves for. */
  readonly body?: Anchoring;
  /** Of its particles only these (indices in the world); all, where left out. */
  readonly among?: Int32Array;
}

export interface ImplicitStep extends SolverOptions {
  /** s; the length that forces act for, shorter than the step for methods of several stages. */
  readonly h: number;
  /** Where particles began the stage, and x̂, m, and m + h c, kg; planar, and one a particle. */
  readonly from: Block<'f64'>;
  readonly goal: Block<'f64'>;
  readonly mass: Block<'f64'>;
  /** How many times it was solved before in this stage: Newton's method goes on from positions as they are then. */
  readonly correction: number;
  /** Whether a gain of energy is an error. Not so where pins are on the move: they bring in some. */
  readonly guarded: boolean;
  /** Which particles may not go anywhere, and where they may. */
  readonly constraints: Constraints;
}

export interface ImplicitOutcome {
  /** Of the linear solver. */
  readonly iterations: number;
  /** False where the most iterations allowed were not enough. */
  readonly converged: boolean;
  /** Largest change of a stretch in the step, 1. */
  readonly stretchChange: number;
  /** Whether energy has been gained that nothing brought in: Newton's method is not there yet. */
  readonly rises: boolean;
}

/** Numbers of a support: its force (x, y, z, N) and stiffness (xx, xy, xz, yy, yz, zz, N/m). */
export const SUPPORT_NUMBERS = 9;

/** Numbers of a support that particles share: their four weights, its force and stiffness as of one. */
export const SHARED_NUMBERS = 4 + SUPPORT_NUMBERS;

/**
 * What particles must keep to in a step: directions that they are free in, and supports, springs that push them at their
 * goals with some force and stiffness. A particle without an entry (−1) is free, or has none.
 */
export class Constraints {
  /** Number of each particle's projector, −1 for free ones. */
  readonly index: Int32Array;
  /** Nine numbers a projector, by columns: onto the free directions. */
  projectors = new Float64Array(9 * 64);
  count = 0;
  /** Number of each particle's support. */
  readonly supportIndex: Int32Array;
  supports = new Float64Array(SUPPORT_NUMBERS * 64);
  /** x, y, z of the way each pushes; 0 for one that holds both ways. */
  normals = new Float64Array(3 * 64);
  /** N: what was thought to press on those that slide, which all of their force and stiffness across is proportional to; 0 for others. */
  presses = new Float64Array(64);
  supportCount = 0;
  /** Supports that particles of one body share, all of which edges join: four each (−1: none). */
  sharers = new Int32Array(4 * 64);
  shared = new Float64Array(SHARED_NUMBERS * 64);
  sharedCount = 0;

  constructor(particles: number) {
    this.index = new Int32Array(particles).fill(-1);
    this.supportIndex = new Int32Array(particles).fill(-1);
  }

  /** Does anything touch? */
  get supported(): boolean {
    return this.supportCount > 0 || this.sharedCount > 0;
  }

  clear(): void {
    this.index.fill(-1);
    this.supportIndex.fill(-1);
    this.count = 0;
    this.supportCount = 0;
    this.sharedCount = 0;
  }

  /** No direction left. */
  fix(particle: number): void {
    const at = 9 * this.#entry(particle);
    this.projectors.fill(0, at, at + 9);
  }

  /**
   * A force (N) at the particle's goal, with stiffness `along` the unit vector n and `across` it, N/m. It is to push along n
   * only; one that may pull too has n = 0 and one stiffness. `press` (N) is what friction was reckoned with, if it slides.
   */
  support(
    particle: number,
    force: ArrayLike<number>,
    n: ArrayLike<number>,
    along: number,
    across: number,
    press = 0,
  ): void {
    if (SUPPORT_NUMBERS * (this.supportCount + 1) > this.supports.length) {
      this.supports = grown(this.supports);
      this.normals = grown(this.normals);
      this.presses = grown(this.presses);
    }
    this.supportIndex[particle] = this.supportCount;
    for (let axis = 0; axis < 3; axis++) this.normals[3 * this.supportCount + axis] = n[axis];
    this.presses[this.supportCount] = press;
    write(this.supports, SUPPORT_NUMBERS * this.supportCount++, force, n, along, across);
  }

  /**
   * The same at Σ s_j x_j of four particles (−1: none) with weights s_j, both from number `first` of their lists on:
   * each gets s_j times the force.
   */
  share(
    particles: ArrayLike<number>,
    weights: ArrayLike<number>,
    first: number,
    force: ArrayLike<number>,
    n: ArrayLike<number>,
    along: number,
    across: number,
  ): void {
    const at = SHARED_NUMBERS * this.sharedCount;
    if (at + SHARED_NUMBERS > this.shared.length) {
      this.shared = grown(this.shared);
      this.sharers = grown(this.sharers);
    }
    for (let j = 0; j < 4; j++) {
      this.sharers[4 * this.sharedCount + j] = particles[first + j];
      this.shared[at + j] = weights[first + j];
    }
    write(this.shared, at + 4, force, n, along, across);
    this.sharedCount++;
  }

  #entry(particle: number): number {
    if (this.index[particle] >= 0) return this.index[particle];
    if (9 * (this.count + 1) > this.projectors.length) this.projectors = grown(this.projectors);
    this.index[particle] = this.count;
    return this.count++;
  }
}

/** The numbers of a support. */
function write(
  s: Float64Array,
  at: number,
  force: ArrayLike<number>,
  n: ArrayLike<number>,
  along: number,
  across: number,
): void {
  const more = along - across;
  s[at] = force[0];
  s[at + 1] = force[1];
  s[at + 2] = force[2];
  s[at + 3] = across + more * n[0] * n[0];
  s[at + 4] = more * n[0] * n[1];
  s[at + 5] = more * n[0] * n[2];
  s[at + 6] = across + more * n[1] * n[1];
  s[at + 7] = more * n[1] * n[2];
  s[at + 8] = across + more * n[2] * n[2];
}
