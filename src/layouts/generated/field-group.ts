// Written by tools/write-layouts.mjs from ../fields.ts; do not edit.

/** i32, blocks. Coordinate of the block along x. */ export const X = 0;
/** i32, blocks. Coordinate of the block along y. */ export const Y = 4;
/** i32, blocks. Coordinate of the block along z. */ export const Z = 8;
/** i32, index. First particle. */ export const FIRST = 12;
/** i32. Particles. */ export const COUNT = 16;
/** i32[27], index. Blocks around it, x fastest; −1 for one that no particle reaches. */ export const BLOCKS = 20;
/** Bytes of a record. */ export const BYTES = 128;
