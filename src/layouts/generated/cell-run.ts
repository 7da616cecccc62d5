// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32, index. First row. */ export const FIRST = 0;
/** i32, index. Row after the last. */ export const END = 4;
/** vector32, D. Translation where the grid repeats itself. */ export const SHIFT = 8;
/** Bytes of a record. */ export const BYTES = 20;
