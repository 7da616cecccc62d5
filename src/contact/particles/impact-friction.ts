/**
 * Impact and sliding friction of a particle, in the axes of the surface and relative to it: velocity w (m/s), outward unit
 * normal n, tangential part w_t.
 *
 * Impact, with the normal impulse per mass J (m/s): w_n⁺ = −e w_n and J = −(1 + e) w_n. Coulomb's law (contact/friction.ts)
 * with the demand |w_t|: within the cone of μ_s J the particle sticks, else |w_t| decreases by μ_k J.
 *
 * Rest: a particle whose next flight would be over within two sub-steps, 2 w_n⁺ / a_n ≤ 2 h, with the acceleration a_n
 * towards the surface, stays on the surface for the rest of the sub-step under the support N = a_n. Such flights are not
 * resolved, and without this rule a particle would bounce forever at a few times a_n h.
 *
 * Sliding for a time T under a tangential acceleration a_t and the support N: friction μ_k N against the motion until it
 * stops; a particle at rest stays exactly where it is while |a_t| ≤ μ_s N. For constant a_t and N along one line this is the
 * exact motion for any T.
 */
import { dotAt } from '../../math/vec3.ts';
import { type FrictionCoefficients, frictionShare } from '../friction.ts';

export interface Surface extends FrictionCoefficients {
  readonly restitution: number;
}

/** Sets `w` to the velocity after the impact; returns whether the particle rests. `pressed`: a_n h, m/s. */
export function impact(w: Float64Array, n: Float64Array, surface: Surface, pressed: number): boolean {
  const normal = dotAt(w, n);
  const thrown = normal > 0 ? normal : -surface.restitution * normal;
  const rests = thrown <= Math.max(0, pressed);
  if (normal > 0 && !rests) return false;
  const after = rests ? 0 : thrown;
  const impulse = Math.max(0, after - normal);
  for (let axis = 0; axis < 3; axis++) w[axis] -= normal * n[axis];
  const slip = length(w);
  const kept = 1 - frictionShare(slip, surface.staticFriction * impulse, surface.friction * impulse);
  for (let axis = 0; axis < 3; axis++) w[axis] = kept * w[axis] + after * n[axis];
  return rests;
}

/** Sums of μ_s N T and μ_k N T over the surfaces that support the particle, m/s. */
export interface Friction {
  readonly hold: number;
  readonly drag: number;
}

/**
 * Slides for a time T (s): sets the tangential velocity `w` to that at the end, with `g` = a_t T (m/s), and writes the
 * displacement (m) into `d`. Returns whether the particle slides at the end.
 */
export function slide(
  w: Float64Array,
  g: Float64Array,
  { hold, drag }: Friction,
  time: number,
  d: Float64Array,
): boolean {
  const speed = length(w);
  // Share of the time after which the particle has stopped; 1 if it slides to the end.
  let moving = 0;
  if (speed > 0) {
    const slowing = drag - dotAt(w, g) / speed;
    moving = slowing > speed ? speed / slowing : 1;
  }
  if (moving === 1) {
    keepSliding(w, g, drag, time, d);
    return true;
  }
  for (let axis = 0; axis < 3; axis++) d[axis] = 0.5 * moving * time * w[axis];
  const pull = length(g);
  const supplied = frictionShare(pull, hold, drag);
  if (supplied === 1) {
    w[0] = w[1] = w[2] = 0;
    return false;
  }
  const share = (1 - supplied) * (1 - moving);
  for (let axis = 0; axis < 3; axis++) {
    w[axis] = share * g[axis];
    d[axis] += 0.5 * (1 - moving) * time * w[axis];
  }
  return true;
}

/** Friction opposes the mean velocity, so curved sliding is second-order accurate too. */
function keepSliding(w: Float64Array, g: Float64Array, drag: number, time: number, d: Float64Array): void {
  const mx = w[0] + 0.5 * g[0];
  const my = w[1] + 0.5 * g[1];
  const mz = w[2] + 0.5 * g[2];
  const mean = Math.sqrt(mx * mx + my * my + mz * mz);
  const share = mean > 0 ? drag / mean : 0;
  const ex = w[0] + g[0] - share * mx;
  const ey = w[1] + g[1] - share * my;
  const ez = w[2] + g[2] - share * mz;
  d[0] = 0.5 * time * (w[0] + ex);
  d[1] = 0.5 * time * (w[1] + ey);
  d[2] = 0.5 * time * (w[2] + ez);
  w[0] = ex;
  w[1] = ey;
  w[2] = ez;
}

function length(v: Float64Array): number {
  return Math.sqrt(dotAt(v, v));
}
