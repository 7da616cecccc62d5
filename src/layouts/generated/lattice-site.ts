// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector, m. Lattice vector l. */ export const OFFSET = 0;
/** f64, 1. Weight w(l). */ export const WEIGHT = 24;
/** Bytes of a record. */ export const BYTES = 32;
