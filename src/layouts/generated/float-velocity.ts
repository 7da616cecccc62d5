// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** vector32, D/h. Velocity. */ export const VELOCITY = 0;
/** f32, 1. Solid share s. */ export const SOLID_SHARE = 12;
/** Bytes of a record. */ export const BYTES = 16;
