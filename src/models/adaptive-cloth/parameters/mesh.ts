/**
 * The mesh of a cloth in a scene: vertices and triangles, usually from a file of another program. A scene names the file;
 * the loader of the scene inserts its contents (scene/mesh-files.ts), so that scenes are self-contained.
 */
import { z } from 'zod';
import { choice, quantity, sentence } from '../../../schema/fields.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { isMeshFileName, meshLists } from '../../../schema/mesh-lists.ts';
import type { Problem } from '../../../schema/problem.ts';
import { fromTriangles } from '../mesh-import.ts';
import { type WeldedMesh, weld } from '../mesh-weld.ts';

const coordinate = () => z.number().min(-1e6).max(1e6);

export const clothMesh = z
  .strictObject({
    file: sentence(
      'OBJ, GLB, STL or PLY file in the folder of the scene, or below it; read when the scene is loaded, unless vertices are given.',
    )
      .refine((text) => isMeshFileName(text), {
        error:
          'must be an .obj, .glb, .stl or .ply file in the folder of the scene or below it, such as "skirt.obj"',
      })
      .optional(),
    vertices: meshLists.vertices,
    triangles: meshLists.triangles,
    texture: z
      .array(z.tuple([coordinate(), coordinate(), coordinate(), coordinate(), coordinate(), coordinate()]))
      .max(LIMITS.triangles)
      .meta({ description: 'Texture coordinates of each triangle: u, v of its three corners.' })
      .optional(),
    colours: meshLists.colours,
    scale: quantity('m', { above: 0, max: 1e6 }, 'Length of one unit of the file.').default(1),
    rest: choice(
      ['shape', 'pattern'],
      'Unstrained as it lies (shape), or as its texture coordinates lay it out flat, like a sewing pattern.',
    ).default('shape'),
    metresPerUnit: quantity(
      'm',
      { above: 0, max: 1e6 },
      'Length of one unit of the texture coordinates, where they are the pattern.',
    ).default(1),
    weldWithin: quantity(
      'm',
      { min: 0, max: 1 },
      'Vertices that are no farther apart become one, which joins the seams of a file.',
    ).default(1e-6),
  })
  .meta({ title: 'Cloth mesh', description: 'A cloth of any shape, instead of a rectangle.' });

export type ClothMeshParameters = z.output<typeof clothMesh>;

/** Checks the lists against each other. */
export function clothMeshChecks(mesh: ClothMeshParameters, path: string): Problem[] {
  const { file, vertices, triangles, texture, colours, rest } = mesh;
  if (!vertices || !triangles) {
    const unread = `"${file}" has not been read: the command line reads it from the folder of the scene, a program gives it to withMeshes`;
    if (file !== undefined && !vertices && !triangles) return [{ path: `${path}.file`, message: unread }];
    const missing = vertices ? 'triangles' : 'vertices';
    return [
      { path: `${path}.${missing}`, message: 'are missing; a mesh has vertices and triangles, or a file' },
    ];
  }
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message });
  triangles.forEach((corners, t) => {
    const wrong = corners.find((corner) => corner >= vertices.length);
    if (wrong !== undefined && problems.length < 10)
      refuse(`triangles[${t}]`, `there is no vertex ${wrong}; there are ${vertices.length}`);
  });
  if (texture && texture.length !== triangles.length)
    refuse('texture', `has ${texture.length} entries, and there are ${triangles.length} triangles`);
  if (colours && colours.length !== vertices.length)
    refuse('colours', `has ${colours.length} entries, and there are ${vertices.length} vertices`);
  if (rest === 'pattern' && !texture)
    refuse('rest', 'a pattern needs texture coordinates, and this mesh has none');
  return problems.length > 0 ? problems : surfaceChecks(mesh, path);
}

/** Checks that the triangles are a surface. */
function surfaceChecks(mesh: ClothMeshParameters, path: string): Problem[] {
  try {
    fromTriangles(weldedMesh(mesh));
    return [];
  } catch (error) {
    if (error instanceof RangeError) return [{ path, message: error.message }];
    throw error;
  }
}

/** Returns the mesh in its own frame, m, with its seams closed. The lists must be valid. */
export function weldedMesh(mesh: ClothMeshParameters): WeldedMesh {
  const { vertices = [], triangles = [], texture, scale, rest, metresPerUnit, weldWithin } = mesh;
  const source = {
    positions: Float64Array.from(vertices.flat(), (x) => x * scale),
    triangles: Int32Array.from(triangles.flat()),
    pattern:
      rest === 'pattern' && texture ? Float64Array.from(texture.flat(), (x) => x * metresPerUnit) : undefined,
  };
  return weld(source, weldWithin);
}

/** Returns a warning for every kind of triangles or vertices that were removed or turned. */
export function clothMeshWarnings(mesh: ClothMeshParameters, path: string): Problem[] {
  const { collapsed, ...welded } = weldedMesh(mesh);
  const { dropped, loose, turned } = fromTriangles(welded);
  const counts: [number, string, string][] = [
    [collapsed, 'triangles', 'closer together than weldWithin, left out'],
    [dropped, 'triangles', 'without area left out'],
    [turned, 'triangles', 'inside out, turned round'],
    [loose, 'vertices', 'without triangles left out'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, field, what]) => ({ path: `${path}.${field}`, message: `${count} ${what}` }));
}
