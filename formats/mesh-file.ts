/**
 * A mesh of triangles as files have it: positions shared between triangles or not, and what a file may say besides:
 * texture coordinates of every corner, colours of every vertex. Lengths are in the file's own unit, which most formats
 * leave open.
 */

export interface MeshFile {
  /** Three a vertex. */
  readonly positions: Float64Array;
  /** Three vertices a triangle. */
  readonly triangles: Int32Array;
  /** Six a triangle: u and v of its corners, v upwards. */
  readonly texture?: Float64Array;
  /** Four a vertex, 0 to 1: red, green, blue, alpha. */
  readonly colours?: Float64Array;
  /** How its vertices move: animations of a GLB file. */
  readonly clips?: readonly MeshClip[];
}

export interface MeshClip {
  readonly name: string;
  /** s */
  readonly seconds: number;
  /** Where vertices are so many times a second, from its beginning to its end: three numbers a vertex, of each time (s). */
  keys(rate: number): { times: number[]; places: Float64Array[] };
}

/** How much a file may hold: what is more costs a stranger nothing to ask for. */
export const MESH_FILE_LIMITS = {
  vertices: 500_000,
  triangles: 1_000_000,
  /** Corners of one polygon. */
  corners: 500,
} as const;
