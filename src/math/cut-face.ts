/**
 * A face cut into triangles, ear by ear: an ear is a corner that turns the way the face turns, with no other corner in
 * its triangle (Meisters 1975). The turning is seen along the face's normal, so that a face that is not quite flat, or
 * not convex, is cut as it looks from the front.
 */
import { areaVector } from './polygon.ts';

type Point = readonly [number, number];

/** Triangles of a face; its corners are places in `vertices`. */
export function cutFace(
  vertices: readonly (readonly number[])[],
  corners: readonly number[],
  field = 'face',
): number[][] {
  if (corners.length === 3) return [[...corners]];
  if (corners.length > MOST_CORNERS) {
    throw new RangeError(
      `${field}: has ${corners.length} corners; at most ${MOST_CORNERS} of one face are cut`,
    );
  }
  const plan = frontView(vertices, corners);
  const left = corners.map((_, k) => k);
  const triangles: number[][] = [];
  while (left.length > 3) {
    // A face that crosses itself may have no ear: then any corner is cut, and the skin has a fold there.
    const ear = Math.max(
      0,
      left.findIndex((_, k) => isEar(plan, left, k)),
    );
    const [before, at, after] = neighbours(left, ear);
    triangles.push([corners[before], corners[at], corners[after]]);
    left.splice(ear, 1);
  }
  triangles.push(left.map((k) => corners[k]));
  return triangles;
}

/** Cutting takes a time that grows with the cube of the corners at worst. */
const MOST_CORNERS = 500;

function neighbours(left: readonly number[], k: number): [number, number, number] {
  const count = left.length;
  return [left[(k + count - 1) % count], left[k], left[(k + 1) % count]];
}

function isEar(plan: readonly Point[], left: readonly number[], k: number): boolean {
  const [before, at, after] = neighbours(left, k);
  const [a, b, c] = [plan[before], plan[at], plan[after]];
  if (!(turn(a, b, c) > 0)) return false;
  return left.every((other) => {
    if (other === before || other === at || other === after) return true;
    const p = plan[other];
    return turn(a, b, p) < 0 || turn(b, c, p) < 0 || turn(c, a, p) < 0;
  });
}

/** Twice the area of a triangle, positive anticlockwise. */
function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** The corners along the axis nearest to the face's normal, seen so that they turn anticlockwise. */
function frontView(vertices: readonly (readonly number[])[], corners: readonly number[]): Point[] {
  const normal = areaVector(corners.flatMap((corner) => vertices[corner]));
  const size = normal.map(Math.abs);
  const axis = size.indexOf(Math.max(...size));
  const [i, j] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  return corners.map((corner) => [vertices[corner][i], vertices[corner][j]]);
}
