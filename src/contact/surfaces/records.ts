/**
 * What the surface kernels and TypeScript both read and write, number by number. Kernels have the same in
 * kernels/assembly/surface-contacts.ts and surface-pairs.ts, where each part is told.
 */

/** A contact: bytes of it, and at which byte its parts begin; its four vertices (i32) come first. */
export const CONTACT_BYTES = 208;
export const CONTACT_NUMBERS = CONTACT_BYTES / 8;
export const CONTACT_WORDS = CONTACT_BYTES / 4;
/** Four f64, one a vertex. */
export const CONTACT_WEIGHTS = 16;
/** Three f64. */
export const CONTACT_NORMAL = 48;
/** f64: λ it was solved with, kg·m. */
export const CONTACT_LAMBDA = 88;
/** i32: 1 for two edges. */
export const CONTACT_EDGES = 140;
/** f64: the distance to come to, m. */
export const CONTACT_DISTANCE = 144;

/** f64 of a contact in the memory: vertices, λ and friction's λ. */
export const MEMORY_NUMBERS = 6;

/** f64 of a collider: μ_s, μ_k, its rigid body, −1 or −2 where it moves in itself, its radius. */
export const SURFACE_NUMBERS = 4;
export const MOVES_IN_ITSELF = -2;

/** i32 of a pair: its four vertices first, the first one as −1 − index where it is of two edges. */
export const PAIR_WORDS = 10;

/** A rigid body in a sub-step: f64 of it, and where its parts begin; shift and turn (three each) come first. */
export const SIDE_NUMBERS = 25;
/** 1/kg */
export const SIDE_INVERSE_MASS = 6;
/** Nine, by rows, in world axes, 1/(kg·m²). */
export const SIDE_INVERSE_INERTIA = 7;
/** Of mass, m. */
export const SIDE_CENTRE = 16;
/** Impulse and moment that it owes to what was held back, kg·m and kg·m². */
export const SIDE_OWED = 19;
