/** The surfaces of a stage as plain lists, for who looks at them from time to time. */
import type { SurfaceArrays } from './arrays.ts';
import { VERTEX_NUMBERS } from './arrays.ts';
import type { Surface } from './crossings.ts';
import { TRIANGLE_WORDS } from './features.ts';
import type { Obstacle } from './obstacles.ts';

/**
 * Of `points` vertices where they began the sub-step, and `count` triangles. Planes are left out (their triangles become
 * points): particles below them are all that can be wrong there.
 */
export function presentSurface(
  { vertices, triangles: words, bodies, sewn }: SurfaceArrays,
  points: number,
  count: number,
  sheets: number,
  obstacles: readonly Obstacle[],
): Surface {
  const places = new Float64Array(3 * points);
  for (let i = 0; i < points; i++) {
    for (let axis = 0; axis < 3; axis++) places[3 * i + axis] = vertices.view[VERTEX_NUMBERS * i + axis];
  }
  const triangles = new Int32Array(3 * count);
  const owner = new Int32Array(count);
  for (let t = 0; t < count; t++) {
    const body = bodies.view[words.view[TRIANGLE_WORDS * t]];
    owner[t] = body >= 0 ? body : sheets - 1 - body;
    const flat = body < 0 && obstacles[-1 - body].collider.shape.halfSpace;
    for (let c = 0; c < 3; c++) triangles[3 * t + c] = words.view[TRIANGLE_WORDS * t + (flat ? 0 : c)];
  }
  return {
    points: places,
    triangles,
    owner,
    sheets,
    ...(!sewn.isEmpty && { joins: (p, q) => sewn.joins(p, q) }),
    solid: [...new Array(sheets).fill(false), ...obstacles.map(({ solid }) => solid)],
  };
}
