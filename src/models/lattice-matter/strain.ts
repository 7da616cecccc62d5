/**
 * Strain of a neighbourhood from the differences u = r − g between where neighbours are and where the lattice wants them.
 * Their weighted least-squares gradient over g is exact for an affine deformation, however lopsided the neighbourhood:
 *
 *   ∇u = Σ w u gᵀ (Σ w g gᵀ)⁻¹ = A Rᵀ − 1
 *   linear  ε = ½ (∇u + ∇uᵀ)        non-linear (Green)  E = ½ (∇u + ∇uᵀ + ∇uᵀ ∇u) = ½ (R AᵀA Rᵀ − 1)
 *
 * in the axes of the room, R here the polar rotation of A (Higham 1986: X → ½(X + X⁻ᵀ)). At a surface the rotation that forces
 * are taken with is a little off it. (Wicke et al. 2006, eq. 7, divide by a sum that is zero in a whole neighbourhood.)
 */
import type { LatticeMatter } from './matter.ts';

export interface MatterStrain {
  /** Row by row. */
  readonly linear: Float64Array;
  readonly green: Float64Array;
}

/** Of a particle of the body, as the last sub-step found it. */
export function matterStrain({ record }: LatticeMatter, particle: number): MatterStrain {
  const a = record.shape.view.subarray(9 * particle, 9 * particle + 9);
  const r = polarRotation(a) ?? rotationOf(record.turn.view.subarray(4 * particle, 4 * particle + 4));
  const gradient = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) gradient[3 * i + j] += a[3 * i + k] * r[3 * j + k];
      if (i === j) gradient[3 * i + j] -= 1;
    }
  }
  const linear = new Float64Array(9);
  const green = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const at = 3 * i + j;
      linear[at] = 0.5 * (gradient[at] + gradient[3 * j + i]);
      green[at] = linear[at];
      for (let k = 0; k < 3; k++) green[at] += 0.5 * gradient[3 * k + i] * gradient[3 * k + j];
    }
  }
  return { linear, green };
}

/** Of a unit quaternion, scalar first; row by row. */
export function rotationOf([s, x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - s * z),
    2 * (x * z + s * y),
    2 * (x * y + s * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - s * x),
    2 * (x * z - s * y),
    2 * (y * z + s * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** Row by row; none of what is flat or inside out. */
function polarRotation(a: ArrayLike<number>): number[] | undefined {
  let x = Array.from(a);
  for (let k = 0; k < MOST_ROUNDS; k++) {
    // Cofactors over the determinant: X⁻ᵀ.
    const cofactors = [
      x[4] * x[8] - x[5] * x[7],
      x[5] * x[6] - x[3] * x[8],
      x[3] * x[7] - x[4] * x[6],
      x[2] * x[7] - x[1] * x[8],
      x[0] * x[8] - x[2] * x[6],
      x[1] * x[6] - x[0] * x[7],
      x[1] * x[5] - x[2] * x[4],
      x[2] * x[3] - x[0] * x[5],
      x[0] * x[4] - x[1] * x[3],
    ];
    const determinant = x[0] * cofactors[0] + x[1] * cofactors[1] + x[2] * cofactors[2];
    if (!(determinant > LEAST_VOLUME)) return undefined;
    let change = 0;
    const next = x.map((value, at) => {
      const better = 0.5 * (value + cofactors[at] / determinant);
      change = Math.max(change, Math.abs(better - value));
      return better;
    });
    x = next;
    if (change < CONVERGED) return x;
  }
  return undefined;
}

/** It squares what is left: from a stretch of a thousand it takes fifteen. */
const MOST_ROUNDS = 40;
const CONVERGED = 1e-15;
/** Of a neighbourhood over what it is at rest. */
const LEAST_VOLUME = 1e-9;
