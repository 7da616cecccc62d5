// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** vector32, kg. First column. */ export const COLUMN_0 = 0;
/** vector32, kg. Second column. */ export const COLUMN_1 = 12;
/** vector32, kg. Third column. */ export const COLUMN_2 = 24;
/** Bytes of a record. */ export const BYTES = 36;
