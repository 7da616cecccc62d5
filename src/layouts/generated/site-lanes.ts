// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64[2], m. x of both. */ export const X = 0;
/** f64[2], m. y of both. */ export const Y = 16;
/** f64[2], m. z of both. */ export const Z = 32;
/** f64[2], 1. Weights of both. */ export const WEIGHT = 48;
/** Bytes of a record. */ export const BYTES = 64;
