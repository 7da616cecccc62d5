/**
 * Normal force of a contact within an implicit solve, by its depth δ below the distance d that it keeps: a parabola of stiffness
 * k (N/m) down to half of d, logarithmic below (Chen et al. 2025), with equal force and stiffness where they meet, and a parabola
 * again where a logarithm would have no end.
 */
import { log } from '../../math/portable.ts';

/** Share of the kept distance below which the force grows linearly again. */
const LEAST_GAP = 0.1;

/** Returns the force at a depth, N. */
export function normalForce(k: number, d: number, depth: number): number {
  const gap = d - depth;
  if (gap >= 0.5 * d) return k * depth;
  const least = Math.max(gap, LEAST_GAP * d);
  return (0.25 * k * d * d) / least + normalStiffness(k, d, depth) * (least - gap);
}

/** Returns the stiffness at a depth, N/m. */
export function normalStiffness(k: number, d: number, depth: number): number {
  const gap = d - depth;
  if (gap >= 0.5 * d) return k;
  const least = Math.max(gap, LEAST_GAP * d);
  return (0.25 * k * d * d) / (least * least);
}

/** Returns the energy at a depth, J. */
export function normalEnergy(k: number, d: number, depth: number): number {
  const gap = d - depth;
  if (gap >= 0.5 * d) return 0.5 * k * depth * depth;
  const least = Math.max(gap, LEAST_GAP * d);
  const quarter = 0.25 * k * d * d;
  const more = least - gap;
  return (
    0.5 * quarter +
    quarter * log((0.5 * d) / least) +
    (quarter / least) * more +
    (0.5 * quarter * more * more) / (least * least)
  );
}
