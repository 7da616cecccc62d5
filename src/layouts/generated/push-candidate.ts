// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32, index. First slot. */ export const I = 0;
/** i32, index. Second slot, with bits. */ export const J = 4;
/** Bytes of a record. */ export const BYTES = 8;
