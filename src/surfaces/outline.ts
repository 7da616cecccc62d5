/**
 * The outline of flat matter made of particles: closed loops by marching squares, the plane's marching cubes
 * (Lorensen & Cline 1987). Inside corners of a cell that lie across from each other are cut off each by itself, so that
 * every point of the outline has one point before it and one after.
 */
import { checked, fieldShape, type IsosurfaceOptions } from './isosurface.ts';
import { BLOCK, ParticleField } from './particle-field.ts';

export interface MatterOutline {
  /** x, y of the points of each loop, m: anticlockwise around matter, clockwise around holes. */
  readonly loops: readonly Float64Array[];
  /** m² */
  readonly area: number;
  /** The inside in triangles, anticlockwise: x, y of each point, m, and three points a triangle. */
  readonly points: Float64Array;
  readonly triangles: Int32Array;
}

/** `particles`: x, y, z each, m; z counts for nothing. */
export function outline(particles: ArrayLike<number>, options: IsosurfaceOptions): MatterOutline {
  const { shape, level } = fieldShape(options, true);
  const { points, next, triangles } = marchingSquares(new ParticleField(checked(particles), shape), level);
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

/** ½ Σ a × b, m²; negative if clockwise. */
export function loopArea(loop: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < loop.length; i += 2) {
    const j = (i + 2) % loop.length;
    sum += (loop[i] - loop[0]) * (loop[j + 1] - loop[1]) - (loop[j] - loop[0]) * (loop[i + 1] - loop[1]);
  }
  return sum / 2;
}

/** Points keep away from nodes by this share of an edge, so that no two are one. */
const APART = 0.02;

/** Points on the grid's edges and the one after each; then nodes inside, and the triangles between all of them. */
function marchingSquares(field: ParticleField, level: number) {
  const points: number[] = [];
  const vertexOf = new Int32Array(2 * field.blockNodes * field.blockCount);
  const value = (block: number, i: number, j: number) => {
    const [b, node] = nodeAt(field, block, i, j);
    return b < 0 ? field.outside : field.values[b * field.blockNodes + node];
  };
  for (let block = 0; block < field.blockCount; block++) {
    for (let node = 0; node < field.blockNodes; node++) {
      const [i, j] = [node % BLOCK, Math.floor(node / BLOCK)];
      const here = value(block, i, j);
      for (let axis = 0; axis < 2; axis++) {
        const there = value(block, i + (1 - axis), j + axis);
        if (there >= level === here >= level) continue;
        const share = Math.min(1 - APART, Math.max(APART, (level - here) / (there - here)));
        vertexOf[2 * (block * field.blockNodes + node) + axis] = points.length / 2;
        const x = field.first[0] + BLOCK * field.blocks[3 * block] + i + (axis === 0 ? share : 0);
        const y = field.first[1] + BLOCK * field.blocks[3 * block + 1] + j + (axis === 1 ? share : 0);
        points.push(field.shape.cell * x, field.shape.cell * y);
      }
    }
  }
  const next = new Int32Array(points.length / 2).fill(-1);
  const pointOn = (block: number, i: number, j: number, side: number) => {
    const [b, node] = nodeAt(field, block, i + (side === 1 ? 1 : 0), j + (side === 2 ? 1 : 0));
    return vertexOf[2 * (b * field.blockNodes + node) + (side % 2)];
  };
  const nodeVertex = new Int32Array(field.blockNodes * field.blockCount).fill(-1);
  const cornerOf = (block: number, i: number, j: number, corner: number) => {
    const [di, dj] = [corner === 1 || corner === 2 ? 1 : 0, corner >> 1];
    const [b, node] = nodeAt(field, block, i + di, j + dj);
    const at = b * field.blockNodes + node;
    if (nodeVertex[at] >= 0) return nodeVertex[at];
    const x = field.first[0] + BLOCK * field.blocks[3 * block] + i + di;
    const y = field.first[1] + BLOCK * field.blocks[3 * block + 1] + j + dj;
    nodeVertex[at] = points.length / 2;
    points.push(field.shape.cell * x, field.shape.cell * y);
    return nodeVertex[at];
  };
  const triangles: number[] = [];
  const fill = (polygon: readonly number[]) => {
    for (let k = 2; k < polygon.length; k++) triangles.push(polygon[0], polygon[k - 1], polygon[k]);
  };
  for (let block = 0; block < field.blockCount; block++) {
    for (let node = 0; node < field.blockNodes; node++) {
      const [i, j] = [node % BLOCK, Math.floor(node / BLOCK)];
      const isIn = [
        value(block, i, j),
        value(block, i + 1, j),
        value(block, i + 1, j + 1),
        value(block, i, j + 1),
      ].map((f) => f >= level);
      // Sides 0 to 3 run anticlockwise from corner to corner. The outline goes from where a run of inside corners ends
      // to where it began, which has them on its left.
      if (isIn.every(Boolean)) fill([0, 1, 2, 3].map((corner) => cornerOf(block, i, j, corner)));
      for (let side = 0; side < 4; side++) {
        if (isIn[side] || !isIn[(side + 1) % 4]) continue;
        let end = side + 1;
        while (isIn[(end + 1) % 4]) end++;
        const [from, to] = [pointOn(block, i, j, side), pointOn(block, i, j, end % 4)];
        next[to] = from;
        const run = Array.from({ length: end - side }, (_, k) => cornerOf(block, i, j, (side + 1 + k) % 4));
        fill([from, ...run, to]);
      }
    }
  }
  return { points, next, triangles };
}

/** The block and the node in it, for i and j up to one block too far. */
function nodeAt(field: ParticleField, block: number, i: number, j: number): [block: number, node: number] {
  const { blocks } = field;
  const isHere = i < BLOCK && j < BLOCK;
  const b = isHere ? block : field.blockAt(blocks[3 * block] + (i >> 3), blocks[3 * block + 1] + (j >> 3), 0);
  return [b, (j & 7) * BLOCK + (i & 7)];
}
