// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32, index. The other slot. */ export const SLOT = 0;
/** f32, N/m. Stiffness c of both sides together. */ export const STIFFNESS = 4;
/** Bytes of a record. */ export const BYTES = 8;
