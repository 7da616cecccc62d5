// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, 1. n; then κ (n − t), J. */ export const OVERLAP = 0;
/** f64, 1/m. Σ |W′|; then κ times that, N. */ export const SLOPES = 8;
/** f64. 1 if both have their second meaning. */ export const DONE = 16;
/** Bytes of a record. */ export const BYTES = 24;
