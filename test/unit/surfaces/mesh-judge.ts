/** What a surface is, by its triangles alone. */
import { DisjointSets } from '../../../src/math/disjoint-sets.ts';
import { triangleArea } from '../../../src/math/vec3.ts';
export interface Judged {
  /** Edges that do not run once in each direction. */
  readonly openEdges: number;
  /** Vertices whose triangles do not make one ring. */
  readonly pinched: number;
  /** V − E + F, and the pieces that hang together by edges. */
  readonly euler: number;
  readonly pieces: number;
  /** m² */
  readonly leastArea: number;
}

export function judged(positions: ArrayLike<number>, triangles: ArrayLike<number>): Judged {
  const vertices = positions.length / 3;
  const after = new Map<number, number>();
  let twice = 0;
  let leastArea = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    leastArea = Math.min(
      leastArea,
      triangleArea(positions, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]),
    );
    for (let k = 0; k < 3; k++) {
      const edge = triangles[t + k] * vertices + triangles[t + ((k + 1) % 3)];
      if (after.has(edge)) twice++;
      after.set(edge, triangles[t + ((k + 2) % 3)]);
    }
  }
  let openEdges = twice;
  for (const edge of after.keys()) {
    if (!after.has((edge % vertices) * vertices + Math.floor(edge / vertices))) openEdges++;
  }
  return {
    openEdges,
    pinched: pinchedVertices(triangles, vertices, after),
    euler: vertices - after.size / 2 + triangles.length / 3,
    pieces: piecesOf(triangles, vertices),
    leastArea,
  };
}

function pinchedVertices(triangles: ArrayLike<number>, vertices: number, after: Map<number, number>): number {
  const degree = new Int32Array(vertices);
  const some = new Int32Array(vertices).fill(-1);
  for (let k = 0; k < triangles.length; k++) {
    degree[triangles[k]]++;
    some[triangles[k]] = triangles[k % 3 === 2 ? k - 2 : k + 1];
  }
  let pinched = 0;
  for (let v = 0; v < vertices; v++) {
    let [around, at] = [0, some[v]];
    do {
      at = after.get(v * vertices + at) ?? -1;
      around++;
    } while (at >= 0 && at !== some[v] && around <= degree[v]);
    if (around !== degree[v]) pinched++;
  }
  return pinched;
}

function piecesOf(triangles: ArrayLike<number>, vertices: number): number {
  const sets = new DisjointSets(vertices);
  for (let k = 0; k < triangles.length; k++) sets.unite(triangles[k], triangles[k - (k % 3)]);
  return new Set(Array.from({ length: vertices }, (_, v) => sets.find(v))).size;
}
