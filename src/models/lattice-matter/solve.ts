/**
 * Implicit part of a sub-step of lattice matter: elastic forces at its end in rounds of new rotations (kernels/assembly/matter/solve.ts), with
 * the supports of colliders. Supports that pull are released, and friction follows the normal forces of the solve.
 */
import type { StepReport } from '../../core/report.ts';
import type { World } from '../../core/world.ts';
import * as Numbers from '../../layouts/generated/matter-numbers.ts';
import type { MatterRecord } from './record.ts';
import type { Supports } from './supports.ts';

export interface LatticeSolver {
  /** Residual at the end of a linear solve over that at its start. */
  readonly tolerance: number;
  /** Largest number of iterations of a linear solve. */
  readonly iterations: number;
  /** Largest number of rounds in a sub-step; another one follows only if energy would rise without it. */
  readonly rounds: number;
}

/** Largest number of further solves in a sub-step after supports were released. */
const RELEASES = 2;
/** The same for stiff pieces that move rigidly: on a face most supports are released, and friction acts at those that are left. */
const CARRIED_RELEASES = 6;
/** Start of a linear solve, as in kernels/assembly/matter/solve.ts. */
const FIRST_ROUND = 0;
const SAME_SYSTEM = 1;
const NEXT_ROUND = 2;
const AFTER_RELEASE = 3;
/**
 * Square of the last rotation step, rad². A step of √1e-3 leaves an error of 1e-5, enough for a solve to 1 % whose momentum is
 * corrected afterwards.
 */
const GOOD_ENOUGH = 1e-3;
/** Sub-step over the longest explicit one beyond which pieces move rigidly before a solve (kernels/assembly/matter/rigid-modes.ts). */
const STIFF = 4;
/**
 * The same for supported matter, whose friction misses the residual of the solve. The error falls with the size of a body, by the ratio of
 * the moment of inertia of a neighbourhood to that of the body: beyond a width of this ratio over STIFF_ACROSS, in spacings, it is negligible.
 */
const STIFF_SUPPORTED = 1.4;
const STIFF_ACROSS = 0.25;
/** Sub-step over the longest explicit one beyond which forces are computed in f64: the rounding of f32 would move particles. */
const VERY_STIFF = 100;

export interface SolveParts {
  readonly record: MatterRecord;
  /** Index of the first particle in the world. */
  readonly first: number;
  readonly solver: LatticeSolver;
  /** Longest step of explicit elastic forces, s. */
  readonly elastic: number;
  /** Whether elastic forces may be computed in f32. */
  readonly short: boolean;
  /** Finds the pairs that push each other at the present positions; `again` in a further round. */
  readonly pushes: (world: World, again: boolean) => number;
}

export class LatticeSolve {
  readonly #parts: SolveParts;
  readonly supports: Supports;
  /** Number of bonds when EDGES were written; −1 if they are outdated. */
  #edged = -1;
  /** Number of iterations of linear solves since the start, for measurements. */
  iterations = 0;

  constructor(parts: SolveParts, supports: Supports) {
    this.#parts = parts;
    this.supports = supports;
  }

  /** Marks EDGES as outdated after bonds have changed. */
  forgetBonds(): void {
    this.#edged = -1;
  }

  /** Adds elastic forces at the end of the sub-step. Positions are x̂. */
  run(world: World, report: StepReport, solids: number): void {
    const { particles: p, kernels } = world;
    const { record } = this.#parts;
    this.supports.find(world, record);
    const ratio = record.numbers.view[Numbers.STEP] / this.#parts.elastic;
    const across = ratio / STIFF_ACROSS; // spacings
    const lies = record.supported > 0 && ratio > STIFF_SUPPORTED && across * across * across > solids;
    record.carries = lies || ratio > STIFF;
    kernels.matterGather(record.words.offset, p.position.offset, p.velocity.offset);
    kernels.matterSolveBegin(record.words.offset, record.numbers.offset);
    let pushes = 0;
    /** Whether nothing has moved, as in free fall. */
    let isStill = false;
    // Without solids every support is independent, and the initial guess is the solution.
    const rounds = solids > 0 ? this.#parts.solver.rounds : 0;
    const short = this.#parts.short && record.numbers.view[Numbers.STEP] < VERY_STIFF * this.#parts.elastic;
    for (let round = 0; round < rounds; round++) {
      if (round > 0) kernels.matterClear(record.words.offset);
      pushes = this.#findForces(world, short, round > 0);
      const iterations = this.#solveOnce(world, pushes, round > 0 ? NEXT_ROUND : FIRST_ROUND, report);
      if (round === 0) isStill = record.numbers.view[Numbers.SOLVE_SIZE] === 0;
      if (round === 0 ? isStill : iterations === 0) break;
      if (record.numbers.view[Numbers.SOLVE_DONE] > 0) break;
    }
    if (rounds === 0 && this.#edged !== 0) {
      this.#edges(world);
      this.#edged = 0;
    }
    const releases = record.carries ? CARRIED_RELEASES : RELEASES;
    for (let k = 0; k < releases && rounds > 0; k++) {
      const released = kernels.matterRelease(record.words.offset, record.numbers.offset);
      const otherwise = record.carries ? kernels.matterRub(record.words.offset) : 0;
      // Normal forces are known to the tolerance of the solve.
      if (released === 0 && otherwise < this.#parts.solver.tolerance) break;
      if (record.carries) {
        // The release may rotate the piece, which requires new forces.
        kernels.matterClear(record.words.offset);
        pushes = this.#findForces(world, short, true);
        this.#solveOnce(world, pushes, AFTER_RELEASE, report);
      } else this.#solveOnce(world, pushes, SAME_SYSTEM, report);
    }
    // Free fall needs no correction.
    if (isStill && record.supported === 0) return;
    kernels.matterSettle(record.words.offset, record.numbers.offset, pushes);
  }

  /** Computes elastic forces with new rotations, and EDGES if bonds or hardness have changed; returns the number of pairs that push each other. */
  #findForces(world: World, short: boolean, again: boolean): number {
    const { kernels } = world;
    const { record } = this.#parts;
    record.numbers.view[Numbers.ELASTIC_ENERGY] = 0;
    const hardened = short
      ? kernels.matterElastic(record.words.offset, record.numbers.offset, GOOD_ENOUGH)
      : kernels.matterLattice(record.words.offset, record.numbers.offset, 0, GOOD_ENOUGH);
    const pushes = this.#parts.pushes(world, again);
    // Lists and fracture change bonds, strain changes their hardness.
    const bonds = record.numbers.view[Numbers.BONDS];
    if (bonds !== this.#edged) {
      this.#edges(world);
      this.#edged = bonds;
    } else if (hardened > 0) kernels.matterHarden(record.words.offset);
    return pushes;
  }

  #solveOnce(world: World, pushes: number, begins: number, report: StepReport): number {
    const { record, solver, elastic } = this.#parts;
    const { words, numbers } = record;
    const { iterations: most, tolerance: share } = solver;
    // Nearly all of the residual of stiff pieces is internal force: of external forces, the tolerance is that of a share of it.
    const tolerance = numbers.view[Numbers.STEP] > STIFF * elastic ? share * share : share;
    const iterations = world.kernels.matterSolve(
      words.offset,
      numbers.offset,
      pushes,
      tolerance,
      most,
      begins,
    );
    this.iterations += iterations;
    report.solver ??= { solves: 0, iterations: 0, unsolved: 0 };
    report.solver.solves++;
    report.solver.iterations += iterations;
    if (iterations === most) report.solver.unsolved++;
    return iterations;
  }

  /** Writes EDGES and the pieces that they form. */
  #edges(world: World): void {
    const { record } = this.#parts;
    const entries = world.kernels.matterEdges(record.words.offset);
    if (entries > record.edgeRoom) {
      record.makeEdgeRoom(Math.ceil(1.25 * entries));
      record.point(world, this.#parts.first);
      world.kernels.matterEdges(record.words.offset);
    }
    const pieces = world.kernels.matterJoin(record.words.offset);
    const mayCarry = record.numbers.view[Numbers.STEP] > STIFF_SUPPORTED * this.#parts.elastic;
    if (mayCarry && record.makePieceRoom(pieces)) record.point(world, this.#parts.first);
  }
}
