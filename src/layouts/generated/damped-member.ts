// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector, m. Position relative to the centre slot. */ export const POSITION = 0;
/** f64, kg. Mass times weight. */ export const MASS = 24;
/** vector, m/s. Velocity relative to the centre slot. */ export const VELOCITY = 32;
/** i32, index. Slot. */ export const SLOT = 56;
/** Bytes of a record. */ export const BYTES = 64;
