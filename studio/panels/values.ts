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

/** Longer numbers are written with a power of ten, where that is shorter. */
const LONGEST = 7;

/** A number as people type it, with at most so many digits. */
export function numberText(value: number, digits = 6): string {
  const plain = String(Number(value.toPrecision(digits)));
  if (plain.replace('-', '').length <= LONGEST) return plain;
  const power = Number(value.toPrecision(digits)).toExponential().replace('e+', 'e');
  return power.length < plain.length ? power : plain;
}

/** The number in a text, or undefined; a comma is a point, and a minus may be a dash. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-').replace(',', '.');
  if (plain === '') return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
