// Written by tools/write-layouts.mjs from ../surface.ts; do not edit.

/** quad32, index. Vertices, those of the first side first. */ export const VERTICES = 0;
/** quad, 1. Weights s_j of the vertices; 0 for those of a rigid body. */ export const WEIGHTS = 16;
/** vector, 1. Unit normal n from the second side to the first. */ export const NORMAL = 48;
/** f64, m. Distance that the solve enforces; share of the motion for a pair that is held back. */ export const LEAST_DISTANCE = 72;
/** f64, kg. 1/W along n, W = Σ s_j² w_j with the inverse masses w_j; 0 if nothing can move. */ export const EFFECTIVE_MASS = 80;
/** f64, kg·m. Normal impulse λ ≥ 0 times the length of the sub-step. */ export const IMPULSE = 88;
/** vector, kg·m. Tangential impulse times the length of the sub-step. */ export const FRICTION_IMPULSE = 96;
/** f64, 1. Coefficient μ_s. */ export const STATIC_FRICTION = 120;
/** f64, 1. Coefficient μ_k. */ export const KINETIC_FRICTION = 128;
/** i32, index. Rigid body on one side; −1 for none. */ export const RIGID_BODY = 136;
/** i32. 1 for two edges, 0 for a vertex and a triangle. */ export const IS_EDGES = 140;
/** f64, m. Distance that the pair keeps at rest. */ export const KEPT_DISTANCE = 144;
/** vector, m. Contact point from the centre of mass of the rigid body. */ export const ARM = 152;
/** vector, m. Σ s_j x_j at the start of the sub-step, with the vertices of the rigid body. */ export const START = 176;
/** f64, 1. Sum of the weights of the rigid body: 1 or −1. */ export const RIGID_SIGN = 200;
/** Bytes of a record. */ export const BYTES = 208;
