/**
 * What ties are judged by: not the pull F (N) of one sub-step, which for a jerk (an impulse J) is J/h, as large as the
 * sub-step h is short; but its mean over the last TEAR_TIME τ, with weights that fade evenly,
 *
 *   F̄ ← F̄ + (1 − e^(−h/τ)) (F − F̄).
 *
 * A pull that lasts counts as it is, a jerk as J/τ, whatever the sub-steps, as long as they are shorter than τ (at h = τ
 * it counts as 0.63 J/τ). Glue and thread need some time to part, too.
 */
import { exp } from '../../math/portable.ts';

/** s */
export const TEAR_TIME = 0.01;

/** Of the pull of a sub-step of `h` seconds in the mean. */
export function pullShare(h: number): number {
  return 1 - exp(-h / TEAR_TIME);
}
