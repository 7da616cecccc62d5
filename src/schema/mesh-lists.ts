/** Meshes in a scene: the names of their files, and the lists that the contents of a file become. */
import { z } from 'zod';
import { list, place } from './fields.ts';
import { LIMITS } from './limits.ts';

/** A path below the scene's folder on every system: no `..`, no drive, no address. */
const FILE_NAME = /^(?!\/)(?!(.*\/)?\.\.(\/|$))[^\\:]+\.(obj|glb|stl|ply)$/i;

export function isMeshFileName(text: string): boolean {
  return FILE_NAME.test(text);
}

const index = () => z.int().min(0);
const share = () => z.number().min(0).max(1);

/** Rows of the parameter table for the contents of a mesh file. */
export const meshLists = {
  vertices: list(
    place('Vertex.'),
    LIMITS.vertices,
    'Vertices, x y z each, in the unit of the file.',
    3,
  ).optional(),
  triangles: list(
    z.tuple([index(), index(), index()]),
    LIMITS.triangles,
    'Vertex numbers of each triangle, anticlockwise from its front.',
    1,
  ).optional(),
  colours: list(
    z.tuple([share(), share(), share(), share()]),
    LIMITS.vertices,
    'Red, green, blue, alpha of each vertex, for painting.',
  ).optional(),
};
