/** Checks after every step whether a sheet is stretched beyond what its material bears. */
import type { Scene, StepReport, World } from 'pliant';
import { breakingStrains } from 'pliant/engine';
import { figure } from './output.ts';

export interface Overstrained {
  body: string;
  /** Relative elongation that its material plausibly bears, and the largest that it had. */
  bears: number;
  strain: number;
  /** Time (s) and number of the step at which it was first exceeded. */
  seconds: number;
  step: number;
}

export class StrainWatch {
  readonly found: Overstrained[];
  readonly #world: World;
  readonly #bears: readonly number[];
  readonly #least: number;

  constructor(scene: Scene, world: World, before: readonly Overstrained[] = []) {
    this.found = before.map((one) => ({ ...one }));
    this.#world = world;
    this.#bears = breakingStrains(scene);
    this.#least = Math.min(...this.#bears);
  }

  look({ strain, step, time }: StepReport): void {
    // The report has the largest strain of all bodies; single bodies are measured only if that is large.
    if (!(strain.max > this.#least)) return;
    this.#world.bodies.forEach((body, i) => {
      const sum = { sum: 0, count: 0, max: 0 };
      body.addStrain?.(this.#world, sum);
      if (!(sum.max > this.#bears[i])) return;
      const known = this.found.find((one) => one.body === body.name);
      if (known) known.strain = Math.max(known.strain, sum.max);
      else {
        const seconds = Number(time.toPrecision(12));
        this.found.push({ body: body.name, bears: this.#bears[i], strain: sum.max, seconds, step });
      }
    });
  }
}

export function overstrainedText({ body, bears, strain, seconds }: Overstrained): string {
  return `"${body}" was stretched by up to ${figure(100 * strain)} %, and passed ${figure(100 * bears)} % at ${figure(seconds)} s, where its material breaks. The rest of the run is not realistic`;
}
