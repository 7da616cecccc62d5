/** A comparison: a scene, the settings of all its variants, and those of each. */
import { parseScene, type Scene } from 'pliant';
import { withValue } from 'pliant/engine';
import { pathWords } from '../panels/labels.ts';

/** A parameter by its path, with its value as in a scene file; without a value, the default. */
export interface Setting {
  readonly path: string;
  readonly value: unknown;
}

export interface Variant {
  readonly label: string;
  readonly settings: readonly Setting[];
}

export interface Comparison {
  /** Name of the scene. */
  readonly scene: string;
  /** Settings of all variants. */
  readonly common: readonly Setting[];
  readonly variants: readonly Variant[];
  /** Numbers of the two variants that are shown. */
  readonly shown: readonly [number, number];
}

export const MOST_VARIANTS = 24;

/** Returns the scene with the settings of a variant. Throws a SceneError if it is invalid. */
export function variantScene(base: Scene, { common }: Pick<Comparison, 'common'>, variant: Variant): Scene {
  let scene = base;
  for (const { path, value } of [...common, ...variant.settings]) scene = withValue(scene, path, value);
  return scene === base ? base : parseScene(scene);
}

/** Returns the settings that turn one scene into the other: few, and as deep as lists of equal length allow. */
export function settingsBetween(from: Scene, to: Scene): Setting[] {
  const settings: Setting[] = [];
  compare(from, to, '', settings);
  return settings;
}

function compare(from: unknown, to: unknown, path: string, into: Setting[]): void {
  if (JSON.stringify(from) === JSON.stringify(to)) return;
  if (isRecord(from) && isRecord(to) && from.kind === to.kind && from.model === to.model) {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)]))
      compare(from[key], to[key], path === '' ? key : `${path}.${key}`, into);
  } else if (isOfRecords(from) && isOfRecords(to) && from.length === to.length) {
    from.forEach((entry, i) => void compare(entry, to[i], `${path}[${i}]`, into));
  } else {
    into.push({ path, value: to });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfRecords(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** Returns a setting in words: `Gravity: [0,-1.62,0]`. */
export function settingText({ path, value }: Setting): string {
  return `${pathWords(path)}: ${value === undefined ? 'default' : valueText(value)}`;
}

/** Returns a word unchanged, everything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);
}

/** Reads a value: text that is not JSON is a word. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
