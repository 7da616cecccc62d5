/** Triangle meshes as lists of vertices, three per triangle. Edge e of a mesh leads from corner e to the next of its triangle. */

/** Returns the next corner of the same triangle. */
export function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Returns a key of the edge between two of `count` vertices that does not depend on their order. */
export function edgeKey(a: number, b: number, count: number): number {
  return Math.min(a, b) * count + Math.max(a, b);
}

/** Returns the directed edges [from, to] that no triangle has in the opposite direction; vertices are below `count`. */
export function rimEdges(triangles: ArrayLike<number>, count: number): [number, number][] {
  const edges = new Set<number>();
  for (let e = 0; e < triangles.length; e++) {
    const [a, b] = [triangles[e], triangles[nextCorner(e)]];
    if (!edges.delete(b * count + a)) edges.add(a * count + b);
  }
  return [...edges].map((edge) => [Math.floor(edge / count), edge % count]);
}

/**
 * Returns two triangles per cell of a grid whose points are numbered row by row, with columns along +x and rows along +z
 * anticlockwise seen from +y. They share the diagonal from the cell's first point, or the other one if the cell `isTurned`.
 */
export function gridTriangles(
  columns: number,
  rows: number,
  isTurned: (row: number, column: number) => boolean = () => false,
): Int32Array {
  const triangles = new Int32Array(6 * (columns - 1) * (rows - 1));
  let at = 0;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++, at += 6) {
      const a = row * columns + column;
      const [b, c, d] = [a + 1, a + columns, a + columns + 1];
      triangles.set(isTurned(row, column) ? [a, c, b, b, c, d] : [a, c, d, a, d, b], at);
    }
  }
  return triangles;
}
