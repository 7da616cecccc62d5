/** The scene a command is to run: one that comes with Pliant, by its id, or a file. */
import { applySettings, nearest, parseScene, type Scene, SceneError } from 'pliant';
import { sceneById, scenes } from 'pliant/scenes';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { kindOf, refuseResult } from './file-kind.ts';
import { decodeText, LARGEST_TEXT, readBytes } from './files.ts';

/** Steps of a run; at a microsecond a step still a working day. */
export const MOST_STEPS = 10_000_000;

const ANY_LENGTH = { anyLength: true };

export interface LoadedScene {
  scene: Scene;
  /** The file it came from, if it came from one. */
  file: string | undefined;
}

/** Settings as `path=value`, and the option they came from. */
export interface SettingsSource {
  option: string;
  settings: readonly string[];
}

/**
 * The settings are applied in their order; the last one to name a path wins. The length is checked when all of them
 * are in; where the run ends after `steps` anyway, a scene that is too long is cut to the longest there may be.
 */
export function loadScene(
  name: string,
  sources: readonly SettingsSource[],
  steps: number | undefined,
  fs: FileSystem,
): LoadedScene {
  const known = sceneById(name);
  if (!known && !isPath(name, fs)) throw unknownScene(name);
  try {
    let scene = known ?? parseScene(sceneText(name, fs), name, ANY_LENGTH);
    for (const { option, settings } of sources) {
      if (settings.length > 0) scene = applySettings(scene, settings, option, ANY_LENGTH);
    }
    if (steps !== undefined) scene = { ...scene, seconds: Math.min(scene.seconds, MOST_STEPS * scene.dt) };
    return { scene: parseScene(scene, name), file: known ? undefined : name };
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(error.message) : error;
  }
}

function sceneText(file: string, fs: FileSystem): string {
  const bytes = readBytes(file, LARGEST_TEXT, fs);
  refuseResult(file, kindOf(bytes, file));
  return decodeText(file, bytes);
}

/** A mistyped id should not be told that there is no such file; a mistyped path should. */
function isPath(name: string, fs: FileSystem): boolean {
  if (/[\\/.]/.test(name)) return true;
  try {
    fs.stat(name);
    return true;
  } catch {
    return false;
  }
}

function unknownScene(name: string): Refusal {
  const close = nearest(
    name,
    scenes.map((scene) => scene.id),
  );
  const hint = close ? `did you mean "${close}"?` : '"pliant scenes" lists them';
  return new Refusal(`no scene or file is named "${name}"; ${hint}`);
}
