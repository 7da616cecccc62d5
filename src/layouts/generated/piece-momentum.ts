// Written by tools/write-layouts.mjs from ../matter.ts; do not edit.

/** f64, kg. Mass; −∞ for a piece that is held. */ export const MASS = 0;
/** vector, kg·m. Σ m x₀ from the root slot; then the centre of mass, m. */ export const CENTRE = 8;
/** vector, kg·m. Σ m δ; then a, m. */ export const TRANSLATION = 32;
/** vector, kg·m². Σ m x₀ × δ; then b, rad. */ export const ROTATION = 56;
/** symmetric, kg·m². Σ m x₀ x₀ᵀ. */ export const INERTIA = 80;
/** Bytes of a record. */ export const BYTES = 128;
