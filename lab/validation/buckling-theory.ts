/**
 * Lateral buckling of a strip on edge, clamped at one end: at what load it turns over.
 *
 * Slender strips by the classical thresholds (Prandtl 1899, Michell 1899), q load a length, P at the tip:
 *
 *   q L³ = 12.85 √(EI GJ),   P L² = 4.013 √(EI GJ)
 *
 * For a plate of bending energy ½ D (κ_x² + κ_y² + 2 ν κ_x κ_y + 2 (1 − ν) κ_xy²) an area, width b, a strip free to curl
 * across has κ_y = −ν κ_x, so that EI = D (1 − ν²) b; and κ_xy = θ' is its twist, so that ½ GJ θ'² = ½ · 2 D (1 − ν) θ'² b. In
 * Γ = ρ g L³/D, or P L²/(D b), the threshold is 12.85 or 4.013 times √(2 (1 − ν²)(1 − ν)): 18.17 or 5.675 for ν = 0.
 *
 * For a strip of any width, by Ritz's method: least load for which bending energy and the work of the stresses on edge,
 *
 *   ½ ∫ D (κ_x² + …) + ½ ∫ (N_x w_x² + 2 N_xy w_x w_y + N_y w_y²),
 *
 * balance for a deflection w of polynomials x²⁺ⁱ yʲ, with the membrane forces of a beam, y up,
 *
 *   N_x = 12 M y/b³,   N_xy = −(3 V/2b)(1 − 4 y²/b²),   N_y = ρ g (2 y³/b² − y/2),   M = ½ ρ g b (L − x)²,  V = ρ g b (L − x);
 *
 * M = P (L − x), V = P, N_y = 0 for a load at the tip.
 */

/** Kinds of load: its own weight, or a force at the tip. */
export const LOADS = ['weight', 'tip'] as const;
export type Load = (typeof LOADS)[number];

/** Numbers of powers along and across: with two fewer along, the threshold is 0.15 % higher for a width of L/4, 0.8 % for L/10. */
const ALONG = 9;
const ACROSS = 5;
/** Points of Gauss's quadrature, exact for these polynomials. */
const POINTS = 14;

/** Returns the threshold of a slender strip, ρ g L³/D or P L²/(D b). */
export function slenderThreshold(load: Load, poisson: number): number {
  return (load === 'weight' ? 12.85 : 4.013) * Math.sqrt(2 * (1 - poisson ** 2) * (1 - poisson));
}

/**
 * Returns the threshold of a strip of width over length `slimness`, ρ g L³/D or P L²/(D b). `clamp`: held level across the clamp,
 * or free to warp there as a slender strip is in the classical theory.
 */
export function plateThreshold(
  load: Load,
  slimness: number,
  poisson: number,
  clamp: 'level' | 'warping' = 'level',
): number {
  const size = ALONG * ACROSS;
  const stiffness = new Float64Array(size * size);
  const stress = new Float64Array(size * size);
  const b = slimness;
  // Lengths in L, D = 1, ρ g or P/b² = 1 for the unit load.
  for (const [t, wt] of gauss()) {
    for (const [s, ws] of gauss()) {
      const [x, y] = [0.5 * (1 + t), 0.5 * b * s];
      const weight = 0.25 * b * wt * ws;
      const [moment, shear] = load === 'weight' ? [0.5 * b * (1 - x) ** 2, b * (1 - x)] : [b * (1 - x), b];
      const nx = (12 * moment * y) / b ** 3;
      const nxy = ((-1.5 * shear) / b) * (1 - (4 * y * y) / (b * b));
      const ny = load === 'weight' ? (2 * y ** 3) / (b * b) - 0.5 * y : 0;
      const terms = derivatives(x, s, b, clamp === 'level' ? 2 : 1);
      terms.forEach((p, i) => {
        terms.forEach((q, j) => {
          const bend =
            p.xx * q.xx +
            p.yy * q.yy +
            poisson * (p.xx * q.yy + p.yy * q.xx) +
            2 * (1 - poisson) * p.xy * q.xy;
          stiffness[i * size + j] += weight * bend;
          stress[i * size + j] += weight * (nx * p.x * q.x + nxy * (p.x * q.y + p.y * q.x) + ny * p.y * q.y);
        });
      });
    }
  }
  return 1 / largest(stiffness, stress, size);
}

/** Derivatives of the polynomials x²⁺ⁱ sʲ, s = 2 y/b from −1 to 1; odd ones across begin at the power `twist` of x. */
function derivatives(x: number, s: number, b: number, twist: number) {
  const power = (base: number, n: number) => (n < 0 ? 0 : base ** n);
  return Array.from({ length: ALONG * ACROSS }, (_, k) => {
    const j = k % ACROSS;
    const n = Math.floor(k / ACROSS) + (j % 2 === 1 ? twist : 2);
    const [f, f1, f2] = [power(x, n), n * power(x, n - 1), n * (n - 1) * power(x, n - 2)];
    const [g, g1, g2] = [power(s, j), j * power(s, j - 1), j * (j - 1) * power(s, j - 2)];
    return { x: f1 * g, y: (2 / b) * f * g1, xx: f2 * g, yy: (4 / (b * b)) * f * g2, xy: (2 / b) * f1 * g1 };
  });
}

/** Nodes and weights of Gauss's quadrature from −1 to 1, by Newton's method on Legendre's polynomial. */
function gauss(): (readonly [number, number])[] {
  return Array.from({ length: POINTS }, (_, k) => {
    let x = Math.cos((Math.PI * (k + 0.75)) / (POINTS + 0.5));
    let slope = 0;
    for (let round = 0; round < 20; round++) {
      let [p, before] = [x, 1];
      for (let n = 2; n <= POINTS; n++) [p, before] = [((2 * n - 1) * x * p - (n - 1) * before) / n, p];
      slope = (POINTS * (x * p - before)) / (x * x - 1);
      x -= p / slope;
    }
    return [x, 2 / ((1 - x * x) * slope * slope)] as const;
  });
}

/** Returns the largest |μ| with S a = μ K a, by power iteration on (K⁻¹ S)²: loads up and down buckle alike. */
function largest(stiffness: Float64Array, stress: Float64Array, size: number): number {
  const factor = cholesky(stiffness, size);
  let vector = Float64Array.from({ length: size }, (_, i) => 1 / (1 + i));
  let ratio = 0;
  for (let round = 0; round < 400; round++) {
    const first = solve(factor, times(stress, vector, size), size);
    const second = solve(factor, times(stress, first, size), size);
    ratio = Math.sqrt(norm(second) / norm(vector));
    const scale = 1 / norm(second);
    vector = second.map((value) => value * scale);
  }
  return ratio;
}

const norm = (v: Float64Array) => Math.sqrt(v.reduce((sum, value) => sum + value * value, 0));

function times(matrix: Float64Array, v: Float64Array, size: number): Float64Array {
  return v.map((_, i) => v.reduce((sum, value, j) => sum + matrix[i * size + j] * value, 0));
}

function cholesky(matrix: Float64Array, size: number): Float64Array {
  const factor = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j];
      for (let k = 0; k < j; k++) sum -= factor[i * size + k] * factor[j * size + k];
      factor[i * size + j] = i === j ? Math.sqrt(sum) : sum / factor[j * size + j];
    }
  }
  return factor;
}

function solve(factor: Float64Array, right: Float64Array, size: number): Float64Array {
  const v = right.slice();
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) v[i] -= factor[i * size + k] * v[k];
    v[i] /= factor[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) v[i] -= factor[k * size + i] * v[k];
    v[i] /= factor[i * size + i];
  }
  return v;
}
