/**
 * Particles sorted into cubic cells, for asking who is near a place. Cells are counted from the least one and kept in a
 * table by hash, so that a particle far away costs no memory; each entry knows its cell, as several may share a place in
 * the table.
 */

/** Cells along an axis that keys have room for. */
const MOST_CELLS = 131072;

export class ParticleCells {
  /** What `look` found: particles, and their distances squared, m². Good until the next look. */
  found = new Int32Array(64);
  squares = new Float64Array(64);
  readonly #places: ArrayLike<number>;
  readonly #cell: number;
  /** Least cell of all particles. */
  readonly #low: readonly [number, number, number];
  /** Entries of place t of the table: starts[t] to starts[t + 1] − 1. */
  readonly #starts: Int32Array;
  readonly #entries: Int32Array;
  readonly #keys: Float64Array;
  readonly #mask: number;

  /** `places`: x, y, z each, m, all finite; `cell`: m, the farthest that `look` may look. */
  constructor(places: ArrayLike<number>, cell: number) {
    this.#places = places;
    this.#cell = cell;
    const count = places.length / 3;
    const low: [number, number, number] = [Infinity, Infinity, Infinity];
    for (let i = 0; i < places.length; i++) low[i % 3] = Math.min(low[i % 3], Math.floor(places[i] / cell));
    this.#low = low;
    let size = 64;
    while (size < 2 * count) size *= 2;
    this.#mask = size - 1;
    const keys = new Float64Array(count);
    const starts = new Int32Array(size + 1);
    for (let p = 0; p < count; p++) {
      const i = Math.floor(places[3 * p] / cell) - low[0];
      const j = Math.floor(places[3 * p + 1] / cell) - low[1];
      const k = Math.floor(places[3 * p + 2] / cell) - low[2];
      if (Math.max(i, j, k) >= MOST_CELLS)
        throw new RangeError(`particles[${p}]: is farther than ${MOST_CELLS * cell} m from the others`);
      keys[p] = (k * MOST_CELLS + j) * MOST_CELLS + i;
      starts[this.#placeOf(i, j, k) + 1]++;
    }
    for (let t = 0; t < size; t++) starts[t + 1] += starts[t];
    this.#starts = starts;
    this.#entries = new Int32Array(count);
    this.#keys = new Float64Array(count);
    const next = starts.slice();
    for (let p = 0; p < count; p++) {
      const i = Math.floor(places[3 * p] / cell) - low[0];
      const j = Math.floor(places[3 * p + 1] / cell) - low[1];
      const k = Math.floor(places[3 * p + 2] / cell) - low[2];
      const at = next[this.#placeOf(i, j, k)]++;
      this.#entries[at] = p;
      this.#keys[at] = keys[p];
    }
  }

  /**
   * Finds the particles nearer than `reach` (m, at most a cell) to a place, in no order, and stops looking at `most` of
   * them; answers how many.
   */
  look(x: number, y: number, z: number, reach: number, most = Number.POSITIVE_INFINITY): number {
    const places = this.#places;
    const limit = reach * reach;
    const i = Math.floor(x / this.#cell) - this.#low[0];
    const j = Math.floor(y / this.#cell) - this.#low[1];
    const k = Math.floor(z / this.#cell) - this.#low[2];
    let count = 0;
    for (let c = Math.max(0, k - 1); c <= k + 1 && c < MOST_CELLS; c++) {
      for (let b = Math.max(0, j - 1); b <= j + 1 && b < MOST_CELLS; b++) {
        for (let a = Math.max(0, i - 1); a <= i + 1 && a < MOST_CELLS; a++) {
          const key = (c * MOST_CELLS + b) * MOST_CELLS + a;
          const t = this.#placeOf(a, b, c);
          for (let at = this.#starts[t]; at < this.#starts[t + 1]; at++) {
            if (this.#keys[at] !== key) continue;
            const p = this.#entries[at];
            const dx = places[3 * p] - x;
            const dy = places[3 * p + 1] - y;
            const dz = places[3 * p + 2] - z;
            const square = dx * dx + dy * dy + dz * dz;
            if (!(square < limit)) continue;
            if (count === this.found.length) this.#grow();
            this.found[count] = p;
            this.squares[count++] = square;
            if (count >= most) return count;
          }
        }
      }
    }
    return count;
  }

  #grow(): void {
    const { found, squares } = this;
    this.found = new Int32Array(2 * found.length);
    this.squares = new Float64Array(2 * squares.length);
    this.found.set(found);
    this.squares.set(squares);
  }

  #placeOf(i: number, j: number, k: number): number {
    return (Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791)) & this.#mask;
  }
}
