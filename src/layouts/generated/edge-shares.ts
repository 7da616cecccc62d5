// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** f32, 1. Weight of the first parent. */ export const A = 0;
/** f32, 1. Weight of the second parent. */ export const B = 4;
/** Bytes of a record. */ export const BYTES = 8;
