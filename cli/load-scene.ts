/** Loads the scene that a command runs: one that comes with Pliant, by its id, or a file. */
import { applySettings, parseScene, type Scene, SceneError, type SceneInput, sceneFromFiles } from 'pliant';
import { nearest } from 'pliant/engine';
import type { FileUnits } from 'pliant/formats';
import { sceneById, scenes } from 'pliant/scenes';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { kindOf, refuseResult } from './file-kind.ts';
import { decodeText, LARGEST_TEXT, readBytes } from './files.ts';
import { sceneWithMeshes } from './mesh-file.ts';
import { idOf, readPolyhedraFile, refusedFile } from './text-file.ts';

/** Largest number of steps of a run: at a millisecond a step, three hours. */
export const MOST_STEPS = 10_000_000;

const ANY_LENGTH = { anyLength: true };

export interface LoadedScene {
  scene: Scene;
  /** The files it came from: its own, if it came from one, and those of its meshes. */
  files: string[];
}

/** Polyhedra that a sheet file falls on, and the units of files that state none. */
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
export async function loadScene(
  name: string,
  sources: readonly SettingsSource[],
  steps: number | undefined,
  around: Around,
  fs: FileSystem,
): Promise<LoadedScene> {
  const known = sceneById(name);
  if (!known && !isPath(name, fs)) throw unknownScene(name);
  try {
    const read = known
      ? { input: known, files: [] }
      : await sceneWithMeshes(sceneOf(name, around, fs), name, fs);
    let scene = known ?? parseScene(read.input, name, ANY_LENGTH);
    if (known && around.onto) throw notASheet(name);
    for (const { option, settings } of sources) {
      if (settings.length > 0) scene = applySettings(scene, settings, option, ANY_LENGTH);
    }
    if (steps !== undefined) scene = { ...scene, seconds: Math.min(scene.seconds, MOST_STEPS * scene.dt) };
    return { scene: parseScene(scene, name), files: known ? [] : [name, ...read.files] };
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(error.message) : error;
  }
}

function sceneOf(file: string, around: Around, fs: FileSystem): string | SceneInput {
  const bytes = readBytes(file, LARGEST_TEXT, fs);
  const kind = kindOf(bytes, file);
  refuseResult(file, kind);
  if (kind === 'mesh')
    throw new Refusal(
      `${file}: is a mesh, not a scene. To make a cloth of it, write a scene with "model": "adaptive-cloth" and "mesh": { "file": … }`,
    );
  const text = decodeText(file, bytes);
  if (kind === 'sheet') return sheetScene(file, text, around, fs);
  if (kind === 'polyhedra') {
    throw new Refusal(
      `${file}: holds polyhedra and no sheet. To drop a sheet on them, run pliant run SHEET.sht --onto ${file}`,
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
  return new Refusal(`--onto is for sheet files (.sht); ${name} is a scene and has its own colliders`);
}

/** Returns whether a name looks like a path: a mistyped path is reported as a missing file, a mistyped id is not. */
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
