/**
 * What an implicit engine asks of a body: to bring its particles to where their own forces at the end of the step hold
 * them against their inertia,
 *
 *   (m + h c) (y − x̂) = h² f(y),
 *
 * x̂ being where they would be without those forces, c what slows them (N·s/m), f the body's own forces.
 */
import type { Block } from './arena.ts';
import type { World } from './world.ts';

export interface SolverOptions {
  /** Residual of the linear solve at its end over that at its start. */
  readonly tolerance: number;
  readonly iterations: number;
  /** Newton iterations. */
  readonly corrections: number;
}

export interface ImplicitStep extends SolverOptions {
  /** s; the length that forces act for, shorter than the step for methods of several stages. */
  readonly h: number;
  /** x̂, m, and m + h c, kg; planar, and one a particle. */
  readonly goal: Block<'f64'>;
  readonly mass: Block<'f64'>;
  /** Which particles may not go anywhere, and where they may. */
  readonly constraints: Constraints;
}

export interface ImplicitOutcome {
  /** Iterations of the linear solver, and √(r·z) of its residual at the end over that at the start. */
  readonly iterations: number;
  readonly residual: number;
  /** False where the most iterations allowed were not enough. */
  readonly converged: boolean;
  /** Largest change of a stretch in the step, 1. */
  readonly stretchChange: number;
}

export interface ImplicitBody {
  /** Remembers the body as it is now, at the start of a step: damping works against changes from here. */
  begin(world: World): void;
  /** Finds y. Positions hold a first guess on entry: the particles' goals, with constraints met. */
  solve(world: World, step: ImplicitStep): ImplicitOutcome;
}

/** Directions that particles are free in, by particle; a particle without an entry (−1) is free. */
export class Constraints {
  /** Number of each particle's projector, −1 for free ones. */
  readonly index: Int32Array;
  /** Nine numbers a projector, by columns: onto the free directions. */
  projectors = new Float64Array(9 * 64);
  count = 0;

  constructor(particles: number) {
    this.index = new Int32Array(particles).fill(-1);
  }

  clear(): void {
    this.index.fill(-1);
    this.count = 0;
  }

  /** No direction left. */
  fix(particle: number): void {
    const at = 9 * this.#entry(particle);
    this.projectors.fill(0, at, at + 9);
  }

  /** Free along the plane across the unit vector n. */
  toPlane(particle: number, nx: number, ny: number, nz: number): void {
    const at = 9 * this.#entry(particle);
    const p = this.projectors;
    p[at] = 1 - nx * nx;
    p[at + 1] = p[at + 3] = -nx * ny;
    p[at + 2] = p[at + 6] = -nx * nz;
    p[at + 4] = 1 - ny * ny;
    p[at + 5] = p[at + 7] = -ny * nz;
    p[at + 8] = 1 - nz * nz;
  }

  #entry(particle: number): number {
    if (this.index[particle] >= 0) return this.index[particle];
    if (9 * (this.count + 1) > this.projectors.length) {
      const larger = new Float64Array(2 * this.projectors.length);
      larger.set(this.projectors);
      this.projectors = larger;
    }
    this.index[particle] = this.count;
    return this.count++;
  }
}
