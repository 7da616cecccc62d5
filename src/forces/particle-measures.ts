/**
 * Strain and stress of particles, from the elements around them.
 *
 *   strain      largest |ε| of the elements at a particle
 *   stretch     mean of their signed ε
 *   stress      σ = Σ W/V; a spring with tension T and end-to-end vector d gives W = ½ (T/|d|) d ⊗ d to either end
 *               (Thompson, Plimpton & Mattson 2009)
 *   von Mises   √(½ [(σxx − σyy)² + (σyy − σzz)² + (σzz − σxx)²] + 3 (σxy² + σyz² + σzx²))
 *
 * Only elastic forces count, without damping and without bending. V is the rest volume, so the stress is the true stress of matter
 * that conserves its volume.
 *
 * ε  strain of an element, 1
 * σ  stress, Pa
 * W  share of an element's virial −Σ x ⊗ f that a particle gets, J
 * V  volume of the particle, m³
 */
import { type ParticleView, VIEW_KINDS, type ViewKind } from '../core/views.ts';
import type { World } from '../core/world.ts';

export class ParticleMeasures {
  readonly strain: Float64Array;
  /** Rest volume V of each particle, m³; set by the caller. */
  readonly volume: Float64Array;
  readonly #stretch: Float64Array;
  readonly #elements: Float64Array;
  /** Virial xx, yy, zz, xy, yz, zx of each particle, J. */
  readonly #virial: Float64Array;

  constructor(count: number) {
    this.strain = new Float64Array(count);
    this.volume = new Float64Array(count);
    this.#stretch = new Float64Array(count);
    this.#elements = new Float64Array(count);
    this.#virial = new Float64Array(6 * count);
  }

  /** Adds an element of strain ε at particle i; it counts as `weight` elements. */
  addStrain(i: number, strain: number, weight = 1): void {
    this.strain[i] = Math.max(this.strain[i], Math.abs(strain));
    this.#stretch[i] += weight * strain;
    this.#elements[i] += weight;
  }

  /** Adds W = factor · a ⊗ b, made symmetric. */
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

  /** Returns the von Mises stress of a particle, Pa. */
  stress(i: number): number {
    const w = this.#virial.subarray(6 * i, 6 * i + 6);
    return vonMises(w) / this.volume[i];
  }
}

/** Returns the views of strain, stretch and stress of a body whose particles `measure` measures. */
export function measureViews(measure: (world: World) => ParticleMeasures): ParticleView[] {
  const view = (kind: ViewKind, value: (measures: ParticleMeasures, i: number) => number): ParticleView => ({
    kind,
    read(world, into) {
      const measures = measure(world);
      for (let i = 0; i < measures.strain.length; i++) into[i] = value(measures, i);
    },
  });
  const { strain, stretch, stress } = VIEW_KINDS;
  return [
    view(strain, (measures, i) => measures.strain[i]),
    view(stretch, (measures, i) => measures.stretch(i)),
    view(stress, (measures, i) => measures.stress(i)),
  ];
}

/** Returns the von Mises stress of a tensor xx, yy, zz, xy, yz, zx. */
export function vonMises([xx, yy, zz, xy, yz, zx]: ArrayLike<number> & Iterable<number>): number {
  const [a, b, c] = [xx - yy, yy - zz, zz - xx];
  return Math.sqrt(0.5 * (a * a + b * b + c * c) + 3 * (xy * xy + yz * yz + zx * zx));
}
