/**
 * Symmetric positive definite matrix A with a narrow band, solved directly by Cholesky's factorisation A = L Lᵀ in n·width²
 * operations. Stored row by row: entry (i, i − d) of the lower band is at index i (width + 1) + width − d.
 */
export class BandMatrix {
  readonly size: number;
  /** Largest distance of an entry from the diagonal. */
  readonly width: number;
  readonly #rows: Float64Array;

  constructor(size: number, width: number) {
    this.size = size;
    this.width = width;
    this.#rows = new Float64Array(size * (width + 1));
  }

  /** Adds to entries (i, j) and (j, i), which are stored once. */
  add(i: number, j: number, value: number): void {
    const [row, column] = i >= j ? [i, j] : [j, i];
    if (row - column > this.width)
      throw new RangeError(`band: entry (${i}, ${j}) is outside the band of width ${this.width}`);
    this.#rows[row * (this.width + 1) + this.width - (row - column)] += value;
  }

  /** Returns x with A x = `right`. Replaces the matrix by its factor. */
  solve(right: Float64Array): Float64Array {
    this.#factor();
    const { size, width } = this;
    const rows = this.#rows;
    const x = right.slice();
    for (let i = 0; i < size; i++) {
      const diagonal = i * (width + 1) + width;
      let sum = x[i];
      for (let d = Math.min(width, i); d > 0; d--) sum -= rows[diagonal - d] * x[i - d];
      x[i] = sum / rows[diagonal];
    }
    for (let i = size - 1; i >= 0; i--) {
      const diagonal = i * (width + 1) + width;
      x[i] /= rows[diagonal];
      for (let d = Math.min(width, i); d > 0; d--) x[i - d] -= rows[diagonal - d] * x[i];
    }
    return x;
  }

  #factor(): void {
    const { size, width } = this;
    const rows = this.#rows;
    for (let i = 0; i < size; i++) {
      const here = i * (width + 1) + width;
      const from = Math.max(0, i - width);
      for (let j = from; j <= i; j++) {
        const there = j * (width + 1) + width;
        let sum = rows[here - (i - j)];
        for (let k = Math.max(from, j - width); k < j; k++)
          sum -= rows[here - (i - k)] * rows[there - (j - k)];
        if (j < i) rows[here - (i - j)] = sum / rows[there];
        else if (sum > 0) rows[here] = Math.sqrt(sum);
        else throw new RangeError(`band: the matrix is not positive definite at row ${i}`);
      }
    }
  }
}
