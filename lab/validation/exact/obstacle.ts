/**
 * Colliders as plain geometry for judging contact, from the scene rather than from the engine.
 *
 * A *solid* is convex: the points within `radius` of the hull of its corners (a ball: one corner; a capsule: two), or,
 * without a radius, the points behind all of its faces. The depth of points in it is exact. A *skin* is a mesh, closed
 * or not; it has two sides, and the question is whether something passes through it.
 */
import type { Scene } from 'pliant';
import { Track, vec3 } from 'pliant/engine';
import {
  type Point,
  pointToSegment,
  pointToTriangle,
  segmentToSegment,
  segmentToTriangle,
} from './distances.ts';

type ColliderParameters = Scene['colliders'][number];

/** Sides of the prism that represents a cylinder: it is flatter by 0.03 % of the radius. */
const SIDES = 128;
/** Half the edge of the square that represents a plane, m; far beyond any scene here. */
const FAR = 100;

export interface Obstacle {
  readonly name: string;
  readonly kind: 'solid' | 'skin';
  readonly radius: number;
  /** Corner indices of each face, anticlockwise from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Smallest width of the obstacle, m: anything that passes moves at least this far. 0 for a skin. */
  readonly width: number;
  /** Corners in the world at a time in s, 3 coordinates each. */
  cornersAt(time: number): Float64Array;
}

export function obstacleOf(collider: ColliderParameters): Obstacle {
  const { corners, faces, radius, kind } = plainShape(collider.shape);
  const track = new Track(collider.position, collider.rotation, collider.keyframes);
  const width = kind === 'skin' ? 0 : radius > 0 ? 2 * radius : leastWidth(corners, faces);
  const still = placed(corners, track.poseAt(0));
  const { shape } = collider;
  const motion = shape.kind === 'mesh' ? shape.motion : undefined;
  return {
    name: collider.name,
    kind,
    radius,
    faces,
    width,
    cornersAt: motion
      ? (time) => placed(movedCorners(motion, time), track.poseAt(time))
      : track.still
        ? () => still
        : (time) => placed(corners, track.poseAt(time)),
  };
}

type Motion = NonNullable<Extract<ColliderParameters['shape'], { kind: 'mesh' }>['motion']>;

/** Linear between keys; looping animations start again. */
function movedCorners({ times, places, loop, start }: Motion, time: number): Point[] {
  const length = times[times.length - 1] - times[0];
  const since = Math.max(0, time - start);
  const at = times[0] + (loop && since > length ? since % length : Math.min(since, length));
  const next = Math.max(
    1,
    times.findIndex((key) => key >= at),
  );
  const share = (at - times[next - 1]) / (times[next] - times[next - 1]);
  const flat = Array.from(places[next - 1], (c, i) => c + share * (places[next][i] - c));
  return Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]]);
}

interface PlainShape {
  kind: 'solid' | 'skin';
  corners: readonly Point[];
  faces: readonly (readonly number[])[];
  radius: number;
}

function plainShape(shape: ColliderParameters['shape']): PlainShape {
  const solid = (corners: PlainShape['corners'], faces: PlainShape['faces'], radius = 0): PlainShape => ({
    kind: 'solid',
    corners,
    faces,
    radius,
  });
  switch (shape.kind) {
    case 'sphere':
      return solid([[0, 0, 0]], [], shape.radius);
    case 'capsule':
      return solid(
        [
          [0, -shape.height / 2, 0],
          [0, shape.height / 2, 0],
        ],
        [],
        shape.radius,
      );
    case 'plane':
      return solid(
        [
          [-FAR, 0, -FAR],
          [-FAR, 0, FAR],
          [FAR, 0, FAR],
          [FAR, 0, -FAR],
        ],
        [[0, 1, 2, 3]],
      );
    case 'box':
      return block(shape.size.map((edge) => edge / 2));
    case 'cylinder':
      return prism(shape.radius, shape.height);
    case 'convex':
      return solid(shape.vertices, shape.faces);
    case 'mesh':
      return { kind: 'skin', corners: shape.vertices, faces: shape.triangles, radius: 0 };
  }
}

function block([x, y, z]: number[]): PlainShape {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { kind: 'solid', corners, faces, radius: 0 };
}

function prism(radius: number, height: number): PlainShape {
  const corners: Point[] = [];
  const faces: number[][] = [[], []];
  for (let k = 0; k < SIDES; k++) {
    const angle = (2 * Math.PI * k) / SIDES;
    const [x, z] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    corners.push([x, -height / 2, z], [x, height / 2, z]);
    const next = (2 * k + 2) % (2 * SIDES);
    faces.push([2 * k, 2 * k + 1, next + 1, next]);
    faces[0].push(2 * k);
    faces[1].unshift(2 * k + 1);
  }
  return { kind: 'solid', corners, faces, radius: 0 };
}

interface Pose {
  readonly position: Point;
  readonly quaternion: readonly number[];
}

function placed(corners: readonly Point[], { position, quaternion }: Pose): Float64Array {
  const [x, y, z, w] = quaternion;
  const out = new Float64Array(3 * corners.length);
  corners.forEach((corner, i) => {
    const turn = vec3.cross([x, y, z], corner).map((t) => 2 * t);
    const more = vec3.cross([x, y, z], turn);
    for (let axis = 0; axis < 3; axis++) {
      out[3 * i + axis] = position[axis] + corner[axis] + w * turn[axis] + more[axis];
    }
  });
  return out;
}

/** Outward unit normal and offset of each face, by Newell's method, which weights all corners equally. */
function facePlanes(corners: Float64Array, faces: readonly (readonly number[])[]): number[][] {
  return faces.map((face) => {
    const points = face.map((i) => [corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]]);
    const sum = [0, 0, 0];
    points.forEach((p, i) => {
      const part = vec3.cross(
        vec3.subtract(p, points[0]),
        vec3.subtract(points[(i + 1) % points.length], points[0]),
      );
      for (let axis = 0; axis < 3; axis++) sum[axis] += part[axis];
    });
    const size = Math.sqrt(vec3.dot(sum, sum));
    const normal = sum.map((value) => value / size);
    return [...normal, vec3.dot(normal, points[0])];
  });
}

function leastWidth(corners: readonly Point[], faces: readonly (readonly number[])[]): number {
  if (faces.length === 1) return FAR;
  const flat = Float64Array.from(corners.flat());
  const widths = facePlanes(flat, faces).map((plane) =>
    Math.max(...corners.map((corner) => plane[3] - vec3.dot(plane, corner))),
  );
  return Math.min(...widths);
}

/** A solid at one time. */
export class PlacedSolid {
  readonly #radius: number;
  readonly #hull: Point[];
  readonly #planes: number[][];

  constructor({ radius, faces }: Obstacle, corners: Float64Array) {
    this.#radius = radius;
    this.#hull = Array.from({ length: corners.length / 3 }, (_, i) =>
      Array.from(corners.subarray(3 * i, 3 * i + 3)),
    );
    this.#planes = facePlanes(corners, faces);
  }

  /**
   * Whether any point of a vertex, segment or triangle is deeper in the solid than `depth`; faster than `depth()`.
   */
  holds(points: readonly Point[], depth: number): boolean {
    return this.#planes.length > 0 ? reaches(this.#planes, points, depth) : this.depth(points) > depth;
  }

  /**
   * Depth of the deepest point of a vertex, segment or triangle in the solid, m; minus infinity or negative
   * outside.
   */
  depth(points: readonly Point[]): number {
    if (this.#planes.length > 0) return depthBehind(this.#planes, points);
    const distance =
      this.#hull.length === 1 ? fromPoint(this.#hull[0], points) : fromSegment(this.#hull, points);
    return this.#radius - distance;
  }
}

/** Bounding box; unbounded for a plane. */
export function boxOf(corners: Float64Array, { radius, faces }: Obstacle): number[] {
  if (faces.length === 1) return [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity];
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < corners.length; i++) {
    box[i % 3] = Math.min(box[i % 3], corners[i] - radius);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], corners[i] + radius);
  }
  return box;
}

function fromPoint(p: Point, points: readonly Point[]): number {
  if (points.length === 1) return pointToSegment(points[0], p, p);
  return points.length === 2 ? pointToSegment(p, points[0], points[1]) : pointToTriangle(p, points);
}

function fromSegment([a, b]: readonly Point[], points: readonly Point[]): number {
  if (points.length === 1) return pointToSegment(points[0], a, b);
  if (points.length === 2) return segmentToSegment(a, b, points[0], points[1]);
  return segmentToTriangle(a, b, points);
}

/** Largest d such that some point is d behind all planes: bisection over d, clipping the hull of the points. */
function depthBehind(planes: readonly number[][], points: readonly Point[]): number {
  if (!reaches(planes, points, 0)) return -Infinity;
  let deep = 0;
  let high = Math.min(
    ...planes.map((plane) => Math.max(...points.map((p) => plane[3] - vec3.dot(plane, p)))),
  );
  for (let k = 0; k < 40 && high - deep > 1e-9; k++) {
    const middle = (deep + high) / 2;
    if (reaches(planes, points, middle)) deep = middle;
    else high = middle;
  }
  return deep;
}

/** Whether any point of a convex polygon is at least d behind all planes. */
function reaches(planes: readonly number[][], points: readonly Point[], d: number): boolean {
  let polygon = points;
  for (const plane of planes) {
    const heights = polygon.map((p) => vec3.dot(plane, p) - plane[3] + d);
    if (heights.every((height) => height > 0)) return false;
    if (heights.every((height) => height <= 0)) continue;
    const kept: Point[] = [];
    polygon.forEach((p, i) => {
      const j = (i + 1) % polygon.length;
      if (heights[i] <= 0) kept.push(p);
      if (heights[i] <= 0 !== heights[j] <= 0) {
        const t = heights[i] / (heights[i] - heights[j]);
        kept.push([0, 1, 2].map((axis) => p[axis] + t * (polygon[j][axis] - p[axis])));
      }
    });
    polygon = kept;
  }
  return true;
}
