/**
 * Where a surface crosses itself, or another: every pair of triangles that meet, as exact arithmetic over all pairs
 * would find them (a tree of boxes only leaves out pairs that are apart). Independent of how the engine finds contact.
 */
import { BoxTree, triangleBoxes } from './box-tree.ts';
import { trianglesCross } from './triangles.ts';

/** Numbers of two triangles. */
export type Crossing = readonly [one: number, two: number];

/**
 * Pairs of triangles that meet beyond corners they share. `positions`: x, y, z a vertex (m); `triangles`: three
 * vertices each. To touch is to meet. In the order of the triangles.
 */
export function crossings(positions: ArrayLike<number>, triangles: ArrayLike<number>): Crossing[] {
  const found: Crossing[] = [];
  new BoxTree(triangleBoxes(positions, triangles)).meetItself((i, j) => {
    if (trianglesCross(positions, triangles, i, j)) found.push([i, j]);
  });
  return found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

export interface Surface {
  /** x, y, z a vertex, m. */
  readonly positions: ArrayLike<number>;
  /** Three vertices each. */
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
