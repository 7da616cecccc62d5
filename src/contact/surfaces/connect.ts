/** Which triangles share which edges. */

export interface Connections {
  /** Two points an edge, each edge once. */
  readonly edges: Int32Array;
  /** Two triangles an edge, −1 where there is none; where more than two meet, the first two. */
  readonly edgeTriangles: Int32Array;
  /** Three edges a triangle: from its first corner to the second, from the second to the third, and back. */
  readonly triangleEdges: Int32Array;
}

/** Of triangles over `points` points, three corners each. */
export function connect(triangles: Int32Array, points: number): Connections {
  const found = new Map<number, number>();
  const edges: number[] = [];
  const edgeTriangles: number[] = [];
  const triangleEdges = new Int32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const key = Math.min(a, b) * points + Math.max(a, b);
      let edge = found.get(key);
      if (edge === undefined) {
        edge = found.size;
        found.set(key, edge);
        edges.push(a, b);
        edgeTriangles.push(t / 3, -1);
      } else if (edgeTriangles[2 * edge + 1] < 0) edgeTriangles[2 * edge + 1] = t / 3;
      triangleEdges[t + k] = edge;
    }
  }
  return { edges: Int32Array.from(edges), edgeTriangles: Int32Array.from(edgeTriangles), triangleEdges };
}
