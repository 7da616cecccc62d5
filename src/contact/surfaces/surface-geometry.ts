/** Normals and sizes of the triangles of a surface. */
import { areaNormal, dot } from '../../math/vec3.ts';
import type { Surface } from './crossings.ts';

/** Returns the normal of a triangle, as long as twice its area, m². */
export function triangleNormal({ points, triangles }: Surface, t: number): [number, number, number] {
  return areaNormal(points, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
}

/** Longest sides, m. */
export function triangleSizes(x: Float64Array, triangles: Int32Array): Float64Array {
  const sizes = new Float64Array(triangles.length / 3);
  for (let k = 0; k < triangles.length; k++) {
    const t = Math.floor(k / 3);
    const a = 3 * triangles[k];
    const b = 3 * triangles[k % 3 === 2 ? k - 2 : k + 1];
    const [dx, dy, dz] = [x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]];
    sizes[t] = Math.max(sizes[t], Math.sqrt(dx * dx + dy * dy + dz * dz));
  }
  return sizes;
}

/** By triangle: −1 where it belongs to a solid and its normal points inwards, else 1. Solids are convex. */
export function facings(surface: Surface): Int8Array {
  const { points: x, triangles, owner, solid } = surface;
  const facing = new Int8Array(owner.length).fill(1);
  const middles = new Map<number, number[]>();
  const corners = new Map<number, number>();
  for (let k = 0; k < triangles.length; k++) {
    const o = owner[Math.floor(k / 3)];
    if (!solid[o]) continue;
    const sum = middles.get(o) ?? [0, 0, 0];
    middles.set(o, sum);
    corners.set(o, (corners.get(o) ?? 0) + 1);
    for (let axis = 0; axis < 3; axis++) sum[axis] += x[3 * triangles[k] + axis];
  }
  for (let t = 0; t < owner.length; t++) {
    const sum = middles.get(owner[t]);
    if (sum === undefined) continue;
    const count = corners.get(owner[t]) ?? 1;
    const corner = 3 * triangles[3 * t];
    const out = [0, 1, 2].map((axis) => x[corner + axis] - sum[axis] / count);
    if (dot(triangleNormal(surface, t), out) < 0) facing[t] = -1;
  }
  return facing;
}
