// Written by tools/write-layouts.mjs from ../cloth.ts; do not edit.

/** f64, 1/m. b₁. */ export const B1 = 0;
/** f64, 1/m. b₂. */ export const B2 = 8;
/** f64, 1/m. c₁. */ export const C1 = 16;
/** f64, 1/m. c₂. */ export const C2 = 24;
/** f64, J. Area times stretch stiffness along u. */ export const STRETCH_U = 32;
/** f64, J. Area times stretch stiffness along v. */ export const STRETCH_V = 40;
/** f64, J. Area times shear stiffness. */ export const SHEAR = 48;
/** Bytes of a record. */ export const BYTES = 64;
