/** Elementary functions with the same bits as those of src/math/portable.ts, where they are explained. */

const HALF_PI: f64 = 1.5707963267948966;
const HALF_PI_HEAD: f64 = 1.5707963267341256;
const HALF_PI_TAIL: f64 = 6.077100506506192e-11;

export function sin(x: f64): f64 {
  const k = rounded(x / HALF_PI);
  return quadrant(x - k * HALF_PI_HEAD - k * HALF_PI_TAIL, <i32>k);
}

export function cos(x: f64): f64 {
  const k = rounded(x / HALF_PI);
  return quadrant(x - k * HALF_PI_HEAD - k * HALF_PI_TAIL, <i32>k + 1);
}

/** Rounds halves up, as JavaScript does. */
// @inline
function rounded(x: f64): f64 {
  const up = ceil<f64>(x);
  return up - 0.5 > x ? up - 1 : up;
}

function quadrant(r: f64, k: i32): f64 {
  const value = (k & 1) === 0 ? sineSeries(r) : cosineSeries(r);
  return (k & 2) === 0 ? value : -value;
}

function sineSeries(r: f64): f64 {
  const s = r * r;
  let sum: f64 = 0;
  for (let n: f64 = 17; n >= 3; n -= 2) sum = (-s * (1 + sum)) / (n * (n - 1));
  return r * (1 + sum);
}

function cosineSeries(r: f64): f64 {
  const s = r * r;
  let sum: f64 = 0;
  for (let n: f64 = 18; n >= 2; n -= 2) sum = (-s * (1 + sum)) / (n * (n - 1));
  return 1 + sum;
}
