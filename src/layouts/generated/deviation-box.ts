// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32[4], m. Least e of all members, and least |e|². */ export const LOW = 0;
/** vector32, m. Greatest e of all members. */ export const HIGH = 16;
/** f32, m². Greatest |e|² of all members. */ export const LARGEST = 28;
/** f32[4], m. Least e of the solid members, and least |e|². */ export const SOLID_LOW = 32;
/** vector32, m. Greatest e of the solid members. */ export const SOLID_HIGH = 48;
/** f32, m². Greatest |e|² of the solid members. */ export const SOLID_LARGEST = 60;
/** Bytes of a record. */ export const BYTES = 64;
