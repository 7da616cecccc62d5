// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32[4], index. Slots. */ export const SLOTS = 0;
/** f32[4]. Σ w r², D²; then ½ k s, N/m. */ export const LENGTHS = 16;
/** f32[4], 1. Σ w l², D². */ export const RESTS = 32;
/** f32[4], 1. S. */ export const STRAINS = 48;
/** f32[36], 1. M, D². */ export const MOMENTS = 64;
/** f32[16], 1. Rotations as quaternions. */ export const QUATERNIONS = 208;
/** f32[36], 1. Rotations as matrices. */ export const ROTATIONS = 272;
/** matrix. M of one lane in f64; then byte offsets of the four slots. */ export const MOMENT = 416;
/** matrix, 1. R of one lane in f64. */ export const ROTATION = 496;
/** f32[360]. All sites (keptSite). */ export const SITES = 576;
/** Bytes of a record. */ export const BYTES = 2016;
