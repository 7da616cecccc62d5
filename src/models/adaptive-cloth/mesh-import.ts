/**
 * Makes a 4-8 mesh of any triangle mesh (the pre-processing of Velho & Zorin 2001): cleans it (mesh-clean.ts), gives it a
 * pattern (mesh-pattern.ts) and pairs its triangles into blocks (mesh-pairing.ts).
 *
 * A triangle without a partner breaks at a boundary edge if it has one. Otherwise it is divided at its centre c into three,
 * (c, p, q) each, which break at its old edges and have level 1. The neighbour over such an edge breaks elsewhere
 * (otherwise it would be a partner) and has level 0, as the conditions over edges in mesh.ts require, so that refining
 * ends on every mesh.
 */
import type { Mesh48 } from './mesh.ts';
import { cleanTriangles } from './mesh-clean.ts';
import { pairTriangles } from './mesh-pairing.ts';
import { flatPattern, uprightPattern } from './mesh-pattern.ts';
import { MOST_TRIANGLES, startMesh } from './mesh-start.ts';

/** A triangle mesh from outside. */
export interface MeshSource {
  /** Positions of the vertices, three numbers each, m. */
  positions: ArrayLike<number>;
  /** Vertices, three a triangle. */
  triangles: ArrayLike<number>;
  /** Material coordinates u, v of the corners, six a triangle, m; default: each triangle in its own plane. */
  pattern?: ArrayLike<number> | undefined;
}

export interface ImportedMesh {
  mesh: Mesh48;
  /** Positions of the vertices of the mesh, three numbers each, m. */
  positions: Float64Array;
  /** Vertex of the mesh by vertex of the source; −1 for those without triangles. */
  vertexOf: Int32Array;
  /** Number of triangles without area, which were removed. */
  dropped: number;
  /** Number of vertices without triangles, which were removed. */
  loose: number;
  /** Number of triangles that were turned. */
  turned: number;
  /** Number of triangles whose pattern was a mirror image and was reflected. */
  mirrored: number;
  /** Number of triangles without a partner, which were divided at their centre. */
  divided: number;
}

export function fromTriangles(source: MeshSource): ImportedMesh {
  const clean = cleanTriangles(source);
  const { triangles, neighbours, positions } = clean;
  const count = triangles.length / 3;
  const pattern = clean.pattern ?? flatPattern(positions, triangles, neighbours);
  const mirrored = clean.pattern ? uprightPattern(clean.pattern, clean.sources) : 0;
  const breaking = pairTriangles(positions, triangles, neighbours);
  let divided = 0;
  for (let t = 0; t < count; t++) if (breaking[t] < 0) divided++;
  const total = count + 2 * divided;
  if (total > MOST_TRIANGLES) {
    throw new RangeError(`triangles: must be at most ${MOST_TRIANGLES} after dividing some, got ${total}`);
  }
  const vertexCount = positions.length / 3 + divided;
  const places = new Float64Array(3 * vertexCount);
  places.set(positions);
  const start = {
    vertexCount,
    triangles: new Int32Array(3 * total),
    levels: new Int32Array(total),
    pattern: new Float64Array(6 * total),
  };
  let at = 0;
  let centre = positions.length / 3;
  for (let t = 0; t < count; t++) {
    if (breaking[t] >= 0) {
      for (let k = 0; k < 3; k++) {
        const from = 3 * t + ((breaking[t] + k) % 3);
        start.triangles[3 * at + k] = triangles[from];
        start.pattern.set(pattern.subarray(2 * from, 2 * from + 2), 2 * (3 * at + k));
      }
      at++;
      continue;
    }
    const [u0, v0, u1, v1, u2, v2] = pattern.subarray(6 * t, 6 * t + 6);
    for (let axis = 0; axis < 3; axis++) {
      const [p, q, r] = triangles.subarray(3 * t, 3 * t + 3);
      places[3 * centre + axis] =
        (positions[3 * p + axis] + positions[3 * q + axis] + positions[3 * r + axis]) / 3;
    }
    for (let k = 0; k < 3; k++, at++) {
      start.levels[at] = 1;
      start.triangles[3 * at] = centre;
      start.pattern.set([(u0 + u1 + u2) / 3, (v0 + v1 + v2) / 3], 6 * at);
      for (let end = 1; end <= 2; end++) {
        const from = 3 * t + ((k + end) % 3);
        start.triangles[3 * at + end] = triangles[from];
        start.pattern.set(pattern.subarray(2 * from, 2 * from + 2), 2 * (3 * at + end));
      }
    }
    centre++;
  }
  const { vertexOf, dropped, loose, turned } = clean;
  return { mesh: startMesh(start), positions: places, vertexOf, dropped, loose, turned, mirrored, divided };
}
