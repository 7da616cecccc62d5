/** The edges of a 4-8 mesh in the order of its triangles, and its hinges: inner edges with their two triangles. */
import type { Mesh48 } from './mesh.ts';
import { facing } from './mesh-cut.ts';

export interface MeshEdges {
  edgeCount: number;
  /** Vertices, two an edge. Both sides of a slit between the same two vertices are one edge. */
  edges: Int32Array;
  hingeCount: number;
  /**
   * Vertices, four a hinge: the edge i → j in the anticlockwise direction of the first triangle, k opposite in the first
   * triangle, l in the second.
   */
  hinges: Int32Array;
  /** The first and the second triangle of each hinge. */
  hingeTriangles: Int32Array;
}

export function edgesOf(mesh: Mesh48): MeshEdges {
  const { triangles, neighbours, triangleCount } = mesh;
  const corners = 3 * triangleCount;
  let border = 0;
  for (let h = 0; h < corners; h++) if (neighbours[h] < 0) border++;
  const inner = (corners - border) / 2;
  const edges = new Int32Array(2 * (inner + border));
  const hinges = new Int32Array(4 * inner);
  const hingeTriangles = new Int32Array(2 * inner);
  let e = 0;
  let g = 0;
  for (let t = 0; t < triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      const over = neighbours[3 * t + k];
      if (over >= 0 && over < t) continue;
      const i = triangles[3 * t + (k === 2 ? 0 : k + 1)];
      const j = triangles[3 * t + (k === 0 ? 2 : k - 1)];
      if (over < 0 && mesh.cuts > 0 && isSecondSide(mesh, t, i, j)) continue;
      edges[2 * e] = i;
      edges[2 * e + 1] = j;
      e++;
      if (over < 0) continue;
      hinges[4 * g] = i;
      hinges[4 * g + 1] = j;
      hinges[4 * g + 2] = triangles[3 * t + k];
      hinges[4 * g + 3] = triangles[3 * over + facing(mesh, over, t)];
      hingeTriangles[2 * g] = t;
      hingeTriangles[2 * g + 1] = over;
      g++;
    }
  }
  return {
    edgeCount: e,
    edges: e === inner + border ? edges : edges.slice(0, 2 * e),
    hingeCount: g,
    hinges,
    hingeTriangles,
  };
}

/** Returns whether the boundary edge i → j of triangle t is the later side of a slit whose other side joins the same vertices. */
function isSecondSide(mesh: Mesh48, t: number, i: number, j: number): boolean {
  const { triangles, neighbours } = mesh;
  // around i, anticlockwise, to the boundary at the other end
  let last = t;
  let corner = mesh.cornerOf(t, i);
  for (;;) {
    const next = neighbours[3 * last + (corner === 2 ? 0 : corner + 1)];
    if (next < 0) break;
    last = next;
    corner = mesh.cornerOf(last, i);
  }
  return last < t && triangles[3 * last + (corner === 0 ? 2 : corner - 1)] === j;
}
