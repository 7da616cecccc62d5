/** The refinement of a sheet that divides itself: which level each particle is of, and a map for pictures. */
import type { Body } from './body.ts';

export interface Refinement {
  /** Number of levels that shorten the sub-step now: the world takes 2^depth sub-steps for one of an unrefined body. */
  readonly depth: number;
  /** Level of each particle. */
  readonly levels: ArrayLike<number>;
  /** Position of each particle in the flat sheet: u, v, m. */
  readonly places: ArrayLike<number>;
  /** Returns the cells or triangles by level; undefined for a sheet that never refines or has no pattern. */
  map(): RefinementMap | TriangleMap | undefined;
}

/** Cells of an adaptive grid. */
export interface RefinementMap {
  /** Width and height of the sheet, m. */
  readonly size: readonly [number, number];
  /** Particles a side at level 0: columns, rows. */
  readonly points: readonly [number, number];
  /** Levels that the flattened grid has room for: (columns − 1) · 2^room cells a row. */
  readonly room: number;
  readonly maxLevel: number;
  /** Four numbers a cell: column and row of its first corner and its side, in finest cells, and its level; row 0 is the top. */
  readonly cells: Int32Array;
  /** Active particles of each level, 0 to maxLevel. */
  readonly masses: readonly number[];
}

/** Triangles of an adaptive cloth. */
export interface TriangleMap {
  /** Width and height of the pattern, m. */
  readonly size: readonly [number, number];
  readonly maxLevel: number;
  /** Seven numbers a triangle: u, v of its corners from the pattern's lower left, m, and its level. */
  readonly triangles: Float64Array;
  /** Vertices that came with each level, 0 to maxLevel. */
  readonly masses: readonly number[];
}

/** Returns the deepest level in use by any body: the world takes 2^this sub-steps for one of its unrefined bodies. */
export function levelsInUse(world: { readonly bodies: readonly Body[] }): number {
  let deepest = 0;
  for (const { refinement } of world.bodies) {
    if (refinement && refinement.depth > deepest) deepest = refinement.depth;
  }
  return deepest;
}
