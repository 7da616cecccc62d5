// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32, index. Slot of the first. */ export const SLOT_0 = 0;
/** f32, N/m. Stiffness of the first. */ export const STIFFNESS_0 = 4;
/** i32, index. Slot of the second. */ export const SLOT_1 = 8;
/** f32, N/m. Stiffness of the second. */ export const STIFFNESS_1 = 12;
/** Bytes of a record. */ export const BYTES = 16;
