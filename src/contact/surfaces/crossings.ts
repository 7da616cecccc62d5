/**
 * Crossings: every edge of a surface that passes through a triangle.
 *
 * Edge p q passes through triangle a b c if p and q are on different sides of its plane and all three of its edges pass the
 * line p q on the same side: five signs of volumes (six times a tetrahedron's, m³). A volume of zero counts as positive,
 * and volumes of two edges are always computed in the same order. So if a line passes exactly through an edge or a vertex,
 * exactly one of the triangles that share it is crossed. A point closer to a plane than LEVEL of the smaller triangle's size
 * counts as above it: sheets that lie in one plane do not cross.
 *
 * Triangles that share a point, or are sewn together at one, do not cross there. Colliders do not cross each other.
 */
import { grown } from '../../math/growable.ts';
import { triangleArea } from '../../math/vec3.ts';
import { buildBvh } from '../shapes/bvh.ts';
import { boxesOverlap, type Connections, triangleSizes, visitLeaves } from './surface-geometry.ts';

/**
 * Distance from a plane that counts as 0, as a share of a triangle's longest side: above rounding at coordinates a thousand
 * times as large, below any thickness. Test: surfaces/limits.test.ts.
 */
const LEVEL = 1e-10;
/** Rounding error of a distance from a triangle's plane, as a share of its longest side. */
const ROUNDING = 1e-15;

/** The triangles of sheets and colliders over one list of points. */
export interface Surface {
  /** Coordinates x, y, z of every point, m; points of sheets come first. */
  readonly points: Float64Array;
  /** The three points of each triangle. */
  readonly triangles: Int32Array;
  /** The number of each triangle's sheet or collider. */
  readonly owner: Int32Array;
  /** Number of sheets; owners from this number on are colliders. */
  readonly sheets: number;
  /** Whether sheets may pass each other and themselves, so that only crossings with colliders count; default: false. */
  readonly sheetsMayCross?: boolean;
  /** Whether a seam joins two points; undefined if there are no seams. */
  readonly joins: ((p: number, q: number) => boolean) | undefined;
  /** Whether each owner is a convex solid. */
  readonly solid: ArrayLike<boolean>;
}

export type CrossingSurface = Surface & Connections;

export interface Crossings {
  readonly count: number;
  /** Edge and triangle of each crossing. */
  readonly edge: Int32Array;
  readonly triangle: Int32Array;
  /** Position of each crossing: its share of the edge, and its weights of the triangle's corners. */
  readonly place: Float64Array;
  /** Points that lie exactly in other triangles, alternating with these triangles. */
  readonly level: readonly number[];
}

/** Finds all crossings. */
export function findCrossings(surface: CrossingSurface): Crossings {
  const found = new CrossingList();
  const { points, triangles, owner, sheets } = surface;
  const n = triangles.length / 3;
  if (n === 0) return found;
  const boxes = triangleBoxes(points, triangles);
  const sizes = triangleSizes(points, triangles);
  const tree = buildBvh(boxes);
  for (let t = 0; t < n; t++) {
    const isSheet = owner[t] < sheets;
    visitLeaves(tree, boxes, 6 * t, (other) => {
      const otherIsSheet = owner[other] < sheets;
      const mayCross = isSheet && otherIsSheet ? !surface.sheetsMayCross : isSheet || otherIsSheet;
      if (other !== t && mayCross && boxesOverlap(boxes, 6 * other, boxes, 6 * t)) {
        const near = levelDistance(sizes[t], sizes[other]);
        crossEdges(surface, t, other, near, found);
        levelCorners(surface, t, other, near, found.level);
      }
      return false;
    });
  }
  return found;
}

class CrossingList implements Crossings {
  count = 0;
  edge = new Int32Array(64);
  triangle = new Int32Array(64);
  place = new Float64Array(256);
  readonly level: number[] = [];

  add(edge: number, triangle: number, place: Float64Array): void {
    if (this.count === this.edge.length) {
      this.edge = grown(this.edge);
      this.triangle = grown(this.triangle);
      this.place = grown(this.place);
    }
    this.edge[this.count] = edge;
    this.triangle[this.count] = triangle;
    this.place.set(place, 4 * this.count++);
  }
}

/** Adds the crossings of the edges of triangle t with another; each edge is tested for the first of its triangles only. */
function crossEdges(
  surface: CrossingSurface,
  t: number,
  other: number,
  near: number,
  found: CrossingList,
): void {
  const { edges, edgeTriangles, triangleEdges } = surface;
  for (let k = 0; k < 3; k++) {
    const e = triangleEdges[3 * t + k];
    if (edgeTriangles[2 * e] !== t) continue;
    if (passes(surface, edges[2 * e], edges[2 * e + 1], other, near, PLACE)) found.add(e, other, PLACE);
  }
}
const PLACE = new Float64Array(4);

/** Adds the corners of triangle t that lie in another. */
function levelCorners(
  surface: CrossingSurface,
  t: number,
  other: number,
  near: number,
  level: number[],
): void {
  const { points: x, triangles } = surface;
  const a = triangles[3 * other];
  const b = triangles[3 * other + 1];
  const c = triangles[3 * other + 2];
  const most = near * 2 * triangleArea(x, 3 * a, 3 * b, 3 * c);
  for (let k = 0; k < 3; k++) {
    const p = triangles[3 * t + k];
    if (touches(surface, p, a, b, c)) continue;
    if (Math.abs(volume(x, a, b, c, p)) <= most && isInside(x, a, b, c, p)) level.push(p, other);
  }
}

/** Whether a point in the plane of a triangle is inside it or on its border. */
function isInside(x: Float64Array, a: number, b: number, c: number, p: number): boolean {
  const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * p];
  let [uu, uv, vv, pu, pv] = [0, 0, 0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const u = x[j + axis] - x[i + axis];
    const v = x[k + axis] - x[i + axis];
    const q = x[l + axis] - x[i + axis];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    pu += q * u;
    pv += q * v;
  }
  const whole = uu * vv - uv * uv;
  const wb = pu * vv - pv * uv;
  const wc = pv * uu - pu * uv;
  const rim = -1e-9 * whole; // products of squared lengths lose half of the digits
  return whole > 0 && wb >= rim && wc >= rim && wb + wc <= whole - rim;
}

/** Whether edge p q passes through a triangle; writes where. Points within `near` (m) of its plane count as above it. */
function passes(
  surface: CrossingSurface,
  p: number,
  q: number,
  triangle: number,
  near: number,
  place: Float64Array,
): boolean {
  const { points: x, triangles } = surface;
  const a = triangles[3 * triangle];
  const b = triangles[3 * triangle + 1];
  const c = triangles[3 * triangle + 2];
  if (p === a || p === b || p === c || q === a || q === b || q === c) return false;
  const level = near * 2 * triangleArea(x, 3 * a, 3 * b, 3 * c);
  const vp = volume(x, a, b, c, p);
  const vq = volume(x, a, b, c, q);
  if (vp >= -level === vq >= -level) return false;
  const wc = passing(x, p, q, a, b);
  const wa = passing(x, p, q, b, c);
  if (wc >= 0 !== wa >= 0) return false;
  const wb = passing(x, p, q, c, a);
  if (wc >= 0 !== wb >= 0) return false;
  if (touches(surface, p, a, b, c) || touches(surface, q, a, b, c)) return false;
  const sum = wa + wb + wc;
  // All three have the same sign; a sum of zero means an edge in the plane of the triangle.
  const whole = sum !== 0;
  place[0] = Math.min(1, Math.max(0, vp / (vp - vq)));
  place[1] = whole ? wa / sum : 1 / 3;
  place[2] = whole ? wb / sum : 1 / 3;
  place[3] = whole ? wc / sum : 1 / 3;
  return true;
}

/** Whether p is a corner of a triangle, or sewn to one. */
function touches({ joins }: CrossingSurface, p: number, a: number, b: number, c: number): boolean {
  if (p === a || p === b || p === c) return true;
  return joins !== undefined && (joins(p, a) || joins(p, b) || joins(p, c));
}

/** Six times the volume of a b c p; positive if p is on the side that the triangle's normal points to. */
function volume(x: Float64Array, a: number, b: number, c: number, p: number): number {
  const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * p];
  const ux = x[j] - x[i];
  const uy = x[j + 1] - x[i + 1];
  const uz = x[j + 2] - x[i + 2];
  const vx = x[k] - x[i];
  const vy = x[k + 1] - x[i + 1];
  const vz = x[k + 2] - x[i + 2];
  return (
    (uy * vz - uz * vy) * (x[l] - x[i]) +
    (uz * vx - ux * vz) * (x[l + 1] - x[i + 1]) +
    (ux * vy - uy * vx) * (x[l + 2] - x[i + 2])
  );
}

/** The same of the edges p q and a b, always computed in the same order, so that it is exactly antisymmetric. */
function passing(x: Float64Array, p: number, q: number, a: number, b: number): number {
  const sign = p < q === a < b ? 1 : -1;
  const [p0, p1] = p < q ? [p, q] : [q, p];
  const [a0, a1] = a < b ? [a, b] : [b, a];
  const v = p0 < a0 ? volume(x, p0, p1, a0, a1) : volume(x, a0, a1, p0, p1);
  return sign * (v === 0 ? Number.MIN_VALUE : v);
}

function levelDistance(size: number, other: number): number {
  return Math.max(LEVEL * Math.min(size, other), ROUNDING * Math.max(size, other));
}

/** Returns the bounding boxes of triangles, enlarged by LEVEL so that sheets in one plane overlap despite rounding. */
function triangleBoxes(x: Float64Array, triangles: Int32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0, at = 0; t < triangles.length; t += 3, at += 6) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Math.min(x[a + axis], x[b + axis], x[c + axis]);
      boxes[at + 3 + axis] = Math.max(x[a + axis], x[b + axis], x[c + axis]);
    }
    let wide = 0;
    for (let axis = 0; axis < 3; axis++) wide = Math.max(wide, boxes[at + 3 + axis] - boxes[at + axis]);
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] -= LEVEL * wide;
      boxes[at + 3 + axis] += LEVEL * wide;
    }
  }
  return boxes;
}
