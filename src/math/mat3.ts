/** Matrices of 3 × 3 numbers, row by row. Symmetric ones may be packed as the six numbers xx, xy, xz, yy, yz, zz. */
import { cos, sin } from './portable.ts';
import { IDENTITY, multiply, type Quaternion } from './quat.ts';
import { length, type Vector } from './vec3.ts';

type Nine = ArrayLike<number>;

/** Returns the cofactor matrix, det(m) m⁻ᵀ. */
export function cofactors(m: Nine): number[] {
  return [
    m[4] * m[8] - m[5] * m[7],
    m[5] * m[6] - m[3] * m[8],
    m[3] * m[7] - m[4] * m[6],
    m[2] * m[7] - m[1] * m[8],
    m[0] * m[8] - m[2] * m[6],
    m[1] * m[6] - m[0] * m[7],
    m[1] * m[5] - m[2] * m[4],
    m[2] * m[3] - m[0] * m[5],
    m[0] * m[4] - m[1] * m[3],
  ];
}

export function determinant(m: Nine, c: Nine = cofactors(m)): number {
  return m[0] * c[0] + m[1] * c[1] + m[2] * c[2];
}

/** Returns m⁻¹. Entries are not finite if m is singular. */
export function inverse(m: Nine): number[] {
  const c = cofactors(m);
  const d = determinant(m, c);
  return [c[0] / d, c[3] / d, c[6] / d, c[1] / d, c[4] / d, c[7] / d, c[2] / d, c[5] / d, c[8] / d];
}

/** Returns x with m x = b, by Cramer's rule. Not finite if m is singular. */
export function solve(m: Nine, b: ArrayLike<number>): [number, number, number] {
  const c = cofactors(m);
  const d = determinant(m, c);
  return [
    (c[0] * b[0] + c[3] * b[1] + c[6] * b[2]) / d,
    (c[1] * b[0] + c[4] * b[1] + c[7] * b[2]) / d,
    (c[2] * b[0] + c[5] * b[1] + c[8] * b[2]) / d,
  ];
}

/**
 * Inverts the packed symmetric matrix at index `at` in place. Returns false and writes zeros if its determinant is not above
 * `least`.
 */
export function invertSymmetric(m: Float64Array, at = 0, least = 0): boolean {
  const xx = m[at];
  const xy = m[at + 1];
  const xz = m[at + 2];
  const yy = m[at + 3];
  const yz = m[at + 4];
  const zz = m[at + 5];
  const c0 = yy * zz - yz * yz;
  const c1 = xz * yz - xy * zz;
  const c2 = xy * yz - xz * yy;
  const size = xx * c0 + xy * c1 + xz * c2;
  const isRegular = size > least;
  const d = isRegular ? 1 / size : 0;
  m[at] = c0 * d;
  m[at + 1] = c1 * d;
  m[at + 2] = c2 * d;
  m[at + 3] = (xx * zz - xz * xz) * d;
  m[at + 4] = (xz * xy - xx * yz) * d;
  m[at + 5] = (xx * yy - xy * xy) * d;
  return isRegular;
}

/** Most rounds of Newton's iteration, which squares the error (a stretch of a thousand takes fifteen), and the change at which it ends. */
const POLAR_ROUNDS = 40;
const POLAR_CONVERGED = 1e-15;

/**
 * Returns the rotation R of the polar decomposition m = R S, S symmetric and positive definite (Higham 1986:
 * X → ½ (X + X⁻ᵀ)). Undefined if det m is not above `least`: such a matrix is flat or inside out.
 */
export function polarRotation(m: Nine, least: number): number[] | undefined {
  let x = Array.from(m);
  for (let k = 0; k < POLAR_ROUNDS; k++) {
    const c = cofactors(x);
    const size = determinant(x, c);
    if (!(size > least)) return undefined;
    let change = 0;
    x = x.map((value, at) => {
      const better = 0.5 * (value + c[at] / size);
      change = Math.max(change, Math.abs(better - value));
      return better;
    });
    if (change < POLAR_CONVERGED) return x;
  }
  return undefined;
}

/**
 * Returns the rotation by `angle` rad about an axis of any length (Rodrigues, a the unit axis):
 *
 *   x → x cos φ + (a × x) sin φ + a (a·x)(1 − cos φ)
 */
export function rotationAbout(axis: Vector, angle: number): (x: number, y: number, z: number) => Vector {
  const size = length(axis);
  const [a, b, c] = axis.map((component) => component / size);
  const cosine = cos(angle);
  const sine = sin(angle);
  return (x, y, z) => {
    const along = (a * x + b * y + c * z) * (1 - cosine);
    return [
      x * cosine + (b * z - c * y) * sine + a * along,
      y * cosine + (c * x - a * z) * sine + b * along,
      z * cosine + (a * y - b * x) * sine + c * along,
    ];
  };
}

/** Most rounds of Jacobi's rotations; a 3 × 3 matrix takes about five. */
const JACOBI_ROUNDS = 30;

/** Returns the eigenvalues of a symmetric matrix and the rotation whose columns are its eigenvectors (Golub & Van Loan 2013, section 8.5). */
export function principalAxes(matrix: Nine): { values: Vector; axes: Quaternion } {
  const m = Array.from(matrix);
  let axes = IDENTITY;
  const size = Math.max(...m.map(Math.abs));
  for (let round = 0; round < JACOBI_ROUNDS; round++) {
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      // Smaller entries are rounding of the diagonal; a diagonal matrix keeps its axes.
      if (Math.abs(m[3 * i + j]) > 1e-16 * size) axes = rotatePlane(m, axes, i, j);
    }
  }
  return { values: [m[0], m[4], m[8]], axes };
}

/** Rotates the plane of axes i and j (in cyclic order) such that m_ij becomes 0. */
function rotatePlane(m: number[], axes: Quaternion, i: number, j: number): Quaternion {
  const tau = (m[4 * j] - m[4 * i]) / (2 * m[3 * i + j]);
  const t = (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  // m ← Jᵀ m J, J = [c s; −s c] in the plane.
  for (let k = 0; k < 3; k++) {
    const a = m[3 * k + i];
    const b = m[3 * k + j];
    m[3 * k + i] = c * a - s * b;
    m[3 * k + j] = s * a + c * b;
  }
  for (let k = 0; k < 3; k++) {
    const a = m[3 * i + k];
    const b = m[3 * j + k];
    m[3 * i + k] = c * a - s * b;
    m[3 * j + k] = s * a + c * b;
  }
  // J is the rotation by −φ about the third axis, cos φ = c, sin φ = s.
  const turn: [number, number, number, number] = [0, 0, 0, Math.sqrt((1 + c) / 2)];
  turn[3 - i - j] = -s / (2 * turn[3]);
  return multiply(axes, turn);
}
