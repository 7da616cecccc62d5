// Written by tools/write-layouts.mjs from ../implicit.ts; do not edit.

/** vector, m or m/s. Anchor in the axes of the collider; its velocity there if it slides. */ export const LOCAL = 0;
/** f64. Number of the collider plus one; negative if the particle slides, 0 for no contact. */ export const COLLIDER = 3;
/** f64, m. Depth that the particle may have in the contact layer. */ export const DEPTH = 4;
/** Elements of a record. */ export const LENGTH = 5;
/** Bytes of a record. */ export const BYTES = 40;
