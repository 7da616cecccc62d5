// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32[4], 1. Scalar parts. */ export const S = 0;
/** f32[4], 1. Vector parts, x. */ export const X = 16;
/** f32[4], 1. Vector parts, y. */ export const Y = 32;
/** f32[4], 1. Vector parts, z. */ export const Z = 48;
/** Bytes of a record. */ export const BYTES = 64;
