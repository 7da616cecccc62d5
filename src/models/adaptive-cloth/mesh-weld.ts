/**
 * Welds vertices within a tolerance of each other, so that the seams of imported meshes close. Every vertex is merged into
 * the first one within the tolerance; the pattern of the corners stays.
 */
import { finite, within } from '../../math/check.ts';
import { coincident } from '../../math/coincident.ts';
import { picked } from './mesh-clean.ts';
import type { MeshSource } from './mesh-import.ts';

export interface WeldedMesh {
  positions: Float64Array;
  triangles: Int32Array;
  pattern?: Float64Array | undefined;
  /** Vertex after welding by vertex before. */
  vertexOf: Int32Array;
  /** Number of vertices that were merged into another one. */
  welded: number;
  /** Number of triangles removed because two of their corners were merged. */
  collapsed: number;
}

/** Returns the welded mesh; `tolerance` in m, 0 for equal positions only. */
export function weld(source: MeshSource, tolerance: number): WeldedMesh {
  within('tolerance', tolerance, 0);
  for (let i = 0; i < source.positions.length; i++) {
    finite(`positions: vertex ${Math.floor(i / 3)}`, source.positions[i]);
  }
  const vertexOf = coincident(source.positions, tolerance);
  const positions: number[] = [];
  const numbers = new Int32Array(vertexOf.length);
  for (let v = 0; v < vertexOf.length; v++) {
    if (vertexOf[v] !== v) {
      numbers[v] = numbers[vertexOf[v]];
      continue;
    }
    numbers[v] = positions.length / 3;
    for (let axis = 0; axis < 3; axis++) positions.push(source.positions[3 * v + axis]);
  }
  const triangles: number[] = [];
  const kept: number[] = [];
  const count = source.triangles.length / 3;
  for (let t = 0; t < count; t++) {
    const before = [0, 1, 2].map((k) => source.triangles[3 * t + k]);
    // invalid indices and repeated corners stay: fromTriangles refuses them
    const [p, q, r] = before.map((v) => numbers[v] ?? v);
    if (new Set(before).size === 3 && (p === q || q === r || r === p)) continue;
    triangles.push(p, q, r);
    kept.push(t);
  }
  return {
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
    pattern: source.pattern && picked(source.pattern, kept, 6, Float64Array),
    vertexOf: numbers,
    welded: vertexOf.length - positions.length / 3,
    collapsed: count - kept.length,
  };
}
