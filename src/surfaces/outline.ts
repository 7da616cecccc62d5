/**
 * The outline of flat matter made of particles: closed loops by marching squares, the planar form of marching cubes
 * (Lorensen & Cline 1987). Opposite inside corners of a cell are cut off separately, so that every point of the outline has
 * one point before it and one after.
 */
import { BLOCK, blocksAround, nodeAt } from './block-field.ts';
import { fieldShape, type IsosurfaceOptions } from './isosurface.ts';
import { ParticleField } from './particle-field.ts';
import { checkPlaces } from './places.ts';

export interface MatterOutline {
  /** Positions x, y of the points of each loop, m: anticlockwise around matter, clockwise around holes. */
  readonly loops: readonly Float64Array[];
  /** Area of the matter, m². */
  readonly area: number;
  /** Positions x, y of the points of the triangles that fill the outline, m. */
  readonly points: Float64Array;
  /** Three points per triangle, anticlockwise. */
  readonly triangles: Int32Array;
}

/** `particles`: x, y, z each, m; z is ignored. */
export function outline(particles: ArrayLike<number>, options: IsosurfaceOptions): MatterOutline {
  const { shape, level } = fieldShape(options, true);
  checkPlaces('particles', particles);
  const { points, next, triangles } = marchingSquares(new ParticleField(particles, shape), level);
  const loops: Float64Array[] = [];
  let area = 0;
  for (let start = 0; start < next.length; start++) {
    const loop: number[] = [];
    for (let at = start; next[at] >= 0; ) {
      loop.push(points[2 * at], points[2 * at + 1]);
      const follower = next[at];
      next[at] = -1;
      at = follower;
    }
    if (loop.length === 0) continue;
    loops.push(Float64Array.from(loop));
    area += loopArea(loop);
  }
  return { loops, area, points: Float64Array.from(points), triangles: Int32Array.from(triangles) };
}

/** Area of a loop, ½ Σ a × b, m²; negative if clockwise. */
function loopArea(loop: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < loop.length; i += 2) {
    const j = (i + 2) % loop.length;
    sum += (loop[i] - loop[0]) * (loop[j + 1] - loop[1]) - (loop[j] - loop[0]) * (loop[i + 1] - loop[1]);
  }
  return sum / 2;
}

/** Least distance of a point from a node, as a share of the edge, so that no two points coincide. */
const LEAST_SHARE = 0.02;
/** Corners of a cell, anticlockwise; side s leads from corner s to the next. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Points on the grid's edges and the follower of each; then nodes inside, and the triangles between all of them. */
function marchingSquares(field: ParticleField, level: number) {
  const { values, first, blocks, blockNodes, cell } = field;
  const points: number[] = [];
  const around = new Int32Array(4);
  const node = (i: number, j: number) => nodeAt(around, i, j, 0, blockNodes);
  const isInside = (at: number) => at >= 0 && values[at] >= level;
  /** Points on the edges from each node along x and along y, and at the node itself; −1: none yet. */
  const pointOf = new Int32Array(3 * values.length).fill(-1);
  const forEachNode = (visit: (block: number, i: number, j: number) => void) => {
    for (let block = 0; block < field.blockCount; block++) {
      blocksAround(field, block, around);
      for (let n = 0; n < blockNodes; n++) visit(block, n % BLOCK, Math.floor(n / BLOCK));
    }
  };
  const addPoint = (block: number, i: number, j: number, alongX: number, alongY: number) => {
    const x = first[0] + BLOCK * blocks[3 * block] + i + alongX;
    const y = first[1] + BLOCK * blocks[3 * block + 1] + j + alongY;
    return points.push(cell * x, cell * y) / 2 - 1;
  };
  forEachNode((block, i, j) => {
    const here = node(i, j);
    for (let axis = 0; axis < 2; axis++) {
      const there = node(i + (1 - axis), j + axis);
      if (isInside(there) === isInside(here)) continue;
      const crossing = (level - values[here]) / (values[there] - values[here]);
      const share = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, crossing));
      pointOf[3 * here + axis] = addPoint(block, i, j, axis === 0 ? share : 0, axis === 1 ? share : 0);
    }
  });
  const next = new Int32Array(points.length / 2).fill(-1);
  const triangles: number[] = [];
  const fill = (polygon: readonly number[]) => {
    for (let k = 2; k < polygon.length; k++) triangles.push(polygon[0], polygon[k - 1], polygon[k]);
  };
  forEachNode((block, i, j) => {
    const onSide = (side: number) =>
      pointOf[3 * node(i + (side === 1 ? 1 : 0), j + (side === 2 ? 1 : 0)) + (side % 2)];
    const atCorner = (corner: number) => {
      const [di, dj] = CORNERS[corner % 4];
      const at = 3 * node(i + di, j + dj) + 2;
      if (pointOf[at] < 0) pointOf[at] = addPoint(block, i + di, j + dj, 0, 0);
      return pointOf[at];
    };
    const isIn = CORNERS.map(([di, dj]) => isInside(node(i + di, j + dj)));
    if (isIn.every(Boolean)) fill([0, 1, 2, 3].map(atCorner));
    // The outline leads from the end of a run of inside corners to its beginning, and so has them on its left.
    for (let side = 0; side < 4; side++) {
      if (isIn[side] || !isIn[(side + 1) % 4]) continue;
      let end = side + 1;
      while (isIn[(end + 1) % 4]) end++;
      const [from, to] = [onSide(side), onSide(end % 4)];
      next[to] = from;
      fill([from, ...Array.from({ length: end - side }, (_, k) => atCorner(side + 1 + k)), to]);
    }
  });
  return { points, next, triangles };
}
