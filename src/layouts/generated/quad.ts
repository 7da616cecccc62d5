// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** f64. First. */ export const A = 0;
/** f64. Second. */ export const B = 8;
/** f64. Third. */ export const C = 16;
/** f64. Fourth. */ export const D = 24;
/** Bytes of a record. */ export const BYTES = 32;
