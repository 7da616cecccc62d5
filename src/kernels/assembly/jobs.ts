/**
 * Jobs that several threads run together, by their kind: functions of (job, thread, threads), `job` being the byte
 * offset of their parameters. The same bytes for any number of threads: each thread has its share of fixed blocks,
 * sums are made block by block, and thread 0 adds those of the blocks in their order.
 */
import * as DotJob from '../../layouts/generated/dot-job';
import { solve } from './cloth/solve';
import { dot } from './fields/vectors';
import { barrier } from './threads';

/** Kinds as in ../threads.ts; 0 is not a job but the word to leave. */
export function runJob(kind: i32, job: usize, thread: i32, threads: i32): void {
  switch (kind) {
    case 1:
      solve(job, thread, threads);
      break;
    case 2:
      dotTogether(job, thread, threads);
      break;
    default:
      unreachable();
  }
}

/** Numbers in a block of the dot product. */
const BLOCK: i32 = 1024;

/**
 * Computes a · b. Parameters, u32 each: byte offsets of a and b, their length (even), byte offset of the result (f64), byte
 * offset of room for ⌈length / 1024⌉ f64, how many times to do it (each with two barriers, whose cost that measures).
 */
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
    barrier(thread, threads); // nobody writes the sums again while they are added
  }
}

function inOrder(sums: usize, blocks: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < blocks; k++) sum += load<f64>(sums + ((<usize>k) << 3));
  return sum;
}
