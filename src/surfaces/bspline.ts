/**
 * Clamped B-splines (de Boor 1972; Piegl & Tiller 1997, ch. 2–3) over n equally spaced particles.
 *
 * Knots are 0 (degree + 1 times), 1, 2, …, and the last one degree + 1 times, so that the spline begins and ends
 * at its first and last control point. Along such a spline equally spaced control points are not equally spaced: they
 * crowd near the ends. A *site* s (0 to n − 1) is therefore measured in particles, and `parameterAt` finds the knot
 * parameter u at which the spline of the control values 0, 1, …, n − 1 has the value s. A flat, unstretched sheet then maps
 * onto itself point by point, and s stays with the material.
 *
 * A spline that passes through its particles has its knots at the particles instead, except the second and the last but one
 * ("not a knot", de Boor 1978): then u is the site, and the spline is of fourth order up to its ends.
 */
import { wholeNumber } from '../math/check.ts';

export class Bspline {
  readonly count: number;
  /** 3, or less with too few control points for a cubic. */
  readonly degree: number;
  readonly knots: Float64Array;
  readonly through: boolean;
  /** First of the `degree + 1` control points with a share at the last evaluated parameter. */
  first = 0;
  /** Their shares, which sum to 1. */
  readonly value: Float64Array;
  /** Derivatives of the shares by the parameter. */
  readonly slope: Float64Array;
  readonly #left: Float64Array;
  readonly #right: Float64Array;

  /** `through`: whether the spline passes through its particles, see `Interpolation`. */
  constructor(count: number, through = false) {
    this.count = wholeNumber('spline: control points', count, 2);
    this.degree = Math.min(3, count - 1);
    this.through = through;
    const spans = count - this.degree;
    this.knots = Float64Array.from({ length: count + this.degree + 1 }, (_, i) => {
      const span = Math.min(spans, Math.max(0, i - this.degree));
      if (!through) return span;
      return span === 0 ? 0 : span === spans ? count - 1 : span + 1;
    });
    this.value = new Float64Array(this.degree + 1);
    this.slope = new Float64Array(this.degree + 1);
    this.#left = new Float64Array(this.degree + 1);
    this.#right = new Float64Array(this.degree + 1);
  }

  /** The largest knot parameter. */
  get end(): number {
    return this.knots[this.count];
  }

  /** Sets `first`, `value` and `slope` for the parameter u. */
  evaluate(u: number): void {
    const { degree, knots, value } = this;
    const last = this.count - degree - 1;
    const at = Math.min(last, Math.max(0, Math.floor(u) - (this.through ? 1 : 0)));
    const span = at + degree;
    this.first = at;
    value[0] = 1;
    for (let k = 1; k <= degree; k++) {
      if (k === degree) this.#slopes(span);
      this.#left[k] = u - knots[span + 1 - k];
      this.#right[k] = knots[span + k] - u;
      let carried = 0;
      for (let r = 0; r < k; r++) {
        const part = value[r] / (this.#right[r + 1] + this.#left[k - r]);
        value[r] = carried + this.#right[r + 1] * part;
        carried = this.#left[k - r] * part;
      }
      value[k] = carried;
    }
  }

  /** Sets `slope` from the shares of one degree less, which `value` has now. */
  #slopes(span: number): void {
    const { degree, knots, value, slope } = this;
    slope.fill(0);
    for (let r = 0; r < degree; r++) {
      const i = span - degree + 1 + r; // number of the lower-degree function
      const width = knots[i + degree] - knots[i];
      slope[r] -= (degree * value[r]) / width;
      slope[r + 1] += (degree * value[r]) / width;
    }
  }

  /** Returns the parameter of a site, by bisection: one is an increasing function of the other. */
  parameterAt(site: number): number {
    if (site <= 0) return 0;
    if (site >= this.count - 1) return this.end;
    if (this.through) return site;
    let low = 0;
    let high = this.end;
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (this.#siteAt(middle) < site) low = middle;
      else high = middle;
    }
    return 0.5 * (low + high);
  }

  #siteAt(u: number): number {
    this.evaluate(u);
    let site = 0;
    for (let k = 0; k <= this.degree; k++) site += this.value[k] * (this.first + k);
    return site;
  }
}

/** Shares of a spline at many sites: `degree + 1` numbers per site. */
export interface SplineTable {
  readonly width: number;
  readonly first: Int32Array;
  readonly value: Float64Array;
  readonly slope: Float64Array;
}

export function splineTable(spline: Bspline, sites: ArrayLike<number>): SplineTable {
  const width = spline.degree + 1;
  const table = {
    width,
    first: new Int32Array(sites.length),
    value: new Float64Array(width * sites.length),
    slope: new Float64Array(width * sites.length),
  };
  for (let k = 0; k < sites.length; k++) {
    spline.evaluate(spline.parameterAt(sites[k]));
    table.first[k] = spline.first;
    table.value.set(spline.value, width * k);
    table.slope.set(spline.slope, width * k);
  }
  return table;
}

/**
 * Finds the control values of a spline that passes through values given at the sites 0, 1, …, n − 1. The matrix of
 * shares is banded and totally positive, so elimination needs no exchange of rows (de Boor & Pinkus 1977).
 */
export class Interpolation {
  readonly #count: number;
  /** Rows of the factors L and U, 2·BAND + 1 numbers each, the diagonal in the middle. */
  readonly #rows: Float64Array;

  constructor(spline: Bspline) {
    const { count } = spline;
    const table = splineTable(
      spline,
      Array.from({ length: count }, (_, i) => i),
    );
    this.#count = count;
    this.#rows = new Float64Array(ROW * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < table.width; k++) {
        this.#rows[ROW * i + BAND + table.first[i] + k - i] = table.value[table.width * i + k];
      }
    }
    this.#factor();
  }

  #factor(): void {
    const rows = this.#rows;
    for (let pivot = 0; pivot < this.#count; pivot++) {
      for (let i = pivot + 1; i < Math.min(this.#count, pivot + BAND + 1); i++) {
        const at = ROW * i + BAND + pivot - i;
        const share = rows[at] / rows[ROW * pivot + BAND];
        rows[at] = share;
        if (share === 0) continue;
        for (let k = 1; k <= BAND; k++) rows[at + k] -= share * rows[ROW * pivot + BAND + k];
      }
    }
  }

  /** Replaces the values at `start`, `start + step`, … by control values. */
  solve(values: Float64Array, start: number, step: number): void {
    const rows = this.#rows;
    const n = this.#count;
    for (let i = 0; i < n; i++) {
      for (let k = Math.max(-BAND, -i); k < 0; k++) {
        values[start + step * i] -= rows[ROW * i + BAND + k] * values[start + step * (i + k)];
      }
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = 1; k <= Math.min(BAND, n - 1 - i); k++) {
        values[start + step * i] -= rows[ROW * i + BAND + k] * values[start + step * (i + k)];
      }
      values[start + step * i] /= rows[ROW * i + BAND];
    }
  }
}

/** Largest distance of a share from the diagonal. */
const BAND = 3;
const ROW = 2 * BAND + 1;
