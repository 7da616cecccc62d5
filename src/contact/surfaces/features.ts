/**
 * Representative triangles (Curtis, Tamstorf & Manocha 2008): every vertex and edge belongs to the first triangle that has
 * it, so that pairs of triangles find each pair of features once. Those of sheets: kernels/assembly/surface/features.ts.
 */
import { edgeKey } from '../../math/mesh.ts';
import { HAS_FACE, TRIANGLE_FLAGS, TRIANGLE_WORDS } from './records.ts';

/**
 * Returns the records of triangles over `count` vertices. `isEdge` tells which sides of triangles are edges, as those inside a
 * plane face are not.
 */
export function featureRecords(
  triangles: ArrayLike<number>,
  count: number,
  isEdge: (a: number, b: number) => boolean,
): Int32Array {
  const out = new Int32Array((TRIANGLE_WORDS * triangles.length) / 3);
  const vertices = new Set<number>();
  const edges = new Set<number>();
  for (let t = 0; t < triangles.length / 3; t++) {
    let flags = HAS_FACE;
    for (let k = 0; k < 3; k++) {
      const a = triangles[3 * t + k];
      const b = triangles[3 * t + ((k + 1) % 3)];
      out[TRIANGLE_WORDS * t + k] = a;
      if (!vertices.has(a)) flags |= 1 << k;
      vertices.add(a);
      const key = edgeKey(a, b, count);
      if (a === b || !isEdge(a, b) || edges.has(key)) continue;
      edges.add(key);
      flags |= 8 << k;
    }
    out[TRIANGLE_WORDS * t + TRIANGLE_FLAGS] = flags;
  }
  return out;
}
