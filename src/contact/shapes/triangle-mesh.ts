/**
 * A triangle mesh: two-sided, infinitely thin, not necessarily closed. The distance is that to the closest triangle, found in a
 * tree of boxes; the normal points to the side of the point.
 */

import { edgeKey } from '../../math/mesh.ts';
import { vertexArray, vertexIndex } from '../check.ts';
import { type Bvh, buildBvh, MAX_DEPTH } from './bvh.ts';
import type { Features, RigidForm, Rows, Shape } from './shape.ts';
import {
  crossesTriangle,
  longestEdge,
  TRIANGLE_NUMBERS,
  triangleDistance,
  writeTriangle,
} from './triangle.ts';

// Tests of both: shapes/limits.test.ts.

/** Height over longest edge below which a triangle has no reliable normal and is dropped. */
const SLIVER = 1e-10;

/** Sine of the angle between two faces below which they are one face without an edge. */
export const FLAT = 1e-7;

/** One triangle of a mesh as a convex shape, chosen by `index`. */
class MeshTriangle {
  index = 0;
  readonly #triangles: Float64Array;

  constructor(triangles: Float64Array) {
    this.#triangles = triangles;
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    return triangleDistance(this.#triangles, TRIANGLE_NUMBERS * this.index, x, y, z, normal);
  }
}

export class TriangleMesh implements Shape {
  readonly kind = 'mesh';
  readonly signed = false;
  readonly bounds: Float64Array;
  readonly skin: TriangleMesh = this;
  readonly repairs: Shape['repairs'];
  /** TRIANGLE_NUMBERS numbers of each triangle, in the order of the tree's leaves. */
  readonly triangles: Float64Array;
  /** Vertices as given (x, y, z, m), and the corners of each triangle, in the order of the leaves. */
  readonly points: Float64Array;
  readonly corners: Int32Array;
  readonly tree: Bvh;
  readonly triangle: MeshTriangle;
  /** Workspace of a sweep: triangles near its path, and their distances at its start. */
  readonly near: Int32Array;
  readonly nearDistance: Float64Array;
  readonly #stack = new Int32Array(MAX_DEPTH + 1);
  readonly #normal = new Float64Array(3);

  constructor(vertices: Rows, triangles: Rows) {
    const points = vertexArray('vertices', vertices);
    const { numbers: given, whole } = triangleNumbers(points, triangles);
    const kept = whole.length;
    if (kept === 0) throw new RangeError('triangles: none has an area');
    if (kept < triangles.length)
      this.repairs = [{ field: 'triangles', message: `${triangles.length - kept} without area left out` }];
    this.tree = buildBvh(triangleBoxes(given));
    this.triangles = reordered(given, this.tree.order);
    this.points = points;
    this.corners = Int32Array.from(Array.from(this.tree.order, (t) => triangles[whole[t]]).flat());
    this.bounds = this.tree.boxes.slice(0, 6);
    this.triangle = new MeshTriangle(this.triangles);
    this.near = new Int32Array(kept);
    this.nearDistance = new Float64Array(kept);
  }

  get count(): number {
    return this.triangles.length / TRIANGLE_NUMBERS;
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const { tree, triangles } = this;
    const stack = this.#stack;
    const candidate = this.#normal;
    let best = Infinity;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (boxDistance2(tree.boxes, 6 * node, x, y, z) >= best * best) continue;
      const count = tree.count[node];
      for (let k = 0; k < count; k++) {
        const d = triangleDistance(triangles, TRIANGLE_NUMBERS * (tree.first[node] + k), x, y, z, candidate);
        if (d >= best) continue;
        best = d;
        normal.set(candidate);
      }
      if (count > 0) continue;
      const left = node + 1;
      const right = tree.skip[left];
      // The nearer child is pushed last, so that it is visited first.
      const swap =
        boxDistance2(tree.boxes, 6 * left, x, y, z) <= boxDistance2(tree.boxes, 6 * right, x, y, z);
      stack[top++] = swap ? right : left;
      stack[top++] = swap ? left : right;
    }
    return best;
  }

  features(): Features {
    return weldedFeatures(this, () => true, true);
  }

  rigidForm(): RigidForm {
    return { form: 'skin', mesh: this };
  }

  /** Yields the indices of all triangles in leaves that meet a box (least x, y, z, greatest x, y, z, m). */
  *trianglesIn(box: ArrayLike<number>): Generator<number> {
    const { boxes, skip, first, count, nodes } = this.tree;
    for (let node = 0; node < nodes; ) {
      let apart = false;
      for (let axis = 0; axis < 3; axis++) {
        apart ||= boxes[6 * node + axis] > box[3 + axis] || boxes[6 * node + 3 + axis] < box[axis];
      }
      if (apart) {
        node = skip[node];
        continue;
      }
      for (let k = 0; k < count[node]; k++) yield first[node] + k;
      node++;
    }
  }

  /** Returns whether the straight segment (both ends, m) passes through a triangle. */
  crosses(segment: Float64Array): boolean {
    const { tree, triangles } = this;
    let node = 0;
    while (node < tree.nodes) {
      if (!meetsBox(tree.boxes, 6 * node, segment)) {
        node = tree.skip[node];
        continue;
      }
      for (let k = 0; k < tree.count[node]; k++) {
        if (crossesTriangle(triangles, TRIANGLE_NUMBERS * (tree.first[node] + k), segment)) return true;
      }
      node++;
    }
    return false;
  }
}

/**
 * Returns the features of a mesh. Points in one place become one if they `stay` so. Edges are the sides of one triangle, or of
 * two that are not in one plane; all sides if `flatten` is false.
 */
export function weldedFeatures(
  { points, corners, triangles: numbers }: TriangleMesh,
  stay: (a: number, b: number) => boolean,
  flatten: boolean,
): Features {
  const known = new Map<string, number>();
  const same = Array.from({ length: points.length / 3 }, (_, i) => {
    const key = points.subarray(3 * i, 3 * i + 3).join();
    const before = known.get(key);
    if (before !== undefined && stay(before, i)) return before;
    known.set(key, i);
    return i;
  });
  const triangles = Array.from(corners, (corner) => same[corner]);
  const sides = new Map<number, number[]>();
  triangles.forEach((a, i) => {
    const t = Math.floor(i / 3);
    const b = triangles[3 * t + ((i + 1) % 3)];
    const key = edgeKey(a, b, points.length);
    const list = sides.get(key) ?? [];
    sides.set(key, list);
    list.push(TRIANGLE_NUMBERS * t + 9);
  });
  const isFlat = ([s, t]: number[]) => {
    const x = numbers[s + 1] * numbers[t + 2] - numbers[s + 2] * numbers[t + 1];
    const y = numbers[s + 2] * numbers[t] - numbers[s] * numbers[t + 2];
    const z = numbers[s] * numbers[t + 1] - numbers[s + 1] * numbers[t];
    const alike = numbers[s] * numbers[t] + numbers[s + 1] * numbers[t + 1] + numbers[s + 2] * numbers[t + 2];
    return alike > 0 && x * x + y * y + z * z < FLAT * FLAT;
  };
  const edges = [...sides].flatMap(([key, list]) =>
    flatten && list.length === 2 && isFlat(list)
      ? []
      : [[Math.floor(key / points.length), key % points.length] as const],
  );
  return { points, triangles, edges, radius: 0, solid: false };
}

/** Checks the indices and drops triangles without area; `whole` lists the indices of the others. */
function triangleNumbers(points: Float64Array, triangles: Rows): { numbers: Float64Array; whole: number[] } {
  if (!Array.isArray(triangles) || triangles.length === 0) {
    throw new RangeError('triangles: must have at least one triangle');
  }
  const numbers = new Float64Array(TRIANGLE_NUMBERS * triangles.length);
  const whole: number[] = [];
  let at = 0;
  for (let i = 0; i < triangles.length; i++) {
    const field = `triangles[${i}]`;
    const corners: readonly number[] = triangles[i];
    if (!Array.isArray(corners) || corners.length !== 3) {
      throw new RangeError(`${field}: must be three vertex indices, got ${JSON.stringify(corners)}`);
    }
    for (const index of corners) vertexIndex(field, index, points.length / 3);
    const [a, b, c] = corners;
    const area = writeTriangle(numbers, at, points, a, b, c);
    if (!(2 * area > SLIVER * longestEdge(numbers, at))) continue;
    at += TRIANGLE_NUMBERS;
    whole.push(i);
  }
  return { numbers: numbers.slice(0, at), whole };
}

function triangleBoxes(triangles: Float64Array): Float64Array {
  const count = triangles.length / TRIANGLE_NUMBERS;
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = triangles[TRIANGLE_NUMBERS * i + axis];
      const b = a + triangles[TRIANGLE_NUMBERS * i + 3 + axis];
      const c = a + triangles[TRIANGLE_NUMBERS * i + 6 + axis];
      boxes[6 * i + axis] = Math.min(a, b, c);
      boxes[6 * i + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}

function reordered(triangles: Float64Array, order: Int32Array): Float64Array {
  const out = new Float64Array(triangles.length);
  for (let i = 0; i < order.length; i++) {
    const from = TRIANGLE_NUMBERS * order[i];
    out.set(triangles.subarray(from, from + TRIANGLE_NUMBERS), TRIANGLE_NUMBERS * i);
  }
  return out;
}

/** Returns the square of the distance from a point to a box, 0 inside. */
function boxDistance2(boxes: Float64Array, at: number, x: number, y: number, z: number): number {
  const dx = Math.max(boxes[at] - x, 0, x - boxes[at + 3]);
  const dy = Math.max(boxes[at + 1] - y, 0, y - boxes[at + 4]);
  const dz = Math.max(boxes[at + 2] - z, 0, z - boxes[at + 5]);
  return dx * dx + dy * dy + dz * dz;
}

/** Returns whether a segment meets a box, by the slab test; two quotients of differences differ by rounding. */
function meetsBox(boxes: Float64Array, at: number, segment: Float64Array): boolean {
  let enters = 0;
  let leaves = 1;
  for (let axis = 0; axis < 3; axis++) {
    const from = segment[axis];
    const way = segment[3 + axis] - from;
    const below = boxes[at + axis] - from;
    const above = boxes[at + 3 + axis] - from;
    if (way === 0) {
      if (below > 0 || above < 0) return false;
      continue;
    }
    const low = (way > 0 ? below : above) / way;
    const high = (way > 0 ? above : below) / way;
    if (low > enters) enters = low;
    if (high < leaves) leaves = high;
  }
  return enters <= leaves + 4 * Number.EPSILON;
}
