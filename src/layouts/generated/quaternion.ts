// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** f64, 1. Scalar part. */ export const S = 0;
/** f64, 1. Vector part, first coordinate. */ export const X = 8;
/** f64, 1. Vector part, second coordinate. */ export const Y = 16;
/** f64, 1. Vector part, third coordinate. */ export const Z = 24;
/** Bytes of a record. */ export const BYTES = 32;
