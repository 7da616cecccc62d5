/**
 * Whether a patch of a sheet can be made flat without meeting anything: for sheets that become coarser. All that a patch
 * sweeps is within the hull of its points. Another triangle is beyond it if their boxes do not meet, or if, along the
 * patch's normal, the triangle is wholly above or below all of its points by `margin`. Layers that lie on each other are
 * apart by their thickness, so half of it will do; where the patch bulges by more than there is room for, it stays.
 *
 * What is fat (spheres, capsules) is left to who knows depths; triangles that have a point of the patch go with it.
 */
import { type Bvh, buildBvh } from '../bvh.ts';
import { type Surface, triangleBoxes } from './crossings.ts';
import { areaNormal, dot } from './surface-geometry.ts';

export class Layers {
  readonly #surface: Surface;
  readonly #tree: Bvh;
  readonly #box = new Float64Array(6);

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#tree = buildBvh(triangleBoxes(surface.points, surface.triangles));
  }

  /** `points` of the surface; `normal` need not be a unit vector; margin in m. */
  isClear(points: ArrayLike<number>, normal: readonly number[], margin: number): boolean {
    const { points: x } = this.#surface;
    const box = this.#box;
    box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    let [low, high] = [Infinity, -Infinity];
    const length = Math.sqrt(dot(normal, normal));
    if (!(length > 0)) return false;
    for (let k = 0; k < points.length; k++) {
      const at = 3 * points[k];
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], x[at + axis] - margin);
        box[3 + axis] = Math.max(box[3 + axis], x[at + axis] + margin);
      }
      const height = (normal[0] * x[at] + normal[1] * x[at + 1] + normal[2] * x[at + 2]) / length;
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    return !this.#meets(points, normal, length, low - margin, high + margin);
  }

  #meets(points: ArrayLike<number>, normal: readonly number[], length: number, low: number, high: number) {
    const { boxes, skip, first, count, nodes, order } = this.#tree;
    const box = this.#box;
    for (let node = 0; node < nodes; ) {
      const at = 6 * node;
      if (
        boxes[at] > box[3] ||
        box[0] > boxes[at + 3] ||
        boxes[at + 1] > box[4] ||
        box[1] > boxes[at + 4] ||
        boxes[at + 2] > box[5] ||
        box[2] > boxes[at + 5]
      ) {
        node = skip[node];
        continue;
      }
      for (let k = first[node]; k < first[node] + count[node]; k++) {
        if (this.#isBetween(order[k], points, normal, length, low, high)) return true;
      }
      node++;
    }
    return false;
  }

  #isBetween(
    t: number,
    points: ArrayLike<number>,
    normal: readonly number[],
    length: number,
    low: number,
    high: number,
  ): boolean {
    const { points: x, triangles } = this.#surface;
    const box = this.#box;
    let [least, most] = [Infinity, -Infinity];
    for (let c = 0; c < 3; c++) {
      const p = triangles[3 * t + c];
      for (let k = 0; k < points.length; k++) if (points[k] === p) return false;
      const height = (normal[0] * x[3 * p] + normal[1] * x[3 * p + 1] + normal[2] * x[3 * p + 2]) / length;
      least = Math.min(least, height);
      most = Math.max(most, height);
    }
    if (least > high || most < low) return false;
    for (let axis = 0; axis < 3; axis++) {
      const [a, b, c] = [0, 1, 2].map((corner) => x[3 * triangles[3 * t + corner] + axis]);
      if (Math.min(a, b, c) > box[3 + axis] || Math.max(a, b, c) < box[axis]) return false;
    }
    const n = areaNormal(this.#surface, t);
    return dot(n, n) > 0;
  }
}
