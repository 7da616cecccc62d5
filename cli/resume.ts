/**
 * Continues from a checkpoint. A checkpoint of another scene is refused. The same scene with other parameters (gravity,
 * wind, step) is a branch, and a warning says so: the scene beside the checkpoint is compared with the one given.
 */
import { basename, dirname, join } from 'node:path';
import { parseScene, restore, type Scene, SnapshotError, type World } from 'pliant';
import { levelsInUse } from 'pliant/engine';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { readText } from './files.ts';
import { SCENE, UNFINISHED, UNFINISHED_SCENE } from './run-files.ts';

/** Puts the world into the checkpoint's state; its sub-steps stay those of its scene, doubled for each level it is refined. */
export function resume(world: World, bytes: Uint8Array, checkpoint: string): void {
  const unrefined = world.substeps / (1 << levelsInUse(world));
  try {
    restore(world, bytes);
  } catch (error) {
    if (error instanceof SnapshotError) throw new Refusal(`${checkpoint}: ${error.message}`);
    throw error;
  }
  world.substeps = unrefined * (1 << levelsInUse(world));
}

/** Fields of a scene that do not affect the motion. */
const WORDS = new Set(['$schema', 'format', 'id', 'title', 'about', 'group', 'paper', 'seconds', 'expect']);
/** Largest number of paths in the warning; a changed mesh would have thousands. */
const MOST_NAMED = 4;

/** Warning about a scene that may not be the checkpoint's own, which can be given or lie beside it. */
export function branchWarning(
  scene: Scene,
  checkpoint: string,
  source: Scene | FileSystem,
): string | undefined {
  if ('bodies' in source) return differenceWarning(source, scene, checkpoint);
  const fs = source;
  const path = join(dirname(checkpoint), basename(checkpoint) === UNFINISHED ? UNFINISHED_SCENE : SCENE);
  let earlier: Scene;
  try {
    earlier = parseScene(readText(path, undefined, fs));
  } catch {
    return `${checkpoint}: cannot be compared with the present parameters: ${path} is missing or not a scene`;
  }
  return differenceWarning(earlier, scene, checkpoint);
}

function differenceWarning(earlier: Scene, scene: Scene, checkpoint: string): string | undefined {
  const paths = differences(moving(earlier), moving(scene), '');
  if (paths.length === 0) return undefined;
  const more = paths.length > MOST_NAMED ? `, and ${paths.length - MOST_NAMED} more` : '';
  const named = `${paths.slice(0, MOST_NAMED).join(', ')}${more}`;
  return `${checkpoint}: the checkpoint was made with other parameters (${named}); this run continues from it with the new ones`;
}

function moving(scene: Scene): object {
  return Object.fromEntries(Object.entries(scene).filter(([key]) => !WORDS.has(key)));
}

/** Paths at which two values differ; of lists that differ in length, the list's own. */
function differences(a: unknown, b: unknown, path: string): string[] {
  if (a === b) return [];
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) return [path];
  if (Array.isArray(a) && a.length !== b.length) return [path];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const at = (key: string) => (Array.isArray(a) ? `${path}[${key}]` : `${path && `${path}.`}${key}`);
  return keys.flatMap((key) => differences(a[key], b[key], at(key)));
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
