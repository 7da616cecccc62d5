/** Angular velocity of a set of masses from its angular momentum. */
import { storeVector } from '../memory';

/**
 * Addition to moments of inertia over their trace. Masses nearly on a line have a moment I₁ about it and an error e tr(S) of L,
 * with e of rounding, 2 · 10⁻¹⁶: an addition a tr(S) rotates them by up to e/√a times their distance from the line, and changes
 * the other rotations by a. Both errors are least, and equal, at a = e^(2/3).
 */
export const SLIGHT: f64 = 3.7e-11;

/**
 * Writes ω = (I + ε 1)⁻¹ L to `out`, with I = tr(S) 1 − S; 0 if that is singular.
 *
 * Symbols
 *   S   second moments Σ m p pᵀ about the centre of mass
 *   L   angular momentum
 *   ε   SLIGHT tr(S), which keeps the inverse finite for masses on a line: they have no momentum about it
 */
// @inline
export function angularVelocity(
  out: usize,
  xx: f64,
  xy: f64,
  xz: f64,
  yy: f64,
  yz: f64,
  zz: f64,
  lx: f64,
  ly: f64,
  lz: f64,
): void {
  const little = SLIGHT * (xx + yy + zz);
  const a = yy + zz + little;
  const e = xx + zz + little;
  const h = xx + yy + little;
  const c0 = e * h - yz * yz;
  const c1 = yz * xz + xy * h;
  const c2 = xy * yz + e * xz;
  const c5 = xy * xz + a * yz;
  const determinant = a * c0 - xy * c1 - xz * c2;
  const inverse = determinant > 0 ? 1 / determinant : 0;
  storeVector(
    out,
    (c0 * lx + c1 * ly + c2 * lz) * inverse,
    (c1 * lx + (a * h - xz * xz) * ly + c5 * lz) * inverse,
    (c2 * lx + c5 * ly + (a * e - xy * xy) * lz) * inverse,
  );
}
