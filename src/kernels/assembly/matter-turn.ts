/**
 * R is followed from the last one by Newton's method on tr(RᵀM), as a quaternion: always a rotation, however flat or
 * inverted the neighbourhood is (Müller et al. 2016 have the idea, with a gradient's step).
 */

/** Far from the best turn it goes uphill; flat and inverted neighbourhoods may take this many. */
const MOST_TURNS: i32 = 12;

/** Turns the quaternion at q to the largest tr(RᵀM), until a turn is less than √enough; writes R. False where it has not come there. */
export function follow(m: usize, q: usize, out: usize, enough: f64): bool {
  let s = load<f64>(q);
  let x = load<f64>(q, 8);
  let y = load<f64>(q, 16);
  let z = load<f64>(q, 24);
  const m0 = load<f64>(m);
  const m1 = load<f64>(m, 8);
  const m2 = load<f64>(m, 16);
  const m3 = load<f64>(m, 24);
  const m4 = load<f64>(m, 32);
  const m5 = load<f64>(m, 40);
  const m6 = load<f64>(m, 48);
  const m7 = load<f64>(m, 56);
  const m8 = load<f64>(m, 64);
  let last = false; // the turn just made was so small that the next is none
  let converged = true;
  for (let turn: i32 = 0; ; turn++) {
    const r0 = 1 - 2 * (y * y + z * z);
    const r1 = 2 * (x * y - s * z);
    const r2 = 2 * (x * z + s * y);
    const r3 = 2 * (x * y + s * z);
    const r4 = 1 - 2 * (x * x + z * z);
    const r5 = 2 * (y * z - s * x);
    const r6 = 2 * (x * z - s * y);
    const r7 = 2 * (y * z + s * x);
    const r8 = 1 - 2 * (x * x + y * y);
    if (last) {
      store<f64>(out, r0);
      store<f64>(out, r1, 8);
      store<f64>(out, r2, 16);
      store<f64>(out, r3, 24);
      store<f64>(out, r4, 32);
      store<f64>(out, r5, 40);
      store<f64>(out, r6, 48);
      store<f64>(out, r7, 56);
      store<f64>(out, r8, 64);
      break;
    }
    // P = M Rᵀ; to second order in a turn ω, tr(RᵀM) gains g·ω − ½ ω·H ω
    const p00 = m0 * r0 + m1 * r1 + m2 * r2;
    const p01 = m0 * r3 + m1 * r4 + m2 * r5;
    const p02 = m0 * r6 + m1 * r7 + m2 * r8;
    const p10 = m3 * r0 + m4 * r1 + m5 * r2;
    const p11 = m3 * r3 + m4 * r4 + m5 * r5;
    const p12 = m3 * r6 + m4 * r7 + m5 * r8;
    const p20 = m6 * r0 + m7 * r1 + m8 * r2;
    const p21 = m6 * r3 + m7 * r4 + m8 * r5;
    const p22 = m6 * r6 + m7 * r7 + m8 * r8;
    const gx = p21 - p12;
    const gy = p02 - p20;
    const gz = p10 - p01;
    const size = abs(p00) + abs(p11) + abs(p22) + abs(p01) + abs(p02) + abs(p12);
    // A little more than H: neighbourhoods on a line leave a turn about it open.
    const trace = p00 + p11 + p22 + 1e-9 * size;
    const a = trace - p00;
    const b = -0.5 * (p01 + p10);
    const d = -0.5 * (p02 + p20);
    const e = trace - p11;
    const g = -0.5 * (p12 + p21);
    const h = trace - p22;
    const minor = a * e - b * b;
    const c0 = e * h - g * g;
    const c1 = g * d - b * h;
    const c2 = b * g - e * d;
    const determinant = a * c0 + b * c1 + d * c2;
    let wx: f64;
    let wy: f64;
    let wz: f64;
    if (a > 0 && minor > 1e-12 * size * size && determinant > 1e-18 * size * size * size) {
      const inverse = 1 / determinant;
      wx = (c0 * gx + c1 * gy + c2 * gz) * inverse;
      wy = (c1 * gx + (a * h - d * d) * gy + (b * d - a * g) * gz) * inverse;
      wz = (c2 * gx + (b * d - a * g) * gy + minor * gz) * inverse;
    } else {
      const along = size > 0 ? 1 / size : 0; // uphill; far from the best turn H is of no use
      wx = gx * along;
      wy = gy * along;
      wz = gz * along;
    }
    const w2 = wx * wx + wy * wy + wz * wz;
    // Newton squares what is left: of 1e-7 nothing, of 1e-3 a millionth.
    const close = !(w2 > enough) || size === 0;
    last = close || turn === MOST_TURNS;
    if (last) converged = close;
    // Half the turn as the vector part, at most 45°.
    const half = w2 > 1 ? 0.5 / sqrt(w2) : 0.5;
    wx *= half;
    wy *= half;
    wz *= half;
    const ns = s - wx * x - wy * y - wz * z;
    const nx = x + wx * s + wy * z - wz * y;
    const ny = y + wy * s + wz * x - wx * z;
    const nz = z + wz * s + wx * y - wy * x;
    const length = 1 / sqrt(ns * ns + nx * nx + ny * ny + nz * nz);
    s = ns * length;
    x = nx * length;
    y = ny * length;
    z = nz * length;
  }
  store<f64>(q, s);
  store<f64>(q, x, 8);
  store<f64>(q, y, 16);
  store<f64>(q, z, 24);
  return converged;
}
