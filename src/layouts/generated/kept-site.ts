// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32[4], D/2²². x of r; then of R l − r. */ export const X = 0;
/** f32[4], D/2²². y of r; then of R l − r. */ export const Y = 16;
/** f32[4], D/2²². z of r; then of R l − r. */ export const Z = 32;
/** f32[4], 1. Weights. */ export const WEIGHT = 48;
/** i32[4], bytes. Offset of the slot that occupies the site, in an array of 16 bytes a slot. */ export const OCCUPANT = 64;
/** Bytes of a record. */ export const BYTES = 80;
