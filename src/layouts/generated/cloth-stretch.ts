// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** f64, 1. |w_u|. */ export const U = 0;
/** f64, 1. |w_v|. */ export const V = 8;
/** f64, 1. w_u · w_v. */ export const SHEAR = 16;
/** Bytes of a record. */ export const BYTES = 32;
