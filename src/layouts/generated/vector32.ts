// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** f32. First coordinate. */ export const X = 0;
/** f32. Second coordinate. */ export const Y = 4;
/** f32. Third coordinate. */ export const Z = 8;
/** f32. Fourth lane: 0, or a number of its own. */ export const W = 12;
/** Bytes of a record. */ export const BYTES = 16;
