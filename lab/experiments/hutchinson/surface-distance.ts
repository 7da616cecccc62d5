/**
 * Distance of two surfaces, independent of their triangles: from points spread over one to the nearest point of the other,
 * and vice versa. The mean weights points by area; the maximum is the Hausdorff distance, as far as the points resolve it
 * (Aspert, Santa-Cruz & Ebrahimi 2002). Lengths in m.
 */
import { createShape, vec3 } from 'pliant/engine';

export interface TriangleSurface {
  /** Coordinates, 3 per corner. */
  readonly positions: ArrayLike<number>;
  /** Corner indices, 3 per triangle. */
  readonly triangles: ArrayLike<number>;
}

export interface SurfaceDistance {
  readonly mean: number;
  readonly max: number;
}

/** Both directions; points are at most `spacing` apart. */
export function surfaceDistance(
  one: TriangleSurface,
  other: TriangleSurface,
  spacing: number,
): SurfaceDistance {
  const there = distanceFrom(one, other, spacing);
  const back = distanceFrom(other, one, spacing);
  return { mean: (there.mean + back.mean) / 2, max: Math.max(there.max, back.max) };
}

/** Distances of the first surface's points from the second surface. */
export function distanceFrom(from: TriangleSurface, to: TriangleSurface, spacing: number): SurfaceDistance {
  const mesh = createShape({ kind: 'mesh', vertices: rowsOf(to.positions), triangles: rowsOf(to.triangles) });
  const normal = new Float64Array(3);
  let [sum, weights, max] = [0, 0, 0];
  for (let t = 0; t < from.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => vec3.vectorAt(from.positions, 3 * from.triangles[t + k]));
    const [ab, ac, bc] = [vec3.subtract(b, a), vec3.subtract(c, a), vec3.subtract(c, b)];
    const pieces = Math.max(
      1,
      Math.ceil(Math.max(vec3.length(ab), vec3.length(ac), vec3.length(bc)) / spacing),
    );
    const weight = vec3.length(vec3.cross(ab, ac)) / (pieces * pieces);
    // Centres of pieces² equal triangles, and the corners, which stand out farthest.
    forEachMiddle(pieces, (u, v) => {
      const d = mesh.distance(
        a[0] + u * ab[0] + v * ac[0],
        a[1] + u * ab[1] + v * ac[1],
        a[2] + u * ab[2] + v * ac[2],
        normal,
      );
      sum += weight * d;
      weights += weight;
      max = Math.max(max, d);
    });
    for (const p of [a, b, c]) max = Math.max(max, mesh.distance(p[0], p[1], p[2], normal));
  }
  return { mean: weights > 0 ? sum / weights : 0, max };
}

/** Visits the shares of the two edges at the centres of a triangle's n² parts. */
function forEachMiddle(n: number, visit: (u: number, v: number) => void): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; i + j < n; j++) {
      visit((i + 1 / 3) / n, (j + 1 / 3) / n);
      if (i + j + 1 < n) visit((i + 2 / 3) / n, (j + 2 / 3) / n);
    }
  }
}

function rowsOf(numbers: ArrayLike<number>): number[][] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => [
    numbers[3 * i],
    numbers[3 * i + 1],
    numbers[3 * i + 2],
  ]);
}
