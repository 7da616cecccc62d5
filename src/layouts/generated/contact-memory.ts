// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** quad32, index. Vertices; the first is −1 − index for two edges. */ export const VERTICES = 0;
/** f64, kg·m. Normal impulse. */ export const IMPULSE = 16;
/** vector, kg·m. Tangential impulse. */ export const FRICTION_IMPULSE = 24;
/** Bytes of a record. */ export const BYTES = 48;
