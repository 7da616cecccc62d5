// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32, index. First slot. */ export const I = 0;
/** i32, index. Second slot. */ export const J = 4;
/** f64, W/K. Conductance. */ export const CONDUCTANCE = 8;
/** Bytes of a record. */ export const BYTES = 16;
