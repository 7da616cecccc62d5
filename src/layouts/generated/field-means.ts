// Written by tools/write-layouts.mjs from ../fields.ts; do not edit.

/** f32[4], 1. Σ w. */ export const WEIGHT = 0;
/** f32[4], cells. Σ w (p − x) along x. */ export const X = 16;
/** f32[4], cells. Σ w (p − x) along y. */ export const Y = 32;
/** f32[4], cells. Σ w (p − x) along z. */ export const Z = 48;
/** f32[4], 1. Greatest 1 − q². */ export const NEAREST = 64;
/** Bytes of a record. */ export const BYTES = 80;
