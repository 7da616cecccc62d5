/**
 * Mesh files of a scene. The engine has no file system, so the caller reads the files that `meshFilesOf` names, and
 * `withMeshes` puts their contents into the scene.
 */
import type { MeshFile } from '../../formats/mesh-file.ts';
import { findModel } from '../models/index.ts';
import type { NamedMesh } from '../models/model.ts';
import { isMeshFileName } from '../schema/mesh-lists.ts';
import { JsonTextError, readJson } from './json-text.ts';
import { plainCopy } from './plain-data.ts';
import { SceneError } from './problems.ts';

/** Returns the names of the files that the scene still needs, each once; none for input that is not a scene. */
export function meshFilesOf(input: unknown): string[] {
  const names = openMeshes(plainScene(input)).map(({ file }) => file);
  return [...new Set(names)];
}

/** Returns the scene with the meshes of those files in it; `input` is JSON text or an object, and is not changed. */
export function withMeshes(input: unknown, files: ReadonlyMap<string, MeshFile>): unknown {
  if (meshFilesOf(input).length === 0) return input;
  const scene = plainScene(input);
  for (const { mesh, file: name, path, takesTexture } of openMeshes(scene)) {
    const file = files.get(name);
    if (!file) continue;
    if (path !== undefined) putInCollider(mesh, file, path);
    else {
      const { texture, ...lists } = listsOf(file);
      Object.assign(mesh, lists, takesTexture && texture !== undefined && { texture });
    }
  }
  return scene;
}

type Fields = Record<string, unknown>;

function plainScene(input: unknown): unknown {
  try {
    return typeof input === 'string' ? readJson(input) : plainCopy(input).value;
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

interface OpenMesh extends NamedMesh {
  file: string;
  /** Its path in the scene, for the shape of a collider. */
  path?: string;
}

/** Writes vertices in m, and the keys of the animation that is asked for. */
function putInCollider(shape: Fields, file: MeshFile, path: string): void {
  const unit = typeof shape.unit === 'number' ? shape.unit : 1;
  const scaled = (numbers: ArrayLike<number>) => Array.from(numbers, (n) => unit * n);
  shape.vertices = rowsOf(scaled(file.positions), 3);
  shape.triangles = rowsOf(file.triangles, 3);
  const { motion } = shape;
  if (!isFields(motion) || motion.times !== undefined) return;
  const name = typeof motion.clip === 'string' ? motion.clip : undefined;
  const clips = file.clips ?? [];
  const clip = name === undefined ? clips[0] : clips.find((one) => one.name === name);
  if (!clip) {
    const known = clips.map((one) => JSON.stringify(one.name)).join(', ') || 'none';
    const message = `animations of "${shape.file}" are ${known}${name === undefined ? '' : `, and not ${JSON.stringify(name)}`}`;
    throw new SceneError([{ path: `${path}.motion.clip`, message }]);
  }
  const { times, places } = clip.keys(typeof motion.rate === 'number' ? motion.rate : 60);
  motion.times = [...times];
  motion.places = places.map(scaled);
}

/** Meshes of bodies and colliders that name a file and have no vertices. */
function openMeshes(scene: unknown): OpenMesh[] {
  const bodies = listOf(isFields(scene) ? scene.bodies : undefined).filter(isFields);
  const named: Partial<OpenMesh>[] = bodies.flatMap((body) => {
    const model = findModel(String(body.model));
    return (model?.meshes?.(body) ?? []) as Partial<OpenMesh>[];
  });
  const colliders = listOf(isFields(scene) ? scene.colliders : undefined).flatMap((collider, i) =>
    isFields(collider) && isFields(collider.shape)
      ? [{ mesh: collider.shape, file: collider.shape.file, path: `colliders[${i}].shape` }]
      : [],
  );
  return [...named, ...colliders].filter(
    (open): open is OpenMesh =>
      typeof open.file === 'string' && isMeshFileName(open.file) && open.mesh?.vertices === undefined,
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listsOf({ positions, triangles, texture, colours }: MeshFile): Fields {
  return {
    vertices: rowsOf(positions, 3),
    triangles: rowsOf(triangles, 3),
    ...(texture && { texture: rowsOf(texture, 6) }),
    ...(colours && { colours: rowsOf(colours, 4) }),
  };
}

function rowsOf(numbers: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: numbers.length / width }, (_, row) =>
    Array.from({ length: width }, (_, k) => numbers[row * width + k]),
  );
}
