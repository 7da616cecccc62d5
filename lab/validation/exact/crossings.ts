/**
 * Self-intersections of a surface, and intersections of two: every pair of triangles that meet, as exact arithmetic over
 * all pairs would find them (the tree only skips separated pairs). Independent of the engine's contact detection.
 */
import { BoxTree, triangleBoxes } from './box-tree.ts';
import { trianglesCross } from './triangles.ts';

/** Indices of two triangles. */
export type Crossing = readonly [one: number, two: number];

/**
 * Pairs of triangles that meet beyond shared corners, in the order of the triangles; touching counts. `positions` has
 * 3 coordinates per vertex in m, `triangles` 3 vertex indices each.
 */
export function crossings(positions: ArrayLike<number>, triangles: ArrayLike<number>): Crossing[] {
  const found: Crossing[] = [];
  new BoxTree(triangleBoxes(positions, triangles)).meetItself((i, j) => {
    if (trianglesCross(positions, triangles, i, j)) found.push([i, j]);
  });
  return found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

export interface Surface {
  /** Coordinates, 3 per vertex, m. */
  readonly positions: ArrayLike<number>;
  /** Vertex indices, 3 per triangle. */
  readonly triangles: ArrayLike<number>;
}

/** Pairs (triangle of one surface, triangle of the other) that meet. */
export function crossingsBetween(one: Surface, two: Surface): Crossing[] {
  const shift = one.positions.length / 3;
  const positions = Float64Array.from([...Array.from(one.positions), ...Array.from(two.positions)]);
  const theirs = Array.from(two.triangles, (corner) => corner + shift);
  const triangles = Int32Array.from([...Array.from(one.triangles), ...theirs]);
  const first = one.triangles.length / 3;
  const found: Crossing[] = [];
  new BoxTree(triangleBoxes(one.positions, one.triangles)).meet(
    new BoxTree(triangleBoxes(two.positions, two.triangles)),
    (i, j) => {
      if (trianglesCross(positions, triangles, i, first + j)) found.push([i, j]);
    },
  );
  return found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}
