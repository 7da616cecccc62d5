/** Vertices in colours of a value that they have, by one scale for all frames and all bodies. */

import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';
import { colourScale } from './texture-coordinates.ts';

export interface Colouring {
  /** `strain`, `temperature`, `thickness`, … */
  name: string;
  /** What has the first and the last colour of the scale, in the value's unit. */
  range: readonly [number, number];
}

/** Throws a `RangeError` where no body has such a value. */
export function colouringOf(
  sequences: readonly MeshSequence[],
  name: string,
  range?: readonly [number, number],
): Colouring {
  const names = valueNames(sequences);
  if (!names.includes(name))
    throw new RangeError(`colour: vertices have ${names.join(', ') || 'no values'}, and no ${name}`);
  if (range && !(Number.isFinite(range[0]) && Number.isFinite(range[1]) && range[0] < range[1]))
    throw new RangeError(`range: must be two numbers, the lower one first, got ${range.join(', ')}`);
  return { name, range: range ?? fullRange(sequences, name) };
}

/** What vertices can be coloured by. */
export function valueNames(sequences: readonly MeshSequence[]): string[] {
  return [...new Set(sequences.flatMap((sequence) => [...valuesOf(sequence, 0).keys()]))];
}

/**
 * Red, green, blue of each vertex, linear: by the value that is asked for, undefined where the frame has no such; where none
 * is, colours of its own.
 */
export function coloursOf(frame: MeshFrame, colouring: Colouring | undefined): Float32Array | undefined {
  if (!colouring) return frame.paint;
  const values = frame.values.get(colouring.name);
  return values && colourScale(values, colouring.range);
}

function fullRange(sequences: readonly MeshSequence[], name: string): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const sequence of sequences) {
    for (let i = 0; i < sequence.times.length; i++) {
      for (const value of valuesOf(sequence, i).get(name) ?? []) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  return [low, high];
}

/** Of vertices, or of the particles below them. */
function valuesOf(sequence: MeshSequence, index: number): ReadonlyMap<string, Float32Array> {
  return sequence.particleValues?.(index) ?? sequence.frame(index).values;
}
