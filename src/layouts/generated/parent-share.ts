// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** f32, 1. 1 over the number of vertices that it represents. */ export const SHARE = 0;
/** f32, kg. Mass that it represents. */ export const MASS = 4;
/** Bytes of a record. */ export const BYTES = 8;
