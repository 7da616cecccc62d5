// Written by tools/write-layouts.mjs from ../springs.ts; do not edit.

/** f64, J. Energy lost in plastic flow. */ export const YIELD = 0;
/** f64, J. Energy lost in rupture. */ export const RUPTURE = 8;
/** Bytes of a record. */ export const BYTES = 16;
