/**
 * Forces of a stretched membrane on triangles; src/forces/membrane.ts has the law. One triangle at a time: its corners lie
 * anywhere in memory, and gathering two triangles into lanes costs what the lanes would save.
 *
 * With the edges p = b − a, q = c − a, the metric g = (p·p, p·q, q·q) and the inverse rest metric M (11, 12, 22, three
 * numbers a triangle), the force on b is −(τ₁₁ p + τ₁₂ q), on c −(τ₁₂ p + τ₂₂ q), on a what balances them.
 */
import * as RestMetric from '../../../layouts/generated/rest-metric';
import * as Triangle from '../../../layouts/generated/triangle';
import { storeElongation } from '../memory';

/** Adds the forces of τ = K (M − κ det M⁻¹/det g · g⁻¹) + V (g⁻¹ ġ g⁻¹ + tr(g⁻¹ ġ) g⁻¹), K and V per triangle. */
export function membraneForces(
  triangles: usize,
  n: i32,
  position: usize,
  velocity: usize,
  force: usize,
  stride: i32,
  metric: usize,
  stiffness: usize,
  viscous: usize,
  kappa: f64,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  for (let t: i32 = 0; t < n; t++) {
    const k = load<f64>(stiffness + ((<usize>t) << 3));
    const v = load<f64>(viscous + ((<usize>t) << 3));
    if (k === 0 && v === 0) continue;
    const at: usize = triangles + <usize>t * Triangle.BYTES;
    const a: usize = (<usize>load<i32>(at, Triangle.A)) << 3;
    const b: usize = (<usize>load<i32>(at, Triangle.B)) << 3;
    const c: usize = (<usize>load<i32>(at, Triangle.C)) << 3;
    const ax = load<f64>(position + a),
      ay = load<f64>(position + plane + a),
      az = load<f64>(position + plane2 + a);
    const px = load<f64>(position + b) - ax,
      py = load<f64>(position + plane + b) - ay,
      pz = load<f64>(position + plane2 + b) - az;
    const qx = load<f64>(position + c) - ax,
      qy = load<f64>(position + plane + c) - ay,
      qz = load<f64>(position + plane2 + c) - az;
    const g11 = px * px + py * py + pz * pz;
    const g12 = px * qx + py * qy + pz * qz;
    const g22 = qx * qx + qy * qy + qz * qz;
    const inverse = 1.0 / (g11 * g22 - g12 * g12);
    const h11 = g22 * inverse,
      h12 = -g12 * inverse,
      h22 = g11 * inverse;
    const m: usize = metric + <usize>t * RestMetric.BYTES;
    const m11 = load<f64>(m, RestMetric.M11),
      m12 = load<f64>(m, RestMetric.M12),
      m22 = load<f64>(m, RestMetric.M22);
    const across = (kappa * inverse) / (m11 * m22 - m12 * m12);
    let t11 = k * (m11 - across * h11),
      t12 = k * (m12 - across * h12),
      t22 = k * (m22 - across * h22);
    if (v !== 0) {
      const ux = load<f64>(velocity + a),
        uy = load<f64>(velocity + plane + a),
        uz = load<f64>(velocity + plane2 + a);
      const rx = load<f64>(velocity + b) - ux,
        ry = load<f64>(velocity + plane + b) - uy,
        rz = load<f64>(velocity + plane2 + b) - uz;
      const sx = load<f64>(velocity + c) - ux,
        sy = load<f64>(velocity + plane + c) - uy,
        sz = load<f64>(velocity + plane2 + c) - uz;
      const d11 = 2.0 * (px * rx + py * ry + pz * rz);
      const d12 = px * sx + py * sy + pz * sz + qx * rx + qy * ry + qz * rz;
      const d22 = 2.0 * (qx * sx + qy * sy + qz * sz);
      const e11 = h11 * d11 + h12 * d12,
        e12 = h11 * d12 + h12 * d22;
      const e21 = h12 * d11 + h22 * d12,
        e22 = h12 * d12 + h22 * d22;
      const trace = e11 + e22;
      t11 += v * (e11 * h11 + e12 * h12 + trace * h11);
      t12 += v * (e11 * h12 + e12 * h22 + trace * h12);
      t22 += v * (e21 * h12 + e22 * h22 + trace * h22);
    }
    pull(force, a, b, c, t11 * px + t12 * qx, t12 * px + t22 * qx);
    pull(force + plane, a, b, c, t11 * py + t12 * qy, t12 * py + t22 * qy);
    pull(force + plane2, a, b, c, t11 * pz + t12 * qz, t12 * pz + t22 * qz);
  }
}

// @inline
function pull(force: usize, a: usize, b: usize, c: usize, onB: f64, onC: f64): void {
  store<f64>(force + a, load<f64>(force + a) + onB + onC);
  store<f64>(force + b, load<f64>(force + b) - onB);
  store<f64>(force + c, load<f64>(force + c) - onC);
}

/**
 * Writes Σ ½K (tr(M g) + κ det M⁻¹/det g − 2 − κ), the sum of λ₁ − 1 over triangles and the largest of them; λ₁ is
 * the larger principal stretch.
 */
export function membraneMeasures(
  triangles: usize,
  n: i32,
  position: usize,
  stride: i32,
  metric: usize,
  stiffness: usize,
  kappa: f64,
  out: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  let energy: f64 = 0;
  let sum: f64 = 0;
  let most: f64 = 0;
  for (let t: i32 = 0; t < n; t++) {
    const at: usize = triangles + <usize>t * Triangle.BYTES;
    const a: usize = position + ((<usize>load<i32>(at, Triangle.A)) << 3);
    const b: usize = position + ((<usize>load<i32>(at, Triangle.B)) << 3);
    const c: usize = position + ((<usize>load<i32>(at, Triangle.C)) << 3);
    const px = load<f64>(b) - load<f64>(a),
      py = load<f64>(b + plane) - load<f64>(a + plane),
      pz = load<f64>(b + plane2) - load<f64>(a + plane2);
    const qx = load<f64>(c) - load<f64>(a),
      qy = load<f64>(c + plane) - load<f64>(a + plane),
      qz = load<f64>(c + plane2) - load<f64>(a + plane2);
    const g11 = px * px + py * py + pz * pz;
    const g12 = px * qx + py * qy + pz * qz;
    const g22 = qx * qx + qy * qy + qz * qz;
    const m: usize = metric + <usize>t * RestMetric.BYTES;
    const m11 = load<f64>(m, RestMetric.M11),
      m12 = load<f64>(m, RestMetric.M12),
      m22 = load<f64>(m, RestMetric.M22);
    const trace = m11 * g11 + 2.0 * m12 * g12 + m22 * g22;
    const area = (g11 * g22 - g12 * g12) * (m11 * m22 - m12 * m12);
    energy += 0.5 * load<f64>(stiffness + ((<usize>t) << 3)) * (trace + kappa / area - 2.0 - kappa);
    const stretch = sqrt(0.5 * (trace + sqrt(max(0.0, trace * trace - 4.0 * area)))) - 1.0;
    sum += stretch;
    most = max(most, stretch);
  }
  storeElongation(out, energy, sum, most, n);
}
