/**
 * Coincident surfaces: surfaces that lie exactly in each other have distance 0 and no direction in which to separate. Each point
 * that lies in a triangle of normal n is moved by PART of the smaller triangle's size along ±n, such that
 * - a sheet is outside a collider, and above all sheets before it in the list, on the side that their normals point to, so
 *   that a pile of any number has an order;
 * - two layers of one sheet whose normals are opposed stay so; otherwise the later point is above.
 * Contact separates them from there.
 */
import type { World } from '../../core/world.ts';
import { dot, normalised } from '../../math/vec3.ts';
import type { CrossingSurface } from './crossings.ts';
import { facings, triangleNormal, triangleSizes } from './surface-geometry.ts';

/**
 * Displacement as a share of the triangle's longest side: enough for a direction despite rounding, too little to be seen.
 * Test: coincidence.test.ts.
 */
const PART = 1e-5;

/**
 * Moves the points of `level` (points alternating with the triangles that they lie in) at the start and end of the sub-step.
 */
export function partLevelPoints(world: World, surface: CrossingSurface, level: readonly number[]): void {
  if (level.length === 0) return;
  const { owner, sheets } = surface;
  const { position, startPosition, inverseMass, stride, count } = world.particles;
  const own = ownersOfPoints(surface);
  const facing = facings(surface);
  const done = new Set<number>();
  const sizes = triangleSizes(surface.points, surface.triangles);
  const shifts = new Map<number, number[]>();
  for (let k = 0; k < level.length; k += 2) {
    const [p, t] = [level[k], level[k + 1]];
    if (p >= count || inverseMass.view[p] === 0) continue;
    const n = normalised(triangleNormal(surface, t));
    const sign = owner[t] >= sheets ? facing[t] : above(surface, own, p, t, n);
    // Once for each surface that it lies in, even if several of its triangles meet there.
    const key = (p * (1 << 16) + owner[t]) * 2 + (sign > 0 ? 1 : 0);
    if (done.has(key)) continue;
    done.add(key);
    const by = PART * Math.min(sizes[t], sizes[own.triangle[p]]);
    const shift = shifts.get(p) ?? [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) shift[axis] += sign * by * n[axis];
    shifts.set(p, shift);
  }
  for (const [p, shift] of shifts) {
    for (let axis = 0, at = p; axis < 3; axis++, at += stride) {
      position.view[at] += shift[axis];
      startPosition.view[at] += shift[axis];
    }
  }
}

interface Owners {
  readonly owner: Int32Array;
  /** One triangle of each point. */
  readonly triangle: Int32Array;
}

function ownersOfPoints({ points, triangles, owner }: CrossingSurface): Owners {
  const found = {
    owner: new Int32Array(points.length / 3).fill(-1),
    triangle: new Int32Array(points.length / 3),
  };
  for (let k = 0; k < triangles.length; k++) {
    found.triangle[triangles[k]] = Math.floor(k / 3);
    found.owner[triangles[k]] = owner[Math.floor(k / 3)];
  }
  return found;
}

/** Returns 1 if point p belongs on the side of t that its normal n points to, −1 otherwise. */
function above(surface: CrossingSurface, own: Owners, p: number, t: number, n: readonly number[]): number {
  const mine = own.owner[p];
  const other = surface.owner[t];
  if (mine > other) return 1;
  const m = normalised(triangleNormal(surface, own.triangle[p]));
  const agree = dot(m, n) >= 0;
  if (mine < other) return agree ? -1 : 1;
  if (!agree) return 1;
  return p > surface.triangles[3 * t] ? 1 : -1;
}
