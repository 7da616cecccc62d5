/** The memory blocks of the linear system of a cloth, and numbers of their records. */

import type { Arena, Block, BlockKind } from '../../core/arena.ts';
import { MOST_THREADS } from '../../kernels/threads.ts';
import * as ClothHinge from '../../layouts/generated/cloth-hinge.ts';
import * as ClothJob from '../../layouts/generated/cloth-job.ts';
import * as ClothMeasures from '../../layouts/generated/cloth-measures.ts';
import * as ClothNode from '../../layouts/generated/cloth-node.ts';
import * as ClothNormal from '../../layouts/generated/cloth-normal.ts';
import * as ClothStretch from '../../layouts/generated/cloth-stretch.ts';
import * as ClothTriangle from '../../layouts/generated/cloth-triangle.ts';
import * as HingeSides from '../../layouts/generated/hinge-sides.ts';
import * as HingeVertices from '../../layouts/generated/hinge-vertices.ts';
import * as MatrixBlock from '../../layouts/generated/matrix-block.ts';
import * as Matrix32 from '../../layouts/generated/matrix32.ts';
import * as MeshJob from '../../layouts/generated/mesh-job.ts';
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import * as SolveLevel from '../../layouts/generated/solve-level.ts';
import * as Triangle from '../../layouts/generated/triangle.ts';
import * as TriangleBlocks from '../../layouts/generated/triangle-blocks.ts';
import * as TriangleHinges from '../../layouts/generated/triangle-hinges.ts';
import * as Vector32 from '../../layouts/generated/vector32.ts';

/** Numbers of a record: f32 of matrices and vectors of the solve, f64 of vertices, triangles, stretches and hinges. */
export const MATRIX_NUMBERS = Matrix32.BYTES / 4;
export const VECTOR_NUMBERS = Vector32.BYTES / 4;
export const NODE_NUMBERS = ClothNode.BYTES / 8;
export const TRIANGLE_NUMBERS = ClothTriangle.BYTES / 8;
export const STRETCH_NUMBERS = ClothStretch.BYTES / 8;
export const STRETCH_U = ClothStretch.U / 8;
export const STRETCH_V = ClothStretch.V / 8;
export const STRETCH_SHEAR = ClothStretch.SHEAR / 8;
export const HINGE_NUMBERS = ClothHinge.BYTES / 8;
export const HINGE_STIFFNESS = ClothHinge.STIFFNESS / 8;
export const HINGE_REST_ANGLE = ClothHinge.REST_ANGLE / 8;
export const HINGE_START_ANGLE = ClothHinge.START_ANGLE / 8;

/** Numbers that the lengths of blocks follow. */
export interface MeshCounts {
  vertices: number;
  triangles: number;
  hinges: number;
  /** Edges, at least; two blocks each. */
  edges: number;
  /** Couples of vertices, two scalars each. */
  couples: number;
}

/** Most levels of aggregates: each has at most half as many as the one before. */
const MOST_LEVELS = 32;

type Length<Counts> = (counts: Counts) => number;
type Blocks<Counts> = Readonly<Record<string, readonly [BlockKind, Length<Counts>]>>;

function each<Count extends string>(count: Count, numbers = 1): Length<Readonly<Record<Count, number>>> {
  return (counts) => numbers * counts[count];
}

/** Returns the length of the lists of all levels; clothLevels in kernels/assembly/cloth/aggregates.ts makes no more of them. */
export function levelRoom({ vertices, edges, couples }: MeshCounts): number {
  return 7 * vertices + 2 * MOST_LEVELS + 4 * (edges + couples);
}

/** Elements whose measures are added together, as in kernels/assembly/cloth/jobs.ts. */
const SUM_BLOCK = 1024;

/** Kind and length of every block that follows the mesh. */
export const MESH_BLOCKS = {
  order: ['i32', each('vertices')],
  rows: ['i32', ({ vertices }) => vertices + 1],
  columns: ['i32', each('edges', 2)],
  scalarRows: ['i32', ({ vertices }) => vertices + 1],
  scalarColumns: ['i32', each('couples', 2)],
  rowOf: ['i32', each('vertices')],
  edges: ['i32', each('edges', 2)],
  cornerEdges: ['i32', each('triangles', 3)],
  edgeEnds: ['i32', each('edges', 2)],
  edgeBlocks: ['i32', each('edges', 2)],
  couples: ['i32', each('couples', 2)],
  meshHinges: ['i32', each('hinges', HingeVertices.BYTES / 4)],
  hingeTriangles: ['i32', each('hinges', 2)],
  triangleOrder: ['i32', each('triangles')],
  placeOf: ['i32', each('triangles')],
  hingeOrder: ['i32', each('hinges')],
  clamped: ['i32', each('triangles')],
  starts: ['i32', ({ vertices }) => vertices + 1],
  firsts: ['i32', ({ triangles, hinges }) => Math.max(triangles, hinges)],
  kept: ['i32', each('vertices')],
  coarse: ['i32', each('hinges')],
  errors: ['f64', each('hinges')],
  marked: ['i32', each('triangles', 3)],
  queue: ['i32', each('vertices')],
  sizes: ['i32', each('vertices')],
  marks: ['i32', each('vertices')],
  levelTable: ['i32', () => (SolveLevel.BYTES / 4) * (MOST_LEVELS + 1)],
  levelNumbers: ['i32', levelRoom],
  meshJob: ['i32', () => MeshJob.BYTES / 4],
  corners: ['i32', each('triangles', Triangle.BYTES / 4)],
  slots: ['i32', each('triangles', TriangleBlocks.BYTES / 4)],
  hingeVertices: ['i32', each('hinges', HingeVertices.BYTES / 4)],
  hingeSides: ['i32', each('hinges', HingeSides.BYTES / 4)],
  triangleHinges: ['i32', each('triangles', TriangleHinges.BYTES / 4)],
  constraints: ['i32', each('vertices')],
  job: ['i32', () => SolveJob.BYTES / 4],
  blocks: ['f32', ({ edges }) => (MatrixBlock.BYTES / 4) * 2 * edges + 4], // the last column is read four numbers wide
  blockBend: ['f32', each('edges', 2)],
  bends: ['f32', each('vertices')],
  scalars: ['f32', each('couples', 2)],
  scalarBend: ['f32', each('couples', 2)],
  diagonal: ['f32', each('vertices', MATRIX_NUMBERS)],
  diagonals: ['f32', each('vertices', MATRIX_NUMBERS)],
  inverses: ['f32', each('vertices', MATRIX_NUMBERS)],
  masses: ['f32', each('vertices')],
  projectors: ['f32', each('vertices', MATRIX_NUMBERS)],
  triangles: ['f64', each('triangles', TRIANGLE_NUMBERS)],
  before: ['f64', each('triangles', STRETCH_NUMBERS)],
  stretches: ['f64', each('triangles', STRETCH_NUMBERS)],
  hinges: ['f64', each('hinges', HINGE_NUMBERS)],
  angles: ['f64', each('hinges')],
  edgeInverses: ['f64', each('hinges')],
  moments: ['f64', ({ hinges }) => hinges + 1],
  normals: ['f64', each('triangles', ClothNormal.BYTES / 8)],
  nodes: ['f64', each('vertices', NODE_NUMBERS)],
  goals: ['f64', each('vertices', NODE_NUMBERS)],
  inertial: ['f64', each('vertices', NODE_NUMBERS)],
  loads: ['f64', each('vertices', NODE_NUMBERS)],
  out: ['f64', () => ClothMeasures.BYTES / 8],
  clothJob: ['i32', () => ClothJob.BYTES / 4],
  clothSums: [
    'f64',
    ({ triangles, hinges }) => (ClothMeasures.BYTES / 8) * Math.ceil(Math.max(triangles, hinges) / SUM_BLOCK),
  ],
  clothSinks: ['f64', () => NODE_NUMBERS * MOST_THREADS],
} as const satisfies Blocks<MeshCounts>;

/** Kind and length of the block that follows the levels. */
export const LEVEL_BLOCKS = {
  levelReals: ['f32', ({ reals }) => reals],
} as const satisfies Blocks<{ reals: number }>;

export const BLOCKS = { ...MESH_BLOCKS, ...LEVEL_BLOCKS };

export type BlockName = keyof typeof BLOCKS;
export type SystemBlocks = { readonly [Name in BlockName]: Block<(typeof BLOCKS)[Name][0]> };

/** Gives blocks the lengths that follow from the counts. */
export function resizeBlocks<Counts>(
  arena: Arena,
  blocks: Readonly<Record<string, Block>>,
  table: Blocks<Counts>,
  counts: Counts,
): void {
  const lengths = new Map<Block, number>();
  for (const name in table) lengths.set(blocks[name], table[name][1](counts));
  arena.resize(lengths);
}
