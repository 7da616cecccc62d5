// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** i32, index. Node after the whole subtree. */ export const NEXT = 0;
/** i32, index. First of its triangles in the tree’s order. */ export const FIRST = 4;
/** i32. Triangles below it. */ export const COUNT = 8;
/** i32. 1 for a leaf. */ export const IS_LEAF = 12;
/** Bytes of a record. */ export const BYTES = 16;
