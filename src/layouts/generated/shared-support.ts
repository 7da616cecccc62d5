// Written by tools/write-layouts.mjs from ../implicit.ts; do not edit.

/** quad, 1. Weights of the particles. */ export const WEIGHTS = 0;
/** f64[9]. Force and stiffness (support). */ export const SUPPORT = 4;
/** Elements of a record. */ export const LENGTH = 13;
/** Bytes of a record. */ export const BYTES = 104;
