/** Records of springs, bending and measures of elongation: src/forces, src/models/adaptive-grid and kernels/assembly/springs. */
import type { Layout } from './layout.ts';

/** A run of springs: spring s of it joins particles A + s and B + s. */
export const springRun: Layout = {
  A: 'i32, index. First particle on one side.',
  B: 'i32, index. First particle on the other side.',
  COUNT: 'i32. Springs.',
  FIRST: 'i32, index. First spring.',
};

/** Energy and elongation of springs or triangles. */
export const elongation: Layout = {
  ENERGY: 'f64, J. Elastic energy.',
  SUM: 'f64, 1. Sum of the absolute strains.',
  LARGEST: 'f64, 1. Largest absolute strain.',
  COUNT: 'f64. Number of strains summed.',
};

/** Energy lost in springs. */
export const dissipation: Layout = {
  YIELD: 'f64, J. Energy lost in plastic flow.',
  RUPTURE: 'f64, J. Energy lost in rupture.',
};

/** Position and velocity of a mass or a virtual point, in pairs for f64x2. */
export const netNode: Layout = {
  X: 'f64, m. x.',
  Y: 'f64, m. y.',
  Z: 'f64, m. z.',
  U: 'f64, m/s. Velocity along x.',
  V: 'f64, m/s. Velocity along y.',
  W: 'f64, m/s. Velocity along z.',
};

/** Force on a mass or a virtual point, in pairs for f64x2. */
export const netLoad: Layout = {
  X: 'f64, N. Force along x.',
  Y: 'f64, N. Force along y.',
  Z: 'f64, N. Force along z.',
  ZERO: 'f64. 0.',
};

/** Three points in a row that resist bending. */
export const bendPoints: Layout = {
  BEFORE: 'i32, index. Point on one side.',
  MIDDLE: 'i32, index. Point in the middle.',
  AFTER: 'i32, index. Point on the other side.',
};
