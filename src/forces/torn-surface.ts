/**
 * Cleaning of a surface after a tear or a cut. Besides the torn triangles, those are removed that
 *   - have no neighbour across any edge and hang by their corners,
 *   - are in the smaller of two fans that share a vertex only.
 * Every vertex then has one fan of triangles around it, and every rim is a closed line that passes no vertex twice.
 */
import { edgeKey, nextCorner } from '../math/mesh.ts';

/** Triangles of a body as made; edge k of a triangle runs from corner k to the next. */
export interface TornSurface {
  readonly corners: Int32Array;
  /** Triangle across each edge; −1 at the rim. */
  readonly across: Int32Array;
  /** First particle of the body. Triangles around its vertex i: `around` from index `start[i]` to `start[i + 1]`. */
  readonly first: number;
  readonly start: Int32Array;
  readonly around: Int32Array;
}

/** Describes the triangles of a body of `count` particles from index `first`. */
export function describeSurface(triangles: Int32Array, first: number, count: number): TornSurface {
  const corners = triangles.slice();
  const across = new Int32Array(corners.length).fill(-1);
  const open = new Map<number, number>();
  corners.forEach((a, e) => {
    const b = corners[nextCorner(e)];
    const edge = edgeKey(a - first, b - first, count);
    const other = open.get(edge);
    open.set(edge, e);
    if (other === undefined) return;
    across[e] = Math.floor(other / 3);
    across[other] = Math.floor(e / 3);
  });
  const start = new Int32Array(count + 1);
  for (const i of corners) start[i - first + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice(0, count);
  const around = new Int32Array(corners.length);
  corners.forEach((i, e) => {
    around[next[i - first]++] = Math.floor(e / 3);
  });
  return { corners, across, first, start, around };
}

/** Removes triangles until no more hang by corners; `isPresent`: 1 or 0 per triangle. */
export function trim(surface: TornSurface, isPresent: Uint8Array): void {
  const { across, start } = surface;
  for (let again = true; again; ) {
    again = false;
    for (let t = 0; t < isPresent.length; t++) {
      if (isPresent[t] === 0) continue;
      const beside = [0, 1, 2].map((k) => across[3 * t + k]);
      // A body of a single triangle stays.
      if (beside.every((other) => other < 0) || beside.some((other) => other >= 0 && isPresent[other]))
        continue;
      isPresent[t] = 0;
      again = true;
    }
    for (let i = 0; i + 1 < start.length; i++) {
      const smaller = smallerFans(surface, isPresent, i);
      for (const t of smaller) isPresent[t] = 0;
      again ||= smaller.length > 0;
    }
  }
}

/** Returns the triangles around vertex i that are not in its largest fan (the first of equal ones). */
function smallerFans(
  { corners, across, start, around, first }: TornSurface,
  isPresent: Uint8Array,
  i: number,
): number[] {
  const rest = new Set<number>();
  for (let k = start[i]; k < start[i + 1]; k++) if (isPresent[around[k]] === 1) rest.add(around[k]);
  const found: number[][] = [];
  for (const seed of rest) {
    const fan = [seed];
    rest.delete(seed);
    for (let at = 0; at < fan.length; at++) {
      for (let k = 0; k < 3; k++) {
        const e = 3 * fan[at] + k;
        // Across the two edges that meet in the vertex.
        const meets = corners[e] === first + i || corners[nextCorner(e)] === first + i;
        if (meets && rest.delete(across[e])) fan.push(across[e]);
      }
    }
    found.push(fan);
  }
  if (found.length < 2) return [];
  const largest = found.reduce((best, fan) => (fan.length > best.length ? fan : best));
  return found.filter((fan) => fan !== largest).flat();
}
