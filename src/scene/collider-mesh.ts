/**
 * A mesh as the shape of a collider: its own lists, or those of a file (mesh-files.ts), at rest or moving in itself, as a
 * body that walks in a GLB file.
 */
import { z } from 'zod';
import { flag, place, quantity, sentence } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import { isMeshFileName } from '../schema/mesh-lists.ts';
import type { Problem } from '../schema/problem.ts';

const index = () => z.int().min(0);
/** Keys times vertices: with x, y, z each they must stay below what a scene may hold. */
const MOST_PLACES = 1_500_000;

const motion = z
  .strictObject({
    clip: sentence('Name of the animation in the GLB file; its first when left out.').optional(),
    rate: quantity(
      '1/s',
      { above: 0, max: 1000 },
      'Keys a second that are made of the file’s animation; between them vertices go evenly.',
    ).default(60),
    loop: flag('Whether it begins again after its end; else it stands there.').default(false),
    start: quantity(
      's',
      { min: 0, max: 1e6 },
      'When it begins; until then it stands as at its beginning.',
    ).default(0),
    times: z
      .array(quantity('s', { min: 0, max: 1e6 }, 'When.'))
      .max(LIMITS.keyframes)
      .meta({ description: 'Times of the keys, read from the file unless given.', unit: 's' })
      .default([]),
    places: z
      .array(z.array(z.number().min(-LIMITS.coordinate).max(LIMITS.coordinate)).max(3 * LIMITS.vertices))
      .max(LIMITS.keyframes)
      .meta({ description: 'Of each key: x, y, z of vertex after vertex.', unit: 'm' })
      .default([]),
  })
  .meta({ title: 'Mesh motion', description: 'How the vertices of a mesh move in time.' });

export const colliderMesh = z.strictObject({
  kind: z.literal('mesh').meta({ description: 'Triangles, two-sided; need not be closed.' }),
  file: sentence(
    'OBJ, GLB, STL or PLY file in the folder of the scene, or below it; read when the scene is loaded, unless vertices are given.',
  )
    .refine((text) => isMeshFileName(text), {
      error:
        'must be an .obj, .glb, .stl or .ply file in the folder of the scene or below it, such as "body.glb"',
    })
    .optional(),
  unit: quantity('m', { above: 0, max: 1e6 }, 'Length of one unit of the file.').optional(),
  vertices: z
    .array(place('Corner.'))
    .min(3)
    .max(LIMITS.vertices)
    .meta({ description: 'Corners, x y z each.', unit: 'm' })
    .default([]),
  triangles: z
    .array(z.tuple([index(), index(), index()]))
    .min(1)
    .max(LIMITS.triangles)
    .meta({ description: 'Corner numbers of each triangle.' })
    .default([]),
  motion: motion.optional(),
});

type ColliderMesh = z.output<typeof colliderMesh>;

/** What is to be said before the shape itself is asked. */
export function colliderMeshChecks({ file, vertices, motion: moves }: ColliderMesh, path: string): Problem[] {
  if (file !== undefined && vertices.length === 0)
    return [
      {
        path: `${path}.file`,
        message: `"${file}" has not been read: the command line reads it beside the scene, a program gives it to withMeshes`,
      },
    ];
  if (!moves) return [];
  const places = moves.times.length * vertices.length;
  if (places > MOST_PLACES)
    return [
      {
        path: `${path}.motion`,
        message: `${moves.times.length} keys of ${vertices.length} vertices are ${places} places; the limit is ${MOST_PLACES}: take a lower rate, or a coarser mesh`,
      },
    ];
  return [];
}

interface Surroundings {
  readonly colliders: readonly {
    readonly shape: { readonly kind: string; readonly motion?: unknown };
    readonly mass?: number;
    readonly stick?: unknown;
    readonly temperature?: number;
  }[];
  readonly bodies: readonly { readonly model: string }[];
  readonly rigidBodies: readonly unknown[];
  readonly contact: { readonly edges: boolean; readonly matter: boolean };
  readonly heat: { readonly mode: string };
}

/** What a mesh that moves in itself cannot do: only edges and faces of sheets, and grains of matter, meet it. */
export function movingMeshChecks(scene: Surroundings): Problem[] {
  const { bodies, rigidBodies, contact, heat } = scene;
  return scene.colliders.flatMap(({ shape, stick, temperature }, i) => {
    if (shape.kind !== 'mesh' || !shape.motion) return [];
    const path = `colliders[${i}].shape.motion`;
    const refuse = (isSo: boolean, message: string) => (isSo ? [{ path, message }] : []);
    const deaf = bodies.find(
      ({ model }) => model === 'adaptive-grid' || (model === 'lattice-matter' && !contact.matter),
    );
    return [
      ...refuse(!contact.edges, 'needs contact.edges: a mesh that moves in itself is met by edges and faces'),
      ...refuse(deaf !== undefined, `${deaf?.model} does not know meshes that move in themselves`),
      ...refuse(rigidBodies.length > 0, 'rigid bodies do not know meshes that move in themselves'),
      ...refuse(heat.mode !== 'off', 'heat does not know meshes that move in themselves'),
      ...refuse(stick !== undefined, 'nothing sticks to a mesh that moves in itself'),
      ...refuse(temperature !== undefined, 'a mesh that moves in itself gives off no heat'),
    ];
  });
}
