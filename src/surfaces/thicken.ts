/**
 * Makes a watertight body, for printing and boolean operations, from a surface and its thickness t (m): the surface shifted
 * by +t/2 and −t/2 along its normals, and walls along its edges, holes included.
 */
import { rimEdges } from '../math/mesh.ts';

export interface ThickSurface {
  /** Positions x, y, z of all points of the upper side, then of the lower, m. */
  readonly position: Float64Array;
  /** Three points per triangle, anticlockwise seen from outside. */
  readonly triangles: Int32Array;
}

export function thickSurface(
  position: ArrayLike<number>,
  normal: ArrayLike<number>,
  triangles: ArrayLike<number>,
  thickness: ArrayLike<number>,
): ThickSurface {
  const count = thickness.length;
  if (position.length !== 3 * count || normal.length !== 3 * count) {
    throw new RangeError(
      `thickSurface: ${count} thicknesses need as many positions and normals, got ${position.length / 3} and ${normal.length / 3}`,
    );
  }
  const points = new Float64Array(6 * count);
  for (let i = 0; i < 3 * count; i++) {
    const half = 0.5 * thickness[Math.floor(i / 3)] * normal[i];
    points[i] = position[i] + half;
    points[3 * count + i] = position[i] - half;
  }
  const faces: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) faces.push(triangles[t], triangles[t + 1], triangles[t + 2]);
  for (let t = 0; t < triangles.length; t += 3)
    faces.push(count + triangles[t], count + triangles[t + 2], count + triangles[t + 1]);
  for (const [a, b] of rimEdges(triangles, count)) faces.push(a, count + a, count + b, a, count + b, b);
  return { position: points, triangles: Int32Array.from(faces) };
}
