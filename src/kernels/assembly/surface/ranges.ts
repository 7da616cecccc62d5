/** Work on ranges of vertices, triangles or nodes, each of them by itself, that threads share: the parameters of rangeJob. */
import * as RangeJob from '../../../layouts/generated/range-job';
import { word } from '../memory';
import { writeVertexBoxes } from './boxes';
import { doubtFlat, writeFlat, writeFolds } from './flat';
import { writeLeafBoxes } from './tree';

// @inline
function argument(job: usize, k: usize): usize {
  return word(job, RangeJob.ARGUMENTS + (k << 2));
}

/** Runs the part of a thread. Numbers of functions as in src/contact/surfaces/ranges.ts. */
export function runRange(job: usize, thread: i32, threads: i32): void {
  const count = <i64>load<i32>(job, RangeJob.COUNT);
  const from = <i32>((count * thread) / threads),
    end = <i32>((count * (thread + 1)) / threads);
  const a = argument(job, 0),
    b = argument(job, 1),
    c = argument(job, 2),
    d = argument(job, 3),
    e = argument(job, 4),
    f = argument(job, 5);
  switch (load<i32>(job, RangeJob.FUNCTION)) {
    case 0:
      writeVertexBoxes(from, end, a, b, <i32>c, d !== 0, e);
      break;
    case 1:
      doubtFlat(from, end, a, b, c);
      break;
    case 2:
      writeFolds(from, end, a, b, c, d, e);
      break;
    case 3:
      writeFlat(from, end, a, b, c, d);
      break;
    case 4:
      writeLeafBoxes(from, end, a, b, c, d, e, f);
      break;
    default:
      unreachable();
  }
}
