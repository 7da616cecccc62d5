/** Components of the compound types of fields, in bytes. */
import type { Layout } from './layout.ts';

/** A vector of f64. */
export const vector: Layout = {
  X: 'f64. First coordinate.',
  Y: 'f64. Second coordinate.',
  Z: 'f64. Third coordinate.',
};

/** A vector of f32, as the first three lanes of a v128. */
export const vector32: Layout = {
  X: 'f32. First coordinate.',
  Y: 'f32. Second coordinate.',
  Z: 'f32. Third coordinate.',
  W: 'f32. Fourth lane: 0, or a number of its own.',
};

/** A rotation as a unit quaternion. */
export const quaternion: Layout = {
  X: 'f64, 1. Vector part, first coordinate.',
  Y: 'f64, 1. Vector part, second coordinate.',
  Z: 'f64, 1. Vector part, third coordinate.',
  W: 'f64, 1. Scalar part.',
};

/** A 3 × 3 matrix by rows. */
export const matrix: Layout = {
  XX: 'f64. Row 0, column 0.',
  XY: 'f64. Row 0, column 1.',
  XZ: 'f64. Row 0, column 2.',
  YX: 'f64. Row 1, column 0.',
  YY: 'f64. Row 1, column 1.',
  YZ: 'f64. Row 1, column 2.',
  ZX: 'f64. Row 2, column 0.',
  ZY: 'f64. Row 2, column 1.',
  ZZ: 'f64. Row 2, column 2.',
};

/** A symmetric 3 × 3 matrix. */
export const symmetric: Layout = {
  XX: 'f64. Row 0, column 0.',
  XY: 'f64. Row 0, column 1.',
  XZ: 'f64. Row 0, column 2.',
  YY: 'f64. Row 1, column 1.',
  YZ: 'f64. Row 1, column 2.',
  ZZ: 'f64. Row 2, column 2.',
};

/** A 3 × 3 matrix by columns of four f32 each; the fourth is 0. */
export const matrix32: Layout = {
  COLUMN_0: 'f32[4]. First column.',
  COLUMN_1: 'f32[4]. Second column.',
  COLUMN_2: 'f32[4]. Third column.',
};

/** The corners of a triangle. */
export const triangle: Layout = {
  A: 'i32, index. First corner.',
  B: 'i32, index. Second corner.',
  C: 'i32, index. Third corner.',
};

/** The ends of a spring or an edge. */
export const edge: Layout = {
  A: 'i32, index. First end.',
  B: 'i32, index. Second end.',
};

/** Four f64, one a vertex. */
export const quad: Layout = {
  A: 'f64. First.',
  B: 'f64. Second.',
  C: 'f64. Third.',
  D: 'f64. Fourth.',
};

/** Four i32, one a vertex or a lane. */
export const quad32: Layout = {
  A: 'i32. First.',
  B: 'i32. Second.',
  C: 'i32. Third.',
  D: 'i32. Fourth.',
};
