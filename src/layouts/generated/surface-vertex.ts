// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** vector, m. Position at the start of the sub-step. */ export const START = 0;
/** vector, m. Position at the end of the sub-step. */ export const END = 24;
/** f64, 1/kg. Inverse mass; 0 for a vertex that no contact moves. */ export const INVERSE_MASS = 48;
/** Bytes of a record. */ export const BYTES = 64;
