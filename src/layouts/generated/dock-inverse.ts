// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** matrix, 1/m. A⁻¹, scaled such that lattice points have whole coordinates. */ export const MATRIX = 0;
/** i32, bits. Sites occupied before. */ export const OCCUPIED = 72;
/** Bytes of a record. */ export const BYTES = 80;
