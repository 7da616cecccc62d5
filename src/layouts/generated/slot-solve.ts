// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector, m. δ = y − x̂. */ export const DISPLACEMENT = 0;
/** f64, 1/kg. Inverse of the diagonal m + h² Σ c; 0 for a pinned slot. */ export const INVERSE_DIAGONAL = 24;
/** Bytes of a record. */ export const BYTES = 32;
