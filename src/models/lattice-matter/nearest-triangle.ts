/**
 * Finds the triangle nearest to a particle, among those whose middles are near enough. The nearest point of a triangle
 * (a, b, c) follows from the region of its plane that the particle projects to: face, one of three edges, or one of three
 * corners (Ericson 2005, chapter 5).
 */
import { norm } from '../../math/vec3.ts';
import { ParticleCells } from '../../surfaces/particle-cells.ts';

export class NearestTriangle {
  readonly #x: Float64Array;
  readonly #stride: number;
  readonly #triangles: Int32Array;
  readonly #reach: number;
  readonly #middles: ParticleCells;
  readonly #weights = new Float64Array(3);

  /** `x`: planar positions of particles; `triangles`: three particles each; `reach`: greatest distance, m. */
  constructor(x: Float64Array, stride: number, triangles: Int32Array, reach: number) {
    this.#x = x;
    this.#stride = stride;
    this.#triangles = triangles;
    this.#reach = reach;
    const middles = new Float64Array(triangles.length);
    let radius = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = triangles.subarray(t, t + 3);
      for (let axis = 0; axis < 3; axis++) {
        for (const corner of corners) middles[t + axis] += x[axis * stride + corner] / 3;
      }
      for (const i of corners) {
        const [dx, dy] = [x[i] - middles[t], x[stride + i] - middles[t + 1]];
        radius = Math.max(radius, norm(dx, dy, x[2 * stride + i] - middles[t + 2]));
      }
    }
    this.#middles = new ParticleCells(middles, (reach + radius) * (1 + ROUNDING));
  }

  /**
   * Returns the index in the list at which the triangle nearest to particle i begins, −1 if none is within reach; of two
   * equally near ones, as at a common edge, the first. Writes the weights of its corners in the nearest point.
   */
  find(i: number, weights: Float64Array): number {
    const [x, stride] = [this.#x, this.#stride];
    const count = this.#middles.findNear(x[i], x[stride + i], x[2 * stride + i], this.#middles.cell);
    let least = this.#reach;
    let found = -1;
    for (let k = 0; k < count; k++) {
      const t = 3 * this.#middles.found[k];
      const distance = this.#distance(i, t);
      // A triangle without area may have no distance.
      if (!(distance <= least) || (distance === least && found >= 0 && t > found)) continue;
      least = distance;
      found = t;
      weights.set(this.#weights);
    }
    return found;
  }

  /** Distance of particle i from the triangle at `t` of the list, m; writes the weights of the nearest point. */
  #distance(i: number, t: number): number {
    const [a, b, c] = [this.#triangles[t], this.#triangles[t + 1], this.#triangles[t + 2]];
    const [ap, bp, cp] = [this.#dot(a, b, a, i), this.#dot(a, b, b, i), this.#dot(a, b, c, i)];
    const [aq, bq, cq] = [this.#dot(a, c, a, i), this.#dot(a, c, b, i), this.#dot(a, c, c, i)];
    const [va, vb, vc] = [bp * cq - cp * bq, cp * aq - ap * cq, ap * bq - bp * aq];
    if (ap <= 0 && aq <= 0) return this.#at(i, a, b, c, 0, 0);
    if (bp >= 0 && bq <= bp) return this.#at(i, a, b, c, 1, 0);
    if (cq >= 0 && cp <= cq) return this.#at(i, a, b, c, 0, 1);
    if (vc <= 0 && ap >= 0 && bp <= 0) return this.#at(i, a, b, c, ap / (ap - bp), 0);
    if (vb <= 0 && aq >= 0 && cq <= 0) return this.#at(i, a, b, c, 0, aq / (aq - cq));
    if (va <= 0 && bq - bp >= 0 && cp - cq >= 0) {
      const share = (bq - bp) / (bq - bp + (cp - cq));
      return this.#at(i, a, b, c, 1 - share, share);
    }
    const sum = va + vb + vc;
    return this.#at(i, a, b, c, vb / sum, vc / sum);
  }

  /** Distance of particle i from a + v (b − a) + w (c − a), m. */
  #at(i: number, a: number, b: number, c: number, v: number, w: number): number {
    let square = 0;
    for (let plane = 0; plane < 3 * this.#stride; plane += this.#stride) {
      const x = this.#x;
      const start = x[plane + a];
      const gap = x[plane + i] - start - v * (x[plane + b] - start) - w * (x[plane + c] - start);
      square += gap * gap;
    }
    this.#weights[0] = 1 - v - w;
    this.#weights[1] = v;
    this.#weights[2] = w;
    return Math.sqrt(square);
  }

  /** (q − p) · (s − r) */
  #dot(p: number, q: number, r: number, s: number): number {
    let sum = 0;
    for (let plane = 0; plane < 3 * this.#stride; plane += this.#stride) {
      const x = this.#x;
      sum += (x[plane + q] - x[plane + p]) * (x[plane + s] - x[plane + r]);
    }
    return sum;
  }
}

/** Relative rounding error of a middle, of three sums, and a distance. */
const ROUNDING = 8 * Number.EPSILON;
