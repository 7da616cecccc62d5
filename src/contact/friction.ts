/**
 * Coulomb's law of dry friction, as every contact of the engine applies it. Kernels have the same function in
 * kernels/assembly/friction.ts.
 *
 * A contact presses with N. Friction supplies the tangential demand T that would end all sliding while T ≤ μ_s N (the static
 * cone); beyond the cone it supplies μ_k N. Demand, hold and drag may be forces (N), impulses (N·s) or changes of velocity (m/s),
 * all in the same unit.
 *
 * Symbols
 *   μ_s  static friction coefficient, at least μ_k
 *   μ_k  kinetic friction coefficient
 *   hold  μ_s N
 *   drag  μ_k N
 *
 * A collider has the coefficients of the pair that it forms with any body; two bodies of matter use those of the smoother one.
 */

/** Coefficients of a surface. */
export interface FrictionCoefficients {
  /** Kinetic friction coefficient μ_k. */
  readonly friction: number;
  /** Static friction coefficient μ_s, at least μ_k. */
  readonly staticFriction: number;
}

/**
 * Relative widening of the static cone, so that rounding does not move a particle at the critical angle. The demand is a
 * velocity or force less its normal part, so its relative error is about 4 ε / μ_s: this covers μ_s down to 10⁻³.
 */
const CONE_ROUNDING = 1 + 4096 * Number.EPSILON;

/** Returns whether static friction supplies the whole demand. */
export function isWithinCone(demand: number, hold: number): boolean {
  return demand <= hold * CONE_ROUNDING;
}

/** Returns the share of the demand that friction supplies: 1 if the contact sticks. */
export function frictionShare(demand: number, hold: number, drag: number): number {
  return isWithinCone(demand, hold) ? 1 : drag / demand;
}
