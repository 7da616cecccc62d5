/**
 * The sparsity of the matrix of a mesh: two full blocks for every edge and two scalars for every pair of vertices opposite
 * each other over a hinge, which only bending couples. Rebuilt only when the mesh changes.
 *
 * Rows follow a breadth-first order of the vertices (Cuthill & McKee 1969), so that neighbours are near each other in
 * memory.
 */
import type { Mesh48 } from './mesh.ts';
import type { MeshEdges } from './mesh-edges.ts';

export interface Structure {
  readonly vertexCount: number;
  /** Vertex of each row, and row of each vertex. */
  readonly order: Int32Array;
  readonly rowOf: Int32Array;
  /** First block of each row, with one entry more at the end, and column of each block. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly scalarRows: Int32Array;
  readonly scalarColumns: Int32Array;
  /** Triangles and hinges of the mesh in the order of their first rows. */
  readonly triangleOrder: Int32Array;
  readonly hingeOrder: Int32Array;
  /** Scalars k l and l k of each hinge, two each; −1 if an edge joins k and l, whose blocks are used then. */
  readonly hingeScalars: Int32Array;
  /** The same for further pairs. */
  readonly pairScalars: Int32Array;
}

/** `pairs`: further vertices that are coupled by multiples of the identity, two each (−1: none). */
export function structureOf(
  mesh: Mesh48,
  edges: MeshEdges,
  pairs: Int32Array = new Int32Array(0),
): Structure {
  const { vertexCount } = mesh;
  const { order, rowOf } = walk(vertexCount, edges);
  const blocks = symmetricRows(
    vertexCount,
    edges.edges.map((vertex) => rowOf[vertex]),
  );
  for (let i = 0; i < vertexCount; i++) blocks.columns.subarray(blocks.rows[i], blocks.rows[i + 1]).sort();
  const { hinges, hingeCount } = edges;
  const joined = new Int32Array(2 * hingeCount + pairs.length).fill(-1);
  for (let h = 0; h < hingeCount; h++) {
    joined[2 * h] = rowOf[hinges[4 * h + 2]];
    joined[2 * h + 1] = rowOf[hinges[4 * h + 3]];
  }
  pairs.forEach((vertex, k) => {
    if (vertex >= 0) joined[2 * hingeCount + k] = rowOf[vertex];
  });
  for (let p = 0; p < joined.length; p += 2) {
    if (blockAt(blocks, joined[p], joined[p + 1]) >= 0) joined.fill(-1, p, p + 2);
  }
  const scalars = symmetricRows(vertexCount, joined);
  return {
    vertexCount,
    order,
    rowOf,
    rows: blocks.rows,
    columns: blocks.columns,
    scalarRows: scalars.rows,
    scalarColumns: scalars.columns,
    triangleOrder: byRow(mesh.triangles, 3, mesh.triangleCount, rowOf),
    hingeOrder: byRow(edges.hinges, 4, edges.hingeCount, rowOf),
    hingeScalars: scalars.slots.subarray(0, 2 * hingeCount),
    pairScalars: scalars.slots.subarray(2 * hingeCount),
  };
}

/** Returns elements of `size` vertices each in the order of their first rows. */
function byRow(vertices: Int32Array, size: number, count: number, rowOf: Int32Array): Int32Array {
  const starts = new Int32Array(rowOf.length + 1);
  const firsts = new Int32Array(count);
  for (let e = 0; e < count; e++) {
    let first = rowOf[vertices[size * e]];
    for (let k = 1; k < size; k++) first = Math.min(first, rowOf[vertices[size * e + k]]);
    firsts[e] = first;
    starts[first + 1]++;
  }
  for (let i = 0; i < rowOf.length; i++) starts[i + 1] += starts[i];
  const order = new Int32Array(count);
  for (let e = 0; e < count; e++) order[starts[firsts[e]]++] = e;
  return order;
}

/** Returns the block in row i, column j; −1 if there is none. */
export function blockAt(
  { rows, columns }: Pick<Structure, 'rows' | 'columns'>,
  i: number,
  j: number,
): number {
  for (let at = rows[i]; at < rows[i + 1]; at++) if (columns[at] === j) return at;
  return -1;
}

/** Returns the rows of a symmetric matrix with an entry for each pair of different rows, and both entries of each pair (−1: none). */
function symmetricRows(n: number, pairs: Int32Array) {
  const rows = new Int32Array(n + 1);
  const slots = new Int32Array(pairs.length).fill(-1);
  for (let p = 0; p < pairs.length; p++) if (pairs[p] !== pairs[p ^ 1]) rows[pairs[p] + 1]++;
  for (let i = 0; i < n; i++) rows[i + 1] += rows[i];
  const columns = new Int32Array(rows[n]);
  const at = rows.slice(0, n);
  for (let p = 0; p < pairs.length; p++) {
    if (pairs[p] === pairs[p ^ 1]) continue;
    slots[p] = at[pairs[p]]++;
    columns[slots[p]] = pairs[p ^ 1];
  }
  return { rows, columns, slots };
}

/** Returns the vertices in breadth-first order over the edges, piece by piece. */
function walk(n: number, { edges }: MeshEdges): { order: Int32Array; rowOf: Int32Array } {
  const { rows: starts, columns: next } = symmetricRows(n, edges);
  const order = new Int32Array(n);
  const rowOf = new Int32Array(n).fill(-1);
  let end = 0;
  for (let start = 0, head = 0; start < n; start++) {
    if (rowOf[start] >= 0) continue;
    rowOf[start] = end;
    order[end++] = start;
    for (; head < end; head++) {
      const v = order[head];
      for (let k = starts[v]; k < starts[v + 1]; k++) {
        const w = next[k];
        if (rowOf[w] >= 0) continue;
        rowOf[w] = end;
        order[end++] = w;
      }
    }
  }
  return { order, rowOf };
}
