/** Records of fields around particles and of forces on cells: src/surfaces, src/forces and kernels/assembly/fields. */
import type { Layout } from './layout.ts';

/** Particles of a field that lie in one block of nodes. */
export const fieldGroup: Layout = {
  X: 'i32, blocks. Coordinate of the block along x.',
  Y: 'i32, blocks. Coordinate of the block along y.',
  Z: 'i32, blocks. Coordinate of the block along z.',
  FIRST: 'i32, index. First particle.',
  COUNT: 'i32. Particles.',
  BLOCKS: 'i32[27], index. Blocks around it, x fastest; −1 for one that no particle reaches.',
};

/** Sums of four nodes of a field of means. */
export const fieldMeans: Layout = {
  WEIGHT: 'f32[4], 1. Σ w.',
  X: 'f32[4], cells. Σ w (p − x) along x.',
  Y: 'f32[4], cells. Σ w (p − x) along y.',
  Z: 'f32[4], cells. Σ w (p − x) along z.',
  NEAREST: 'f32[4], 1. Greatest 1 − q².',
};

/** A particle that contributes to a mean. */
export const weighedEntry: Layout = {
  WEIGHT: 'f32, 1. Weight.',
  ENTRY: 'i32, index. Entry of the table of particles.',
};

/** Corners of a four-sided cell; each is the midpoint of two particles, which may be the same. */
export const cellCorners: Layout = {
  A: 'i32[2], index. First corner.',
  B: 'i32[2], index. Second corner.',
  C: 'i32[2], index. Third corner.',
  D: 'i32[2], index. Fourth corner.',
};
