/**
 * Rotation R of a neighbourhood by Newton's method on tr(RᵀM) from the last one, as a quaternion: always a rotation, however
 * flat or inverted the neighbourhood is (after Müller et al. 2016, who use gradient steps).
 */
import * as Matrix from '../../../layouts/generated/matrix';
import * as MatrixLanes from '../../../layouts/generated/matrix-lanes';
import * as Quaternion from '../../../layouts/generated/quaternion';
import * as QuaternionLanes from '../../../layouts/generated/quaternion-lanes';
import { SLIGHT } from './inertia';

/** Largest number of steps; flat and inverted neighbourhoods need more, since steps far from the maximum follow the gradient. */
const MOST_TURNS: i32 = 12;

/** Rotates the quaternion at q to the maximum of tr(RᵀM), until a step is below √enough (rad); writes R. Returns whether it converged. */
export function follow(m: usize, q: usize, out: usize, enough: f64): bool {
  let s = load<f64>(q, Quaternion.W);
  let x = load<f64>(q, Quaternion.X);
  let y = load<f64>(q, Quaternion.Y);
  let z = load<f64>(q, Quaternion.Z);
  const m0 = load<f64>(m, Matrix.XX);
  const m1 = load<f64>(m, Matrix.XY);
  const m2 = load<f64>(m, Matrix.XZ);
  const m3 = load<f64>(m, Matrix.YX);
  const m4 = load<f64>(m, Matrix.YY);
  const m5 = load<f64>(m, Matrix.YZ);
  const m6 = load<f64>(m, Matrix.ZX);
  const m7 = load<f64>(m, Matrix.ZY);
  const m8 = load<f64>(m, Matrix.ZZ);
  let last = false; // the last step was so small that the next one vanishes
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
      store<f64>(out, r0, Matrix.XX);
      store<f64>(out, r1, Matrix.XY);
      store<f64>(out, r2, Matrix.XZ);
      store<f64>(out, r3, Matrix.YX);
      store<f64>(out, r4, Matrix.YY);
      store<f64>(out, r5, Matrix.YZ);
      store<f64>(out, r6, Matrix.ZX);
      store<f64>(out, r7, Matrix.ZY);
      store<f64>(out, r8, Matrix.ZZ);
      break;
    }
    // P = M Rᵀ; to second order in a rotation ω, tr(RᵀM) grows by g·ω − ½ ω·H ω
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
    // A small addition to H: neighbourhoods on a line leave the rotation about it undetermined.
    const trace = p00 + p11 + p22 + SLIGHT * size;
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
    if (a > 0 && minor > f64.EPSILON * size * size && determinant > f64.EPSILON * size * size * size) {
      const inverse = 1 / determinant;
      wx = (c0 * gx + c1 * gy + c2 * gz) * inverse;
      wy = (c1 * gx + (a * h - d * d) * gy + (b * d - a * g) * gz) * inverse;
      wz = (c2 * gx + (b * d - a * g) * gy + minor * gz) * inverse;
    } else {
      const along = size > 0 ? 1 / size : 0; // gradient step: far from the maximum H is not positive
      wx = gx * along;
      wy = gy * along;
      wz = gz * along;
    }
    const w2 = wx * wx + wy * wy + wz * wz;
    // Newton's method squares the error: nothing is left of 1e-7, and a millionth of 1e-3.
    const close = !(w2 > enough) || size === 0;
    last = close || turn === MOST_TURNS;
    if (last) converged = close;
    // The vector part is half the rotation, at most 45°.
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
  store<f64>(q, s, Quaternion.W);
  store<f64>(q, x, Quaternion.X);
  store<f64>(q, y, Quaternion.Y);
  store<f64>(q, z, Quaternion.Z);
  return converged;
}

/**
 * Least minor and determinant of H in units of its size at which a step is computed in f32, √2⁻²³: its error is then at most that
 * large relative to the step, and the next step squares it.
 */
const FIRM: f32 = 3.4526698e-4;
/** Number of steps of four rotations at a time; the others are computed one by one. */
const FEW_TURNS: i32 = 4;

/**
 * Does the same for four neighbourhoods side by side in f32: M (9), q (4) and R (9) of 16 bytes per number. Returns bits of those
 * that converged; q and R of the others are undefined.
 */
export function followFour(m: usize, q: usize, out: usize, enough: f32): i32 {
  const one = f32x4.splat(1);
  const two = f32x4.splat(2);
  const half = f32x4.splat(0.5);
  const zero = f32x4.splat(0);
  const small = f32x4.splat(enough);
  let s = v128.load(q, QuaternionLanes.W);
  let x = v128.load(q, QuaternionLanes.X);
  let y = v128.load(q, QuaternionLanes.Y);
  let z = v128.load(q, QuaternionLanes.Z);
  const m0 = v128.load(m, MatrixLanes.XX);
  const m1 = v128.load(m, MatrixLanes.XY);
  const m2 = v128.load(m, MatrixLanes.XZ);
  const m3 = v128.load(m, MatrixLanes.YX);
  const m4 = v128.load(m, MatrixLanes.YY);
  const m5 = v128.load(m, MatrixLanes.YZ);
  const m6 = v128.load(m, MatrixLanes.ZX);
  const m7 = v128.load(m, MatrixLanes.ZY);
  const m8 = v128.load(m, MatrixLanes.ZZ);
  let steady = f32x4.eq(zero, zero);
  let close = zero;
  let bits: i32 = 0;
  for (let turn: i32 = 0; ; turn++) {
    const xx = f32x4.mul(x, x);
    const yy = f32x4.mul(y, y);
    const zz = f32x4.mul(z, z);
    const xy = f32x4.mul(x, y);
    const xz = f32x4.mul(x, z);
    const yz = f32x4.mul(y, z);
    const sx = f32x4.mul(s, x);
    const sy = f32x4.mul(s, y);
    const sz = f32x4.mul(s, z);
    const r0 = f32x4.sub(one, f32x4.mul(two, f32x4.add(yy, zz)));
    const r1 = f32x4.mul(two, f32x4.sub(xy, sz));
    const r2 = f32x4.mul(two, f32x4.add(xz, sy));
    const r3 = f32x4.mul(two, f32x4.add(xy, sz));
    const r4 = f32x4.sub(one, f32x4.mul(two, f32x4.add(xx, zz)));
    const r5 = f32x4.mul(two, f32x4.sub(yz, sx));
    const r6 = f32x4.mul(two, f32x4.sub(xz, sy));
    const r7 = f32x4.mul(two, f32x4.add(yz, sx));
    const r8 = f32x4.sub(one, f32x4.mul(two, f32x4.add(xx, yy)));
    bits = i32x4.bitmask(v128.and(steady, close));
    // All have converged, or none of the others will.
    if (turn === FEW_TURNS || (turn > 0 && i32x4.bitmask(v128.andnot(steady, close)) === 0)) {
      v128.store(out, r0, MatrixLanes.XX);
      v128.store(out, r1, MatrixLanes.XY);
      v128.store(out, r2, MatrixLanes.XZ);
      v128.store(out, r3, MatrixLanes.YX);
      v128.store(out, r4, MatrixLanes.YY);
      v128.store(out, r5, MatrixLanes.YZ);
      v128.store(out, r6, MatrixLanes.ZX);
      v128.store(out, r7, MatrixLanes.ZY);
      v128.store(out, r8, MatrixLanes.ZZ);
      v128.store(q, s, QuaternionLanes.W);
      v128.store(q, x, QuaternionLanes.X);
      v128.store(q, y, QuaternionLanes.Y);
      v128.store(q, z, QuaternionLanes.Z);
      break;
    }
    const p00 = f32x4.add(f32x4.add(f32x4.mul(m0, r0), f32x4.mul(m1, r1)), f32x4.mul(m2, r2));
    const p01 = f32x4.add(f32x4.add(f32x4.mul(m0, r3), f32x4.mul(m1, r4)), f32x4.mul(m2, r5));
    const p02 = f32x4.add(f32x4.add(f32x4.mul(m0, r6), f32x4.mul(m1, r7)), f32x4.mul(m2, r8));
    const p10 = f32x4.add(f32x4.add(f32x4.mul(m3, r0), f32x4.mul(m4, r1)), f32x4.mul(m5, r2));
    const p11 = f32x4.add(f32x4.add(f32x4.mul(m3, r3), f32x4.mul(m4, r4)), f32x4.mul(m5, r5));
    const p12 = f32x4.add(f32x4.add(f32x4.mul(m3, r6), f32x4.mul(m4, r7)), f32x4.mul(m5, r8));
    const p20 = f32x4.add(f32x4.add(f32x4.mul(m6, r0), f32x4.mul(m7, r1)), f32x4.mul(m8, r2));
    const p21 = f32x4.add(f32x4.add(f32x4.mul(m6, r3), f32x4.mul(m7, r4)), f32x4.mul(m8, r5));
    const p22 = f32x4.add(f32x4.add(f32x4.mul(m6, r6), f32x4.mul(m7, r7)), f32x4.mul(m8, r8));
    const gx = f32x4.sub(p21, p12);
    const gy = f32x4.sub(p02, p20);
    const gz = f32x4.sub(p10, p01);
    const size = f32x4.add(f32x4.add(f32x4.abs(p00), f32x4.abs(p11)), f32x4.abs(p22));
    const a = f32x4.add(p11, p22);
    const e = f32x4.add(p00, p22);
    const h = f32x4.add(p00, p11);
    const b = f32x4.mul(half, f32x4.neg(f32x4.add(p01, p10)));
    const d = f32x4.mul(half, f32x4.neg(f32x4.add(p02, p20)));
    const g = f32x4.mul(half, f32x4.neg(f32x4.add(p12, p21)));
    const minor = f32x4.sub(f32x4.mul(a, e), f32x4.mul(b, b));
    const c0 = f32x4.sub(f32x4.mul(e, h), f32x4.mul(g, g));
    const c1 = f32x4.sub(f32x4.mul(g, d), f32x4.mul(b, h));
    const c2 = f32x4.sub(f32x4.mul(b, g), f32x4.mul(e, d));
    const c4 = f32x4.sub(f32x4.mul(a, h), f32x4.mul(d, d));
    const c5 = f32x4.sub(f32x4.mul(b, d), f32x4.mul(a, g));
    const determinant = f32x4.add(f32x4.add(f32x4.mul(a, c0), f32x4.mul(b, c1)), f32x4.mul(d, c2));
    const size2 = f32x4.mul(size, size);
    const firm = v128.and(
      f32x4.gt(a, zero),
      v128.and(
        f32x4.gt(minor, f32x4.mul(f32x4.splat(FIRM), size2)),
        f32x4.gt(determinant, f32x4.mul(f32x4.splat(FIRM), f32x4.mul(size, size2))),
      ),
    );
    const inverse = f32x4.div(half, v128.bitselect(determinant, one, firm)); // the vector part is half the rotation
    const wx = f32x4.mul(
      inverse,
      f32x4.add(f32x4.add(f32x4.mul(c0, gx), f32x4.mul(c1, gy)), f32x4.mul(c2, gz)),
    );
    const wy = f32x4.mul(
      inverse,
      f32x4.add(f32x4.add(f32x4.mul(c1, gx), f32x4.mul(c4, gy)), f32x4.mul(c5, gz)),
    );
    const wz = f32x4.mul(
      inverse,
      f32x4.add(f32x4.add(f32x4.mul(c2, gx), f32x4.mul(c5, gy)), f32x4.mul(minor, gz)),
    );
    const w2 = f32x4.mul(
      f32x4.splat(4),
      f32x4.add(f32x4.add(f32x4.mul(wx, wx), f32x4.mul(wy, wy)), f32x4.mul(wz, wz)),
    );
    steady = v128.and(steady, v128.and(firm, f32x4.lt(w2, one)));
    close = f32x4.le(w2, small);
    const ns = f32x4.sub(f32x4.sub(f32x4.sub(s, f32x4.mul(wx, x)), f32x4.mul(wy, y)), f32x4.mul(wz, z));
    const nx = f32x4.add(x, f32x4.add(f32x4.mul(wx, s), f32x4.sub(f32x4.mul(wy, z), f32x4.mul(wz, y))));
    const ny = f32x4.add(y, f32x4.add(f32x4.mul(wy, s), f32x4.sub(f32x4.mul(wz, x), f32x4.mul(wx, z))));
    const nz = f32x4.add(z, f32x4.add(f32x4.mul(wz, s), f32x4.sub(f32x4.mul(wx, y), f32x4.mul(wy, x))));
    const norm = f32x4.add(
      f32x4.add(f32x4.mul(ns, ns), f32x4.mul(nx, nx)),
      f32x4.add(f32x4.mul(ny, ny), f32x4.mul(nz, nz)),
    );
    const length = f32x4.div(one, f32x4.sqrt(norm));
    s = f32x4.mul(ns, length);
    x = f32x4.mul(nx, length);
    y = f32x4.mul(ny, length);
    z = f32x4.mul(nz, length);
  }
  return bits;
}
