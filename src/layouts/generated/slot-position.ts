// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector, m. Position. */ export const POSITION = 0;
/** f64, kg. Mass. */ export const MASS = 24;
/** Bytes of a record. */ export const BYTES = 32;
