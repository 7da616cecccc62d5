/**
 * A triangle mesh as read from a file: positions, shared between triangles or not, with optional texture coordinates
 * per corner and colours per vertex. Lengths are in the unit of the file, which most formats do not define.
 */

export interface MeshFile {
  /** Coordinates, 3 per vertex. */
  readonly positions: Float64Array;
  /** Vertex indices, 3 per triangle. */
  readonly triangles: Int32Array;
  /** Texture coordinates, 6 per triangle: u and v of its corners, v upwards. */
  readonly texture?: Float64Array;
  /** Red, green, blue and alpha from 0 to 1, 4 per vertex. */
  readonly colours?: Float64Array;
  /** Animations of a GLB file. */
  readonly clips?: readonly MeshClip[];
}

export interface MeshClip {
  readonly name: string;
  /** Duration, s. */
  readonly seconds: number;
  /**
   * Samples the animation `rate` times a second from start to end: times in seconds and 3 coordinates per vertex.
   */
  keys(rate: number): { times: number[]; places: Float64Array[] };
}

/** Largest mesh that a reader accepts: a small file could otherwise claim any size. */
export const MESH_FILE_LIMITS = {
  vertices: 500_000,
  triangles: 1_000_000,
  /** Corners per polygon. */
  corners: 500,
} as const;
