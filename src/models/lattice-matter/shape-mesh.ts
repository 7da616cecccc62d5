/**
 * Closed meshes as shapes of matter: from a file beside the scene, or one of Pliant's own. The latter are known to be closed,
 * and their volumes are constants, so that checking a scene does not have to make them.
 */
import { z } from 'zod';
import { pow } from '../../math/portable.ts';
import { quantity, sentence, whole } from '../../schema/fields.ts';
import { LIMITS } from '../../schema/limits.ts';
import { isMeshFileName, meshLists } from '../../schema/mesh-lists.ts';
import type { Problem } from '../../schema/problem.ts';
import { type ClosedMesh, closedMesh, OpenMeshError } from '../../surfaces/closed-mesh.ts';
import { type Filling, fillMesh } from '../../surfaces/fill.ts';
import { type ColouredMesh, creatureMesh, dieMesh, rodMesh } from './own-meshes.ts';

/** Pliant's own meshes at the resolution at which they are drawn, and their volumes in cubic units of the mesh. */
const OWN = {
  die: { make: () => dieMesh(1, 24), volume: 0.9325 },
  rod: { make: () => rodMesh(1, 0.1, 16), volume: 0.03121 },
  creature: { make: () => creatureMesh(1, 48), volume: 0.2206 },
} as const;
const OWN_NAMES = Object.keys(OWN) as (keyof typeof OWN)[];

function isOwn(mesh: string): mesh is keyof typeof OWN {
  return Object.hasOwn(OWN, mesh);
}

export const matterMesh = z.strictObject({
  kind: z.literal('mesh').meta({ description: 'A closed mesh, with its own origin and axes.' }),
  mesh: sentence(
    'An OBJ, GLB, STL or PLY file in the folder of the scene or below it; or "die" (1 wide), "rod" (along x, 1 long, 0.2 thick), "creature" (1 high, standing on its origin).',
  )
    .refine((text) => isOwn(text) || isMeshFileName(text), {
      error: `must be ${OWN_NAMES.map((known) => `"${known}"`).join(', ')}, or an .obj, .glb, .stl or .ply file in the folder of the scene or below it`,
    })
    .optional(),
  ...meshLists,
  scale: quantity('m', { above: 0, max: 1e6 }, 'Length of one unit of the mesh.').default(1),
  count: whole(
    { min: 1, max: LIMITS.particles },
    'Number of particles; the body then has the spacing that results in it. Default: the body’s spacing decides.',
  ).optional(),
});

export type MatterMeshParameters = z.output<typeof matterMesh>;

/** Returns the problems of a mesh: missing lists, wrong indices, holes. */
export function matterMeshChecks(shape: MatterMeshParameters, path: string): Problem[] {
  const { mesh, vertices, triangles, colours } = shape;
  if (mesh !== undefined && isOwn(mesh)) {
    const given = (['vertices', 'triangles', 'colours'] as const).find((list) => shape[list] !== undefined);
    return given ? [{ path: `${path}.${given}`, message: `"${mesh}" has its own` }] : [];
  }
  if (!vertices || !triangles) {
    const unread = `"${mesh}" has not been read: the command line reads it beside the scene, a program gives it to withMeshes`;
    if (mesh !== undefined && !vertices && !triangles) return [{ path: `${path}.mesh`, message: unread }];
    const missing = vertices ? 'triangles' : 'vertices';
    const message = 'are missing; a mesh has vertices and triangles, a file, or a name';
    return [{ path: `${path}.${missing}`, message }];
  }
  const odd = triangles.findIndex((corners) => corners.some((corner) => corner >= vertices.length));
  if (odd >= 0) {
    const message = `there is no vertex ${Math.max(...triangles[odd])}; there are ${vertices.length}`;
    return [{ path: `${path}.triangles[${odd}]`, message }];
  }
  if (colours && colours.length !== vertices.length) {
    const message = `has ${colours.length} entries, and there are ${vertices.length} vertices`;
    return [{ path: `${path}.colours`, message }];
  }
  try {
    volumeOf(shape);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const what =
      error instanceof OpenMeshError ? holesIn(error, shape.scale) : error.message.replace(/^\w+: /, '');
    const field = mesh === undefined ? 'triangles' : 'mesh';
    return [{ path: `${path}.${field}`, message: mesh === undefined ? what : `"${mesh}": ${what}` }];
  }
}

/** Returns the warnings about repairs of a mesh that may not be intended. */
export function matterMeshWarnings(shape: MatterMeshParameters, path: string): Problem[] {
  if (shape.mesh !== undefined && isOwn(shape.mesh)) return [];
  const field = shape.mesh === undefined ? 'triangles' : 'mesh';
  const whose = shape.mesh === undefined ? '' : `"${shape.mesh}": `;
  return measured(shape).doubtful.map((what) => ({ path: `${path}.${field}`, message: `${whose}${what}` }));
}

/** Describes the holes in m, not in units of the mesh. */
function holesIn({ holes }: OpenMeshError, scale: number): string {
  const scaled = holes.map(({ edges, centre: [x, y, z], size }) => ({
    edges,
    centre: [scale * x, scale * y, scale * z] as const,
    size: scale * size,
  }));
  return new OpenMeshError(scaled).message;
}

/** Returns the volume of a mesh, m³. */
export function meshShapeVolume(shape: MatterMeshParameters): number {
  return volumeOf(shape) * shape.scale * shape.scale * shape.scale;
}

/** Returns the spacing of `count` particles in the mesh, m, estimated by its volume. */
export function spacingForCount(shape: MatterMeshParameters, count: number): number {
  return pow((Math.SQRT2 * meshShapeVolume(shape)) / count, 1 / 3);
}

const known = new WeakMap<object, Pick<ClosedMesh, 'volume' | 'doubtful'>>();

/** Returns the volume of a mesh whose lists are checked, in cubic units of the mesh. */
function volumeOf(shape: MatterMeshParameters): number {
  if (shape.mesh !== undefined && isOwn(shape.mesh)) return OWN[shape.mesh].volume;
  return measured(shape).volume;
}

/** Returns volume and doubts of a mesh whose lists are checked, in units of the mesh. */
function measured(shape: MatterMeshParameters): Pick<ClosedMesh, 'volume' | 'doubtful'> {
  const key = shape.vertices!;
  const before = known.get(key);
  if (before) return before;
  const { positions, triangles } = listed(shape);
  const { volume, doubtful } = closedMesh(positions, triangles);
  known.set(key, { volume, doubtful });
  return { volume, doubtful };
}

/** The mesh in its own axes, m. */
export interface ShapeMesh {
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
  /** Red, green, blue, alpha of every vertex, 0 to 1. */
  readonly colours?: Float64Array;
}

const own = new Map<string, ColouredMesh>();

function listed(shape: MatterMeshParameters): ShapeMesh {
  const { mesh, vertices = [], triangles = [], colours } = shape;
  if (mesh !== undefined && isOwn(mesh)) {
    const made = own.get(mesh) ?? OWN[mesh].make();
    own.set(mesh, made);
    return made;
  }
  return {
    positions: Float64Array.from(vertices.flat()),
    triangles: Int32Array.from(triangles.flat()),
    ...(colours && { colours: Float64Array.from(colours.flat()) }),
  };
}

/** Returns a copy of the mesh, scaled to m. */
export function shapeMesh(shape: MatterMeshParameters): ShapeMesh {
  const { positions, triangles, colours } = listed(shape);
  return {
    positions: positions.map((value) => value * shape.scale),
    triangles: triangles.slice(),
    ...(colours && { colours: colours.slice() }),
  };
}

/** The last fillings, the latest last: ten dice share one, and a scene is filled at every check. */
const fillings: { key: unknown; scale: number; size: number; filling: Filling }[] = [];
const KEPT = 8;

/** Returns the particles in the mesh's own axes, m: `count` of them if the shape says so. The result is shared: do not modify it. */
export function meshFilling(shape: MatterMeshParameters, spacing: number): Filling {
  const { scale, count } = shape;
  const key = shape.mesh !== undefined && isOwn(shape.mesh) ? shape.mesh : shape.vertices;
  const size = count ?? -spacing;
  const found = fillings.find((one) => one.key === key && one.scale === scale && one.size === size);
  if (found) return found.filling;
  const { positions, triangles } = shapeMesh(shape);
  const filling = fillMesh(positions, triangles, count === undefined ? { spacing } : { count });
  fillings.push({ key, scale, size, filling });
  if (fillings.length > KEPT) fillings.shift();
  return filling;
}
