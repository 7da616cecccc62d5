/** Records of implicit steps that contact, integrators and models exchange: src/core/implicit.ts. */
import type { Layout } from './layout.ts';

/** Contact of a particle with a collider, from one sub-step to the next. */
export const anchor: Layout = {
  counts: 'elements',
  LOCAL: 'vector, m or m/s. Anchor in the axes of the collider; its velocity there if it slides.',
  COLLIDER: 'f64. Number of the collider plus one; negative if the particle slides, 0 for no contact.',
  DEPTH: 'f64, m. Depth that the particle may have in the contact layer.',
};

/** A force on a particle at its goal, and its stiffness. */
export const support: Layout = {
  counts: 'elements',
  FORCE_X: 'f64, N. Force along x.',
  FORCE_Y: 'f64, N. Force along y.',
  FORCE_Z: 'f64, N. Force along z.',
  XX: 'f64, N/m. Stiffness, row 0, column 0.',
  XY: 'f64, N/m. Stiffness, row 0, column 1.',
  XZ: 'f64, N/m. Stiffness, row 0, column 2.',
  YY: 'f64, N/m. Stiffness, row 1, column 1.',
  YZ: 'f64, N/m. Stiffness, row 1, column 2.',
  ZZ: 'f64, N/m. Stiffness, row 2, column 2.',
};
