// Written by tools/write-layouts.mjs from ../threads.ts; do not edit.

/** i32. Barriers that the thread has reached. */ export const ROUND = 0;
/** i32. Threads that sleep until it changes. */ export const ROUND_SLEEPERS = 4;
/** i32. Last call of `serve` that the thread has answered. */ export const CALL = 8;
/** i32. Threads that sleep until it changes. */ export const CALL_SLEEPERS = 12;
/** Bytes of a record. */ export const BYTES = 64;
