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
import { areaNormals } from '../../surfaces/normals.ts';
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
function sheetNormals({ net, count }: AdaptiveSheet, state: Float64Array): Float64Array {
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    positions.set(state.subarray(STATE_NUMBERS * i, STATE_NUMBERS * i + 3), 3 * i);
  const normals = new Float64Array(3 * count);
  areaNormals(positions, net.triangles.subarray(0, 3 * net.triangleCount), normals);
  return normals;
}
