/**
 * A copy of an object from outside as plain data: own fields of plain objects, lists, text, numbers, true,
 * false, null. Getters run once, here; objects of classes are refused; depth and number of values are limited, so
 * cycles and shared branches end.
 */

import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import { HOSTILE_KEYS } from './json-text.ts';
import { pathText, shown } from './problems.ts';

export function plainCopy(input: unknown): { value: unknown; problems: Problem[] } {
  const copier: Copier = { left: LIMITS.values, problems: [] };
  return { value: copied(input, [], copier), problems: copier.problems };
}

interface Copier {
  /** Values that may still be copied; 0 ends the copy. */
  left: number;
  problems: Problem[];
}

function copied(value: unknown, path: readonly PropertyKey[], copier: Copier): unknown {
  if (copier.left <= 0) return undefined;
  copier.left--;
  if (typeof value === 'number') return value + 0; // no −0, as in text
  if (typeof value !== 'object' || value === null) {
    const plain = value === null || ['string', 'boolean', 'undefined'].includes(typeof value);
    return plain ? value : refuse(copier, path, `must be plain data, got ${shown(value)}`);
  }
  if (path.length >= LIMITS.depth) return giveUp(copier, path, `nested more than ${LIMITS.depth} deep`);
  if (Array.isArray(value)) return copiedList(value, path, copier);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return refuse(copier, path, 'must be plain data, got an object of a class');
  }
  return copiedObject(value, path, copier);
}

function copiedList(list: readonly unknown[], path: readonly PropertyKey[], copier: Copier): unknown {
  if (list.length > copier.left) return giveUp(copier, path, `more than ${LIMITS.values} values`);
  return Array.from(list, (entry, i) => copied(entry, [...path, i], copier));
}

function copiedObject(object: object, path: readonly PropertyKey[], copier: Copier): unknown {
  const copy: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(object)) {
    if (HOSTILE_KEYS.has(key)) refuse(copier, path, `the key "${key}" is not allowed`);
    else if (entry !== undefined) copy[key] = copied(entry, [...path, key], copier);
  }
  return copy;
}

function refuse(copier: Copier, path: readonly PropertyKey[], message: string): undefined {
  copier.problems.push({ path: pathText(path), message });
}

/** Refuses and ends the copy: a cycle would repeat the message. */
function giveUp(copier: Copier, path: readonly PropertyKey[], message: string): undefined {
  copier.left = 0;
  refuse(copier, path, message);
}
