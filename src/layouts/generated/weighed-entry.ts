// Written by tools/write-layouts.mjs from ../fields.ts; do not edit.

/** f32, 1. Weight. */ export const WEIGHT = 0;
/** i32, index. Entry of the table of particles. */ export const ENTRY = 4;
/** Bytes of a record. */ export const BYTES = 8;
