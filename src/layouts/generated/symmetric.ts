// Written by tools/write-layouts.mjs from ../vector.ts; do not edit.

/** f64. Row 0, column 0. */ export const XX = 0;
/** f64. Row 0, column 1. */ export const XY = 8;
/** f64. Row 0, column 2. */ export const XZ = 16;
/** f64. Row 1, column 1. */ export const YY = 24;
/** f64. Row 1, column 2. */ export const YZ = 32;
/** f64. Row 2, column 2. */ export const ZZ = 40;
/** Bytes of a record. */ export const BYTES = 48;
