// Written by tools/write-layouts.mjs from ../implicit.ts; do not edit.

/** f64, N. Force along x. */ export const FORCE_X = 0;
/** f64, N. Force along y. */ export const FORCE_Y = 1;
/** f64, N. Force along z. */ export const FORCE_Z = 2;
/** f64, N/m. Stiffness, row 0, column 0. */ export const XX = 3;
/** f64, N/m. Stiffness, row 0, column 1. */ export const XY = 4;
/** f64, N/m. Stiffness, row 0, column 2. */ export const XZ = 5;
/** f64, N/m. Stiffness, row 1, column 1. */ export const YY = 6;
/** f64, N/m. Stiffness, row 1, column 2. */ export const YZ = 7;
/** f64, N/m. Stiffness, row 2, column 2. */ export const ZZ = 8;
/** Elements of a record. */ export const LENGTH = 9;
/** Bytes of a record. */ export const BYTES = 72;
