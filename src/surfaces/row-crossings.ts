/**
 * Crossings of straight rows along x with the triangles of a closed mesh. The winding number along a row (how many times
 * the mesh wraps around a point) starts at 0, rises by 1 where the row enters and falls by 1 where it leaves.
 *
 * The side on which a row passes an edge is computed alike for both triangles, from the vertex with the lower number to
 * the other. A row that meets an edge or a vertex counts as moved a little in y, and by less in z (simulation of
 * simplicity, Edelsbrunner & Mücke 1990). So each row enters as often as it leaves.
 */

import { boundsOf } from '../math/box.ts';
import { grown } from '../math/growable.ts';

/** Mean number of triangles per bin of y and z. */
const BIN_TRIANGLES = 2;
/** Most bins a side: 1 MB of starts. */
const MOST_BINS = 512;

export class RowCrossings {
  /** Crossings of the last row: x in rising order, m. */
  x = new Float64Array(64);
  /** +1 where the row enters, −1 where it leaves. */
  turn = new Int8Array(64);
  count = 0;
  readonly #positions: ArrayLike<number>;
  readonly #triangles: ArrayLike<number>;
  readonly #bins: number;
  readonly #low: readonly [number, number];
  readonly #perMetre: readonly [number, number];
  /** Triangles of bin b: members[starts[b]] to members[starts[b + 1] − 1]. */
  readonly #starts: Int32Array;
  readonly #members: Int32Array;

  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>) {
    this.#positions = positions;
    this.#triangles = triangles;
    const [, y0, z0, , y1, z1] = boundsOf(positions);
    this.#low = [y0, z0];
    const bins = Math.min(MOST_BINS, Math.ceil(Math.sqrt(triangles.length / 3 / BIN_TRIANGLES)) || 1);
    this.#bins = bins;
    this.#perMetre = [bins / (y1 - y0 || 1), bins / (z1 - z0 || 1)];
    const counts = new Int32Array(bins * bins + 1);
    this.#visit((bin) => {
      counts[bin + 1]++;
    });
    for (let b = 0; b < bins * bins; b++) counts[b + 1] += counts[b];
    this.#starts = counts.slice();
    this.#members = new Int32Array(counts[bins * bins]);
    this.#visit((bin, triangle) => {
      this.#members[counts[bin]++] = triangle;
    });
  }

  /** Finds the crossings of the row at y and z. */
  find(y: number, z: number): void {
    this.count = 0;
    const bins = this.#bins;
    const [j, k] = [this.#bin(0, y), this.#bin(1, z)];
    if (j < 0 || k < 0 || j >= bins || k >= bins) return;
    const triangles = this.#triangles;
    for (let m = this.#starts[k * bins + j]; m < this.#starts[k * bins + j + 1]; m++) {
      const t = 3 * this.#members[m];
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const side = this.#side(a, b, y, z);
      if (this.#side(b, c, y, z) !== side || this.#side(c, a, y, z) !== side) continue;
      // A triangle that is anticlockwise in y and z faces greater x, so that the row leaves there.
      this.#insert(this.#crossing(a, b, c, y, z), -side);
    }
  }

  /** Winding number at a point; on the surface, that of the next greater x. */
  windingAt(x: number, y: number, z: number): number {
    this.find(y, z);
    let winding = 0;
    for (let i = 0; i < this.count && this.x[i] <= x; i++) winding += this.turn[i];
    return winding;
  }

  #bin(axis: 0 | 1, value: number): number {
    const bin = Math.floor((value - this.#low[axis]) * this.#perMetre[axis]);
    // The last bin contains its upper bound.
    return bin === this.#bins ? bin - 1 : bin;
  }

  /** Calls `member` for every bin that a triangle's box meets. */
  #visit(member: (bin: number, triangle: number) => void): void {
    const positions = this.#positions;
    const triangles = this.#triangles;
    const last = this.#bins - 1;
    for (let t = 0; t < triangles.length / 3; t++) {
      const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
      const range = (axis: 0 | 1) => {
        const [p, q, r] = [positions[a + 1 + axis], positions[b + 1 + axis], positions[c + 1 + axis]];
        const from = this.#bin(axis, Math.min(p, q, r));
        return [Math.max(0, from), Math.min(last, this.#bin(axis, Math.max(p, q, r)))];
      };
      const [j0, j1] = range(0);
      const [k0, k1] = range(1);
      for (let k = k0; k <= k1; k++) for (let j = j0; j <= j1; j++) member(k * this.#bins + j, t);
    }
  }

  /** Returns +1 if the row passes left of the edge from a to b, seen against x; −1 if right. */
  #side(a: number, b: number, y: number, z: number): number {
    return a < b ? this.#sideOf(a, b, y, z) : -this.#sideOf(b, a, y, z);
  }

  #sideOf(a: number, b: number, y: number, z: number): number {
    const p = this.#positions;
    const ey = p[3 * b + 1] - p[3 * a + 1];
    const ez = p[3 * b + 2] - p[3 * a + 2];
    const area = ey * (z - p[3 * a + 2]) - ez * (y - p[3 * a + 1]);
    if (area !== 0) return area > 0 ? 1 : -1;
    if (ez !== 0) return ez < 0 ? 1 : -1;
    return ey >= 0 ? 1 : -1;
  }

  /** Returns x where the row meets the plane of a triangle, clamped to the triangle's range of x. */
  #crossing(a: number, b: number, c: number, y: number, z: number): number {
    const p = this.#positions;
    const [ax, bx, cx] = [p[3 * a], p[3 * b], p[3 * c]];
    const by = p[3 * b + 1] - p[3 * a + 1];
    const bz = p[3 * b + 2] - p[3 * a + 2];
    const cy = p[3 * c + 1] - p[3 * a + 1];
    const cz = p[3 * c + 2] - p[3 * a + 2];
    const dy = y - p[3 * a + 1];
    const dz = z - p[3 * a + 2];
    const whole = by * cz - bz * cy;
    const x = ax + ((dy * cz - dz * cy) * (bx - ax) + (by * dz - bz * dy) * (cx - ax)) / whole;
    const [least, most] = [Math.min(ax, bx, cx), Math.max(ax, bx, cx)];
    return x >= least && x <= most ? x : x > most ? most : least;
  }

  #insert(x: number, turn: number): void {
    if (this.count === this.x.length) {
      this.x = grown(this.x);
      this.turn = grown(this.turn);
    }
    let at = this.count++;
    for (; at > 0 && this.x[at - 1] > x; at--) {
      this.x[at] = this.x[at - 1];
      this.turn[at] = this.turn[at - 1];
    }
    this.x[at] = x;
    this.turn[at] = turn;
  }
}
