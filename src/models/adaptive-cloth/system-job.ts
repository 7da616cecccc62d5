/** Writes the records by which the kernels find the system of a cloth: SolveJob and SolvePass. */
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import * as SolvePass from '../../layouts/generated/solve-pass.ts';
import type { PassLayout } from './pass-layout.ts';
import type { SystemBlocks } from './system-blocks.ts';

export interface SolveLimits {
  /** Largest number of iterations. */
  iterations: number;
  /** √(r·z) at the end over that at the start, or over the root of `reference`. */
  tolerance: number;
  /** Residual r·z that the tolerance refers to; 0 for that at the start. */
  reference: number;
  /** Residual r·z below which the solve ends. */
  floor: number;
}

/** Indices of records in `passNumbers` and `passReals` by the field of SolvePass or SolveJob that has their offset. */
export interface RecordPlaces {
  readonly counts: Readonly<Record<string, number>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly reals: Readonly<Record<string, number>>;
}

const JOB_FIELDS: Readonly<Record<string, number>> = { ...SolveJob };
const PASS_FIELDS: Readonly<Record<string, number>> = { ...SolvePass };

function writePlaces(
  words: Int32Array,
  fields: Readonly<Record<string, number>>,
  { counts, numbers, reals }: RecordPlaces,
  { passNumbers, passReals }: SystemBlocks,
): void {
  for (const name in counts) words[fields[name] / 4] = counts[name];
  for (const name in numbers) words[fields[name] / 4] = passNumbers.offset + 4 * numbers[name];
  for (const name in reals) words[fields[name] / 4] = passReals.offset + 4 * reals[name];
}

export function writeJob(
  blocks: SystemBlocks,
  vertices: number,
  { passes, last }: PassLayout,
  limits: SolveLimits,
): void {
  const job = blocks.job.view;
  job[SolveJob.COUNT / 4] = vertices;
  job[SolveJob.ROWS / 4] = blocks.rows.offset;
  job[SolveJob.COLUMNS / 4] = blocks.columns.offset;
  job[SolveJob.BLOCKS / 4] = blocks.blocks.offset;
  job[SolveJob.SCALAR_ROWS / 4] = blocks.scalarRows.offset;
  job[SolveJob.SCALAR_COLUMNS / 4] = blocks.scalarColumns.offset;
  job[SolveJob.SCALARS / 4] = blocks.scalars.offset;
  job[SolveJob.DIAGONAL / 4] = blocks.diagonal.offset;
  job[SolveJob.CONSTRAINTS / 4] = blocks.constraints.offset;
  job[SolveJob.PROJECTORS / 4] = blocks.projectors.offset;
  job[SolveJob.X / 4] = blocks.x.offset;
  job[SolveJob.R / 4] = blocks.r.offset;
  job[SolveJob.Z / 4] = blocks.z.offset;
  job[SolveJob.P / 4] = blocks.p.offset;
  job[SolveJob.Q / 4] = blocks.q.offset;
  job[SolveJob.RESTRICTED / 4] = blocks.restricted.offset;
  job[SolveJob.PASS_TABLE / 4] = blocks.passTable.offset;
  job[SolveJob.SUMS / 4] = blocks.sums.offset;
  job[SolveJob.OUT / 4] = blocks.out.offset;
  job[SolveJob.INVERSES / 4] = blocks.inverses.offset;
  job[SolveJob.DIAGONALS / 4] = blocks.diagonals.offset;
  job[SolveJob.MASSES / 4] = blocks.masses.offset;
  job[SolveJob.PASSES / 4] = passes.length;
  job[SolveJob.MOST / 4] = limits.iterations;
  writePlaces(job, JOB_FIELDS, last, blocks);
  passes.forEach((pass, k) => {
    writePlaces(blocks.passTable.view.subarray((SolvePass.BYTES / 4) * k), PASS_FIELDS, pass, blocks);
  });
  const { buffer, byteOffset } = job;
  new Float64Array(buffer, byteOffset + SolveJob.TOLERANCE, 1)[0] = limits.tolerance;
  new Float64Array(buffer, byteOffset + SolveJob.REFERENCE, 1)[0] = limits.reference;
  new Float64Array(buffer, byteOffset + SolveJob.FLOOR, 1)[0] = limits.floor;
}
