/** Mesh files: OBJ text, binary glTF, STL or PLY, by themselves or beside the scene that names them. */
import { dirname, join } from 'node:path';
import { meshFilesOf, withMeshes } from 'pliant';
import {
  GlbError,
  type MeshFile,
  PlyError,
  readGlb,
  readObj,
  readPly,
  readStl,
  StlError,
} from 'pliant/formats';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { decodeText, LARGEST_TEXT, readBytes } from './files.ts';
import { counted } from './output.ts';
import { refusedFile } from './text-file.ts';

/** A scene as written, with the meshes of the files that it names; they are where the scene's own file is. */
export async function sceneWithMeshes(input: unknown, file: string, fs: FileSystem) {
  const meshes = new Map<string, MeshFile>();
  const files: string[] = [];
  for (const name of meshFilesOf(input)) {
    const path = join(dirname(file), name);
    files.push(path);
    meshes.set(name, await readMeshFile(path, readBytes(path, undefined, fs)));
  }
  return { input: withMeshes(input, meshes), files };
}

/** Refuses a file with its name and the problem. */
export async function readMeshFile(file: string, bytes: Uint8Array): Promise<MeshFile> {
  if (startsAsGlb(bytes) || /\.glb$/i.test(file)) {
    try {
      return await readGlb(bytes);
    } catch (error) {
      throw error instanceof GlbError ? new Refusal(`${file}: ${error.message}`) : error;
    }
  }
  if (startsAsStl(bytes) || /\.stl$/i.test(file)) {
    try {
      return refusedFile(file, () => readStl(bytes));
    } catch (error) {
      throw error instanceof StlError ? new Refusal(`${file}: ${error.message}`) : error;
    }
  }
  if (startsAsPly(bytes) || /\.ply$/i.test(file)) {
    try {
      return readPly(bytes);
    } catch (error) {
      throw error instanceof PlyError ? new Refusal(`${file}: ${error.message}`) : error;
    }
  }
  if (bytes.length > LARGEST_TEXT)
    throw new Refusal(`${file}: is too large, ${bytes.length} bytes; the limit is ${LARGEST_TEXT}`);
  const text = decodeText(file, bytes);
  return refusedFile(file, () => readObj(text));
}

/** Returns a summary such as `96 vertices, 160 triangles, with texture coordinates`. */
export function meshContent({ positions, triangles, texture, colours }: MeshFile): string {
  const parts = [
    `${positions.length / 3} vertices`,
    counted(triangles.length / 3, 'triangle'),
    texture ? 'with texture coordinates' : '',
    colours ? 'with colours' : '',
  ];
  return parts.filter((part) => part).join(', ');
}

function startsAsStl(bytes: Uint8Array): boolean {
  return /^\s*solid\s/i.test(String.fromCharCode(...bytes.subarray(0, 64)));
}

function startsAsPly(bytes: Uint8Array): boolean {
  return /^ply[\r\n]/.test(String.fromCharCode(...bytes.subarray(0, 4)));
}

function startsAsGlb(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'glTF';
}
