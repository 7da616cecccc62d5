/**
 * Room for new masses. A cell is split when a collider has come into it a little, so that the mean of its corners may be
 * inside. A mass that begins there is moved out along the sheet's own normal, to the side that is nearer: the nearest
 * face of a collider may be one that another covers, and lead farther in.
 *
 * Along the line, depth d (m) below the surface of all colliders, the next place looked at is d farther: none nearer
 * can be outside (Hart 1996, with the sign turned).
 */

import { contactOf } from '../../contact/index.ts';
import type { World } from '../../core/world.ts';
import type { AdaptiveSheet } from './sheet.ts';
import { STATE_NUMBERS } from './state.ts';

/** m: what a mass is left away from what it touched, as contact does. */
const GAP = 1e-7;
const LOOKS = 32;

/** Changes the places in `state` of those of the masses `fresh` that are inside a collider at that time, s. */
export function makeRoom(
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
    const ways = [1, -1].map((side) => {
      const way = wayOut(farthest, (t) =>
        depth(state[at] + side * t * nx, state[at + 1] + side * t * ny, state[at + 2] + side * t * nz),
      );
      return side * way;
    });
    const way = Math.abs(ways[1]) < Math.abs(ways[0]) ? ways[1] : ways[0];
    // Too deep for a little: contact lets it out by and by.
    if (!Number.isFinite(way)) continue;
    state[at] += way * nx;
    state[at + 1] += way * ny;
    state[at + 2] += way * nz;
  }
}

/** m to the first place along a line that is outside; Infinity if there is none near. */
function wayOut(farthest: number, depth: (t: number) => number): number {
  let t = 0;
  for (let look = 0; look < LOOKS && t <= farthest; look++) {
    const d = depth(t);
    if (d <= 0) return t;
    t += d + GAP;
  }
  return Infinity;
}

/** m, of the cell that was split when the mass was made. */
function cellEdge({ size, grid, net }: AdaptiveSheet, i: number): number {
  const edge = Math.max(size[0] / grid.baseColumns, size[1] / grid.baseRows);
  return edge / (1 << Math.max(0, net.level[i] - 1));
}

/** Unit normals of all masses, by the areas of the triangles around them. */
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
