/** Geometry and connectivity of the triangles of a surface. */
import { edgeKey } from '../../math/mesh.ts';
import { areaNormal, dot, norm } from '../../math/vec3.ts';
import type { Bvh } from '../shapes/bvh.ts';
import type { Surface } from './crossings.ts';

/** Returns the normal of a triangle, as long as twice its area, m². */
export function triangleNormal({ points, triangles }: Surface, t: number): [number, number, number] {
  return areaNormal(points, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
}

/** Returns the longest side of each triangle, m. */
export function triangleSizes(x: Float64Array, triangles: Int32Array): Float64Array {
  const sizes = new Float64Array(triangles.length / 3);
  for (let k = 0; k < triangles.length; k++) {
    const t = Math.floor(k / 3);
    const a = 3 * triangles[k];
    const b = 3 * triangles[k % 3 === 2 ? k - 2 : k + 1];
    sizes[t] = Math.max(sizes[t], norm(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]));
  }
  return sizes;
}

/** Returns −1 for each triangle of a solid whose normal points inwards, otherwise 1. Solids are convex. */
export function facings(surface: Surface): Int8Array {
  const { points: x, triangles, owner, solid } = surface;
  const facing = new Int8Array(owner.length).fill(1);
  const middles = new Map<number, number[]>();
  const corners = new Map<number, number>();
  for (let k = 0; k < triangles.length; k++) {
    const o = owner[Math.floor(k / 3)];
    if (!solid[o]) continue;
    const sum = middles.get(o) ?? [0, 0, 0];
    middles.set(o, sum);
    corners.set(o, (corners.get(o) ?? 0) + 1);
    for (let axis = 0; axis < 3; axis++) sum[axis] += x[3 * triangles[k] + axis];
  }
  for (let t = 0; t < owner.length; t++) {
    const sum = middles.get(owner[t]);
    if (sum === undefined) continue;
    const count = corners.get(owner[t]) ?? 1;
    const corner = 3 * triangles[3 * t];
    const out = [0, 1, 2].map((axis) => x[corner + axis] - sum[axis] / count);
    if (dot(triangleNormal(surface, t), out) < 0) facing[t] = -1;
  }
  return facing;
}

/** Edges of a surface and the triangles at them. */
export interface Connections {
  /** The two points of each edge. */
  readonly edges: Int32Array;
  /** The first two triangles at each edge; −1 for none. */
  readonly edgeTriangles: Int32Array;
  /** The three edges of each triangle: from corner k to the next. */
  readonly triangleEdges: Int32Array;
}

/** Finds the edges of triangles over `points` points. */
export function connect(triangles: Int32Array, points: number): Connections {
  const found = new Map<number, number>();
  const edges: number[] = [];
  const edgeTriangles: number[] = [];
  const triangleEdges = new Int32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const key = edgeKey(a, b, points);
      let edge = found.get(key);
      if (edge === undefined) {
        edge = found.size;
        found.set(key, edge);
        edges.push(a, b);
        edgeTriangles.push(t / 3, -1);
      } else if (edgeTriangles[2 * edge + 1] < 0) edgeTriangles[2 * edge + 1] = t / 3;
      triangleEdges[t + k] = edge;
    }
  }
  return { edges: Int32Array.from(edges), edgeTriangles: Int32Array.from(edgeTriangles), triangleEdges };
}

/** Whether two boxes (least x, y, z, greatest x, y, z) overlap, which begin at index i of a and j of b. */
export function boxesOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}

/**
 * Calls `visit` with the triangles in the leaves of a tree that a box overlaps, in the order of the tree, until it is true.
 */
export function visitLeaves(
  tree: Bvh,
  box: Float64Array,
  at: number,
  visit: (triangle: number) => boolean,
): boolean {
  const { boxes, skip, first, count, nodes, order } = tree;
  for (let node = 0; node < nodes; ) {
    if (!boxesOverlap(boxes, 6 * node, box, at)) {
      node = skip[node];
      continue;
    }
    for (let k = first[node]; k < first[node] + count[node]; k++) if (visit(order[k])) return true;
    node++;
  }
  return false;
}
