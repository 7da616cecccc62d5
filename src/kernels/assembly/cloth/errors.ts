/** Kernels that find where the mesh of a cloth is too coarse, and where it may not become coarser; see src/models/adaptive-cloth/adapt.ts. */
import * as ClothHinge from '../../../layouts/generated/cloth-hinge';
import * as HingeVertices from '../../../layouts/generated/hinge-vertices';
import { index, NEXT_F64, put, putIndex } from '../memory';
import { cos, sin } from '../portable';

/** Returns the error d = (L/2) tan q of a hinge of height L; 0 if it is `least` or less for certain. */
// @inline
function errorOf(height: f64, q: f64, least: f64): f64 {
  // tan q ≤ q (1 + 0.4 q²) up to q = 0.5, which is cheaper than the tangent
  if (q < 0.5 && 0.5 * height * q * (1 + 0.4 * q * q) <= least) return 0;
  return (0.5 * height * sin(q)) / cos(q);
}

/**
 * Lists the hinges whose error (m) exceeds `most`, with their errors, and returns their number. Sets `kept` to 1 in the rows of
 * hinges that turned faster than `keptRate` in `interval`, or have an error above `keptError`, now or at rest.
 */
export function clothErrors(
  vertices: usize,
  count: i32,
  hinges: usize,
  angles: usize,
  interval: f64,
  most: f64,
  keptError: f64,
  keptRate: f64,
  kept: usize,
  list: usize,
  errors: usize,
): i32 {
  const least = min<f64>(most, keptError);
  let found: i32 = 0;
  for (
    let k: i32 = 0;
    k < count;
    k++, vertices += HingeVertices.BYTES, hinges += ClothHinge.BYTES, angles += NEXT_F64
  ) {
    const angle = load<f64>(angles);
    const restAngle = load<f64>(hinges, ClothHinge.REST_ANGLE);
    const height = load<f64>(hinges, ClothHinge.HEIGHT);
    const quarter = 0.25 * abs<f64>(angle - restAngle);
    const rest = 0.25 * abs<f64>(restAngle);
    const d = errorOf(height, quarter, least);
    if (d > most) {
      putIndex(list, found, k);
      put(errors, found++, d);
    }
    const needed = rest > quarter ? errorOf(height, rest, keptError) : d;
    const rate = abs<f64>(angle - load<f64>(hinges, ClothHinge.START_ANGLE)) / interval;
    if (!(needed > keptError || rate > keptRate)) continue;
    putIndex(kept, load<i32>(vertices, HingeVertices.I), 1);
    putIndex(kept, load<i32>(vertices, HingeVertices.J), 1);
  }
  return found;
}

/**
 * Lists the edges with an end whose flags have `bit`, each by the corner opposite in its first triangle, and returns their
 * number. `flags`: those of the vertices (i32).
 */
export function clothMarkedEdges(
  triangles: usize,
  neighbours: usize,
  count: i32,
  flags: usize,
  bit: i32,
  list: usize,
): i32 {
  let found: i32 = 0;
  for (let t: i32 = 0; t < count; t++) {
    const a = index(flags, index(triangles, 3 * t)),
      b = index(flags, index(triangles, 3 * t + 1)),
      c = index(flags, index(triangles, 3 * t + 2));
    if (((a | b | c) & bit) === 0) continue;
    for (let k: i32 = 0; k < 3; k++) {
      const ends = k === 0 ? b | c : k === 1 ? a | c : a | b;
      const over = index(neighbours, 3 * t + k);
      if ((ends & bit) !== 0 && (over < 0 || over > t)) putIndex(list, found++, 3 * t + k);
    }
  }
  return found;
}
