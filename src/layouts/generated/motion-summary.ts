// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** vector, m. Mean displacement. */ export const MEAN = 0;
/** f64, m. Root mean square deviation from the mean. */ export const SPREAD = 24;
/** Bytes of a record. */ export const BYTES = 32;
