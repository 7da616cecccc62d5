/**
 * Whether a patch of a sheet can be made flat without meeting anything: for sheets that become coarser. All that a patch
 * sweeps is within the hull of its points. Another triangle is beyond it if, along the patch's normal n, it is wholly
 * above or below all of its points by `margin`; or if, seen along n, their outlines do not overlap: two convex outlines
 * do not if a line along a side of one of them parts them. Layers that lie on each other are apart by their thickness, so
 * half of it will do as a margin; where the patch bulges by more than there is room for, it stays.
 *
 * What is fat (spheres, capsules) is left to who knows depths; triangles that have a point of the patch go with it.
 */
import { cross, dot, normalised } from '../../math/vec3.ts';
import { type Bvh, buildBvh } from '../shapes/bvh.ts';
import { type Surface, triangleBoxes } from './crossings.ts';
import { triangleNormal } from './surface-geometry.ts';

/** Of the patch's size, that neighbours around it may seem to overlap with it: their rims need not be straight. */
const RIM = 1e-3;

interface Patch {
  readonly points: ArrayLike<number>;
  /** Unit vectors: the normal, and two across. */
  readonly axes: readonly [number[], number[], number[]];
  /** Along the normal, margin included, m. */
  readonly low: number;
  readonly high: number;
  /** Corners of the outline as two numbers each, anticlockwise, m. */
  readonly outline: readonly number[];
  readonly rim: number;
  readonly box: Float64Array;
}

export class Layers {
  readonly #surface: Surface;
  readonly #tree: Bvh;

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#tree = buildBvh(triangleBoxes(surface.points, surface.triangles));
  }

  /** `points` are some of the surface's, `normal` need not be a unit vector; margin in m. */
  isClear(points: ArrayLike<number>, normal: readonly number[], margin: number): boolean {
    if (!(dot(normal, normal) > 0)) return false;
    const patch = this.#patch(points, normal, margin);
    const { boxes, skip, first, count, nodes, order } = this.#tree;
    for (let node = 0; node < nodes; ) {
      if (!meet(boxes, 6 * node, patch.box)) {
        node = skip[node];
        continue;
      }
      for (let k = first[node]; k < first[node] + count[node]; k++) {
        if (this.#isWithin(order[k], patch)) return false;
      }
      node++;
    }
    return true;
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

  #isWithin(t: number, { points, axes, low, high, outline, rim }: Patch): boolean {
    const { points: x, triangles } = this.#surface;
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
    return !isParted(outline, flat, rim) && !isParted(flat, outline, rim);
  }
}

function meet(boxes: Float64Array, at: number, box: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[at + axis] > box[3 + axis] || boxes[at + 3 + axis] < box[axis]) return false;
  }
  return true;
}

/** Is there a side of a, such that all of a is on one side of the line along it and b on the other, but for `rim`? */
function isParted(a: readonly number[], b: readonly number[], rim: number): boolean {
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

/** Of points in a plane, from left to right and back (Andrew 1979). */
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
