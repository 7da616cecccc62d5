/**
 * The rotation R that maps points x best onto points y, both relative to their centroids: it maximises Σ y · R x. R is that of
 * the eigenvector of the largest eigenvalue of a symmetric 4 × 4 matrix, taken as a quaternion (Horn 1987), and is a rotation for
 * flat sets of points too.
 */
import { writeRotation } from './quat.ts';

const [MATRIX, VECTORS] = [new Float64Array(16), new Float64Array(16)];

/** Writes R row by row; `moments`: Σ x yᵀ, row by row. */
export function fitRotation(moments: ArrayLike<number>, out: Float64Array): void {
  const xx = moments[0];
  const xy = moments[1];
  const xz = moments[2];
  const yx = moments[3];
  const yy = moments[4];
  const yz = moments[5];
  const zx = moments[6];
  const zy = moments[7];
  const zz = moments[8];
  MATRIX.set([xx + yy + zz, yz - zy, zx - xz, xy - yx], 0);
  MATRIX.set([yz - zy, xx - yy - zz, xy + yx, zx + xz], 4);
  MATRIX.set([zx - xz, xy + yx, yy - xx - zz, yz + zy], 8);
  MATRIX.set([xy - yx, zx + xz, yz + zy, zz - xx - yy], 12);
  const best = largestEigenvector(MATRIX, VECTORS);
  writeRotation(out, VECTORS[4 + best], VECTORS[8 + best], VECTORS[12 + best], VECTORS[best]);
}

/** Sweeps of Jacobi's rotations, each of which doubles the correct digits: six suffice for a double. */
const SWEEPS = 8;
/** Entries below this, relative to the diagonal, are left. */
const NEGLIGIBLE = 1e-17;

/** Diagonalises a symmetric 4 × 4 matrix in place. Returns the column of `v` that contains the eigenvector. */
function largestEigenvector(m: Float64Array, v: Float64Array): number {
  v.fill(0);
  for (let k = 0; k < 16; k += 5) v[k] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let turned = false;
    for (let p = 0; p < 3; p++) {
      for (let q = p + 1; q < 4; q++) {
        const off = m[4 * p + q];
        if (Math.abs(off) <= NEGLIGIBLE * (Math.abs(m[5 * p]) + Math.abs(m[5 * q]))) continue;
        turned = true;
        const theta = (m[5 * q] - m[5 * p]) / (2 * off);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        rotateLines(m, p, q, 4, c, t);
        rotateLines(m, 4 * p, 4 * q, 1, c, t);
        rotateLines(v, p, q, 4, c, t);
      }
    }
    if (!turned) break;
  }
  let best = 0;
  for (let k = 1; k < 4; k++) if (m[5 * k] > m[5 * best]) best = k;
  return best;
}

/** Rotates two columns (`stride` 4) or rows (1) of a 4 × 4 matrix, which begin at `p` and `q`, into each other. */
function rotateLines(m: Float64Array, p: number, q: number, stride: number, c: number, t: number): void {
  for (let k = 0; k < 4 * stride; k += stride) {
    const [one, other] = [m[p + k], m[q + k]];
    m[p + k] = c * (one - t * other);
    m[q + k] = c * (other + t * one);
  }
}
