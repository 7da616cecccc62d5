/**
 * Occlusion by colliders: whether one is between two points. A ray advances by the distance to the shape, which it can travel
 * without meeting it. For a convex shape the distance is a convex function along the ray, so the ray advances to the root of the
 * tangent, and passes the shape once the distance grows, as in the contact sweep.
 */

import type { Collider } from '../contact/collider.ts';
import { writeFrame } from '../contact/pose.ts';
import { norm } from '../math/vec3.ts';
import type { Blocked } from './radiation.ts';

/** Distance at which a ray hits a shape, m. Sheets rest half their thickness away, which is far more. */
const HIT = 1e-6;
/** Most advances of a ray: a ray that needs more grazes the surface. */
const MAX_ROUNDS = 80;

export function shadowOf(colliders: readonly Collider[]): Blocked {
  const frames = colliders.map(() => new Float64Array(12));
  let time = Number.NaN;
  const start = new Float64Array(3);
  const way = new Float64Array(3);
  const normal = new Float64Array(3);
  return (from, to, except, now) => {
    if (now !== time) {
      time = now;
      colliders.forEach(({ track }, k) => {
        const { position, quaternion } = track.poseAt(now);
        writeFrame(frames[k], position, quaternion);
      });
    }
    for (let k = 0; k < colliders.length; k++) {
      if (k === except) continue;
      const f = frames[k];
      const dx = from[0] - f[9];
      const dy = from[1] - f[10];
      const dz = from[2] - f[11];
      const wx = to[0] - from[0];
      const wy = to[1] - from[1];
      const wz = to[2] - from[2];
      for (let axis = 0; axis < 3; axis++) {
        start[axis] = f[axis] * dx + f[3 + axis] * dy + f[6 + axis] * dz;
        way[axis] = f[axis] * wx + f[3 + axis] * wy + f[6 + axis] * wz;
      }
      if (meets(colliders[k], start, way, normal)) return true;
    }
    return false;
  };
}

/** Whether the ray start + t way, 0 ≤ t ≤ 1, in the shape's axes hits it. */
function meets({ shape }: Collider, start: Float64Array, way: Float64Array, normal: Float64Array): boolean {
  const length = norm(way[0], way[1], way[2]);
  if (length === 0) return false;
  const convex = shape.signed && shape.reach === undefined;
  let t = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const d = shape.distance(start[0] + t * way[0], start[1] + t * way[1], start[2] + t * way[2], normal);
    const slope = normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2];
    if (convex && slope >= 0) return d < -HIT;
    if (d < HIT) return true;
    t += convex ? -d / slope : d / length;
    if (t > 1) return false;
  }
  return true; // it grazes the surface
}
