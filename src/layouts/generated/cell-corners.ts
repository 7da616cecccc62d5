// Written by tools/write-layouts.mjs from ../fields.ts; do not edit.

/** i32[2], index. First corner. */ export const A = 0;
/** i32[2], index. Second corner. */ export const B = 8;
/** i32[2], index. Third corner. */ export const C = 16;
/** i32[2], index. Fourth corner. */ export const D = 24;
/** Bytes of a record. */ export const BYTES = 32;
