// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector. The vector. */ export const VECTOR = 0;
/** Bytes of a record. */ export const BYTES = 32;
