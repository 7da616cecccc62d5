/**
 * The edges of a cloth's mesh and the sparsity of its matrix: two blocks for every edge, and two scalars for every couple of
 * vertices, those opposite each other over a hinge, which only bending couples, and further ones.
 *
 * Rows follow a breadth-first order of the vertices (Cuthill & McKee 1969), so that neighbours are near each other in memory. All
 * lists depend on the mesh alone, so that a mesh from a snapshot has the same.
 */
import * as MeshJob from '../../../layouts/generated/mesh-job';
import { index, putIndex, word } from '../memory';

/** Returns the corner of a triangle that a vertex is; with a list of neighbours, the corner opposite the edge to a neighbour. */
// @inline
export function cornerOf(list: usize, triangle: i32, value: i32): i32 {
  if (index(list, 3 * triangle) === value) return 0;
  return index(list, 3 * triangle + 1) === value ? 1 : 2;
}

/** Returns the next corner of a triangle, anticlockwise. */
// @inline
export function next(corner: i32): i32 {
  return corner === 2 ? 0 : corner + 1;
}

// @inline
export function previous(corner: i32): i32 {
  return corner === 0 ? 2 : corner - 1;
}

/** Adds 1 to element k of the i32 at `at`, and returns what it was. */
// @inline
export function take(at: usize, k: i32): i32 {
  const value = index(at, k);
  putIndex(at, k, value + 1);
  return value;
}

/** Sums counts in elements 1 … n, so that element k is the start of list k. */
function sumUp(starts: usize, n: i32): void {
  for (let i: i32 = 0; i < n; i++) putIndex(starts, i + 1, index(starts, i + 1) + index(starts, i));
}

/** Returns the number of corners without a neighbour. */
export function clothBorder(neighbours: usize, corners: i32): i32 {
  let count: i32 = 0;
  for (let h: i32 = 0; h < corners; h++) if (index(neighbours, h) < 0) count++;
  return count;
}

/**
 * Writes edges and hinges in the order of the triangles. Hinges are edges with two triangles: i → j is anticlockwise in the first
 * one, k is opposite in the first, l in the second. Returns the number of edges.
 */
export function clothEdges(job: usize): i32 {
  const triangles = word(job, MeshJob.MESH_TRIANGLES),
    neighbours = word(job, MeshJob.MESH_NEIGHBOURS),
    edges = word(job, MeshJob.EDGES),
    cornerEdges = word(job, MeshJob.CORNER_EDGES),
    hinges = word(job, MeshJob.MESH_HINGES),
    hingeTriangles = word(job, MeshJob.HINGE_TRIANGLES);
  const count = <i32>word(job, MeshJob.TRIANGLE_COUNT);
  const isCut = word(job, MeshJob.CUTS) > 0;
  let e: i32 = 0;
  let g: i32 = 0;
  for (let t: i32 = 0; t < count; t++) {
    for (let k: i32 = 0; k < 3; k++) {
      const over = index(neighbours, 3 * t + k);
      if (over >= 0 && over < t) continue;
      const i = index(triangles, 3 * t + next(k));
      const j = index(triangles, 3 * t + previous(k));
      const other = over < 0 && isCut ? otherSide(triangles, neighbours, t, i, j) : -1;
      if (other >= 0) {
        putIndex(cornerEdges, 3 * t + k, index(cornerEdges, other));
        continue;
      }
      putIndex(edges, 2 * e, i);
      putIndex(edges, 2 * e + 1, j);
      putIndex(cornerEdges, 3 * t + k, e);
      if (over >= 0) {
        const back = 3 * over + cornerOf(neighbours, over, t);
        putIndex(cornerEdges, back, e);
        putIndex(hinges, 4 * g, i);
        putIndex(hinges, 4 * g + 1, j);
        putIndex(hinges, 4 * g + 2, index(triangles, 3 * t + k));
        putIndex(hinges, 4 * g + 3, index(triangles, back));
        putIndex(hingeTriangles, 2 * g, t);
        putIndex(hingeTriangles, 2 * g + 1, over);
        g++;
      }
      e++;
    }
  }
  return e;
}

/**
 * Returns the corner opposite the other side of a slit whose sides join the same two vertices, if that triangle comes before t,
 * else −1. The boundary edge i → j of triangle t is one side.
 */
function otherSide(triangles: usize, neighbours: usize, t: i32, i: i32, j: i32): i32 {
  // around i, anticlockwise, to the boundary at the other end
  let last = t;
  let corner = next(cornerOf(triangles, t, i));
  for (;;) {
    const beyond = index(neighbours, 3 * last + corner);
    if (beyond < 0) break;
    last = beyond;
    corner = next(cornerOf(triangles, last, i));
  }
  return last < t && index(triangles, 3 * last + next(corner)) === j ? 3 * last + corner : -1;
}

/** Writes the rows of the matrix and the orders of triangles and hinges. `couples` has the vertices of the further couples. */
export function clothStructure(job: usize): void {
  const edges = word(job, MeshJob.EDGES),
    ends = word(job, MeshJob.EDGE_ENDS),
    starts = word(job, MeshJob.STARTS),
    order = word(job, MeshJob.ORDER),
    rowOf = word(job, MeshJob.ROW_OF),
    cursor = word(job, MeshJob.SCALAR_ROWS);
  const n = <i32>word(job, MeshJob.VERTEX_COUNT);
  const entries = 2 * <i32>word(job, MeshJob.EDGE_COUNT);
  const bytes = (<usize>n) << 2;
  memory.fill(starts, 0, bytes + 4);
  for (let p: i32 = 0; p < entries; p++) take(starts, index(edges, p) + 1);
  sumUp(starts, n);
  memory.copy(cursor, starts, bytes);
  for (let p: i32 = 0; p < entries; p++) putIndex(ends, take(cursor, index(edges, p)), p);
  memory.fill(rowOf, 0xff, bytes); // −1
  let end: i32 = 0;
  for (let start: i32 = 0, head: i32 = 0; start < n; start++) {
    if (index(rowOf, start) >= 0) continue;
    putIndex(rowOf, start, end);
    putIndex(order, end++, start);
    for (; head < end; head++) {
      const v = index(order, head);
      const last = index(starts, v + 1);
      for (let k = index(starts, v); k < last; k++) {
        const w = index(edges, index(ends, k) ^ 1);
        if (index(rowOf, w) >= 0) continue;
        putIndex(rowOf, w, end);
        putIndex(order, end++, w);
      }
    }
  }
  fillRows(job, n);
  const firsts = word(job, MeshJob.FIRSTS);
  sortByRow(
    word(job, MeshJob.MESH_TRIANGLES),
    3,
    <i32>word(job, MeshJob.TRIANGLE_COUNT),
    rowOf,
    n,
    firsts,
    starts,
    word(job, MeshJob.TRIANGLE_ORDER),
  );
  sortByRow(
    word(job, MeshJob.MESH_HINGES),
    4,
    <i32>word(job, MeshJob.HINGE_COUNT),
    rowOf,
    n,
    firsts,
    starts,
    word(job, MeshJob.HINGE_ORDER),
  );
}

/** Writes the columns of blocks, ascending in every row, then the scalars in the order of their couples. */
function fillRows(job: usize, n: i32): void {
  const edges = word(job, MeshJob.EDGES),
    ends = word(job, MeshJob.EDGE_ENDS),
    edgeBlocks = word(job, MeshJob.EDGE_BLOCKS),
    starts = word(job, MeshJob.STARTS),
    order = word(job, MeshJob.ORDER),
    rowOf = word(job, MeshJob.ROW_OF),
    rows = word(job, MeshJob.ROWS),
    columns = word(job, MeshJob.COLUMNS),
    scalarRows = word(job, MeshJob.SCALAR_ROWS),
    scalarColumns = word(job, MeshJob.SCALAR_COLUMNS),
    hinges = word(job, MeshJob.MESH_HINGES),
    couples = word(job, MeshJob.COUPLES);
  const bytes = (<usize>n) << 2;
  putIndex(rows, 0, 0);
  for (let i: i32 = 0; i < n; i++) {
    const v = index(order, i);
    putIndex(rows, i + 1, index(rows, i) + index(starts, v + 1) - index(starts, v));
  }
  const cursor = scalarRows;
  memory.copy(cursor, rows, bytes);
  for (let i: i32 = 0; i < n; i++) {
    const v = index(order, i);
    const last = index(starts, v + 1);
    for (let k = index(starts, v); k < last; k++) {
      const across = index(ends, k) ^ 1;
      const at = take(cursor, index(rowOf, index(edges, across)));
      putIndex(columns, at, i);
      putIndex(edgeBlocks, across, at);
    }
  }
  const hingeCount = <i32>word(job, MeshJob.HINGE_COUNT);
  const coupleCount = <i32>word(job, MeshJob.COUPLE_COUNT);
  for (let c: i32 = 0; c < hingeCount; c++) {
    putIndex(couples, 2 * c, index(hinges, 4 * c + 2));
    putIndex(couples, 2 * c + 1, index(hinges, 4 * c + 3));
  }
  memory.fill(scalarRows, 0, bytes + 4);
  for (let c: i32 = 0; c < coupleCount; c++) {
    const v = index(couples, 2 * c);
    const k = v < 0 ? -1 : index(rowOf, v);
    const l = v < 0 ? -1 : index(rowOf, index(couples, 2 * c + 1));
    const isJoined = k === l || blockAt(rows, columns, k, l) >= 0;
    putIndex(couples, 2 * c, isJoined ? -1 : k);
    putIndex(couples, 2 * c + 1, isJoined ? -1 : l);
    if (isJoined) continue;
    take(scalarRows, k + 1);
    take(scalarRows, l + 1);
  }
  sumUp(scalarRows, n);
  memory.copy(starts, scalarRows, bytes);
  for (let c: i32 = 0; c < coupleCount; c++) {
    const k = index(couples, 2 * c);
    const l = index(couples, 2 * c + 1);
    if (k < 0) continue;
    const kl = take(starts, k);
    const lk = take(starts, l);
    putIndex(scalarColumns, kl, l);
    putIndex(scalarColumns, lk, k);
    putIndex(couples, 2 * c, kl);
    putIndex(couples, 2 * c + 1, lk);
  }
}

/** Returns the block in row i, column j; −1 if there is none. */
// @inline
export function blockAt(rows: usize, columns: usize, i: i32, j: i32): i32 {
  const last = index(rows, i + 1);
  for (let at = index(rows, i); at < last; at++) if (index(columns, at) === j) return at;
  return -1;
}

/** Writes elements of `size` vertices each in the order of their first rows. */
function sortByRow(
  vertices: usize,
  size: i32,
  count: i32,
  rowOf: usize,
  n: i32,
  firsts: usize,
  starts: usize,
  order: usize,
): void {
  memory.fill(starts, 0, (<usize>(n + 1)) << 2);
  for (let e: i32 = 0; e < count; e++) {
    let first = index(rowOf, index(vertices, size * e));
    for (let k: i32 = 1; k < size; k++) {
      const row = index(rowOf, index(vertices, size * e + k));
      if (row < first) first = row;
    }
    putIndex(firsts, e, first);
    take(starts, first + 1);
  }
  sumUp(starts, n);
  for (let e: i32 = 0; e < count; e++) putIndex(order, take(starts, index(firsts, e)), e);
}
