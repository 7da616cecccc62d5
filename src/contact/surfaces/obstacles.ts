/**
 * Colliders as surfaces of corners, edges and faces, for what particles alone do not see: a corner under a face of the
 * sheet, an edge under its edges. A sphere is one fat vertex, a capsule one fat edge, both exact; a cylinder is a prism
 * of SIDES sides, around it where it is thin, else nearly inside it; a plane is a triangle so large that nobody sees its
 * end.
 */
import { cos, PI, sin } from '../../math/portable.ts';
import type { Collider } from '../collider.ts';
import { type Frame, toWorld, writeFrame } from '../pose.ts';
import { Convex } from '../shapes/convex.ts';
import { TriangleMesh } from '../shapes/mesh.ts';
import { MovingMesh } from '../shapes/moving-mesh.ts';
import { Box, Capsule, Cylinder, Plane, Sphere } from '../shapes/primitives.ts';
import type { Shape } from '../shapes/shape.ts';
import { TRIANGLE_NUMBERS } from '../shapes/triangle.ts';

/** Of a prism for a cylinder: its sides are below its corners by 0.12 % of the radius. */
const SIDES = 64;
/**
 * m; that its corners stand out at most. A sheet that is crushed onto a thin pole may come as near as its sides; but on a
 * thick one it lies where its masses are held by the curve, and corners must not lift it.
 */
const OUTSIDE = 1e-5;
/** m; roundings there are still below 1e-10 m. */
const FAR = 1e5;
/** Sine of the angle between two faces that are one: below it their common edge is none. */
const FLAT = 1e-7;

export interface Obstacle {
  readonly collider: Collider;
  /** x, y, z in the collider's axes, m; of one that moves in itself, at its first key. */
  readonly points: Float64Array;
  /** Of one that moves in itself. */
  readonly moving: MovingMesh | undefined;
  /** Three a triangle; a fat vertex is (a, a, a), a fat edge (a, b, b). */
  readonly triangles: readonly number[];
  /** m; that it is fatter than its points. */
  readonly radius: number;
  /** Is there an edge between these points? */
  isEdge(a: number, b: number): boolean;
}

export function createObstacle(collider: Collider): Obstacle {
  const { points, triangles, radius, edges } = surfaceOf(collider.shape);
  const keys = new Set(edges.map(([a, b]) => edgeKey(a, b, points.length)));
  return {
    collider,
    points,
    moving: collider.shape instanceof MovingMesh ? collider.shape : undefined,
    triangles,
    radius,
    isEdge: (a, b) => keys.has(edgeKey(a, b, points.length)),
  };
}

function edgeKey(a: number, b: number, count: number): number {
  return Math.min(a, b) * count + Math.max(a, b);
}

interface Surface {
  points: Float64Array;
  triangles: readonly number[];
  edges: readonly (readonly [number, number])[];
  radius: number;
}

function surfaceOf(shape: Shape): Surface {
  if (shape instanceof Sphere) {
    return { points: new Float64Array(3), triangles: [0, 0, 0], edges: [], radius: shape.radius };
  }
  if (shape instanceof Capsule) {
    const points = Float64Array.of(0, -shape.height / 2, 0, 0, shape.height / 2, 0);
    return { points, triangles: [0, 1, 1], edges: [[0, 1]], radius: shape.radius };
  }
  if (shape instanceof Convex) return polyhedron(shape.vertices, shape.faces);
  if (shape instanceof Box) return polyhedron(boxPoints(shape.size), BOX_FACES);
  if (shape instanceof Cylinder) return prism(shape.radius, shape.height);
  if (shape instanceof TriangleMesh) return welded(shape);
  // Two triangles in one plane may fold in time: all sides are edges.
  if (shape instanceof MovingMesh) return welded(shape.first, shape);
  if (!(shape instanceof Plane)) {
    throw new RangeError(
      `shape: surface contact knows no shape of kind "${shape.kind}" that is not one of its own`,
    );
  }
  // One triangle, so that no edge is near: its rounding would turn normals.
  const points = Float64Array.of(0, 0, 2 * FAR, 2 * FAR, 0, -FAR, -2 * FAR, 0, -FAR);
  return { points, triangles: [0, 1, 2], edges: [], radius: 0 };
}

const BOX_FACES = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
];

function boxPoints(size: readonly number[]): Float64Array {
  const points = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++)
      points[3 * corner + axis] = (((corner >> axis) & 1) - 0.5) * size[axis];
  }
  return points;
}

function prism(radius: number, height: number): Surface {
  const points = new Float64Array(6 * SIDES);
  const faces: number[][] = [[], []];
  const corner = Math.min(radius / cos(PI / SIDES), radius + OUTSIDE);
  for (let k = 0; k < SIDES; k++) {
    const angle = (2 * PI * k) / SIDES;
    for (let end = 0; end < 2; end++) {
      points.set([corner * cos(angle), (end - 0.5) * height, corner * sin(angle)], 3 * (2 * k + end));
      faces[end].push(2 * k + end);
    }
    const next = (k + 1) % SIDES;
    faces.push([2 * k, 2 * next, 2 * next + 1, 2 * k + 1]);
  }
  return polyhedron(points, faces);
}

/** Flat faces become fans; only their outlines are edges. */
function polyhedron(points: Float64Array, faces: readonly (readonly number[])[]): Surface {
  const triangles = faces.flatMap((face) => face.slice(2).flatMap((c, k) => [face[0], face[k + 1], c]));
  const edges = faces.flatMap((face) => face.map((a, k) => [a, face[(k + 1) % face.length]] as const));
  return { points, triangles, edges, radius: 0 };
}

/** Points in one place, at all times, become one; edges are those of one triangle, or of two that are not in one plane. */
function welded({ points, corners, triangles: numbers }: TriangleMesh, moving?: MovingMesh): Surface {
  const known = new Map<string, number>();
  const same = Array.from({ length: points.length / 3 }, (_, i) => {
    const key = points.subarray(3 * i, 3 * i + 3).join();
    const before = known.get(key);
    if (before !== undefined && (!moving || moving.goTogether(before, i))) return before;
    known.set(key, i);
    return i;
  });
  const triangles = Array.from(corners, (corner) => same[corner]);
  const sides = new Map<number, number[]>();
  triangles.forEach((a, i) => {
    const t = Math.floor(i / 3);
    const key = edgeKey(a, triangles[3 * t + ((i + 1) % 3)], points.length);
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
    !moving && list.length === 2 && isFlat(list)
      ? []
      : [[Math.floor(key / points.length), key % points.length] as const],
  );
  return { points, triangles, edges, radius: 0 };
}

/** Puts an obstacle's points into the world at a time, x, y, z into `out` from number `at` on, `every` numbers apart. */
export function placeObstacle(
  { collider, points: own, moving }: Obstacle,
  time: number,
  out: Float64Array,
  at: number,
  every: number,
): void {
  const { position, quaternion } = collider.track.poseAt(time);
  writeFrame(FRAME, position, quaternion);
  const points = moving ? new Float64Array(own.length) : own;
  moving?.placesAt(time, points);
  for (let i = 0; i < points.length / 3; i++) {
    for (let axis = 0; axis < 3; axis++) LOCAL[axis] = points[3 * i + axis];
    toWorld(FRAME, LOCAL, WORLD);
    for (let axis = 0; axis < 3; axis++) out[at + every * i + axis] = WORLD[axis];
  }
}

/** How an obstacle moves from one time to another: x ↦ A x + b in the world, A by rows, then b. */
export function writeMotion({ collider }: Obstacle, start: number, end: number, out: Float64Array): void {
  const before = collider.track.poseAt(start);
  const after = collider.track.poseAt(end);
  const from = writeFrame(FRAME, before.position, before.quaternion);
  const to = writeFrame(LATER, after.position, after.quaternion);
  for (let row = 0; row < 3; row++) {
    out[9 + row] = to[9 + row];
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += to[3 * row + k] * from[3 * column + k];
      out[3 * row + column] = sum;
      out[9 + row] -= sum * from[9 + column];
    }
  }
}

const FRAME: Frame = new Float64Array(12);
const LATER: Frame = new Float64Array(12);
const LOCAL = new Float64Array(3);
const WORLD = new Float64Array(3);
