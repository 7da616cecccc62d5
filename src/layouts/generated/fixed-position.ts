// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** i32, D/2²². x, modulo 2³². */ export const X = 0;
/** i32, D/2²². y, modulo 2³². */ export const Y = 4;
/** i32, D/2²². z, modulo 2³². */ export const Z = 8;
/** f32. Mass over the mean mass for a fluid, solid share for the lattice. */ export const VALUE = 12;
/** Bytes of a record. */ export const BYTES = 16;
