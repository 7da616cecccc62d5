// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32, N/m. ½ k s, with its present hardness. */ export const HALF_STIFFNESS = 0;
/** f32, 1. Solid share s. */ export const SOLID_SHARE = 4;
/** Bytes of a record. */ export const BYTES = 8;
