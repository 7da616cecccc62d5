/** Values of a scene by their paths, such as `bodies[0].material.density`. */
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
 * Returns the original value of the field that is now at `steps`. Entries of a list are matched by name, as they may have
 * moved; without names, by number if the list has as many entries as before.
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

/** Most digits of a number in a field, and the fewest that it is shortened to. */
const DIGITS = 6;
const FEWEST_DIGITS = 2;

/** Returns a number as one would type it; if it is longer than `longest`, with fewer digits or a power of ten. */
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

/** Returns the number in a text, or undefined. It may have a decimal comma and a typographic minus. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-').replace(',', '.');
  if (plain === '') return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
