// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32[4]. First coordinates. */ export const X = 0;
/** f32[4]. Second coordinates. */ export const Y = 16;
/** f32[4]. Third coordinates. */ export const Z = 32;
/** Bytes of a record. */ export const BYTES = 48;
