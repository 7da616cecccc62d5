// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** f64, 1/m². M₁₁. */ export const M11 = 0;
/** f64, 1/m². M₁₂. */ export const M12 = 8;
/** f64, 1/m². M₂₂. */ export const M22 = 16;
/** Bytes of a record. */ export const BYTES = 24;
