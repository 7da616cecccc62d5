// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** i32, index. First end. */ export const A = 0;
/** i32, index. Second end. */ export const B = 4;
/** Bytes of a record. */ export const BYTES = 8;
