/**
 * Particles sorted into cubic cells, to find those near a point. Cells are in a hash table, so that a distant particle costs
 * no memory. The hash is that of a row of cells along x, and the cells of a row follow each other: the three cells of a row
 * that a search visits are one run of entries. Several rows may share slots, so that each entry has the number of its row.
 * Kernels read the same table (assembly/fields/particle-means.ts).
 */

import { boundsOf } from '../math/box.ts';
import { grown } from '../math/growable.ts';

/** Most cells along an axis, by which rows are numbered. */
const MOST_CELLS = 131072;

export class ParticleCells {
  /** Particles that `findNear` found; valid until the next search. */
  found = new Int32Array(64);
  /** Squares of their distances, m². */
  squares = new Float64Array(64);
  /** Side of a cell, m. */
  readonly cell: number;
  /** Least coordinates of a cell. */
  readonly low: readonly [number, number, number];
  /** Entries of slot t of the table: starts[t] to starts[t + 1] − 1. */
  readonly starts: Int32Array;
  /** Particle of each entry. */
  readonly entries: Int32Array;
  /** Position x, y, z of each entry, m. */
  readonly places: Float64Array;
  /** Row of each entry. */
  readonly rows: Float64Array;
  /** Number of slots minus 1. */
  readonly mask: number;

  /** `places`: x, y, z each, m, all finite; `cell`: the largest reach of a search, m. */
  constructor(places: ArrayLike<number>, cell: number) {
    this.cell = cell;
    const count = places.length / 3;
    const [x0, y0, z0] = boundsOf(places);
    const low = [Math.floor(x0 / cell), Math.floor(y0 / cell), Math.floor(z0 / cell)] as const;
    this.low = low;
    let size = 64;
    while (size < 2 * count) size *= 2;
    this.mask = size - 1;
    const rows = new Float64Array(count);
    const slots = new Int32Array(count);
    const starts = new Int32Array(size + 1);
    for (let p = 0; p < count; p++) {
      const i = Math.floor(places[3 * p] / cell) - low[0];
      const j = Math.floor(places[3 * p + 1] / cell) - low[1];
      const k = Math.floor(places[3 * p + 2] / cell) - low[2];
      if (Math.max(i, j, k) >= MOST_CELLS)
        throw new RangeError(`particles[${p}]: is farther than ${MOST_CELLS * cell} m from the others`);
      rows[p] = k * MOST_CELLS + j;
      slots[p] = (hashOf(j, k) + i) & this.mask;
      starts[slots[p] + 1]++;
    }
    for (let t = 0; t < size; t++) starts[t + 1] += starts[t];
    this.starts = starts;
    this.entries = new Int32Array(count);
    this.rows = new Float64Array(count);
    this.places = new Float64Array(3 * count);
    const next = starts.slice();
    for (let p = 0; p < count; p++) {
      const at = next[slots[p]]++;
      this.entries[at] = p;
      this.rows[at] = rows[p];
      for (let axis = 0; axis < 3; axis++) this.places[3 * at + axis] = places[3 * p + axis];
    }
  }

  /** Finds the particles nearer than `reach` (m, at most a cell) to a point, at most so many, in no order; returns their number. */
  findNear(x: number, y: number, z: number, reach: number, most = Number.POSITIVE_INFINITY): number {
    const starts = this.starts;
    const mask = this.mask;
    const i = Math.floor(x / this.cell) - this.low[0];
    const j = Math.floor(y / this.cell) - this.low[1];
    const k = Math.floor(z / this.cell) - this.low[2];
    if (!(i >= -1 && i <= MOST_CELLS)) return 0;
    let count = 0;
    for (let c = Math.max(0, k - 1); c <= k + 1 && c < MOST_CELLS; c++) {
      for (let b = Math.max(0, j - 1); b <= j + 1 && b < MOST_CELLS; b++) {
        const row = c * MOST_CELLS + b;
        const from = (hashOf(b, c) + i - 1) & mask;
        // A run that crosses the end of the table is two runs.
        const whole = Math.min(from + 3, mask + 1);
        count = this.#search(starts[from], starts[whole], row, x, y, z, reach, most, count);
        if (count < most && whole < from + 3)
          count = this.#search(0, starts[from + 2 - mask], row, x, y, z, reach, most, count);
        if (count >= most) return count;
      }
    }
    return count;
  }

  #search(
    start: number,
    end: number,
    row: number,
    x: number,
    y: number,
    z: number,
    reach: number,
    most: number,
    before: number,
  ): number {
    const rows = this.rows;
    const places = this.places;
    const limit = reach * reach;
    let count = before;
    for (let at = start; at < end; at++) {
      if (rows[at] !== row) continue;
      const dx = places[3 * at] - x;
      const dy = places[3 * at + 1] - y;
      const dz = places[3 * at + 2] - z;
      const square = dx * dx + dy * dy + dz * dz;
      if (!(square < limit)) continue;
      if (count === this.found.length) this.#grow();
      this.found[count] = this.entries[at];
      this.squares[count++] = square;
      if (count >= most) return count;
    }
    return count;
  }

  #grow(): void {
    this.found = grown(this.found);
    this.squares = grown(this.squares);
  }
}

function hashOf(j: number, k: number): number {
  return Math.imul(j, 19349663) ^ Math.imul(k, 83492791);
}
