/**
 * Elementary functions with the same bits in every JavaScript engine.
 *
 * ECMAScript leaves the last bits of `Math.sin`, `cos`, `exp`, `log`, `pow`, `atan2` and `acos` to the implementation. These
 * functions use only + − × ÷ and the square root, which IEEE 754 fixes. Each reduces its argument to a short interval (Cody &
 * Waite 1980: constants split into a short head and a tail) and sums a Taylor series there. They agree with `Math` to 8e-16
 * relative (sin and cos: absolute) over the ranges in their comments.
 */

export const PI = Math.PI;

const HALF_PI_HEAD = 1.5707963267341256; // 33 bits: k·head is exact for |k| < 2^20
const HALF_PI_TAIL = 6.077100506506192e-11;
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;

/** Accurate for |x| ≤ 1e5. */
export function sin(x: number): number {
  const k = Math.round(x / (PI / 2));
  return quadrant(x - k * HALF_PI_HEAD - k * HALF_PI_TAIL, k);
}

/** Accurate for |x| ≤ 1e5. */
export function cos(x: number): number {
  const k = Math.round(x / (PI / 2));
  return quadrant(x - k * HALF_PI_HEAD - k * HALF_PI_TAIL, k + 1);
}

/** Returns sin(r + k·π/2) for |r| ≤ π/4. */
function quadrant(r: number, k: number): number {
  const q = ((k % 4) + 4) % 4;
  const value = q % 2 === 0 ? sineSeries(r) : cosineSeries(r);
  return q < 2 ? value : -value;
}

function sineSeries(r: number): number {
  const s = r * r;
  let sum = 0;
  for (let n = 17; n >= 3; n -= 2) sum = (-s * (1 + sum)) / (n * (n - 1));
  return r * (1 + sum);
}

function cosineSeries(r: number): number {
  const s = r * r;
  let sum = 0;
  for (let n = 18; n >= 2; n -= 2) sum = (-s * (1 + sum)) / (n * (n - 1));
  return 1 + sum;
}

export function exp(x: number): number {
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (x < -745.1332191019411) return 0;
  const k = Math.round(x / Math.LN2);
  const r = x - k * LN2_HEAD - k * LN2_TAIL;
  let sum = 0;
  for (let n = 14; n >= 1; n--) sum = (r * (1 + sum)) / n;
  // In two halves: 2^k alone may be outside the range of doubles while the product is inside.
  const half = Math.trunc(k / 2);
  return (1 + sum) * powerOfTwo(half) * powerOfTwo(k - half);
}

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let m = x;
  let k = 0;
  for (let bits = 512; bits >= 1; bits /= 2) {
    while (m >= powerOfTwo(bits)) {
      m /= powerOfTwo(bits);
      k += bits;
    }
    while (m < 1 / powerOfTwo(bits)) {
      m *= powerOfTwo(bits);
      k -= bits;
    }
  }
  if (m > Math.SQRT2) {
    m /= 2;
    k += 1;
  }
  if (m < Math.SQRT1_2) {
    m *= 2;
    k -= 1;
  }
  const t = (m - 1) / (m + 1); // log m = 2 artanh t, |t| < 0.172
  const s = t * t;
  let sum = 0;
  for (let n = 23; n >= 1; n -= 2) sum = 1 / n + s * sum;
  return k * LN2_HEAD + (2 * t * sum + k * LN2_TAIL);
}

/** Requires base > 0. The relative error grows as |exponent · log(base)|. */
export function pow(base: number, exponent: number): number {
  return exp(exponent * log(base));
}

export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  if (Math.abs(y) > Math.abs(x)) {
    const rest = arctangent(x / y);
    return (y > 0 ? PI / 2 : -PI / 2) - rest;
  }
  const angle = arctangent(y / x);
  if (x > 0) return angle;
  return y >= 0 ? angle + PI : angle - PI;
}

/** Requires −1 ≤ x ≤ 1. */
export function acos(x: number): number {
  return atan2(Math.sqrt((1 - x) * (1 + x)), x);
}

/** Requires |x| ≤ 1. Three half-angle steps bring the argument below 0.1, where the series is short. */
function arctangent(x: number): number {
  let t = x;
  for (let i = 0; i < 3; i++) t /= 1 + Math.sqrt(1 + t * t);
  const s = t * t;
  let sum = 0;
  for (let n = 19; n >= 1; n -= 2) sum = 1 / n - s * sum;
  return 8 * t * sum;
}

/** Returns 2^k exactly, for |k| ≤ 1022. */
function powerOfTwo(k: number): number {
  let result = 1;
  let square = k < 0 ? 0.5 : 2;
  for (let n = Math.abs(k); n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) result *= square;
    if (n > 1) square *= square;
  }
  return result;
}
