/**
 * The words by which the system of a cloth is handed to its kernels (system.ts, solve.ts): where its matrix, its vectors
 * and the passes of its preconditioner lie. models/adaptive-cloth/system-job.ts writes them.
 */
import { X, Z } from '../../../layouts/generated/vector';
/** Bytes of a block, and of a projector. */
export const BLOCK: usize = 36;
export const PROJECTOR: usize = 48;

/** Words of a job (u32). */
export const N = 0,
  ROWS = 4,
  COLUMNS = 8,
  BLOCKS = 12,
  SCALAR_ROWS = 16,
  SCALAR_COLUMNS = 20,
  SCALARS = 24,
  DIAGONAL = 28,
  CONSTRAINTS = 32,
  PROJECTORS = 36,
  X = 40,
  R = 44,
  Z = 48,
  P = 52,
  Q = 56,
  RESTRICTED = 60,
  PASSES = 64,
  PASS_TABLE = 68,
  SUMS = 72,
  MOST = 76,
  OUT = 80,
  INVERSES = 84,
  LAST_COUNT = 88,
  LAST_NODES = 92,
  LAST_INVERSES = 96,
  LAST_SHARES = 100,
  DIAGONALS = 104,
  MASSES = 108,
  TOLERANCE = 112,
  /** r·z that the tolerance refers to, 0 for that at the start. */
  REFERENCE = 120,
  /** r·z below which there is nothing left to do. */
  FLOOR = 128;

/** Words of a pass (u32): those kept (parents) with the shares they get, and those removed with where theirs come from. */
export const PARENTS = 0,
  PARENT_NODES = 4,
  PARENT_STARTS = 8,
  CHILDREN = 12,
  CHILD_SHARES = 16,
  REMOVED = 20,
  REMOVED_NODES = 24,
  REMOVED_SHARES = 28,
  INVERSE = 32,
  SMOOTHED = 36,
  /** Two f32 a parent: 1 over its share of vertices, and the mass it stands for. */
  PARENT_SHARES = 40,
  PASS: usize = 48;

// @inline
export function word(job: usize, at: usize): usize {
  return <usize>load<u32>(job + at);
}

