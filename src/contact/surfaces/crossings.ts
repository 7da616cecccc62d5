/**
 * Where surfaces pass through each other: every edge that goes through a triangle.
 *
 * Edge p q goes through triangle a b c if p and q lie on different sides of its plane and all three of its edges pass the
 * line p q on the same side: five signs of volumes (six times a tetrahedron's, m³). A volume of zero counts as above
 * zero, and each of two edges is computed in one order, whoever asks: so the triangles at an edge or a
 * vertex never both take, nor both leave out, a line that passes exactly through what they share. A point nearer to a
 * plane than LEVEL of the lesser triangle's size counts as above it: sheets that lie in one plane do not cross.
 *
 * What shares a point, or is sewn to one, does not cross there. Obstacles do not cross each other.
 */
import { buildBvh } from '../shapes/bvh.ts';
import type { Connections } from './connect.ts';
import { triangleSizes } from './surface-geometry.ts';

/** Of a triangle's longest side: well above rounding at coordinates a thousand times as large, well below any thickness. */
const LEVEL = 1e-10;
/** Of the greater triangle's longest side: what rounding makes of a distance from its plane. */
const ROUNDING = 1e-15;

/** Triangles of sheets and obstacles over one list of points. */
export interface Surface {
  /** x, y, z of every point, m; points of sheets come first. */
  readonly points: Float64Array;
  /** Three points a triangle. */
  readonly triangles: Int32Array;
  /** By triangle: the number of its sheet or obstacle. */
  readonly owner: Int32Array;
  /** Owners from this number on are obstacles. */
  readonly sheets: number;
  /** Sheets may pass each other and themselves: only what obstacles cross counts. */
  readonly apart?: boolean;
  /** Are two points held together by a seam? Left out where there are none. */
  readonly joins?: (p: number, q: number) => boolean;
  /** By owner: whether it is a convex solid. */
  readonly solid: ArrayLike<boolean>;
}

export type CrossingSurface = Surface & Connections;

/** Edge numbers and triangle numbers of crossings, and where they are: share of the edge, weights of the corners. */
export interface Crossings {
  readonly count: number;
  readonly edge: Int32Array;
  readonly triangle: Int32Array;
  /** Four numbers a crossing: share from the edge's first point to its second; weights of the triangle's corners. */
  readonly place: Float64Array;
  /** Points that lie exactly in triangles of others, and those triangles, by turns. */
  readonly level: readonly number[];
}

/** All crossings, by triangle pairs in the order of a tree of boxes. */
export function findCrossings(surface: CrossingSurface): Crossings {
  const found = new CrossingList();
  const { points, triangles, owner, sheets } = surface;
  const n = triangles.length / 3;
  if (n === 0) return found;
  const boxes = triangleBoxes(points, triangles);
  const sizes = triangleSizes(points, triangles);
  const tree = buildBvh(boxes);
  const { order, skip, first, count } = tree;
  for (let t = 0; t < n; t++) {
    const mine = owner[t];
    for (let node = 0; node < tree.nodes; ) {
      if (!overlap(tree.boxes, 6 * node, boxes, 6 * t)) {
        node = skip[node];
        continue;
      }
      for (let k = first[node]; k < first[node] + count[node]; k++) {
        const other = order[k];
        if (other === t || (mine >= sheets && owner[other] >= sheets)) continue;
        if (surface.apart && mine < sheets && owner[other] < sheets) continue;
        if (!overlap(boxes, 6 * other, boxes, 6 * t)) continue;
        const near = levelDistance(sizes[t], sizes[other]);
        crossEdges(surface, t, other, near, found);
        levelCorners(surface, t, other, near, found.level);
      }
      node++;
    }
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
      this.edge = longer(this.edge, new Int32Array(2 * this.count));
      this.triangle = longer(this.triangle, new Int32Array(2 * this.count));
      this.place = longer(this.place, new Float64Array(8 * this.count));
    }
    this.edge[this.count] = edge;
    this.triangle[this.count] = triangle;
    this.place.set(place, 4 * this.count++);
  }
}

function longer<T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Edges of triangle t through another; an edge is asked for by the first of its triangles only. */
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

/** Corners of triangle t that lie in the other one. */
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
  const most = near * doubleArea(x, a, b, c);
  for (let k = 0; k < 3; k++) {
    const p = triangles[3 * t + k];
    if (touches(surface, p, a, b, c)) continue;
    if (Math.abs(volume(x, a, b, c, p)) <= most && isOver(x, a, b, c, p)) level.push(p, other);
  }
}

/** Whether a point of the triangle's plane is within it, or on its rim. */
function isOver(x: Float64Array, a: number, b: number, c: number, p: number): boolean {
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
  const rim = -1e-9 * whole; // squares of lengths lose half of the digits
  return whole > 0 && wb >= rim && wc >= rim && wb + wc <= whole - rim;
}

/** Whether edge p q passes through the triangle, and where; points within `near` of its plane (m) are above it. */
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
  const level = near * doubleArea(x, a, b, c);
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
  // By the signs all agree; a sum of zero is an edge within the triangle's plane.
  const whole = sum !== 0;
  place[0] = Math.min(1, Math.max(0, vp / (vp - vq)));
  place[1] = whole ? wa / sum : 1 / 3;
  place[2] = whole ? wb / sum : 1 / 3;
  place[3] = whole ? wc / sum : 1 / 3;
  return true;
}

/** Is p one of a triangle's corners, or sewn to one? */
function touches({ joins }: CrossingSurface, p: number, a: number, b: number, c: number): boolean {
  if (p === a || p === b || p === c) return true;
  return joins !== undefined && (joins(p, a) || joins(p, b) || joins(p, c));
}

/** Six times the volume of a b c p; positive where p is on the side that the triangle's normal points to. */
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

/** The same of p q a b, always computed in one order: what two edges are to each other does not depend on who asks. */
function passing(x: Float64Array, p: number, q: number, a: number, b: number): number {
  const sign = p < q === a < b ? 1 : -1;
  const [p0, p1] = p < q ? [p, q] : [q, p];
  const [a0, a1] = a < b ? [a, b] : [b, a];
  const v = p0 < a0 ? volume(x, p0, p1, a0, a1) : volume(x, a0, a1, p0, p1);
  return sign * (v === 0 ? Number.MIN_VALUE : v);
}

function doubleArea(x: Float64Array, a: number, b: number, c: number): number {
  const [i, j, k] = [3 * a, 3 * b, 3 * c];
  const ux = x[j] - x[i];
  const uy = x[j + 1] - x[i + 1];
  const uz = x[j + 2] - x[i + 2];
  const vx = x[k] - x[i];
  const vy = x[k + 1] - x[i + 1];
  const vz = x[k + 2] - x[i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return Math.sqrt(nx * nx + ny * ny + nz * nz);
}

function levelDistance(size: number, other: number): number {
  return Math.max(LEVEL * Math.min(size, other), ROUNDING * Math.max(size, other));
}

export function triangleBoxes(x: Float64Array, triangles: Int32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0, at = 0; t < triangles.length; t += 3, at += 6) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Math.min(x[a + axis], x[b + axis], x[c + axis]);
      boxes[at + 3 + axis] = Math.max(x[a + axis], x[b + axis], x[c + axis]);
    }
    // Wider by what counts as level: sheets in one plane meet whatever the rounding.
    let wide = 0;
    for (let axis = 0; axis < 3; axis++) wide = Math.max(wide, boxes[at + 3 + axis] - boxes[at + axis]);
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] -= LEVEL * wide;
      boxes[at + 3 + axis] += LEVEL * wide;
    }
  }
  return boxes;
}

function overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}
