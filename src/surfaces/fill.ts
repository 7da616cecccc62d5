/**
 * Fills closed meshes with particles on a cubic closest packed lattice of spacing D (m), with the axes of the mesh
 * (lattice-points.ts).
 *
 * A point is filled where the winding number is not 0, found row by row along x; points on the surface count on one side of
 * the body and not on the other. Shifting the lattice within its cell changes the count by points near the surface. For a
 * given D, shifts are tried until the particles have the volume of the mesh; for a given count, with D from that volume,
 * until the count is exact. Where whole layers come and go (a box along the axes), the lattice with the smallest excess is
 * taken, and its particles with the fewest neighbours are removed. Shifts are places of symmetry, then an even sequence:
 * nothing is random.
 */

import { boundsOf } from '../math/box.ts';
import { positive, wholeNumber } from '../math/check.ts';
import { closedMesh } from './closed-mesh.ts';
import {
  countPoints,
  type FilledBody,
  particleVolume,
  pointsAt,
  SYMMETRIC_COUNT,
  shiftAt,
  withoutExcess,
} from './lattice-points.ts';
import { RowCrossings } from './row-crossings.ts';

/** The distance of neighbours, m, or the number of particles. */
export type FillSize = { spacing: number } | { count: number };

export interface Filling {
  /** Positions x, y, z of the particles, m. */
  readonly particles: Float64Array;
  /** D, m. */
  readonly spacing: number;
  /** Volume of the mesh, m³. */
  readonly volume: number;
  /** Repairs of the mesh, in words. */
  readonly mended: readonly string[];
}

export const FILL_LIMITS = { particles: 2_000_000 } as const;

export function fillMesh(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  size: FillSize,
): Filling {
  const mesh = closedMesh(positions, triangles);
  const { volume, mended } = mesh;
  const rows = new RowCrossings(mesh.positions, mesh.triangles);
  const body = { volume, box: boundsOf(mesh.positions), rows };
  const filled =
    'spacing' in size
      ? ofSpacing(body, positive('spacing', size.spacing))
      : ofCount(body, wholeNumber('count', size.count, 1, FILL_LIMITS.particles));
  return { ...filled, volume, mended };
}

/** Number of shifts that are tried. */
const SHIFTS = 40;
/** With a given spacing, the first shift whose particles have the volume to this share is taken. */
const NEAR = 0.02;
/** With a given count, the relative changes of spacing that are tried. */
const STRETCHES = [0, 0.002, -0.002, 0.004, -0.004];
/** Step of refinement, and least share of the spacing, if every lattice has too few points, as in small bodies. */
const FINER = 0.01;
const FINEST = 0.7;

function ofSpacing(body: FilledBody, spacing: number) {
  const wanted = body.volume / particleVolume(spacing);
  if (wanted > FILL_LIMITS.particles)
    throw new RangeError(
      `spacing: would make ${Math.round(wanted)} particles; the limit is ${FILL_LIMITS.particles}`,
    );
  if (wanted < 0.5)
    throw new RangeError(
      `spacing: at ${spacing} m no particle fits in; the volume is that of ${Number(wanted.toPrecision(2))}`,
    );
  let best: { excess: number; k: number } | undefined;
  let most = { count: 0, k: 0 };
  const points = (k: number, count: number) => pointsAt(body, spacing, shiftAt(k), count);
  for (let k = 0; k < SHIFTS; k++) {
    const count = countPoints(body, spacing, shiftAt(k));
    if (Math.abs(count - wanted) <= NEAR * wanted) return { particles: points(k, count), spacing };
    const excess = count - Math.round(wanted);
    if (excess >= 0 && (!best || excess < best.excess)) best = { excess, k };
    if (count > most.count) most = { count, k };
  }
  if (most.count === 0) throw new RangeError(`spacing: at ${spacing} m no particle lies in the mesh`);
  if (!best) return { particles: points(most.k, most.count), spacing };
  const { excess, k } = best;
  return { particles: withoutExcess(points(k, Math.round(wanted) + excess), excess, spacing), spacing };
}

function ofCount(body: FilledBody, count: number) {
  // With this spacing the particles have the volume of the mesh.
  const ideal = cubeRoot(body.volume / particleVolume(1) / count);
  let best: { excess: number; spacing: number; k: number } | undefined;
  const tried = (spacing: number, k: number) => {
    const excess = countPoints(body, spacing, shiftAt(k)) - count;
    if (excess >= 0 && (!best || excess < best.excess)) best = { excess, spacing, k };
    return best?.excess === 0;
  };
  for (let k = 0; k < SHIFTS; k++) if (STRETCHES.some((stretch) => tried(ideal * (1 + stretch), k))) break;
  for (let finer = 1 - FINER; !best && finer > FINEST; finer -= FINER) {
    for (let k = 0; k < SYMMETRIC_COUNT; k++) if (tried(ideal * finer, k)) break;
  }
  if (!best) throw new RangeError(`count: ${count} particles of the mesh's volume do not fit in it`);
  const { excess, spacing, k } = best;
  return {
    particles: withoutExcess(pointsAt(body, spacing, shiftAt(k), count + excess), excess, spacing),
    spacing,
  };
}

/** By Newton's method, because `Math.cbrt` differs between engines. */
function cubeRoot(value: number): number {
  let x = Math.max(1, value);
  for (let before = Infinity; x < before; ) {
    before = x;
    x = (2 * x + value / (x * x)) / 3;
  }
  return x;
}
