// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector, m/s. Velocity. */ export const VELOCITY = 0;
/** f64, 1. Solid share s. */ export const SOLID_SHARE = 24;
/** Bytes of a record. */ export const BYTES = 32;
