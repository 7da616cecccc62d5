// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, index. Slot. */ export const SLOT = 0;
/** vector, N. Force at δ = 0. */ export const FORCE = 8;
/** symmetric, N/m. Stiffness S. */ export const STIFFNESS = 32;
/** vector, 1. Direction in which it pushes; 0 for one that pulls too. */ export const NORMAL = 80;
/** symmetric, 1/kg. (m + h² Σ c + h² S)⁻¹. */ export const INVERSE = 104;
/** vector. That inverse less the inverse diagonal, times the residual. */ export const EXCESS = 152;
/** f64, N. Normal force by which kinetic friction was computed; 0 if it does not slide. */ export const PRESSURE = 176;
/** Bytes of a record. */ export const BYTES = 184;
