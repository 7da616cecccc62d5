// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** i32. First. */ export const A = 0;
/** i32. Second. */ export const B = 4;
/** i32. Third. */ export const C = 8;
/** i32. Fourth. */ export const D = 12;
/** Bytes of a record. */ export const BYTES = 16;
