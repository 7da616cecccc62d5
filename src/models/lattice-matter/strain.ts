/**
 * Strain of a neighbourhood from the displacements u = r − g of neighbours from their rest positions. Their weighted
 * least-squares gradient over g is exact for an affine deformation, however lopsided the neighbourhood:
 *
 *   ∇u = Σ w u gᵀ (Σ w g gᵀ)⁻¹ = A Rᵀ − 1
 *   linear  ε = ½ (∇u + ∇uᵀ)        non-linear (Green)  E = ½ (∇u + ∇uᵀ + ∇uᵀ ∇u) = ½ (R AᵀA Rᵀ − 1)
 *
 * in the axes of the world. R is here the polar rotation of A (Higham 1986: X → ½(X + X⁻ᵀ)); at a surface the rotation that
 * forces use differs slightly. (Eq. 7 of Wicke et al. 2006 divides by a sum that is zero in a whole neighbourhood.)
 */
import { polarRotation } from '../../math/mat3.ts';
import { writeRotation } from '../../math/quat.ts';
import type { LatticeMatter } from './matter.ts';
import type { MatterRecord } from './record.ts';

export interface MatterStrain {
  /** Both row by row. */
  readonly linear: Float64Array;
  readonly green: Float64Array;
}

/** Returns the strain of a particle of the body as the last sub-step found it. */
export function matterStrain({ record }: LatticeMatter, particle: number): MatterStrain {
  const a = record.shape.view.subarray(9 * particle, 9 * particle + 9);
  const stored = new Float64Array(9);
  writeLatticeRotation(record, particle, stored);
  const r = polarRotation(a, LEAST_VOLUME) ?? stored;
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

/** Writes the rotation R of a particle's lattice row by row. The record stores it as a quaternion. */
export function writeLatticeRotation(
  { turn: { view } }: MatterRecord,
  particle: number,
  out: Float64Array,
): void {
  const at = 4 * particle;
  writeRotation(out, view[at], view[at + 1], view[at + 2], view[at + 3]);
}

/** Least volume of a neighbourhood, relative to its volume at rest, that is not rounding. */
const LEAST_VOLUME = Number.EPSILON;
