// Written by tools/write-layouts.mjs from ../threads.ts; do not edit.

/** f64[1536]. Constants of the kernels. */ export const CONSTANTS = 0;
/** f64[512]. Words of threads (threadControl). */ export const THREADS = 12288;
/** Bytes of a record. */ export const BYTES = 16384;
