/**
 * Low-pass filter of the load of attachments. The force F (N) of one sub-step is J/h for an impulse J, and grows as the sub-step
 * h gets shorter. Attachments therefore fail by an exponential mean over the time τ = TEAR_TIME,
 *
 *   F̄ ← F̄ + (1 − e^(−h/τ)) (F − F̄).
 *
 * A constant load counts in full, and an impulse as J/τ for all sub-steps shorter than τ (0.63 J/τ at h = τ). Glue and thread
 * need some time to fail, too.
 */
import { exp } from '../../math/portable.ts';

/** Time constant of the mean, s. Test: collider.test.ts, "a ceiling that starts at once tears off by its impulse". */
export const TEAR_TIME = 0.01;

/** Share of the load of a sub-step of `h` seconds in the mean. */
export function loadShare(h: number): number {
  return 1 - exp(-h / TEAR_TIME);
}
