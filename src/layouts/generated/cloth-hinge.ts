// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** f64, J. κ. */ export const STIFFNESS = 0;
/** f64, rad. θ₀. */ export const REST_ANGLE = 8;
/** f64, rad. θ at the start of the step. */ export const START_ANGLE = 16;
/** Bytes of a record. */ export const BYTES = 32;
