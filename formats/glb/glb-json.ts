/** Reads the JSON of a GLB file; every error names the path. */

import { shown } from '../lines.ts';
import { GlbError } from './glb-chunks.ts';

export type Json = Record<string, unknown>;

export function objectAt(value: unknown, place: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new GlbError(place, 'is not an object');
}

export function listOf(object: Json, key: string): readonly unknown[] {
  const list = object[key] ?? [];
  if (Array.isArray(list)) return list;
  throw new GlbError(key, 'is not a list');
}

export function wholeAt(object: Json, key: string, place: string, most: number, usual?: number): number {
  const value = object[key] ?? usual;
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number;
  const given =
    value === undefined
      ? 'is missing'
      : `must be a whole number from 0 to ${most}, got ${shown(String(value))}`;
  throw new GlbError(`${place}.${key}`, given);
}

/** Returns a valid index into a list. */
export function indexAt(
  object: Json,
  key: string,
  place: string,
  list: readonly unknown[],
  name: string,
): number {
  if (list.length === 0) throw new GlbError(`${place}.${key}`, `there are no ${name}`);
  return wholeAt(object, key, place, list.length - 1);
}
