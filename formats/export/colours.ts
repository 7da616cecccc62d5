/** Colours vertices by a value, with one scale for all frames and bodies. */

import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';
import { colourScale } from './texture-coordinates.ts';

export interface Colouring {
  /** Name of the value: `strain`, `temperature`, `thickness`, … */
  name: string;
  /** Values of the first and last colour of the scale, in the value's unit. */
  range: readonly [number, number];
}

/** Throws a `RangeError` if no body has the value. */
export function colouringOf(
  sequences: readonly MeshSequence[],
  name: string,
  range?: readonly [number, number],
): Colouring {
  const names = valueNames(sequences);
  if (!names.includes(name))
    throw new RangeError(`colour: no vertex has ${name}; available: ${names.join(', ') || 'none'}`);
  if (range && !(Number.isFinite(range[0]) && Number.isFinite(range[1]) && range[0] < range[1]))
    throw new RangeError(`range: must be two numbers in ascending order, got ${range.join(', ')}`);
  return { name, range: range ?? fullRange(sequences, name) };
}

/** Names of the values that vertices can be coloured by. */
export function valueNames(sequences: readonly MeshSequence[]): string[] {
  return [...new Set(sequences.flatMap((sequence) => [...valuesOf(sequence, 0).keys()]))];
}

/**
 * Linear red, green and blue of each vertex: by the given value (undefined if the frame does not have it), otherwise the
 * vertices' own colours.
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

/** Values of the vertices, or of the particles they are interpolated from. */
function valuesOf(sequence: MeshSequence, index: number): ReadonlyMap<string, Float32Array> {
  return sequence.particleValues?.(index) ?? sequence.frame(index).values;
}
