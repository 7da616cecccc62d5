/** Distances of points, segments and triangles in space, m. See Ericson 2005, chapter 5. */
import { vec3 } from 'pliant/engine';

const { cross, dot, length, subtract } = vec3;

export type Point = readonly number[];

export const between = (a: Point, b: Point, t: number): number[] => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
];
const unit = (t: number) => (t > 0 ? (t < 1 ? t : 1) : 0); // also NaN: a segment of zero length

export function pointToSegment(p: Point, a: Point, b: Point): number {
  const way = subtract(b, a);
  return length(subtract(p, between(a, b, unit(dot(subtract(p, a), way) / dot(way, way)))));
}

export function pointToTriangle(p: Point, [a, b, c]: readonly Point[]): number {
  const normal = cross(subtract(b, a), subtract(c, a));
  const square = dot(normal, normal);
  if (square > 0) {
    const beside = (q: Point, r: Point) => dot(cross(subtract(r, q), subtract(p, q)), normal);
    if (beside(a, b) >= 0 && beside(b, c) >= 0 && beside(c, a) >= 0) {
      return Math.abs(dot(subtract(p, a), normal)) / Math.sqrt(square);
    }
  }
  return Math.min(pointToSegment(p, a, b), pointToSegment(p, b, c), pointToSegment(p, c, a));
}

export function segmentToSegment(a: Point, b: Point, c: Point, d: Point): number {
  const [u, v, w] = [subtract(b, a), subtract(d, c), subtract(a, c)];
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const determinant = uu * vv - uv * uv;
  const ends = Math.min(
    pointToSegment(a, c, d),
    pointToSegment(b, c, d),
    pointToSegment(c, a, b),
    pointToSegment(d, a, b),
  );
  const [s, t] = [(uv * vw - vv * uw) / determinant, (uu * vw - uv * uw) / determinant];
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return ends;
  return Math.min(ends, length(subtract(between(a, b, s), between(c, d, t))));
}

export function segmentToTriangle(p: Point, q: Point, corners: readonly Point[]): number {
  const [a, b, c] = corners;
  const normal = cross(subtract(b, a), subtract(c, a));
  const [sp, sq] = [dot(subtract(p, a), normal), dot(subtract(q, a), normal)];
  if (sp * sq < 0 && pointToTriangle(between(p, q, sp / (sp - sq)), corners) <= 1e-12) return 0;
  return Math.min(
    pointToTriangle(p, corners),
    pointToTriangle(q, corners),
    segmentToSegment(p, q, a, b),
    segmentToSegment(p, q, b, c),
    segmentToSegment(p, q, c, a),
  );
}
