/**
 * Strain and stress of particles, from the elements around them.
 *
 *   strain    the greatest |ε| of the elements at a particle; stretch: the mean of their ε with its sign
 *   stress    σ = Σ W/V, W the part of an element's virial −Σ x ⊗ f that it gives to a particle, V its volume; of a spring
 *             with tension T and d from end to end, W = ½ (T/|d|) d ⊗ d to either end (Thompson, Plimpton & Mattson 2009)
 *   stress of von Mises √(½ [(σxx − σyy)² + (σyy − σzz)² + (σzz − σxx)²] + 3 (σxy² + σyz² + σzx²))
 *
 * V is the volume at rest: matter that keeps its volume has then true stress. Only elastic forces count: damping, and what
 * bends without stretching, are left out. Symbols: ε 1, σ Pa, W J, T N, V m³.
 */
export class ParticleMeasures {
  readonly strain: Float64Array;
  readonly #stretch: Float64Array;
  readonly #elements: Float64Array;
  /** xx, yy, zz, xy, yz, zx of each particle, J. */
  readonly #virial: Float64Array;

  constructor(count: number) {
    this.strain = new Float64Array(count);
    this.#stretch = new Float64Array(count);
    this.#elements = new Float64Array(count);
    this.#virial = new Float64Array(6 * count);
  }

  /** An element with the strain ε is at particle i; `weight`: for how many it counts. */
  addStrain(i: number, strain: number, weight = 1): void {
    this.strain[i] = Math.max(this.strain[i], Math.abs(strain));
    this.#stretch[i] += weight * strain;
    this.#elements[i] += weight;
  }

  /** W = factor · a ⊗ b, made symmetric. */
  addVirial(i: number, factor: number, a: ArrayLike<number>, b: ArrayLike<number>): void {
    const w = this.#virial;
    const at = 6 * i;
    for (let k = 0; k < 3; k++) {
      const next = k === 2 ? 0 : k + 1;
      w[at + k] += factor * a[k] * b[k];
      w[at + 3 + k] += 0.5 * factor * (a[k] * b[next] + a[next] * b[k]);
    }
  }

  stretch(i: number): number {
    return this.#elements[i] > 0 ? this.#stretch[i] / this.#elements[i] : 0;
  }

  /** Pa, after von Mises, of a particle with this volume. */
  stress(i: number, volume: number): number {
    const w = this.#virial.subarray(6 * i, 6 * i + 6);
    return vonMises(w) / volume;
  }
}

/** Of xx, yy, zz, xy, yz, zx. */
export function vonMises([xx, yy, zz, xy, yz, zx]: ArrayLike<number> & Iterable<number>): number {
  const [a, b, c] = [xx - yy, yy - zz, zz - xx];
  return Math.sqrt(0.5 * (a * a + b * b + c * c) + 3 * (xy * xy + yz * yz + zx * zx));
}
