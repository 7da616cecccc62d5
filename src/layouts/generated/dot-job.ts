// Written by tools/write-layouts.mjs from ../threads.ts; do not edit.

/** u32, bytes. First vector (f64). */ export const A = 0;
/** u32, bytes. Second vector (f64). */ export const B = 4;
/** i32. Length of the vectors; even. */ export const LENGTH = 8;
/** u32, bytes. Result (f64). */ export const OUT = 12;
/** u32, bytes. Space for one f64 a block of 1024 numbers. */ export const SUMS = 16;
/** i32. Repetitions, each with two barriers. */ export const TIMES = 20;
/** Bytes of a record. */ export const BYTES = 24;
