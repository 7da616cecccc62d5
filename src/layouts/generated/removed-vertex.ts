// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** i32, index. Row of the vertex. */ export const VERTEX = 0;
/** i32, index. Row of its first parent. */ export const A = 4;
/** i32, index. Row of its second parent. */ export const B = 8;
/** Bytes of a record. */ export const BYTES = 12;
