/** Values of a scene by their paths, as the panels write them: `bodies[0].material.density`. */
import type { Scene } from 'pliant';
import { isObject } from './fields.ts';

type Step = string | number;

export function stepsOf(path: string): Step[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
}

export function valueAt(scene: Scene, steps: readonly Step[]): unknown {
  let at: unknown = scene;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<Step, unknown>)[step];
  }
  return at;
}

/**
 * The value that the scene came with at the place that is now at `steps`. Entries of a list are found by their names,
 * as they may have moved; where they have none, by their number, as long as there are as many of them.
 */
export function originalAt(original: Scene, scene: Scene, steps: readonly Step[]): unknown {
  let then: unknown = original;
  let now: unknown = scene;
  for (const step of steps) {
    if (typeof then !== 'object' || then === null || typeof now !== 'object' || now === null)
      return undefined;
    const entry = (now as Record<Step, unknown>)[step];
    if (Array.isArray(then) && Array.isArray(now) && typeof step === 'number') {
      const name = isObject(entry) ? entry.name : undefined;
      if (name !== undefined) then = then.find((other) => isObject(other) && other.name === name);
      else then = then.length === now.length ? then[step] : undefined;
    } else {
      then = (then as Record<Step, unknown>)[step];
    }
    now = entry;
  }
  return then;
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Digits of a number as it is typed, and the fewest that it is shortened to. */
const DIGITS = 6;
const FEWEST_DIGITS = 2;

/** A number as people type it; where it is longer than `longest`, with fewer digits, or with a power of ten. */
export function numberText(value: number, longest = 8): string {
  let text = '';
  for (let digits = DIGITS; digits >= FEWEST_DIGITS; digits--) {
    const rounded = Number(value.toPrecision(digits));
    const plain = String(rounded);
    const power = rounded.toExponential().replace('e+', 'e');
    text = plain.length > longest && power.length < plain.length ? power : plain;
    if (text.length <= longest) return text;
  }
  return text;
}

/** The number in a text, or undefined; a comma is a point, and a minus may be a dash. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-').replace(',', '.');
  if (plain === '') return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
