// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** vector, m. Translation h v in the sub-step. */ export const SHIFT = 0;
/** vector, rad. Rotation vector h ω in the sub-step. */ export const TURN = 24;
/** f64, 1/kg. Inverse mass. */ export const INVERSE_MASS = 48;
/** matrix, 1/(kg·m²). Inverse inertia tensor in world axes. */ export const INVERSE_INERTIA = 56;
/** vector, m. Centre of mass. */ export const CENTRE = 128;
/** vector, kg·m. Impulse, times h, that vertices held back against the body owe to it. */ export const OWED_IMPULSE = 152;
/** vector, kg·m². Angular impulse, times h, that they owe. */ export const OWED_MOMENT = 176;
/** Bytes of a record. */ export const BYTES = 200;
