/** Components of the compound types of fields, in bytes. */
import type { Layout } from './layout.ts';

export const vector: Layout = {
  about: 'A vector of f64.',
  fields: {
    X: ['f64', '', 'First coordinate.'],
    Y: ['f64', '', 'Second coordinate.'],
    Z: ['f64', '', 'Third coordinate.'],
  },
};

export const vector32: Layout = {
  about: 'A vector of f32, as the first three lanes of a v128.',
  fields: {
    X: ['f32', '', 'First coordinate.'],
    Y: ['f32', '', 'Second coordinate.'],
    Z: ['f32', '', 'Third coordinate.'],
    W: ['f32', '', 'Fourth lane: 0, or a number of its own.'],
  },
};

export const quaternion: Layout = {
  about: 'A rotation as a unit quaternion.',
  fields: {
    S: ['f64', '1', 'Scalar part.'],
    X: ['f64', '1', 'Vector part, first coordinate.'],
    Y: ['f64', '1', 'Vector part, second coordinate.'],
    Z: ['f64', '1', 'Vector part, third coordinate.'],
  },
};

export const matrix: Layout = {
  about: 'A 3 × 3 matrix by rows.',
  fields: {
    XX: ['f64', '', 'Row 0, column 0.'],
    XY: ['f64', '', 'Row 0, column 1.'],
    XZ: ['f64', '', 'Row 0, column 2.'],
    YX: ['f64', '', 'Row 1, column 0.'],
    YY: ['f64', '', 'Row 1, column 1.'],
    YZ: ['f64', '', 'Row 1, column 2.'],
    ZX: ['f64', '', 'Row 2, column 0.'],
    ZY: ['f64', '', 'Row 2, column 1.'],
    ZZ: ['f64', '', 'Row 2, column 2.'],
  },
};

export const symmetric: Layout = {
  about: 'A symmetric 3 × 3 matrix.',
  fields: {
    XX: ['f64', '', 'Row 0, column 0.'],
    XY: ['f64', '', 'Row 0, column 1.'],
    XZ: ['f64', '', 'Row 0, column 2.'],
    YY: ['f64', '', 'Row 1, column 1.'],
    YZ: ['f64', '', 'Row 1, column 2.'],
    ZZ: ['f64', '', 'Row 2, column 2.'],
  },
};

export const matrix32: Layout = {
  about: 'A 3 × 3 matrix by columns of four f32 each; the fourth is 0.',
  fields: {
    COLUMN_0: ['f32[4]', '', 'First column.'],
    COLUMN_1: ['f32[4]', '', 'Second column.'],
    COLUMN_2: ['f32[4]', '', 'Third column.'],
  },
};

export const triangle: Layout = {
  about: 'The corners of a triangle.',
  fields: {
    A: ['i32', 'index', 'First corner.'],
    B: ['i32', 'index', 'Second corner.'],
    C: ['i32', 'index', 'Third corner.'],
  },
};

export const edge: Layout = {
  about: 'The ends of a spring or an edge.',
  fields: {
    A: ['i32', 'index', 'First end.'],
    B: ['i32', 'index', 'Second end.'],
  },
};

export const quad: Layout = {
  about: 'Four f64, one a vertex.',
  fields: {
    A: ['f64', '', 'First.'],
    B: ['f64', '', 'Second.'],
    C: ['f64', '', 'Third.'],
    D: ['f64', '', 'Fourth.'],
  },
};

export const quad32: Layout = {
  about: 'Four i32, one a vertex or a lane.',
  fields: {
    A: ['i32', '', 'First.'],
    B: ['i32', '', 'Second.'],
    C: ['i32', '', 'Third.'],
    D: ['i32', '', 'Fourth.'],
  },
};
