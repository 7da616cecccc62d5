// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** f64. Iterations. */ export const ITERATIONS = 0;
/** f64. r·z at the start. */ export const FIRST = 8;
/** f64. r·z at the end. */ export const LAST = 16;
/** Bytes of a record. */ export const BYTES = 32;
