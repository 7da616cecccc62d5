// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** vector, m or N. The vector. */ export const VECTOR = 0;
/** f64. 0. */ export const ZERO = 24;
/** Bytes of a record. */ export const BYTES = 32;
