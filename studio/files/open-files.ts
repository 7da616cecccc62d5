/** Opens files: scenes, sheet files with their polyhedra, meshes, and recorded runs. */
import { meshFilesOf, parseScene, type Scene, sceneFromFiles, withMeshes } from 'pliant';
import {
  type MeshFile,
  type PolyhedraFile,
  readGlb,
  readObj,
  readPly,
  readPolyhedra,
  readStl,
} from 'pliant/formats';
import { type Edit, sessionSchema } from '../session/commands.ts';
import { polyhedraScene } from './polyhedra-scene.ts';

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type OpenedFiles =
  /** `edits` are those of a saved session. */
  | { kind: 'scene'; scene: Scene; edits?: readonly Edit[] }
  /** The user chooses the use of the mesh. */
  | { kind: 'mesh'; name: string; mesh: MeshFile }
  | { kind: 'trajectory'; name: string; bytes: Uint8Array };

/** File types that the picker offers. */
export const ACCEPTED = '.json,.sht,.pol,.obj,.glb,.stl,.ply,.pltr';

const MESHES: Record<string, (bytes: Uint8Array) => MeshFile | Promise<MeshFile>> = {
  obj: (bytes) => readObj(textOf(bytes)),
  stl: readStl,
  ply: readPly,
  glb: (bytes) => readGlb(bytes),
};

/** Opens files that were given together. Throws an error with the file's name if that fails. */
export async function openFiles(files: readonly GivenFile[]): Promise<OpenedFiles> {
  const of = (ending: string) => files.filter(({ name }) => endingOf(name) === ending);
  const [scene, ...others] = of('json');
  if (others.length > 0)
    throw new Error(`${scene.name} and ${others[0].name} are both scenes. Open one at a time.`);
  if (scene) return sessionIn(scene) ?? { kind: 'scene', scene: await sceneOf(scene, files) };
  const [recorded] = of('pltr');
  if (recorded) return { kind: 'trajectory', name: recorded.name, bytes: recorded.bytes };
  const [sheet] = of('sht');
  if (sheet) return { kind: 'scene', scene: sheetScene(sheet, of('pol')) };
  const [forms, ...more] = of('pol');
  if (forms) {
    const polyhedra = [forms, ...more].map(polyhedraIn);
    const title = stemOf(forms.name);
    return {
      kind: 'scene',
      scene: withFileName(forms, () => polyhedraScene(identifier(title), title, polyhedra)),
    };
  }
  const mesh = files.find(({ name }) => endingOf(name) in MESHES);
  if (mesh)
    return { kind: 'mesh', name: stemOf(mesh.name), mesh: await withFileName(mesh, () => readMesh(mesh)) };
  const names = files.map(({ name }) => name).join(', ');
  throw new Error(`${names}: the studio opens .json, .sht with .pol, .obj, .glb, .stl, .ply and .pltr`);
}

/** Reads a session that the studio saved: the original scene and the edits. Returns undefined if the file is not a session. */
function sessionIn(file: GivenFile): Extract<OpenedFiles, { kind: 'scene' }> | undefined {
  let held: unknown;
  try {
    held = JSON.parse(textOf(file.bytes));
  } catch {
    return undefined; // the error is reported as that of a scene
  }
  if (typeof held !== 'object' || held === null || !('edits' in held)) return undefined;
  return withFileName(file, () => {
    const { original, edits } = sessionSchema.parse(held);
    return { kind: 'scene', scene: parseScene(original, file.name), edits };
  });
}

function polyhedraIn(file: GivenFile): PolyhedraFile {
  return withFileName(file, () => readPolyhedra(textOf(file.bytes)));
}

async function sceneOf(file: GivenFile, files: readonly GivenFile[]): Promise<Scene> {
  return withFileName(file, async () => {
    const text = textOf(file.bytes);
    const needed = meshFilesOf(text);
    const meshes = new Map<string, MeshFile>();
    for (const name of needed) {
      const given = files.find((other) => other.name === name || name.endsWith(`/${other.name}`));
      if (!given) throw new Error(`it needs ${name}. Open both files together.`);
      meshes.set(name, await readMesh(given));
    }
    return parseScene(withMeshes(text, meshes), file.name);
  });
}

function sheetScene(sheet: GivenFile, forms: readonly GivenFile[]): Scene {
  const polyhedra = forms.map(polyhedraIn);
  return withFileName(sheet, () => {
    const id = stemOf(sheet.name);
    const above = polyhedra.length > 0;
    return parseScene(
      sceneFromFiles({ id: identifier(id), title: id, sheet: textOf(sheet.bytes), polyhedra, above }),
    );
  });
}

async function readMesh(file: GivenFile): Promise<MeshFile> {
  const read = MESHES[endingOf(file.name)];
  if (!read) throw new Error('the studio reads meshes from .obj, .glb, .stl and .ply');
  return read(file.bytes);
}

/** Returns the reason with the file's name in front, unless it is there already. */
function withFileName<T>(file: GivenFile, read: () => T): T {
  const blame = (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(reason.startsWith(file.name) ? reason : `${file.name}: ${reason}`);
  };
  try {
    const result = read();
    return result instanceof Promise ? (result.catch(blame) as T) : result;
  } catch (error) {
    return blame(error);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('is not UTF-8 text');
  }
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

/** Returns an identifier for a scene: lower-case letters, digits and hyphens. */
export function identifier(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain || 'scene';
}
