// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** vector, m. Position now. */ export const START = 0;
/** vector, m. Position at the horizon. */ export const END = 24;
/** f64, m. Largest deviation from the prediction for which lists of pairs stay valid. */ export const ALLOWANCE = 48;
/** i32. 1 if the vertex has deviated by more than that. */ export const STRAYED = 56;
/** Bytes of a record. */ export const BYTES = 64;
