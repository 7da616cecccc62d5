/** The scene a command is to run: one that comes with Pliant, by its id, or a file. */
import {
  applySettings,
  type FileUnits,
  nearest,
  parseScene,
  type Scene,
  SceneError,
  type SceneInput,
  sceneFromFiles,
} from 'pliant';
import { sceneById, scenes } from 'pliant/scenes';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { kindOf, refuseResult } from './file-kind.ts';
import { decodeText, LARGEST_TEXT, readBytes } from './files.ts';
import { idOf, readPolyhedraFile, refusedFile } from './text-file.ts';

/** Steps of a run; at a microsecond a step still a working day. */
export const MOST_STEPS = 10_000_000;

const ANY_LENGTH = { anyLength: true };

export interface LoadedScene {
  scene: Scene;
  /** The file it came from, if it came from one. */
  file: string | undefined;
}

/** What a sheet file is to fall on, and the units of files that state none. */
export interface Around {
  onto?: readonly string[];
  units?: FileUnits;
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
  around: Around,
  fs: FileSystem,
): LoadedScene {
  const known = sceneById(name);
  if (!known && !isPath(name, fs)) throw unknownScene(name);
  try {
    let scene = known ?? parseScene(sceneOf(name, around, fs), name, ANY_LENGTH);
    if (known && around.onto) throw notASheet(name);
    for (const { option, settings } of sources) {
      if (settings.length > 0) scene = applySettings(scene, settings, option, ANY_LENGTH);
    }
    if (steps !== undefined) scene = { ...scene, seconds: Math.min(scene.seconds, MOST_STEPS * scene.dt) };
    return { scene: parseScene(scene, name), file: known ? undefined : name };
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(error.message) : error;
  }
}

function sceneOf(file: string, around: Around, fs: FileSystem): string | SceneInput {
  const bytes = readBytes(file, LARGEST_TEXT, fs);
  const kind = kindOf(bytes, file);
  refuseResult(file, kind);
  const text = decodeText(file, bytes);
  if (kind === 'sheet') return sheetScene(file, text, around, fs);
  if (kind === 'polyhedra') {
    throw new Refusal(
      `${file}: holds polyhedra and no sheet; pliant run SHEET.sht --onto ${file} drops one on them`,
    );
  }
  if (around.onto) throw notASheet(file);
  return text;
}

function sheetScene(file: string, sheet: string, { onto = [], units }: Around, fs: FileSystem): SceneInput {
  const polyhedra = onto.map((other) => readPolyhedraFile(other, units, fs));
  const id = idOf(file);
  return refusedFile(file, () =>
    sceneFromFiles({ id, title: `The sheet of ${id}.sht`, sheet, units, polyhedra }),
  );
}

function notASheet(name: string): Refusal {
  return new Refusal(
    `--onto: ${name} is a scene, which has its own colliders; a sheet file (.sht) falls on polyhedra`,
  );
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
