// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** matrix, 1. A, by rows. */ export const MATRIX = 0;
/** vector, m. b. */ export const SHIFT = 72;
/** Bytes of a record. */ export const BYTES = 96;
