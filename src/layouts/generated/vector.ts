// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** f64. First coordinate. */ export const X = 0;
/** f64. Second coordinate. */ export const Y = 8;
/** f64. Third coordinate. */ export const Z = 16;
/** Bytes of a record. */ export const BYTES = 24;
