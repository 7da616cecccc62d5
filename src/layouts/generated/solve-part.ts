// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32[4]. Residual r. */ export const RESIDUAL = 0;
/** f32[4]. Matrix times direction. */ export const PRODUCT = 16;
/** f32[4]. Solution so far. */ export const SOLUTION = 32;
/** f32. Diagonal without pushes and supports, over the mean mass. */ export const DIAGONAL = 48;
/** f32. Inverse of the whole diagonal, times the mean mass; 0 for a pinned slot. */ export const INVERSE = 52;
/** Bytes of a record. */ export const BYTES = 64;
