// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** f64, 1. Coefficient μ_s. */ export const STATIC_FRICTION = 0;
/** f64, 1. Coefficient μ_k. */ export const KINETIC_FRICTION = 8;
/** f64, index. Rigid body; −1 for none, −2 for a collider that deforms. */ export const RIGID_BODY = 16;
/** f64, m. Radius of the collider around its vertices. */ export const RADIUS = 24;
/** Bytes of a record. */ export const BYTES = 32;
