/** Where a sheet is refined, as a picture needs it. */

export interface RefinementMap {
  /** Width and height of the sheet, m. */
  readonly size: readonly [number, number];
  /** Masses a side at level 0: columns, rows. */
  readonly points: readonly [number, number];
  /** Levels that the flattened grid has room for: (columns − 1) · 2^room cells a row. */
  readonly room: number;
  readonly maxLevel: number;
  /** Four numbers a cell: column and row of its first corner and its side, in finest cells, and its level; row 0 is the top. */
  readonly cells: Int32Array;
  /** Active masses of each level, 0 to maxLevel. */
  readonly masses: readonly number[];
}

/** The same of a cloth of triangles. */
export interface TriangleMap {
  /** Width and height of the pattern, m. */
  readonly size: readonly [number, number];
  readonly maxLevel: number;
  /** Seven numbers a triangle: u, v of its corners from the pattern's lower left, m, and its level. */
  readonly triangles: Float64Array;
  /** Vertices that came with each level, 0 to maxLevel. */
  readonly masses: readonly number[];
}
