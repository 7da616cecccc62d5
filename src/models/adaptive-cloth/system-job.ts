/** Writes the records by which the kernels find the system of a cloth: SolveJob and SolvePass. */
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import * as SolvePass from '../../layouts/generated/solve-pass.ts';
import type { PassPlace } from './pass-layout.ts';
import type { BlockName } from './system-blocks.ts';

/** Words of a job that have the offset of a block. */
const BLOCK_WORDS: readonly (readonly [word: number, block: BlockName])[] = [
  [SolveJob.ROWS, 'rows'],
  [SolveJob.COLUMNS, 'columns'],
  [SolveJob.BLOCKS, 'blocks'],
  [SolveJob.SCALAR_ROWS, 'scalarRows'],
  [SolveJob.SCALAR_COLUMNS, 'scalarColumns'],
  [SolveJob.SCALARS, 'scalars'],
  [SolveJob.DIAGONAL, 'diagonal'],
  [SolveJob.CONSTRAINTS, 'constraints'],
  [SolveJob.PROJECTORS, 'projectors'],
  [SolveJob.X, 'x'],
  [SolveJob.R, 'r'],
  [SolveJob.Z, 'z'],
  [SolveJob.P, 'p'],
  [SolveJob.Q, 'q'],
  [SolveJob.RESTRICTED, 'restricted'],
  [SolveJob.PASS_TABLE, 'passTable'],
  [SolveJob.SUMS, 'partial'],
  [SolveJob.OUT, 'out'],
  [SolveJob.INVERSES, 'inverses'],
  [SolveJob.DIAGONALS, 'sums'],
  [SolveJob.MASSES, 'masses'],
];

type Offset = (block: BlockName) => number;

export interface SolveOptions {
  vertices: number;
  passes: number;
  /** What the last pass leaves: how many, and where their numbers begin. */
  last: { count: number; nodes: number; shares: number; inverses: number };
  /** Most iterations. */
  most: number;
  /** √(r·z) at the end over that at the start, or over the root of `reference`. */
  tolerance: number;
  /** r·z that the tolerance is measured by; 0 for that at the start. */
  reference: number;
  /** r·z below which there is nothing left to do. */
  floor: number;
}

export function writePasses(table: Int32Array, passes: readonly PassPlace[], at: Offset): void {
  const numbers = at('passNumbers');
  const reals = at('passReals');
  passes.forEach((p, k) => {
    const words = table.subarray((SolvePass.BYTES / 4) * k);
    words[SolvePass.PARENTS / 4] = p.parents;
    words[SolvePass.PARENT_NODES / 4] = numbers + 4 * p.parentNodes;
    words[SolvePass.PARENT_STARTS / 4] = numbers + 4 * p.parentStarts;
    words[SolvePass.CHILDREN / 4] = numbers + 4 * p.children;
    words[SolvePass.CHILD_SHARES / 4] = reals + 4 * p.childShares;
    words[SolvePass.REMOVED / 4] = p.removed;
    words[SolvePass.REMOVED_NODES / 4] = numbers + 4 * p.removedNodes;
    words[SolvePass.REMOVED_SHARES / 4] = reals + 4 * p.removedShares;
    words[SolvePass.INVERSE / 4] = reals + 4 * p.inverses;
    words[SolvePass.SMOOTHED / 4] = reals + 4 * p.smoothed;
    words[SolvePass.PARENT_SHARES / 4] = reals + 4 * p.parentShares;
  });
}

export function writeJob(job: Int32Array, at: Offset, of: SolveOptions): void {
  const numbers = at('passNumbers');
  const reals = at('passReals');
  job[SolveJob.COUNT / 4] = of.vertices;
  for (const [word, block] of BLOCK_WORDS) job[word / 4] = at(block);
  job[SolveJob.PASSES / 4] = of.passes;
  job[SolveJob.MOST / 4] = of.most;
  job[SolveJob.LAST_COUNT / 4] = of.last.count;
  job[SolveJob.LAST_NODES / 4] = numbers + 4 * of.last.nodes;
  job[SolveJob.LAST_INVERSES / 4] = reals + 4 * of.last.inverses;
  job[SolveJob.LAST_SHARES / 4] = reals + 4 * of.last.shares;
  const { buffer, byteOffset } = job;
  new Float64Array(buffer, byteOffset + SolveJob.TOLERANCE, 1)[0] = of.tolerance;
  new Float64Array(buffer, byteOffset + SolveJob.REFERENCE, 1)[0] = of.reference;
  new Float64Array(buffer, byteOffset + SolveJob.FLOOR, 1)[0] = of.floor;
}
