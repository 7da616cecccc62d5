/**
 * Moves new masses out of colliders. A cell is split when a collider has entered it a little, so that the mean of its
 * corners may be inside. A mass there is moved out along the sheet's normal to the nearer side, because the nearest face of
 * a collider may be inside another collider.
 *
 * Sphere tracing along the normal (Hart 1996, from inside): at a depth of d m in all colliders the next point is d m
 * farther, because no nearer one can be outside.
 */

import { contactOf } from '../../contact/index.ts';
import type { World } from '../../core/world.ts';
import type { AdaptiveSheet } from './sheet.ts';
import { STATE_NUMBERS } from './state.ts';

/** Distance that a mass is left from a surface, as in contact, m. */
const GAP = 1e-7;
const MOST_STEPS = 32;

/** Moves those of the masses `fresh` in `state` that are inside a collider at a time, s. */
export function moveOut(
  world: World,
  sheet: AdaptiveSheet,
  state: Float64Array,
  fresh: readonly number[],
  time: number,
): void {
  const contact = contactOf(world);
  const depth = (x: number, y: number, z: number) => contact.depthAt(x, y, z, time) + sheet.thickness / 2;
  const inside = fresh.filter((i) => {
    const at = STATE_NUMBERS * i;
    return depth(state[at], state[at + 1], state[at + 2]) > 0;
  });
  if (inside.length === 0) return;
  const normals = sheetNormals(sheet, state);
  for (const i of inside) {
    const at = STATE_NUMBERS * i;
    const [nx, ny, nz] = normals.subarray(3 * i, 3 * i + 3);
    const farthest = cellEdge(sheet, i);
    const [up, down] = [1, -1].map((side) => {
      return (
        side *
        distanceOut(farthest, (t) =>
          depth(state[at] + side * t * nx, state[at + 1] + side * t * ny, state[at + 2] + side * t * nz),
        )
      );
    });
    const shift = Math.abs(down) < Math.abs(up) ? down : up;
    if (!Number.isFinite(shift)) continue; // too deep: contact pushes it out step by step
    state[at] += shift * nx;
    state[at + 1] += shift * ny;
    state[at + 2] += shift * nz;
  }
}

/** Returns the distance along a line to the first point outside, m; Infinity if there is none within `farthest`. */
function distanceOut(farthest: number, depth: (t: number) => number): number {
  let t = 0;
  for (let step = 0; step < MOST_STEPS && t <= farthest; step++) {
    const d = depth(t);
    if (d <= 0) return t;
    t += d + GAP;
  }
  return Infinity;
}

/** Returns the edge of the cell that was split when the mass was made, m. */
function cellEdge({ size, grid, net }: AdaptiveSheet, i: number): number {
  const edge = Math.max(size[0] / grid.baseColumns, size[1] / grid.baseRows);
  return edge / (1 << Math.max(0, net.level[i] - 1));
}

/** Returns unit normals of all masses, weighted by the areas of the triangles around them. */
function sheetNormals({ triangles, first, count }: AdaptiveSheet, state: Float64Array): Float64Array {
  const normals = new Float64Array(3 * count);
  const corners = triangles.view;
  for (let t = 0; t < corners.length; t += 3) {
    const a = STATE_NUMBERS * (corners[t] - first);
    const b = STATE_NUMBERS * (corners[t + 1] - first);
    const c = STATE_NUMBERS * (corners[t + 2] - first);
    const ux = state[b] - state[a];
    const uy = state[b + 1] - state[a + 1];
    const uz = state[b + 2] - state[a + 2];
    const vx = state[c] - state[a];
    const vy = state[c + 1] - state[a + 1];
    const vz = state[c + 2] - state[a + 2];
    for (let k = 0; k < 3; k++) {
      const at = 3 * (corners[t + k] - first);
      normals[at] += uy * vz - uz * vy;
      normals[at + 1] += uz * vx - ux * vz;
      normals[at + 2] += ux * vy - uy * vx;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const [x, y, z] = [normals[i], normals[i + 1], normals[i + 2]];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[i] /= length;
    normals[i + 1] /= length;
    normals[i + 2] /= length;
  }
  return normals;
}
