// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, index. Slot. */ export const SLOT = 0;
/** vector, 1. Unit normal n. */ export const NORMAL = 8;
/** f64, m. b. */ export const OFFSET = 32;
/** f64, m. Distance that the particle keeps. */ export const KEPT_DISTANCE = 40;
/** f64, 1. Coefficient μ_s; below 0 if contact alone stops the particle. */ export const STATIC_FRICTION = 48;
/** f64, 1. Coefficient μ_k. */ export const KINETIC_FRICTION = 56;
/** f64. Result of one pass for the next. */ export const RESULT = 64;
/** Bytes of a record. */ export const BYTES = 72;
