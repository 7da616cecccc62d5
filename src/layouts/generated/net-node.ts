// Written by tools/write-layouts.mjs from ../springs.ts; do not edit.

/** f64, m. x. */ export const X = 0;
/** f64, m. y. */ export const Y = 8;
/** f64, m. z. */ export const Z = 16;
/** f64, m/s. Velocity along x. */ export const U = 24;
/** f64, m/s. Velocity along y. */ export const V = 32;
/** f64, m/s. Velocity along z. */ export const W = 40;
/** Bytes of a record. */ export const BYTES = 48;
