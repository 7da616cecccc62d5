/** Two-sided triangles from lists or from a file, at rest or moving in time. */
import { MovingMesh } from './moving-mesh.ts';
import { LENGTH, type ShapeKind, type SpecOf, type WrittenOf } from './shape.ts';
import { TriangleMesh } from './triangle-mesh.ts';

const SECONDS = { type: 'number', unit: 's', min: 0, max: 1e6 } as const;

const motion = {
  clip: {
    type: 'text',
    help: 'Name of the animation in the GLB file; default: its first.',
    optional: true,
    source: true,
  },
  rate: {
    type: 'number',
    unit: '1/s',
    above: 0,
    max: 1000,
    help: 'Keys per second that are read from the file’s animation; vertices move linearly between them.',
    default: 60,
    source: true,
  },
  loop: {
    type: 'flag',
    help: 'Whether the motion starts again after its end.',
    default: false,
  },
  start: {
    ...SECONDS,
    help: 'Time at which the motion begins.',
    default: 0,
  },
  times: {
    type: 'times',
    unit: 's',
    help: 'Times of the keys, read from the file unless given.',
    default: [],
  },
  places: {
    type: 'places',
    unit: 'm',
    help: 'Positions of each key: x, y, z of vertex after vertex.',
    default: [],
  },
} as const;

const fields = {
  file: {
    type: 'file',
    help: 'OBJ, GLB, STL or PLY file in the folder of the scene, or below it; read when the scene is loaded, unless vertices are given.',
    optional: true,
    source: true,
  },
  unit: { ...LENGTH, help: 'Length of one unit of the file.', optional: true, source: true },
  vertices: { type: 'points', unit: 'm', help: 'Corners, x y z each.', least: 3, default: [] },
  triangles: { type: 'triangles', help: 'Corner numbers of each triangle.', least: 1, default: [] },
  motion: {
    type: 'object',
    title: 'Mesh motion',
    help: 'How the vertices of a mesh move in time.',
    fields: motion,
    optional: true,
  },
} as const;
export type MeshSpec = WrittenOf<'mesh', typeof fields>;
export type FilledMeshSpec = SpecOf<'mesh', typeof fields>;

export const mesh: ShapeKind<MeshSpec> = {
  kind: 'mesh',
  help: 'Triangles, two-sided; need not be closed.',
  fields,
  create({ vertices = [], triangles = [], motion: moves }) {
    if (!moves) return new TriangleMesh(vertices, triangles);
    const { times = [], places = [], loop, start } = moves;
    return new MovingMesh(vertices, triangles, { times, places, loop, start });
  },
  mesh: ({ vertices = [], triangles = [] }) => ({
    positions: Float64Array.from(vertices.flat()),
    triangles: Uint32Array.from(triangles.flat()),
    smooth: false,
  }),
};
