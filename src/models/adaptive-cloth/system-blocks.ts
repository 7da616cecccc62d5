/** The blocks of memory that the system of a cloth lives in: their kinds, and how long each is. */
import type { BlockKind } from '../../core/arena.ts';
import { JOB_WORDS, PASS_WORDS } from './system-job.ts';

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
    corners: 3 * t,
    slots: 6 * t,
    hingeVertices: 4 * h,
    constraints: n,
    passNumbers: counts.passNumbers,
    passTable: PASS_WORDS * Math.max(1, counts.passes),
    job: JOB_WORDS,
    blocks: 9 * counts.blocks + 4, // the last column is read four numbers wide
    blockBend: counts.blocks,
    bends: n,
    scalars: counts.scalars,
    scalarBend: counts.scalars,
    diagonal: 12 * n,
    sums: 12 * n,
    inverses: 12 * n,
    masses: n,
    projectors: 12 * n,
    own: 12 * n,
    x: 4 * n,
    r: 4 * n,
    z: 4 * n,
    p: 4 * n,
    q: 4 * n,
    restricted: 4 * n,
    passReals: counts.passReals,
    triangles: 8 * t,
    before: 4 * t,
    stretches: 4 * t,
    hinges: 4 * h,
    angles: h,
    turned: h,
    nodes: 4 * n,
    measured: 4 * n,
    goals: 4 * n,
    loads: 4 * n,
    partial: Math.ceil(n / 256) + 1, // as many as stretches of rows that are summed together
    out: 4,
  };
}
