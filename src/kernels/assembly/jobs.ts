/**
 * Jobs that several threads run together, by their kind: functions of (job, thread, threads), `job` the byte offset of their
 * parameters. Results are bit-identical for any number of threads: each thread has its share of fixed blocks, and thread 0
 * adds the sums of the blocks in order.
 */
import * as DotJob from '../../layouts/generated/dot-job';
import { assembleCloth, measureCloth } from './cloth/jobs';
import { solve } from './cloth/solve';
import { dot } from './fields/vectors';
import { scanPairs } from './surface/near';
import { searchPairs } from './surface/pairs';
import { runRange } from './surface/ranges';
import { barrier } from './threads';

/** Runs the part of one thread of a job. Kinds as in ../threads.ts; 0 is no job but asks threads to leave. */
export function runJob(kind: i32, job: usize, thread: i32, threads: i32): void {
  switch (kind) {
    case 1:
      solve(job, thread, threads);
      break;
    case 2:
      dotTogether(job, thread, threads);
      break;
    case 3:
      searchPairs(job, thread, threads);
      break;
    case 4:
      measureCloth(job, thread, threads);
      break;
    case 5:
      assembleCloth(job, thread, threads);
      break;
    case 6:
      runRange(job, thread, threads);
      break;
    case 7:
      scanPairs(job, thread, threads);
      break;
    default:
      unreachable();
  }
}

/** Numbers in a block of the dot product. */
const BLOCK: i32 = 1024;

/** Computes a · b as often as DotJob.TIMES says, each time with two barriers, whose cost it measures. The length must be even. */
function dotTogether(job: usize, thread: i32, threads: i32): void {
  const a = <usize>load<u32>(job, DotJob.A);
  const b = <usize>load<u32>(job, DotJob.B);
  const n = load<i32>(job, DotJob.LENGTH);
  const out = <usize>load<u32>(job, DotJob.OUT);
  const sums = <usize>load<u32>(job, DotJob.SUMS);
  const times = load<i32>(job, DotJob.TIMES);
  const blocks = (n + BLOCK - 1) / BLOCK;
  const from = <i32>((<i64>blocks * thread) / threads);
  const end = <i32>((<i64>blocks * (thread + 1)) / threads);
  for (let time = 0; time < times; time++) {
    for (let k = from; k < end; k++) {
      const at = (<usize>k * BLOCK) << 3;
      store<f64>(sums + ((<usize>k) << 3), dot(a + at, b + at, min(BLOCK, n - k * BLOCK)));
    }
    barrier(thread, threads);
    if (thread === 0) store<f64>(out, inOrder(sums, blocks));
    barrier(thread, threads); // no thread may overwrite the sums while they are added
  }
}

function inOrder(sums: usize, blocks: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < blocks; k++) sum += load<f64>(sums + ((<usize>k) << 3));
  return sum;
}
