/** A scene around a mesh from a file: the mesh as cloth, as matter, or as a collider that a cloth falls on. */
import { parseScene, type Scene, type SceneInput } from 'pliant';
import type { MeshFile } from 'pliant/formats';
import { identifier } from './open-files.ts';

export type MeshUse = 'collider' | 'sheet' | 'matter';

export const MESH_USES: readonly (readonly [MeshUse, string, string])[] = [
  ['collider', 'A cloth falls on it', 'The mesh is a collider; a cloth is dropped above it.'],
  ['sheet', 'It is a cloth', 'Its triangles become cloth, which falls over a ball.'],
  ['matter', 'It is matter', 'It is filled with particles and falls. The mesh must be closed.'],
];

/** Number of particles that fill a mesh: enough to keep its shape, few enough to be fast. */
const PARTICLES = 3000;

/** Meshes outside this size, m, are scaled to 1 m: files seldom state their unit. */
export function meshScene(name: string, mesh: MeshFile, use: MeshUse): Scene {
  const { scale, low, high } = measured(mesh);
  const size = high.map((top, axis) => scale * (top - low[axis]));
  const widest = Math.max(...size);
  // The foot of the mesh is at the origin, its middle above it.
  const home = [0, 1, 2].map((axis) => -scale * (axis === 1 ? low[1] : (low[axis] + high[axis]) / 2));
  const vertices = rows(mesh.positions, 3);
  const triangles = rows(mesh.triangles, 3);
  const common = { format: 1 as const, id: identifier(name), title: name, seconds: 4, group: 'Own' };
  const floor = { name: 'floor', shape: { kind: 'plane' as const } };
  const at = (height: number) => [home[0], home[1] + height, home[2]] as [number, number, number];
  const scenes: Record<MeshUse, () => unknown> = {
    collider: () => ({
      ...common,
      bodies: [
        {
          name: 'cloth',
          model: 'provot-sheet',
          size: [1.7 * widest, 1.7 * widest],
          points: [41, 41],
          position: [0, size[1] + 0.12 * widest, 0],
          rotation: { axis: [1, 0, 0], angle: -90 },
        },
      ],
      colliders: [
        floor,
        {
          name: 'form',
          shape: { kind: 'mesh', vertices: vertices.map((v) => v.map((c) => scale * c)), triangles },
          position: at(0),
        },
      ],
    }),
    sheet: () => ({
      ...common,
      engine: { name: 'implicit-euler' },
      air: { rate: 1 },
      bodies: [
        {
          name: 'cloth',
          model: 'adaptive-cloth',
          mesh: { vertices, triangles, metresPerUnit: scale },
          position: at(0.75 * widest),
          material: 'cotton',
        },
      ],
      colliders: [
        floor,
        { name: 'ball', shape: { kind: 'sphere', radius: 0.25 * widest }, position: [0, 0.3 * widest, 0] },
      ],
    }),
    matter: () => ({
      ...common,
      air: { density: 0 },
      bodies: [
        {
          name: 'matter',
          model: 'lattice-matter',
          objects: [
            {
              shape: { kind: 'mesh', vertices, triangles, scale, count: PARTICLES },
              skin: true,
              position: at(0.3 * widest),
              material: { density: 1000, young: 1e6, damping: 2, soundSpeed: 20 },
            },
          ],
        },
      ],
      colliders: [floor],
    }),
  };
  return parseScene(scenes[use]() as SceneInput, name);
}

function measured({ positions }: MeshFile) {
  if (positions.length === 0) throw new Error('the mesh has no vertices');
  const low = [0, 1, 2].map((axis) => extreme(positions, axis, Math.min));
  const high = [0, 1, 2].map((axis) => extreme(positions, axis, Math.max));
  const widest = Math.max(...high.map((top, axis) => top - low[axis]));
  if (!(widest > 0)) throw new Error('all vertices of the mesh are in one place');
  const scale = widest > 5 || widest < 0.05 ? 1 / widest : 1;
  return { scale, low, high };
}

function extreme(numbers: ArrayLike<number>, from: number, choose: (a: number, b: number) => number): number {
  let best = numbers[from];
  for (let i = from; i < numbers.length; i += 3) best = choose(best, numbers[i]);
  return best;
}

function rows(numbers: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: numbers.length / width }, (_, row) =>
    Array.from({ length: width }, (_, k) => numbers[row * width + k]),
  );
}
