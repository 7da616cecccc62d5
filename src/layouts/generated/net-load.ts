// Written by tools/write-layouts.mjs from ../springs.ts; do not edit.

/** f64, N. Force along x. */ export const X = 0;
/** f64, N. Force along y. */ export const Y = 8;
/** f64, N. Force along z. */ export const Z = 16;
/** f64. 0. */ export const ZERO = 24;
/** Bytes of a record. */ export const BYTES = 32;
