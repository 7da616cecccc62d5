// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector, m/s. Velocity. */ export const VELOCITY = 0;
/** f64, 1. XSPH factor ε. */ export const SMOOTHING = 24;
/** Bytes of a record. */ export const BYTES = 32;
