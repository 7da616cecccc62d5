/**
 * The implicit part of a sub-step of lattice matter: elastic forces at its end (kernels/assembly/matter-solve.ts), in rounds of new
 * rotations, with what colliders hold up; then supports that turned out to pull are let go, and what slides is rubbed by what presses it.
 */
import type { StepReport } from '../../core/report.ts';
import type { World } from '../../core/world.ts';
import * as Numbers from '../../layouts/generated/matter-numbers.ts';
import type { MatterRecord } from './record.ts';
import { Rounds } from './solve-rounds.ts';
import type { Supports } from './supports.ts';

export interface LatticeSolver {
  /** Residual of a linear solve at its end over that at its start. */
  readonly tolerance: number;
  /** Most iterations of it. */
  readonly iterations: number;
  /** How often rotations are found anew in a sub-step at most: as often as what they change is worth it. */
  readonly rounds: number;
}

/** Most further solves of a sub-step in which supports turned out to pull. */
const RELEASES = 2;
/** The same of what is carried: a stiff body on a face is let off most of it, and rubbed by what bears it in the end. */
const CARRIED_RELEASES = 6;
/** Of all that presses: friction by what it was before is not good enough where more than this has changed. */
const PRESSED_OTHERWISE = 0.02;
/** What a linear solve begins with, as in matter-solve.ts. */
const FIRST_ROUND = 0;
const SAME_SYSTEM = 1;
const NEW_FORCES = 2;
/**
 * rad², of the last turn on the way to a rotation. A solve that itself ends at a hundredth does not need more than the 1e-5 that are left
 * of a turn of √1e-3, and momentum is put right after it.
 */
const GOOD_ENOUGH = 1e-3;
/** Over the longest explicit step: in longer ones a piece turns by less than it should with rotations held, and is carried as a whole (matter-carry.ts). */
const STIFF = 4;
/**
 * The same of matter that lies on something: what a solve leaves over would be missing from the friction under it. That is less the more of it there
 * is: by the ratio of the moment of inertia of a neighbourhood to that of the whole.
 */
const STIFF_SUPPORTED = 1.4;
const STIFF_ACROSS = 0.25;
/** Nearly all of the right side of a stiff body's solve is what holds it together; of what turns it, a hundredth of that is much. */
const CLOSER = 0.01;
/** In still longer ones, the rounding of forces in f32 would move them. */
const VERY_STIFF = 100;

export interface SolveParts {
  readonly record: MatterRecord;
  /** The first particle, of the world. */
  readonly first: number;
  readonly solver: LatticeSolver;
  /** s; the longest step of explicit elastic forces. */
  readonly elastic: number;
  /** Whether elastic forces may be found in f32. */
  readonly short: boolean;
  /** Finds who pushes whom, where particles are; `again` in a further round. */
  readonly pushes: (world: World, again: boolean) => number;
}

export class LatticeSolve {
  readonly #parts: SolveParts;
  readonly supports: Supports;
  readonly #rounds = new Rounds();
  /** Bonds when the pairs of the solve were written; −1: they are to be written anew. */
  #edged = -1;
  /** Of linear solves, since the start; for measurements. */
  iterations = 0;

  constructor(parts: SolveParts, supports: Supports) {
    this.#parts = parts;
    this.supports = supports;
  }

  /** Of a step. */
  begin(): void {
    this.#rounds.begin();
  }

  /** Who is bound to whom has changed. */
  forgetBonds(): void {
    this.#edged = -1;
  }

  /** Elastic forces at the end of the sub-step. Positions hold x̂. */
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
    /** Whether nothing has moved. */
    let isStill = false;
    // Of a fluid alone, where the solve begins it also ends: every support for itself.
    const rounds = solids > 0 ? this.#parts.solver.rounds : 0;
    const short = this.#parts.short && record.numbers.view[Numbers.STEP] < VERY_STIFF * this.#parts.elastic;
    for (let round = 0; round < rounds; round++) {
      if (round > 0) kernels.matterClear(record.words.offset);
      pushes = this.#findForces(world, short, round > 0);
      const iterations = this.#solveOnce(world, pushes, round > 0 ? NEW_FORCES : FIRST_ROUND, report);
      const size = record.numbers.view[Numbers.SOLVE_SIZE];
      if (round === 0) isStill = size === 0;
      if (this.#rounds.isSolved(round, iterations, size)) break;
    }
    if (rounds === 0 && this.#edged !== 0) {
      this.#edges(world);
      this.#edged = 0;
    }
    const releases = record.carries ? CARRIED_RELEASES : RELEASES;
    for (let k = 0; k < releases && rounds > 0; k++) {
      const released = kernels.matterRelease(record.words.offset, record.numbers.offset);
      const otherwise = record.carries ? kernels.matterRub(record.words.offset) : 0;
      if (released === 0 && otherwise < PRESSED_OTHERWISE) break;
      if (record.carries) {
        // What was let go may turn the whole, which only a round of its own finds.
        kernels.matterClear(record.words.offset);
        pushes = this.#findForces(world, short, true);
        this.#solveOnce(world, pushes, NEW_FORCES, report);
      } else this.#solveOnce(world, pushes, SAME_SYSTEM, report);
    }
    // As in free fall.
    if (isStill && record.supported === 0) return;
    kernels.matterSettle(record.words.offset, record.numbers.offset, pushes);
  }

  /** Elastic forces with rotations found anew, and the system that goes with them; answers how many pairs push each other. */
  #findForces(world: World, short: boolean, again: boolean): number {
    const { kernels } = world;
    const { record } = this.#parts;
    record.numbers.view[Numbers.ELASTIC_ENERGY] = 0;
    const hardened = short
      ? kernels.matterElastic(record.words.offset, record.numbers.offset, GOOD_ENOUGH)
      : kernels.matterLattice(record.words.offset, record.numbers.offset, 0, GOOD_ENOUGH);
    const pushes = this.#parts.pushes(world, again);
    // Bonds change where lists are made, and where one breaks; how stiff they are, where matter hardens.
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
    const { iterations: most } = solver;
    const tolerance = solver.tolerance * (numbers.view[Numbers.STEP] > STIFF * elastic ? CLOSER : 1);
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

  /** Writes down who is bound to whom, and the pieces that they make. */
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
