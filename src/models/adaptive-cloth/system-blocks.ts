/** The blocks of memory that the system of a cloth lives in: their kinds, and how long each is. */
import type { BlockKind } from '../../core/arena.ts';
import * as ClothHinge from '../../layouts/generated/cloth-hinge.ts';
import * as ClothNode from '../../layouts/generated/cloth-node.ts';
import * as ClothStretch from '../../layouts/generated/cloth-stretch.ts';
import * as ClothTriangle from '../../layouts/generated/cloth-triangle.ts';
import * as HingeVertices from '../../layouts/generated/hinge-vertices.ts';
import * as MatrixBlock from '../../layouts/generated/matrix-block.ts';
import * as Matrix32 from '../../layouts/generated/matrix32.ts';
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import * as SolvePass from '../../layouts/generated/solve-pass.ts';
import * as SolveResult from '../../layouts/generated/solve-result.ts';
import * as Triangle from '../../layouts/generated/triangle.ts';
import * as TriangleBlocks from '../../layouts/generated/triangle-blocks.ts';
import * as Vector32 from '../../layouts/generated/vector32.ts';

/** f32 of a matrix and of a vector of the solve; f64 of a vertex, a triangle, its stretch and a hinge. */
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

/** In the order in which they lie. */
const NAMES = {
  i32: [
    'order',
    'rows',
    'columns',
    'scalarRows',
    'scalarColumns',
    'corners',
    'slots',
    'hingeVertices',
    'constraints',
    'passNumbers',
    'passTable',
    'job',
  ],
  f32: [
    'blocks',
    'blockBend',
    'bends',
    'scalars',
    'scalarBend',
    'diagonal',
    'sums',
    'inverses',
    'masses',
    'projectors',
    'own',
    'x',
    'r',
    'z',
    'p',
    'q',
    'restricted',
    'passReals',
  ],
  f64: [
    'triangles',
    'before',
    'stretches',
    'hinges',
    'angles',
    'turned',
    'nodes',
    'measured',
    'goals',
    'loads',
    'partial',
    'out',
  ],
} as const;

export type BlockName = (typeof NAMES)[keyof typeof NAMES][number];

export const BLOCKS: readonly (readonly [BlockName, BlockKind])[] = [
  ...NAMES.i32.map((name) => [name, 'i32'] as const),
  ...NAMES.f32.map((name) => [name, 'f32'] as const),
  ...NAMES.f64.map((name) => [name, 'f64'] as const),
];

export interface SystemCounts {
  vertices: number;
  triangles: number;
  hinges: number;
  blocks: number;
  scalars: number;
  passes: number;
  /** Of all passes together. */
  passNumbers: number;
  passReals: number;
}

export function blockLengths(counts: SystemCounts): Record<BlockName, number> {
  const { vertices: n, triangles: t, hinges: h } = counts;
  return {
    order: n,
    rows: n + 1,
    columns: counts.blocks,
    scalarRows: n + 1,
    scalarColumns: counts.scalars,
    corners: (Triangle.BYTES / 4) * t,
    slots: (TriangleBlocks.BYTES / 4) * t,
    hingeVertices: (HingeVertices.BYTES / 4) * h,
    constraints: n,
    passNumbers: counts.passNumbers,
    passTable: (SolvePass.BYTES / 4) * Math.max(1, counts.passes),
    job: SolveJob.BYTES / 4,
    blocks: (MatrixBlock.BYTES / 4) * counts.blocks + 4, // the last column is read four numbers wide
    blockBend: counts.blocks,
    bends: n,
    scalars: counts.scalars,
    scalarBend: counts.scalars,
    diagonal: MATRIX_NUMBERS * n,
    sums: MATRIX_NUMBERS * n,
    inverses: MATRIX_NUMBERS * n,
    masses: n,
    projectors: MATRIX_NUMBERS * n,
    own: MATRIX_NUMBERS * n,
    x: VECTOR_NUMBERS * n,
    r: VECTOR_NUMBERS * n,
    z: VECTOR_NUMBERS * n,
    p: VECTOR_NUMBERS * n,
    q: VECTOR_NUMBERS * n,
    restricted: VECTOR_NUMBERS * n,
    passReals: counts.passReals,
    triangles: TRIANGLE_NUMBERS * t,
    before: STRETCH_NUMBERS * t,
    stretches: STRETCH_NUMBERS * t,
    hinges: HINGE_NUMBERS * h,
    angles: h,
    turned: h,
    nodes: NODE_NUMBERS * n,
    measured: NODE_NUMBERS * n,
    goals: NODE_NUMBERS * n,
    loads: NODE_NUMBERS * n,
    partial: Math.ceil(n / 256) + 1, // as many as stretches of rows that are summed together
    out: SolveResult.BYTES / 8,
  };
}
