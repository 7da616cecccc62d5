// Written by tools/write-layouts.mjs from ../springs.ts; do not edit.

/** i32, index. First particle on one side. */ export const A = 0;
/** i32, index. First particle on the other side. */ export const B = 4;
/** i32. Springs. */ export const COUNT = 8;
/** i32, index. First spring. */ export const FIRST = 12;
/** Bytes of a record. */ export const BYTES = 16;
