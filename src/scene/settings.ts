/**
 * `path=value` settings, as the command line's `--set` takes them: `engine.name=rk4`, `gravity[1]=-1.62`,
 * `bodies[0].material.density=0.2`, `bodies[0].points=73` (one number for all components). A body, collider
 * or rigid body may be given by its name: `flag.points=73`. Paths and types come from the parameter table; `parseScene` checks
 * ranges when all settings are made.
 */
import type { MaterialName } from '../materials/presets.ts';
import { modelNamed } from '../models/index.ts';
import { withoutDefaults } from './defaults.ts';
import { JsonTextError, readJson } from './json-text.ts';
import { type Parameter, sceneParameters } from './parameter-rows.ts';
import type { Scene } from './parameters.ts';
import { type ParseOptions, parseScene } from './parse.ts';
import {
  isChosen,
  knownKeys,
  nearest,
  pathText,
  patternOf,
  SceneError,
  shown,
  variantsAlong,
} from './problems.ts';

/** Returns the scene with all settings (`path=value`), checked as a whole. */
export function applySettings(
  scene: Scene,
  settings: readonly string[],
  source?: string,
  options?: ParseOptions,
): Scene {
  let changed = scene;
  try {
    for (const setting of settings) {
      const equals = setting.indexOf('=');
      if (equals < 1) throw refusal('', `expected path=value, got ${shown(setting)}`);
      changed = setParameter(changed, setting.slice(0, equals).trim(), setting.slice(equals + 1).trim());
    }
  } catch (error) {
    throw error instanceof SceneError ? new SceneError(error.problems, source) : error;
  }
  return parseScene(changed, source, options);
}

/** Returns a copy of the scene with one parameter changed; `parseScene` checks its range. */
export function setParameter(scene: Scene, path: string, text: string): Scene {
  const steps = stepsOf(scene, path);
  const { row, isComponent } = rowFor(steps, variantsAlong(scene, steps.slice(0, -1)), path);
  return withValue(scene, path, readValue(row, isComponent, text, path));
}

/**
 * Returns a copy of the scene with a parameter, an object or an entry of a list set to a value; an entry past the last is
 * added. `undefined` removes an entry, or a field, which then has its default. The engine and self-contact are left out if they are the
 * defaults for its bodies, so that they follow. `parseScene` checks and completes the result.
 */
export function withValue(scene: Scene, path: string, value: unknown): Scene {
  const changed = { ...withoutDefaults(scene) };
  const steps = stepsOf(changed, path);
  const parent = parentOf(changed, steps, path);
  const last = steps.at(-1);
  if (last === undefined) throw refusal(path, 'names nothing; write it like bodies[0].size');
  const variants = variantsAlong(changed, steps.slice(0, -1));
  if (typeof last === 'string') {
    const isKnown = knownKeys(patternOf(steps.slice(0, -1)), variants).includes(last);
    if (!isKnown) throw refusal(path, unknownPath(steps, variants));
  } else if (!Array.isArray(parent) || last > parent.length) {
    throw refusal(path, `${pathText(steps)} does not exist here`);
  }
  if (value !== undefined) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(last as number, 1);
  else delete parent[last];
  return changed;
}

/** Returns the numbers of a preset that bodies of this model have. */
export function presetNumbers(model: string, name: MaterialName): Record<string, number> {
  const read = knownKeys('bodies[].material', [model]);
  const all = Object.entries(modelNamed(model).preset?.(name) ?? {});
  return Object.fromEntries(all.filter(([key]) => read.includes(key)));
}

type Step = string | number;
type Container = Record<Step, unknown>;

function stepsOf(scene: Scene, path: string): Step[] {
  const named = namedThing(scene, path);
  const steps: Step[] = named ? [named.list, named.index] : [];
  for (const [whole, key, index] of path
    .slice(named?.name.length ?? 0)
    .matchAll(/\.?([^.[\]]+)|\[(\d+)\]|./gsu)) {
    if (key !== undefined) steps.push(/^\d+$/.test(key) ? Number(key) : key);
    else if (index !== undefined) steps.push(Number(index));
    else throw refusal(path, `not a path: ${shown(whole)} is out of place; write it like bodies[0].size`);
  }
  return steps;
}

/** Finds the body, collider or rigid body whose name begins the path; the format's own keys come first. */
function namedThing(scene: Scene, path: string) {
  if (knownKeys('').includes(path.split(/[.[]/, 1)[0])) return undefined;
  for (const list of ['bodies', 'colliders', 'rigidBodies'] as const) {
    const index = scene[list].findIndex(({ name }) => path.startsWith(`${name}.`));
    if (index >= 0) return { list, index, name: scene[list][index].name };
  }
  return undefined;
}

/** Returns the object or list that has the last step, copied with all above it. Follows only steps of the table. */
function parentOf(scene: Scene, steps: readonly Step[], path: string): Container {
  let at = scene as unknown as Container;
  const variants = variantsAlong(scene, steps);
  for (const [i, step] of steps.slice(0, -1).entries()) {
    const known =
      typeof step === 'number'
        ? Array.isArray(at)
        : knownKeys(patternOf(steps.slice(0, i)), variants).includes(step);
    if (!known) throw refusal(path, unknownPath(steps, variants));
    if (step === 'material' && typeof at.material === 'string') {
      // Its one changed value makes it a material of its own.
      at.material = presetNumbers(String(at.model), at.material as MaterialName);
    }
    if (at[step] === undefined && typeof step === 'string') at[step] = {};
    if (typeof at[step] !== 'object')
      throw refusal(path, `${pathText(steps.slice(0, i + 1))} does not exist here`);
    at[step] = Array.isArray(at[step]) ? [...at[step]] : { ...at[step] };
    at = at[step] as Container;
  }
  return at;
}

/** Returns the row of the table for a path, or for the vector of which the path names a component. */
function rowFor(
  steps: readonly Step[],
  variants: readonly string[],
  path: string,
): { row: Parameter; isComponent: boolean } {
  const last = steps[steps.length - 1];
  const pattern = patternOf(typeof last === 'number' ? steps.slice(0, -1) : steps);
  const row = sceneParameters().find((p) => p.path === pattern && isChosen(p, variants));
  const here = typeof last === 'number' || knownKeys(patternOf(steps.slice(0, -1)), variants).includes(last);
  if (row && here && typeof last === 'string') return { row, isComponent: false };
  if (row?.components !== undefined && typeof last === 'number' && last < row.components) {
    return { row, isComponent: true };
  }
  throw refusal(path, unknownPath(steps, variants));
}

function unknownPath(steps: readonly Step[], variants: readonly string[]): string {
  const inside = knownKeys(patternOf(steps), variants);
  if (inside.length > 0)
    return `is a group; set one of ${inside.map((key) => `${pathText(steps)}.${key}`).join(', ')}`;
  const siblings = knownKeys(patternOf(steps.slice(0, -1)), variants);
  const close = nearest(String(steps.at(-1)), siblings);
  if (close) return `unknown path; did you mean ${pathText([...steps.slice(0, -1), close])}?`;
  const elsewhere = sameLeaf(steps);
  if (elsewhere) return `unknown path; did you mean ${withIndices(elsewhere, steps)}?`;
  return siblings.length > 0 ? `unknown path; known there: ${siblings.join(', ')}` : lostPath(steps);
}

/** Names the first step of a path that does not exist. */
function lostPath(steps: readonly Step[]): string {
  const known = (i: number) => knownKeys(patternOf(steps.slice(0, i)));
  const lost = steps.findIndex((step, i) => typeof step === 'string' && !known(i).includes(step));
  const there = lost < 0 ? [] : known(lost);
  const hint = there.length > 0 ? `; known there: ${there.join(', ')}` : '';
  return `unknown path; there is no ${pathText(lost < 0 ? steps : steps.slice(0, lost + 1))}${hint}`;
}

/** Finds a path with the same last key, under the same list if possible. */
function sameLeaf(steps: readonly Step[]): string | undefined {
  const under = sceneParameters().filter((p) => p.path.startsWith(`${steps[0]}[`));
  const rows = under.length > 0 ? under : sceneParameters();
  const leaf = nearest(String(steps.at(-1)), rows.map(leafOf));
  return rows.find((p) => leafOf(p) === leaf && p.path !== patternOf(steps))?.path;
}

function leafOf({ path }: Parameter): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Puts the indices of the path that was tried into a pattern such as `bodies[].size`; 0 if it had none. */
function withIndices(pattern: string, steps: readonly Step[]): string {
  const indices = steps.filter((step) => typeof step === 'number');
  return pattern.replace(/\[\]/g, () => `[${indices.shift() ?? 0}]`);
}

function readValue(row: Parameter, isComponent: boolean, text: string, path: string): unknown {
  if (row.type === 'text' || row.choices.includes(text)) return text;
  const value = readJsonValue(row, text, path);
  const isNumber = row.type === 'number' || row.type === 'integer';
  const isVector = row.components !== undefined && !isComponent;
  if (isNumber && !isVector && typeof value !== 'number') {
    throw refusal(path, `must be a number, got ${shown(text)}`);
  }
  return isVector && typeof value === 'number' ? Array(row.components).fill(value) : value;
}

function readJsonValue(row: Parameter, text: string, path: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw refusal(path, `must be ${expected(row)}, got ${shown(text)}`);
  }
}

function expected(row: Parameter): string {
  if (row.components !== undefined) return `a list of ${row.components} numbers, in brackets`;
  if (row.type === 'flag') return 'true or false';
  if (row.type === 'number' || row.type === 'integer') return 'a number';
  return row.choices.length > 0 ? `one of ${row.choices.join(', ')}, or JSON` : 'JSON';
}

function refusal(path: string, message: string): SceneError {
  return new SceneError([{ path, message }]);
}
