/** What colours tell in a picture: a number of each vertex, over the range that it has in the whole film. */
import { type MeshSequence, meshSequences, type TrajectoryReader } from 'pliant';
import type { MatterColour } from '../matter-drawings.ts';
import { compact, percent } from '../numbers.ts';
import { paintNumbers } from '../view/matter-colours.ts';
import type { MatterRanges } from '../view/matter-ranges.ts';

type Ramp = Exclude<MatterColour, 'object'>;

export interface Legend {
  title: string;
  ramp: Ramp;
  low: string;
  high: string;
}

export class Colouring {
  readonly #name: string;
  readonly #unit: string;
  readonly #ramp: Ramp;
  /** By number of the body. */
  readonly #sheets = new Map<number, MeshSequence>();
  #range: readonly [number, number] = [0, 0];

  constructor(reader: TrajectoryReader, name: string) {
    const { bodies, values = [] } = reader.info;
    this.#name = name;
    this.#unit = values.find((value) => value.name === name)?.unit ?? '';
    this.#ramp = name === 'temperature' || name === 'phase' ? name : 'strain';
    for (const sequence of meshSequences(reader)) {
      const body = bodies.findIndex((one) => one.name === sequence.name);
      if (!bodies[body].matter) this.#sheets.set(body, sequence);
    }
  }

  /** Matter has a few colours of its own. */
  get ofMatter(): MatterColour {
    return this.#name === this.#ramp ? this.#ramp : 'object';
  }

  get legend(): Legend {
    const [low, high] = this.#range;
    const words = (value: number) => {
      if (this.#name === 'strain') return percent(value);
      if (this.#name === 'phase') return value < 0.5 ? 'fluid' : 'solid';
      const rounded = this.#name === 'temperature' ? Math.round(value) : value;
      return `${compact(rounded)} ${this.#unit}`.trim();
    };
    return { title: this.#name, ramp: this.#ramp, low: words(low), high: words(high) };
  }

  /** Takes the range from these frames; `ranges` has those of matter, and gets those of the sheets. */
  lookAt(frames: readonly number[], ranges: MatterRanges): void {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const none = new Float32Array();
    for (const frame of frames) {
      for (const sequence of this.#sheets.values()) {
        const numbers = this.#numbers(sequence, frame);
        if (!numbers) continue;
        for (const number of numbers) {
          low = Math.min(low, number);
          high = Math.max(high, number);
        }
        if (this.#name === 'temperature') ranges.take({ temperature: numbers, strain: none });
        if (this.#name === 'strain') ranges.take({ temperature: none, strain: numbers });
      }
    }
    this.#range = this.#name === this.#ramp ? ranges.all[this.#ramp] : [low, high];
  }

  /** Linear red, green, blue of each particle, by number of the body. */
  sheets(frame: number): Map<number, Float32Array> {
    const colours = new Map<number, Float32Array>();
    for (const [body, sequence] of this.#sheets) {
      const numbers = this.#numbers(sequence, frame);
      if (!numbers) continue;
      const into = new Float32Array(3 * numbers.length);
      paintNumbers(this.#ramp, numbers, [0, 1], this.#range, into);
      colours.set(body, into);
    }
    return colours;
  }

  #numbers(sequence: MeshSequence, index: number): Float32Array | undefined {
    return sequence.frame(index).values.get(this.#name);
  }
}
