// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32, index. First slot. */ export const I = 0;
/** i32, index. Second slot. */ export const J = 4;
/** vector, 1. Unit vector from i to j. */ export const NORMAL = 8;
/** f64, N/m. Stiffness c. */ export const STIFFNESS = 32;
/** f64, m. Force over c. */ export const DEPTH = 40;
/** Bytes of a record. */ export const BYTES = 48;
