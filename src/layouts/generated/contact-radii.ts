// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** f64, m. Towards other bodies. */ export const OTHERS = 0;
/** f64, m. Towards its own sheet. */ export const OWN = 8;
/** Bytes of a record. */ export const BYTES = 16;
