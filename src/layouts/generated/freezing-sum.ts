// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64. Solid neighbours n. */ export const NEIGHBOURS = 0;
/** vector, m/s. Sum of their velocities. */ export const VELOCITY = 8;
/** vector, N. Sum of the forces of their lattices. */ export const FORCE = 32;
/** i32, index. Nearest solid slot; −1 for none. */ export const NEAREST = 56;
/** i32. Whether it fits an open site, or froze. */ export const STATE = 60;
/** Bytes of a record. */ export const BYTES = 64;
