// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** i32, index. First corner. */ export const A = 0;
/** i32, index. Second corner. */ export const B = 4;
/** i32, index. Third corner. */ export const C = 8;
/** i32, bits. Bits 0 to 2: vertices that it represents; 3 to 5: edges; 6: it has a face. */ export const FLAGS = 12;
/** Bytes of a record. */ export const BYTES = 16;
