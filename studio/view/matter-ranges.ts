/** Least and greatest numbers that matter had so far, which its colours are spread over. */
import type { MatterValues } from 'pliant';
import type { Ranges } from './matter-mesh.ts';

/** A strain that is shown in the last colour at least: less is not worth it. */
const LEAST_STRAIN = 0.02;
/** Of what is strained more than all but so many particles: single ones would leave the rest without colour. */
const MOST_STRAINED = 0.98;

export class MatterRanges {
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  #strain = LEAST_STRAIN;

  take({ temperature, strain }: Pick<MatterValues, 'temperature' | 'strain'>): void {
    for (let p = 0; p < temperature.length; p++) {
      this.#low = Math.min(this.#low, temperature[p]);
      this.#high = Math.max(this.#high, temperature[p]);
    }
    if (strain.length === 0) return;
    const sorted = strain.toSorted();
    this.#strain = Math.max(this.#strain, sorted[Math.floor(MOST_STRAINED * (sorted.length - 1))]);
  }

  get all(): Ranges {
    return { temperature: [this.#low, this.#high], phase: [0, 1], strain: [0, this.#strain] };
  }
}
