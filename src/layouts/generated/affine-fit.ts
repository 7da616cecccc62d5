// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector, m. Mean position p from the first slot. */ export const POSITION = 0;
/** vector, m. Mean displacement u. */ export const DISPLACEMENT = 24;
/** symmetric, m². Mean of p pᵀ. */ export const POSITION_MOMENT = 48;
/** matrix, m². Mean of u pᵀ. */ export const DISPLACEMENT_MOMENT = 96;
/** matrix, 1. Gradient G. */ export const GRADIENT = 168;
/** Bytes of a record. */ export const BYTES = 240;
