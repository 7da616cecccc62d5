// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f32[4]. Row 0, column 0. */ export const XX = 0;
/** f32[4]. Row 0, column 1. */ export const XY = 16;
/** f32[4]. Row 0, column 2. */ export const XZ = 32;
/** f32[4]. Row 1, column 0. */ export const YX = 48;
/** f32[4]. Row 1, column 1. */ export const YY = 64;
/** f32[4]. Row 1, column 2. */ export const YZ = 80;
/** f32[4]. Row 2, column 0. */ export const ZX = 96;
/** f32[4]. Row 2, column 1. */ export const ZY = 112;
/** f32[4]. Row 2, column 2. */ export const ZZ = 128;
/** Bytes of a record. */ export const BYTES = 144;
