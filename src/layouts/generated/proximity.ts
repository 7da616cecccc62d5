// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** quad, 1. Weights of the four vertices: +1 in sum on the first side, −1 on the second. */ export const WEIGHTS = 0;
/** vector, 1. Unit normal from the second side to the first. */ export const NORMAL = 32;
/** f64, m. Distance, n · Σ w_j x_j. */ export const DISTANCE = 56;
/** vector[4], m. Positions of the four vertices at a time within the sub-step. */ export const POSITIONS = 64;
/** Bytes of a record. */ export const BYTES = 160;
