// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, kg. Mass. */ export const MASS = 0;
/** vector, m. Centre of mass from the root slot. */ export const CENTRE = 8;
/** f64. Above 0 if something touches the piece; −∞ if it is pinned. */ export const TOUCHED = 32;
/** vector, kg·m. Right side of the translation; after the solve, a, m. */ export const TRANSLATION = 40;
/** vector, kg·m². Right side of the rotation; after the solve, b, rad. */ export const ROTATION = 64;
/** f64[36]. Matrix by rows of six, of which the lower half is used. */ export const MATRIX = 88;
/** Bytes of a record. */ export const BYTES = 512;
