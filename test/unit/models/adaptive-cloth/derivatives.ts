/**
 * First and second derivatives of the energies of woven cloth, exact and as the solver keeps them.
 *
 * Triangle: E = ½ [k_u (|w_u| − 1)² + k_v (|w_v| − 1)² + k_s (w_u·w_v)²], w_u = Σ b_i x_i, w_v = Σ c_i x_i (k with the area in
 * it). With n = w/|w|, of stretch ∂²E/∂x_i∂x_j = k b_i b_j [n nᵀ + (1 − 1/|w|) (I − n nᵀ)]; the solver keeps the second part
 * where it is positive. Of shear k_s [g_i g_jᵀ + w_u·w_v (b_i c_j + c_i b_j) I], g_i = b_i w_v + c_i w_u; it keeps the first.
 * Hinge: E = ½ κ (θ − θ₀)²; κ [∇θ ∇θᵀ + (θ − θ₀) ∇∇θ], of which it keeps κ c_i c_j I with the coefficients of the flat sheet.
 *
 * `rate`: damping as a share of stiffness, against what the measures were.
 */
import { cross, dot } from '../../../../src/math/vec3.ts';
export interface Derivatives {
  gradient: Float64Array;
  /** By rows. */
  exact: Float64Array;
  kept: Float64Array;
}

export function triangleDerivatives(
  x: ArrayLike<number>,
  record: ArrayLike<number>,
  before: ArrayLike<number>,
  rate: number,
): Derivatives {
  const [b1, b2, c1, c2, ku, kv, ks] = Array.from(record);
  const b = [-b1 - b2, b1, b2];
  const c = [-c1 - c2, c1, c2];
  const combined = (by: number[]) =>
    [0, 1, 2].map((axis) => by.reduce((s, w, i) => s + w * x[3 * i + axis], 0));
  const [wu, wv] = [combined(b), combined(c)];
  const [lu, lv] = [Math.hypot(...wu), Math.hypot(...wv)];
  const shear = dot(wu, wv);
  const tensionU = ku * (lu - 1 + rate * (lu - before[0]));
  const tensionV = kv * (lv - 1 + rate * (lv - before[1]));
  const tensionS = ks * (shear + rate * (shear - before[2]));
  const gradient = new Float64Array(9);
  const exact = new Float64Array(81);
  const kept = new Float64Array(81);
  const g = [0, 1, 2].map((i) => [0, 1, 2].map((axis) => b[i] * wv[axis] + c[i] * wu[axis]));
  for (let i = 0; i < 3; i++) {
    for (let p = 0; p < 3; p++) {
      gradient[3 * i + p] =
        (tensionU * b[i] * wu[p]) / lu + (tensionV * c[i] * wv[p]) / lv + tensionS * g[i][p];
      for (let j = 0; j < 3; j++) {
        for (let q = 0; q < 3; q++) {
          const at = 9 * (3 * i + p) + 3 * j + q;
          const same = p === q ? 1 : 0;
          const uu = (wu[p] * wu[q]) / (lu * lu);
          const vv = (wv[p] * wv[q]) / (lv * lv);
          const along = (1 + rate) * (ku * b[i] * b[j] * uu + kv * c[i] * c[j] * vv + ks * g[i][p] * g[j][q]);
          const acrossU = b[i] * b[j] * (same - uu);
          const acrossV = c[i] * c[j] * (same - vv);
          exact[at] =
            along +
            (tensionU / lu) * acrossU +
            (tensionV / lv) * acrossV +
            tensionS * (b[i] * c[j] + c[i] * b[j]) * same;
          kept[at] = along + Math.max(0, tensionU / lu) * acrossU + Math.max(0, tensionV / lv) * acrossV;
        }
      }
    }
  }
  return { gradient, exact, kept };
}

/** Vertices i, j of the edge and k, l opposite; `record`: κ, θ₀, θ before. */
export function hingeDerivatives(
  x: ArrayLike<number>,
  record: ArrayLike<number>,
  flat: ArrayLike<number>,
  rate: number,
): Derivatives & { angle: number } {
  const [kappa, rest, before] = Array.from(record);
  const { angle, first, second } = angleDerivatives(x);
  const moment = kappa * (angle - rest + rate * (angle - before));
  const gradient = first.map((value) => moment * value);
  const exact = new Float64Array(144);
  const kept = new Float64Array(144);
  for (let r = 0; r < 12; r++) {
    for (let s = 0; s < 12; s++) {
      exact[12 * r + s] = kappa * (1 + rate) * first[r] * first[s] + moment * second[12 * r + s];
      if (r % 3 !== s % 3) continue;
      kept[12 * r + s] = kappa * (1 + rate) * flat[Math.floor(r / 3)] * flat[Math.floor(s / 3)];
    }
  }
  return { angle, gradient, exact, kept };
}

/**
 * θ of the edge e = x_j − x_i between n₁ = e × a and n₂ = b × e, a = x_k − x_i, b = x_l − x_i. It falls with k and l along
 * their normals: ∇_k θ = −|e| n₁/|n₁|², ∇_l θ = −|e| n₂/|n₂|², ∇_j θ = (e·a n₁/|n₁|² + e·b n₂/|n₂|²)/|e|. Second derivatives
 * are those of these products.
 */
function angleDerivatives(x: ArrayLike<number>) {
  const from = (v: number) => [0, 1, 2].map((axis) => x[3 * v + axis] - x[axis]);
  const [e, a, b] = [from(1), from(2), from(3)];
  const length = Math.hypot(...e);
  const n1 = cross(e, a);
  const n2 = cross(b, e);
  const sine = dot(cross(n1, n2), e) / length;
  const angle = Math.atan2(sine, dot(n1, n2));
  const m1 = n1.map((value) => value / dot(n1, n1));
  const m2 = n2.map((value) => value / dot(n2, n2));
  const unit = e.map((value) => value / length);
  // by e, a, b: nine numbers, and the rows of their derivatives
  const slope = new Float64Array(9);
  const rows: number[][] = Array.from({ length: 9 }, () => new Array(9).fill(0));
  const sides = [
    { m: m1, n: n1, other: a, sign: 1, column: 3 },
    { m: m2, n: n2, other: b, sign: -1, column: 6 },
  ];
  for (const { m, n, other, sign, column } of sides) {
    const square = dot(n, n);
    // ∂m/∂n = (I − 2 n nᵀ/|n|²)/|n|², n = ±(e × other)
    const turn = (axis: number, by: 'e' | 'other') => {
      const step = [0, 0, 0];
      step[axis] = sign;
      const dn = by === 'e' ? cross(step, other) : cross(e, step);
      const share = (2 * dot(n, dn)) / square;
      return dn.map((value, p) => (value - share * n[p]) / square);
    };
    const along = dot(e, other) / length;
    for (let p = 0; p < 3; p++) {
      slope[column + p] += -length * m[p];
      slope[p] += along * m[p];
    }
    for (let q = 0; q < 3; q++) {
      const [byE, byOther] = [turn(q, 'e'), turn(q, 'other')];
      for (let p = 0; p < 3; p++) {
        rows[column + p][q] += -unit[q] * m[p] - length * byE[p];
        rows[column + p][column + q] += -length * byOther[p];
        rows[p][q] += (other[q] / length - (along * unit[q]) / length) * m[p] + along * byE[p];
        rows[p][column + q] += unit[q] * m[p] + along * byOther[p];
      }
    }
  }
  // x_i moves e, a and b back
  const first = new Float64Array(12);
  const second = new Float64Array(144);
  const share = (vertex: number, part: number) => (vertex === 0 ? -1 : vertex === part + 1 ? 1 : 0);
  for (let v = 0; v < 4; v++) {
    for (let part = 0; part < 3; part++) {
      const s = share(v, part);
      for (let p = 0; p < 3 && s !== 0; p++) {
        first[3 * v + p] += s * slope[3 * part + p];
        for (let w = 0; w < 4; w++) {
          for (let other = 0; other < 3; other++) {
            for (let q = 0; q < 3; q++) {
              second[12 * (3 * v + p) + 3 * w + q] += s * share(w, other) * rows[3 * part + p][3 * other + q];
            }
          }
        }
      }
    }
  }
  return { angle, first, second };
}
