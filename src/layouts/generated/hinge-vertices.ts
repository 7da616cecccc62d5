// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** i32, index. First end of the edge. */ export const I = 0;
/** i32, index. Second end of the edge. */ export const J = 4;
/** i32, index. Vertex opposite on the first triangle. */ export const K = 8;
/** i32, index. Vertex opposite on the second triangle. */ export const L = 12;
/** Bytes of a record. */ export const BYTES = 16;
