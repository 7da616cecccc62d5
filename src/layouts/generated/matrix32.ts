// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** f32[4]. First column. */ export const COLUMN_0 = 0;
/** f32[4]. Second column. */ export const COLUMN_1 = 16;
/** f32[4]. Third column. */ export const COLUMN_2 = 32;
/** Bytes of a record. */ export const BYTES = 48;
