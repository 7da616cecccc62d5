/** Fills the parts of a cloth's linear system that depend on the mesh only; kernels/assembly/cloth/structure.ts and elements.ts. */
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import * as MeshJob from '../../layouts/generated/mesh-job.ts';
import { type ClothMaterial, hingeBend } from './energy.ts';
import type { MeshArrays } from './mesh.ts';
import {
  LEVEL_BLOCKS,
  levelRoom,
  MESH_BLOCKS,
  type MeshCounts,
  resizeBlocks,
  type SystemBlocks,
} from './system-blocks.ts';
import { blockWords } from './system-job.ts';

export interface SystemMesh {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly cuts: number;
  readonly arrays: Readonly<Record<keyof MeshArrays, Block>>;
  readonly material: ClothMaterial;
  /** Factors of vertices; undefined for none. */
  readonly stretch: Block | undefined;
  readonly bend: Block | undefined;
  /** 1 for each triangle whose corners are all pinned. */
  readonly clamped: Int32Array;
  /** Further vertices that are coupled by multiples of the identity, two each (−1: none). */
  readonly pairs: Int32Array;
}

export interface EdgeCounts {
  readonly edgeCount: number;
  readonly hingeCount: number;
}

const WORDS = blockWords({ ...MeshJob });

export function fillMesh(world: World, blocks: SystemBlocks, mesh: SystemMesh): EdgeCounts {
  const { kernels, arena } = world;
  const { vertexCount: vertices, triangleCount: triangles, arrays, material, pairs } = mesh;
  const border = kernels.clothBorder(arrays.neighbours.offset, 3 * triangles);
  const hinges = (3 * triangles - border) / 2;
  const edges = hinges + border;
  const couples = hinges + pairs.length / 2;
  const counts: MeshCounts = { vertices, triangles, hinges, edges, couples };
  resizeBlocks(arena, blocks, MESH_BLOCKS, counts);
  blocks.clamped.view.set(mesh.clamped);
  blocks.couples.view.set(pairs, 2 * hinges);
  const { view: words, offset: at } = blocks.meshJob;
  for (const { name, word } of WORDS) words[word] = blocks[name].offset;
  const [bendWarp, bendWeft] = hingeBend(material);
  const set = (field: number, value: number) => {
    words[field / 4] = value;
  };
  set(MeshJob.VERTEX_COUNT, vertices);
  set(MeshJob.TRIANGLE_COUNT, triangles);
  set(MeshJob.HINGE_COUNT, hinges);
  set(MeshJob.COUPLE_COUNT, couples);
  set(MeshJob.CUTS, mesh.cuts);
  set(MeshJob.LEVEL_ROOM, levelRoom(counts));
  set(MeshJob.MESH_TRIANGLES, arrays.triangles.offset);
  set(MeshJob.MESH_NEIGHBOURS, arrays.neighbours.offset);
  set(MeshJob.MESH_PATTERN, arrays.pattern.offset);
  set(MeshJob.MESH_ANGLES, arrays.restAngles.offset);
  set(MeshJob.STRETCH_PAINT, mesh.stretch?.offset ?? 0);
  set(MeshJob.BEND_PAINT, mesh.bend?.offset ?? 0);
  const numbers = new Float64Array(words.buffer, at + MeshJob.STRETCH_WARP, 5);
  numbers.set([material.stretchWarp, material.stretchWeft, material.shear, bendWarp, bendWeft]);
  const edgeCount = kernels.clothEdges(at);
  set(MeshJob.EDGE_COUNT, edgeCount);
  kernels.clothStructure(at);
  kernels.clothTriangleRecords(at);
  kernels.clothHingeRecords(at);
  resizeBlocks(arena, blocks, LEVEL_BLOCKS, { reals: kernels.clothLevels(at) });
  return { edgeCount, hingeCount: hinges };
}
