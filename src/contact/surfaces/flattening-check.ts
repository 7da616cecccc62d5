/**
 * Whether a patch of a sheet can be flattened without touching anything, for sheets that are coarsened. A patch sweeps at most
 * the convex hull of its points. Another triangle is outside it if, along the patch's normal n, it is above or below all of
 * its points by `margin`; or if, projected along n, their outlines do not overlap, which for convex outlines means that a
 * side of one of them separates them. Layers on each other are a thickness apart, so half of it is enough as a margin.
 *
 * Triangles that share a point with the patch move with it. The radius of colliders is ignored: bodies that flatten patches
 * test depths in spheres and capsules themselves.
 */
import { cross, dot, normalised } from '../../math/vec3.ts';
import type { Surface } from './crossings.ts';
import { triangleNormal } from './surface-geometry.ts';

/**
 * Overlap with neighbours that is ignored, as a share of the patch's size: their common border need not be straight. Test:
 * surfaces/limits.test.ts.
 */
const RIM = 1e-3;

/**
 * Visits the triangles that may overlap a box (least x, y, z, greatest x, y, z, m) until `visit` returns true, and returns whether
 * it has.
 */
export type VisitWithin = (box: Float64Array, visit: (triangle: number) => boolean) => boolean;

interface Patch {
  readonly points: ArrayLike<number>;
  /** The unit normal and two unit vectors perpendicular to it. */
  readonly axes: readonly [number[], number[], number[]];
  /** Extent along the normal with the margin, m. */
  readonly low: number;
  readonly high: number;
  /** Corners of the outline, two numbers each, anticlockwise, m. */
  readonly outline: readonly number[];
  /** Overlap that is ignored, m. */
  readonly rim: number;
  readonly box: Float64Array;
}

export class FlatteningCheck {
  readonly #surface: Surface;
  readonly #visit: VisitWithin;

  /** `visit`: the search for triangles of the surface. */
  constructor(surface: Surface, visit: VisitWithin) {
    this.#surface = surface;
    this.#visit = visit;
  }

  /** Whether nothing is within `margin` (m) of a patch of these points; `normal` need not be a unit vector. */
  isClear(points: ArrayLike<number>, normal: readonly number[], margin: number): boolean {
    if (!(dot(normal, normal) > 0)) return false;
    const patch = this.#patch(points, normal, margin);
    return !this.#visit(patch.box, (triangle) => this.#isWithin(triangle, patch));
  }

  #patch(points: ArrayLike<number>, normal: readonly number[], margin: number): Patch {
    const { points: x } = this.#surface;
    const n = normalised([...normal]);
    const least = [0, 1, 2].reduce((a, b) => (Math.abs(n[b]) < Math.abs(n[a]) ? b : a));
    const u = normalised(
      cross(
        n,
        [0, 1, 2].map((axis) => (axis === least ? 1 : 0)),
      ),
    );
    const axes = [n, u, cross(n, u)] as const;
    const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
    const flat: number[][] = [];
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0; k < points.length; k++) {
      const p = Array.from(x.subarray(3 * points[k], 3 * points[k] + 3));
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], p[axis] - margin);
        box[3 + axis] = Math.max(box[3 + axis], p[axis] + margin);
      }
      low = Math.min(low, dot(n, p));
      high = Math.max(high, dot(n, p));
      flat.push([dot(axes[1], p), dot(axes[2], p)]);
    }
    const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    const outline = convexOutline(flat);
    return { points, axes: [...axes], low: low - margin, high: high + margin, outline, rim: RIM * size, box };
  }

  #overlaps(t: number, box: Float64Array): boolean {
    const { points: x, triangles } = this.#surface;
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const [p, q, r] = [x[a + axis], x[b + axis], x[c + axis]];
      if (Math.min(p, q, r) > box[3 + axis] || Math.max(p, q, r) < box[axis]) return false;
    }
    return true;
  }

  #isWithin(t: number, { points, axes, low, high, outline, rim, box }: Patch): boolean {
    const { points: x, triangles } = this.#surface;
    if (!this.#overlaps(t, box)) return false;
    const flat: number[] = [];
    let [least, most] = [Infinity, -Infinity];
    for (let c = 0; c < 3; c++) {
      const corner = triangles[3 * t + c];
      for (let k = 0; k < points.length; k++) if (points[k] === corner) return false;
      const p = Array.from(x.subarray(3 * corner, 3 * corner + 3));
      least = Math.min(least, dot(axes[0], p));
      most = Math.max(most, dot(axes[0], p));
      flat.push(dot(axes[1], p), dot(axes[2], p));
    }
    if (least > high || most < low) return false;
    const n = triangleNormal(this.#surface, t);
    if (dot(n, n) === 0) return false;
    return !isSeparated(outline, flat, rim) && !isSeparated(flat, outline, rim);
  }
}

/** Whether a side of the outline a has all of a on one side and all of b on the other, except for an overlap `rim`. */
function isSeparated(a: readonly number[], b: readonly number[], rim: number): boolean {
  for (let i = 0; i < a.length; i += 2) {
    const j = (i + 2) % a.length;
    const [dx, dy] = [a[j] - a[i], a[j + 1] - a[i + 1]];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue;
    const across = (p: readonly number[], k: number) =>
      (dx * (p[k + 1] - a[i + 1]) - dy * (p[k] - a[i])) / length;
    let [low, high, lowB, highB] = [0, 0, Infinity, -Infinity];
    for (let k = 0; k < a.length; k += 2) {
      low = Math.min(low, across(a, k));
      high = Math.max(high, across(a, k));
    }
    for (let k = 0; k < b.length; k += 2) {
      lowB = Math.min(lowB, across(b, k));
      highB = Math.max(highB, across(b, k));
    }
    if (lowB > high - rim || highB < low + rim) return true;
  }
  return false;
}

/** Convex outline of points in a plane by the monotone chain (Andrew 1979). */
function convexOutline(points: readonly number[][]): number[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: readonly number[][]) => {
    const chain: number[][] = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())].flat();
}
