// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** i32, index. First corner. */ export const A = 0;
/** i32, index. Second corner. */ export const B = 4;
/** i32, index. Third corner. */ export const C = 8;
/** Bytes of a record. */ export const BYTES = 12;
