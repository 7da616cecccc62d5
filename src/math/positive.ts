/** Inverse of a small symmetric positive definite matrix. */

/** Inverts a matrix of n rows in place, by rows. It needs no pivots, since its leading minors are positive. */
export function invertPositive(a: Float64Array, n: number): void {
  for (let p = 0; p < n; p++) {
    const pivot = 1 / a[n * p + p];
    a[n * p + p] = 1;
    for (let k = 0; k < n; k++) a[n * p + k] *= pivot;
    for (let row = 0; row < n; row++) {
      if (row === p) continue;
      const by = a[n * row + p];
      a[n * row + p] = 0;
      for (let k = 0; k < n; k++) a[n * row + k] -= by * a[n * p + k];
    }
  }
}
