/**
 * Texture coordinates of a cloth for pictures, one pair (u, v, m) a vertex. A pattern of one piece has them already. In a
 * pattern with seams a vertex on a seam has several, which would smear the texture: such a cloth gets coordinates from its
 * shape at the start. An upright one is wrapped round a vertical axis, u = r |φ|, equal on both sides, so that it closes
 * without a seam; a flat one is projected from above.
 */

import { boundsOf } from '../../math/box.ts';
import { atan2 } from '../../math/portable.ts';
import type { Mesh48 } from './mesh.ts';

/** Height over width below which a shape counts as flat. */
const LYING = 0.2;
/** Distance of the corners of one vertex over the extent of the pattern below which they coincide. */
const SAME = 1e-6;

export function hasSeams({ triangles, triangleCount, vertexCount, pattern }: Mesh48): boolean {
  const corner = new Int32Array(vertexCount).fill(-1);
  let extent = 0;
  for (let h = 0; h < 6 * triangleCount; h++) extent = Math.max(extent, Math.abs(pattern[h]));
  for (let h = 0; h < 3 * triangleCount; h++) {
    const first = corner[triangles[h]];
    if (first < 0) corner[triangles[h]] = h;
    else {
      const apart = Math.max(
        Math.abs(pattern[2 * h] - pattern[2 * first]),
        Math.abs(pattern[2 * h + 1] - pattern[2 * first + 1]),
      );
      if (apart > SAME * extent) return true;
    }
  }
  return false;
}

/** Returns u, v of vertices from their positions x, y, z at the start, m. */
export function wrapped(starts: Float64Array): Float64Array {
  const count = starts.length / 3;
  const bounds = boundsOf(starts);
  const [low, high] = [bounds.slice(0, 3), bounds.slice(3)];
  const [width, height, depth] = [0, 1, 2].map((axis) => high[axis] - low[axis]);
  const places = new Float64Array(2 * count);
  const lies = height < LYING * Math.max(width, depth);
  const [cx, cz] = [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2];
  let radius = 0; // the mean over the cloth
  for (let i = 0; i < count; i++) {
    const [x, z] = [starts[3 * i] - cx, starts[3 * i + 2] - cz];
    radius += Math.sqrt(x * x + z * z) / count;
  }
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [starts[3 * i], starts[3 * i + 1], starts[3 * i + 2]];
    places[2 * i] = lies ? x : radius * Math.abs(atan2(x - cx, cz - z));
    places[2 * i + 1] = lies ? -z : y;
  }
  return places;
}
