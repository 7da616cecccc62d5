/**
 * Colliders as corners, edges and faces (`Shape.features`), for contact that single particles miss: of a corner with a face of
 * a sheet, and of an edge with its edges.
 */
import { edgeKey } from '../../math/mesh.ts';
import type { Collider } from '../collider.ts';
import { type Frame, toWorld, writeFrame } from '../pose.ts';
import type { MovingMesh } from '../shapes/moving-mesh.ts';
import type { Features } from '../shapes/shape.ts';

/** The features of a collider. Points are in its local axes; those of a moving mesh are at its first keyframe. */
export interface Obstacle extends Features {
  readonly collider: Collider;
  readonly moving: MovingMesh | undefined;
  /** Whether there is an edge between two points. */
  isEdge(a: number, b: number): boolean;
}

export function createObstacle(collider: Collider): Obstacle {
  const { kind, features: own, moving } = collider.shape;
  if (!own)
    throw new RangeError(
      `shape: "${kind}" has no features, which surface contact needs; give it a method features()`,
    );
  const features = collider.shape.features!();
  const count = features.points.length;
  const keys = new Set(features.edges.map(([a, b]) => edgeKey(a, b, count)));
  return { ...features, collider, moving, isEdge: (a, b) => keys.has(edgeKey(a, b, count)) };
}

/** Writes the points of an obstacle at a time in world axes to `out`, from index `at` on, `every` numbers apart. */
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

/** Writes the motion x ↦ A x + b of an obstacle between two times in world axes: A by rows, then b. */
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
