/** Coulomb's law of dry friction: src/contact/friction.ts states it and gives the reason for the constant. */
const CONE_ROUNDING: f64 = 1 + 4096 * f64.EPSILON;

/** Returns the share of the tangential demand that friction supplies: 1 if the contact sticks. */
// @inline
export function frictionShare(demand: f64, hold: f64, drag: f64): f64 {
  return demand <= hold * CONE_ROUNDING ? 1 : drag / demand;
}
