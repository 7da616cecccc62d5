/**
 * Joins vertices that lie within a tolerance of each other, so that the seams of imported meshes close. Every vertex goes
 * to the first one within reach that was kept; what is per corner (pattern, texture) stays with its corner.
 */
import { finite, within } from '../../math/check.ts';
import { coincident } from '../../math/coincident.ts';
import type { MeshSource } from './mesh-import.ts';

export interface WeldedMesh {
  positions: Float64Array;
  triangles: Int32Array;
  pattern?: Float64Array;
  texture?: Float64Array;
  /** Vertex after welding by vertex before. */
  vertexOf: Int32Array;
  /** Vertices that went into another one. */
  welded: number;
  /** Triangles left out because corners of theirs became one. */
  collapsed: number;
}

/** `tolerance` in m; 0 joins equal positions only. */
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
    // an index that leads nowhere stays as it is: fromTriangles names it
    const corners = [0, 1, 2].map((k) => source.triangles[3 * t + k]).map((v) => numbers[v] ?? v);
    const [p, q, r] = corners;
    const wasOne = new Set([0, 1, 2].map((k) => source.triangles[3 * t + k])).size < 3;
    if (!wasOne && (p === q || q === r || r === p)) continue;
    triangles.push(p, q, r);
    kept.push(t);
  }
  const corners = (values: ArrayLike<number> | undefined) =>
    values &&
    Float64Array.from({ length: 6 * kept.length }, (_, i) => values[6 * kept[Math.floor(i / 6)] + (i % 6)]);
  return {
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
    pattern: corners(source.pattern),
    texture: corners(source.texture),
    vertexOf: numbers,
    welded: vertexOf.length - positions.length / 3,
    collapsed: count - kept.length,
  };
}
