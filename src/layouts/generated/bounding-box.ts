// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** f32[4], m. Least x, y, z; then 0. */ export const LOW = 0;
/** f32[4], m. Greatest x, y, z; then 0. */ export const HIGH = 16;
/** Bytes of a record. */ export const BYTES = 32;
