/** Variants of a scene to be seen side by side: a scene, what is changed in all of them, and what in each. */
import { parseScene, type Scene } from 'pliant';
import { withValue } from 'pliant/engine';
import { pathWords } from '../panels/words.ts';

/** A parameter by its path, with its value as a scene's file has it; without one, back to the default. */
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
  /** Of all variants. */
  readonly common: readonly Setting[];
  readonly variants: readonly Variant[];
  /** Numbers of the two that are side by side. */
  readonly shown: readonly [number, number];
}

export const MOST_VARIANTS = 24;

/** The scene with its variant's settings; throws a SceneError where it is none. */
export function variantScene(base: Scene, { common }: Pick<Comparison, 'common'>, variant: Variant): Scene {
  let scene = base;
  for (const { path, value } of [...common, ...variant.settings]) scene = withValue(scene, path, value);
  return scene === base ? base : parseScene(scene);
}

/** What makes the one scene of the other, in as few and as deep settings as lists of one length allow. */
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

/** How settings read beside a picture: `Gravity: [0,-1.62,0]`. */
export function settingText({ path, value }: Setting): string {
  return `${pathWords(path)}: ${value === undefined ? 'as by default' : valueText(value)}`;
}

/** Words as they are, all else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);
}

/** The other way round: what is no JSON is a word. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
