/**
 * Colliders and heaters from the polyhedra of a file. A collider is a convex solid where the faces are flat, close and
 * nowhere turn inwards; else a two-sided skin of triangles, for which none of that matters. Files written by hand
 * round their corners to a few digits, which bends faces of four corners: such a solid becomes a skin.
 *
 * A face becomes triangles by cutting off ears: a corner that turns the way the face turns, with no other corner in
 * its triangle (Meisters 1975). The turning is seen along the face's normal, so that a face that is not
 * quite flat, or not convex, is cut as it looks from the front.
 */
import type { ShapeSpec } from '../contact/index.ts';
import { createShape } from '../contact/index.ts';
import type { PolyhedraFile, Polyhedron } from '../io/pol.ts';
import { areaVector } from '../math/polygon.ts';

type Point = readonly [number, number];
type Triple = [number, number, number];

/** One shape a polyhedron, in the file's order. Throws a RangeError that begins with `polyhedra[i]`. */
export function polyhedraShapes({ polyhedra }: PolyhedraFile): ShapeSpec[] {
  return polyhedra.map(
    (polyhedron, i) => convexShape(polyhedron) ?? meshShape(polyhedron, `polyhedra[${i}]`),
  );
}

/** Hot faces of one temperature, as a heater of a scene has them. */
export interface FileHeater {
  shape: { kind: 'faces'; vertices: Triple[]; faces: number[][] };
  /** K */
  temperature: number;
}

/**
 * The heaters of a file: one a polyhedron and temperature. A hot face radiates from its outer side, away from the
 * middle of its polyhedron's corners; one that stands alone from the side it is seen anticlockwise.
 */
export function polyhedraHeaters({ polyhedra }: PolyhedraFile): FileHeater[] {
  return polyhedra.flatMap((polyhedron) => {
    const hot = polyhedron.faces.filter((face) => face.hot !== undefined);
    const temperatures = [...new Set(hot.map((face) => face.hot as number))];
    return temperatures.map((temperature) => {
      const faces = hot
        .filter((face) => face.hot === temperature)
        .map(({ corners }) => outwards(polyhedron, corners));
      const used = new Map([...new Set(faces.flat())].map((corner, i) => [corner, i]));
      const vertices = [...used.keys()].map((corner): Triple => [...polyhedron.vertices[corner]]);
      return {
        shape: {
          kind: 'faces' as const,
          vertices,
          faces: faces.map((face) => face.map((c) => used.get(c)!)),
        },
        temperature,
      };
    });
  });
}

function outwards({ vertices, faces }: Polyhedron, corners: readonly number[]): number[] {
  const normal = faceNormal(vertices, corners);
  const along = (points: readonly (readonly number[])[]) =>
    points.reduce((sum, p) => sum + p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2], 0) /
    points.length;
  const face = along(corners.map((corner) => vertices[corner]));
  const inwards = faces.length > 1 && along(vertices) > face;
  return inwards ? corners.toReversed() : [...corners];
}

function convexShape(polyhedron: Polyhedron): ShapeSpec | undefined {
  const { vertices, faces } = polyhedron;
  const turned = faces.map(({ corners }) => outwards(polyhedron, corners));
  const spec: ShapeSpec = { kind: 'convex', vertices, faces: turned };
  return accepted(spec) === undefined ? spec : undefined;
}

function meshShape({ vertices, faces }: Polyhedron, field: string): ShapeSpec {
  const triangles = faces.flatMap(({ corners }, f) => cutFace(vertices, corners, `${field}.faces[${f}]`));
  const spec: ShapeSpec = { kind: 'mesh', vertices, triangles };
  const cause = accepted(spec);
  if (cause !== undefined) throw new RangeError(`${field}: ${cause}`);
  return spec;
}

/** Why a shape is refused, or undefined where it is not. */
function accepted(spec: ShapeSpec): string | undefined {
  try {
    createShape(spec);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

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
  const normal = faceNormal(vertices, corners);
  const size = normal.map(Math.abs);
  const axis = size.indexOf(Math.max(...size));
  const [i, j] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  return corners.map((corner) => [vertices[corner][i], vertices[corner][j]]);
}

/** The face's area along its normal. */
function faceNormal(vertices: readonly (readonly number[])[], corners: readonly number[]): number[] {
  return areaVector(corners.flatMap((corner) => vertices[corner]));
}
