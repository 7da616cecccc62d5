/**
 * What kernels/assembly/cloth/structure.ts and elements.ts compute, in the clearest TypeScript: edges and hinges of a 4-8 mesh,
 * the sparsity of its matrix, constants of triangles and hinges, and the bending part of the matrix.
 */
import { type ClothMaterial, hingeBend } from '../../../../src/models/adaptive-cloth/energy.ts';
import type { Mesh48 } from '../../../../src/models/adaptive-cloth/mesh.ts';
import { facing } from '../../../../src/models/adaptive-cloth/mesh-cut.ts';
import { blockAt } from '../../../../src/models/adaptive-cloth/structure.ts';
import { TRIANGLE_NUMBERS } from '../../../../src/models/adaptive-cloth/system-blocks.ts';

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

export interface HingeNumbers {
  /** Stiffness κ, J. */
  readonly stiffness: Float64Array;
  /** Coefficients c, four a hinge, 1/m: θ = Σ c_i z_i for small distances z_i of the vertices from a plane. */
  readonly coefficients: Float64Array;
  /** Mean distance of the two vertices opposite from the edge, m. */
  readonly heights: Float64Array;
}

/** `stiffness`: factor on bending of each triangle of the mesh; `clamped`: 1 for triangles whose corners are all pinned. */
export function hingeNumbers(
  mesh: Mesh48,
  edges: MeshEdges,
  material: ClothMaterial,
  stiffness: Float64Array | undefined,
  clamped: ArrayLike<number>,
): HingeNumbers {
  const { hingeCount, hinges, hingeTriangles } = edges;
  const found: HingeNumbers = {
    stiffness: new Float64Array(hingeCount),
    coefficients: new Float64Array(4 * hingeCount),
    heights: new Float64Array(hingeCount),
  };
  const [bendWarp, bendWeft] = hingeBend(material);
  const first = new Float64Array(5);
  const second = new Float64Array(5);
  for (let h = 0; h < hingeCount; h++) {
    const [s, t] = [hingeTriangles[2 * h], hingeTriangles[2 * h + 1]];
    sideOf(mesh, s, hinges[4 * h], hinges[4 * h + 1], first);
    sideOf(mesh, t, hinges[4 * h], hinges[4 * h + 1], second);
    const [length, height1, along1, warp1, weight1] = first;
    const [, height2, along2, warp2, weight2] = second;
    const warp = 0.5 * (warp1 + warp2);
    const bend = warp * bendWarp + (1 - warp) * bendWeft;
    // A clamped triangle does not bend: beside it, only the other one does.
    const [one, two] = clamped[s] === clamped[t] ? [1, 1] : [1 - clamped[s], 1 - clamped[t]];
    const areas = 0.5 * length * (one * height1 + two * height2);
    const weight = (2 * weight1 * weight2) / (weight1 + weight2);
    const painted = stiffness ? 0.5 * (stiffness[s] + stiffness[t]) : 1;
    found.stiffness[h] = (painted * bend * weight * length * length) / areas;
    const c = 4 * h;
    found.coefficients[c] = -(1 - along1) / height1 - (1 - along2) / height2;
    found.coefficients[c + 1] = -along1 / height1 - along2 / height2;
    found.coefficients[c + 2] = 1 / height1;
    found.coefficients[c + 3] = 1 / height2;
    found.heights[h] = 0.5 * (height1 + height2);
  }
  return found;
}

/** Returns the records of all triangles in the given order; `stiffness`: factor on the moduli of each triangle of the mesh. */
export function triangleRecords(
  mesh: Mesh48,
  order: Int32Array,
  material: ClothMaterial,
  stiffness: Float64Array | undefined,
): Float64Array {
  const out = new Float64Array(TRIANGLE_NUMBERS * mesh.triangleCount);
  const { pattern, triangleCount } = mesh;
  for (let k = 0; k < triangleCount; k++) {
    const t = order[k];
    const p = 6 * t;
    const u1 = pattern[p + 2] - pattern[p];
    const v1 = pattern[p + 3] - pattern[p + 1];
    const u2 = pattern[p + 4] - pattern[p];
    const v2 = pattern[p + 5] - pattern[p + 1];
    const twice = u1 * v2 - u2 * v1;
    const area = 0.5 * twice * (stiffness ? stiffness[t] : 1);
    const constants = [v2 / twice, -v1 / twice, -u2 / twice, u1 / twice];
    const { stretchWarp, stretchWeft, shear } = material;
    out.set([...constants, area * stretchWarp, area * stretchWeft, area * shear], TRIANGLE_NUMBERS * k);
  }
  return out;
}

/**
 * Writes the measures of an edge i j in one of its triangles: its length and the height over it (m), the share of the way
 * from i to j at which the third corner projects onto it, cos²φ of the direction across, and α.
 */
function sideOf({ triangles, pattern }: Mesh48, t: number, i: number, j: number, out: Float64Array): void {
  let [at, to, apex] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const vertex = triangles[3 * t + k];
    if (vertex === i) at = k;
    else if (vertex === j) to = k;
    else apex = k;
  }
  const p = 6 * t;
  const ui = pattern[p + 2 * at];
  const vi = pattern[p + 2 * at + 1];
  const eu = pattern[p + 2 * to] - ui;
  const ev = pattern[p + 2 * to + 1] - vi;
  const au = pattern[p + 2 * apex] - ui;
  const av = pattern[p + 2 * apex + 1] - vi;
  const square = eu * eu + ev * ev;
  const length = Math.sqrt(square);
  const height = Math.abs(eu * av - ev * au) / length;
  const along = (eu * au + ev * av) / square;
  const flat = (height * height) / square;
  const middle = Math.max(0, Math.min(1, (along * (1 - along)) / flat));
  out[0] = length;
  out[1] = height;
  out[2] = along;
  out[3] = (ev * ev) / square;
  out[4] = Math.min(1, 1 - middle + 2 * middle * flat);
}

/** Returns the blocks of the triangles of the system, six each. */
export function triangleSlots(mesh: Mesh48, s: Structure): number[] {
  return Array.from(s.triangleOrder).flatMap((t) => {
    const corners = [0, 1, 2].map((k) => s.rowOf[mesh.triangles[3 * t + k]]);
    return corners.flatMap((a, k) => {
      const b = corners[(k + 1) % 3];
      return [blockAt(s, a, b), blockAt(s, b, a)];
    });
  });
}

/** Returns κ c_i c_j of all pairs of vertices of hinges: in blocks, in scalars, and on the diagonal. */
export function bending(s: Structure, { hinges, hingeCount }: MeshEdges, numbers: HingeNumbers) {
  const { stiffness, coefficients: c } = numbers;
  const blockBend = new Float32Array(s.columns.length);
  const scalarBend = new Float32Array(s.scalarColumns.length);
  const bends = new Float32Array(s.vertexCount);
  for (let h = 0; h < hingeCount; h++) {
    const from = s.hingeOrder[h];
    const rows = [0, 1, 2, 3].map((k) => s.rowOf[hinges[4 * from + k]]);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        const bend = stiffness[from] * c[4 * from + i] * c[4 * from + j];
        if (i === j) bends[rows[i]] += bend;
        if (i === j || rows[i] === rows[j]) continue;
        const scalar = i + j === 5 ? s.hingeScalars[2 * from + (i === 2 ? 0 : 1)] : -1;
        if (scalar >= 0) scalarBend[scalar] += bend;
        else blockBend[blockAt(s, rows[i], rows[j])] += bend;
      }
    }
  }
  return { blockBend, scalarBend, bends };
}
