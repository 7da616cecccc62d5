// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, m³. Volume m/ρ; before matterPressure, the density ρ in kg/m³. */ export const VOLUME = 0;
/** f64, m⁵/(kg·s²). p/ρ². */ export const PRESSURE = 8;
/** f64, Pa·s. Viscosity μ. */ export const VISCOSITY = 16;
/** f64, J. Stiffness κ of pushes. */ export const PUSH_STIFFNESS = 24;
/** Bytes of a record. */ export const BYTES = 32;
