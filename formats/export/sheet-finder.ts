/**
 * Finds the triangle of a flat sheet that contains a point, with a grid of cells about as large as the triangles.
 */

/** Three vertices and their barycentric weights for each point. */
export class Corners {
  readonly #corners: Uint32Array;
  readonly #shares: Float64Array;

  constructor(corners: Uint32Array, shares: Float64Array) {
    this.#corners = corners;
    this.#shares = shares;
  }

  /** Interpolates an array of `width` numbers per vertex at the points. */
  mix(array: Float32Array, width: number): Float32Array {
    const points = this.#corners.length / 3;
    const mixed = new Float32Array(width * points);
    for (let p = 0; p < points; p++) {
      for (let n = 0; n < width; n++) {
        let sum = 0;
        for (let k = 0; k < 3; k++)
          sum += this.#shares[3 * p + k] * array[width * this.#corners[3 * p + k] + n];
        mixed[width * p + n] = sum;
      }
    }
    return mixed;
  }
}

export class SheetFinder {
  readonly #triangles: Uint32Array;
  readonly #places: Float32Array;
  readonly #cells: number[][];
  readonly #columns: number;
  readonly #low: [number, number];
  readonly #cell: [number, number];

  constructor(triangles: Uint32Array, places: Float32Array) {
    this.#triangles = triangles;
    this.#places = places;
    const low: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < places.length; i++) {
      low[i % 2] = Math.min(low[i % 2], places[i]);
      high[i % 2] = Math.max(high[i % 2], places[i]);
    }
    this.#low = low;
    this.#columns = Math.max(1, Math.ceil(Math.sqrt(triangles.length / 6)));
    const side = (axis: number) => Math.max((high[axis] - low[axis]) / this.#columns, 1e-12);
    this.#cell = [side(0), side(1)];
    this.#cells = Array.from({ length: this.#columns * this.#columns }, () => []);
    for (let t = 0; t < triangles.length; t += 3) this.#enter(t);
  }

  /**
   * Finds the triangle that contains, or is nearest to, each of `points`, with the barycentric coordinates of
   * `exact` in it.
   */
  find(points: Float64Array, exact: Float32Array): Corners {
    const count = points.length / 2;
    const corners = new Uint32Array(3 * count);
    const shares = new Float64Array(3 * count);
    for (let p = 0; p < count; p++) {
      const t = this.#around(points[2 * p], points[2 * p + 1]);
      const [a, b, c] = this.#sharesIn(t, exact[2 * p], exact[2 * p + 1]);
      corners.set(this.#triangles.subarray(t, t + 3), 3 * p);
      shares.set([a, b, c], 3 * p);
    }
    return new Corners(corners, shares);
  }

  #around(u: number, v: number): number {
    let best = 0;
    let least = Number.NEGATIVE_INFINITY;
    const look = (t: number) => {
      const inside = Math.min(...this.#sharesIn(t, u, v));
      if (inside > least) [least, best] = [inside, t];
    };
    this.#cells[this.#column(u, 0) + this.#columns * this.#column(v, 1)].forEach(look);
    // No triangle contains the point: it is beyond the rim or in an empty cell.
    if (least < -1e-6) for (let t = 0; t < this.#triangles.length; t += 3) look(t);
    return best;
  }

  #sharesIn(t: number, u: number, v: number): [number, number, number] {
    const [a, b, c] = this.#triangles.subarray(t, t + 3);
    const p = this.#places;
    const [bu, bv] = [p[2 * b] - p[2 * a], p[2 * b + 1] - p[2 * a + 1]];
    const [cu, cv] = [p[2 * c] - p[2 * a], p[2 * c + 1] - p[2 * a + 1]];
    const area = bu * cv - bv * cu;
    if (area === 0) return [Number.NEGATIVE_INFINITY, 0, 0];
    const [du, dv] = [u - p[2 * a], v - p[2 * a + 1]];
    const second = (du * cv - dv * cu) / area;
    const third = (bu * dv - bv * du) / area;
    return [1 - second - third, second, third];
  }

  #enter(t: number): void {
    const corners = this.#triangles.subarray(t, t + 3);
    const range = (axis: 0 | 1) => {
      const columns = [...corners].map((corner) => this.#column(this.#places[2 * corner + axis], axis));
      return [Math.min(...columns), Math.max(...columns)];
    };
    const [[left, right], [bottom, top]] = [range(0), range(1)];
    for (let row = bottom; row <= top; row++)
      for (let column = left; column <= right; column++) this.#cells[column + this.#columns * row].push(t);
  }

  #column(place: number, axis: 0 | 1): number {
    const column = Math.floor((place - this.#low[axis]) / this.#cell[axis]);
    return Math.min(this.#columns - 1, Math.max(0, column));
  }
}
