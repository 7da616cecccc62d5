/**
 * Finds the triangle nearest to a particle: triangles are listed in all cells of a grid that they reach into, and a particle
 * looks at those of its own cell. The nearest point of a triangle (a, b, c) by the region of its plane that the particle
 * projects to: face, one of three edges, or one of three corners (Ericson 2005, chapter 5).
 */
import { grown } from '../../math/growable.ts';

/** Cells a triangle, at most: a sheet that is spread far and folded finely has wider ones. */
const CELLS_EACH = 64;

export class TriangleGrid {
  #x: Float64Array = new Float64Array(0);
  #stride = 0;
  #triangles: Int32Array = new Int32Array(0);
  #reach = 0;
  #cell = 1;
  readonly #low = new Float64Array(3);
  readonly #cells = new Int32Array(3);
  /** By cell its first entry, by entry the next one (−1: none) and the triangle. */
  #heads = new Int32Array(0);
  #next = new Int32Array(0);
  #triangleOf = new Int32Array(0);
  readonly #weights = new Float64Array(3);

  /** For particles at planar positions `x`, triangles (three particles each), and distances up to `reach` (m). */
  sort(x: Float64Array, stride: number, triangles: Int32Array, reach: number): void {
    this.#x = x;
    this.#stride = stride;
    this.#triangles = triangles;
    this.#reach = reach;
    this.#lay();
    const [, rows, columns] = this.#cells;
    const [from, to] = [new Int32Array(3), new Int32Array(3)];
    let entries = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      for (let axis = 0; axis < 3; axis++) {
        from[axis] = this.#cellAt(axis, this.#least(axis, t) - reach);
        to[axis] = this.#cellAt(axis, this.#greatest(axis, t) + reach);
      }
      for (let a = from[0]; a <= to[0]; a++) {
        for (let b = from[1]; b <= to[1]; b++) {
          for (let c = from[2]; c <= to[2]; c++) {
            if (entries === this.#next.length) this.#grow();
            const at = (a * rows + b) * columns + c;
            this.#triangleOf[entries] = t;
            this.#next[entries] = this.#heads[at];
            this.#heads[at] = entries++;
          }
        }
      }
    }
  }

  /**
   * Where in the list the triangle begins that is nearest to particle i, −1 where none is in reach; of two that are as near, as at
   * a common edge, the first. Writes the weights of its corners in the nearest point.
   */
  nearest(i: number, weights: Float64Array): number {
    let at = 0;
    for (let axis = 0; axis < 3; axis++) {
      const cell = Math.floor((this.#x[axis * this.#stride + i] - this.#low[axis]) / this.#cell);
      if (!(cell >= 0 && cell < this.#cells[axis])) return -1;
      at = at * this.#cells[axis] + cell;
    }
    let least = this.#reach;
    let found = -1;
    for (let entry = this.#heads[at]; entry >= 0; entry = this.#next[entry]) {
      const t = this.#triangleOf[entry];
      const distance = this.#distance(i, t);
      // A triangle without area may have no distance.
      if (!(distance <= least) || (distance === least && found >= 0 && t > found)) continue;
      least = distance;
      found = t;
      weights.set(this.#weights);
    }
    return found;
  }

  /** Lays the cells: as wide as a box around a triangle is on the mean, and at least the reach. */
  #lay(): void {
    const reach = this.#reach;
    const high = [0, 0, 0];
    let width = 0;
    for (let axis = 0; axis < 3; axis++) {
      this.#low[axis] = Infinity;
      high[axis] = -Infinity;
      for (let t = 0; t < this.#triangles.length; t += 3) {
        const [least, greatest] = [this.#least(axis, t), this.#greatest(axis, t)];
        this.#low[axis] = Math.min(this.#low[axis], least - reach);
        high[axis] = Math.max(high[axis], greatest + reach);
        width += greatest - least;
      }
    }
    this.#cell = Math.max(reach, width / Math.max(1, this.#triangles.length));
    let all = Infinity;
    while (all > CELLS_EACH * (1 + this.#triangles.length)) {
      if (all < Infinity) this.#cell *= 2;
      all = 1;
      for (let axis = 0; axis < 3; axis++) {
        const cells = Math.ceil((high[axis] - this.#low[axis]) / this.#cell);
        this.#cells[axis] = Math.max(1, cells);
        all *= Math.max(1, cells);
      }
    }
    if (this.#heads.length < all) this.#heads = new Int32Array(2 * all);
    this.#heads.fill(-1);
  }

  #cellAt(axis: number, place: number): number {
    const cell = Math.floor((place - this.#low[axis]) / this.#cell);
    return Math.min(this.#cells[axis] - 1, Math.max(0, cell));
  }

  #least(axis: number, t: number): number {
    const [x, plane, corners] = [this.#x, axis * this.#stride, this.#triangles];
    return Math.min(x[plane + corners[t]], x[plane + corners[t + 1]], x[plane + corners[t + 2]]);
  }

  #greatest(axis: number, t: number): number {
    const [x, plane, corners] = [this.#x, axis * this.#stride, this.#triangles];
    return Math.max(x[plane + corners[t]], x[plane + corners[t + 1]], x[plane + corners[t + 2]]);
  }

  /** Writes the weights of the nearest point. */
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

  /** To a + v (b − a) + w (c − a). */
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

  #grow(): void {
    const room = Math.max(1024, 2 * this.#next.length);
    this.#next = grown(this.#next, room);
    this.#triangleOf = grown(this.#triangleOf, room);
  }
}
