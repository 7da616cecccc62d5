/**
 * The surface of a piece of matter that broke off: its outer surface as it was, and the faces of the break, which meet it in
 * sharp edges. The region in which two fields are positive (broken-field.ts) is found in the six tetrahedra of each cell
 * (Kuhn 1960), in which both are linear: the polygon on which one field is 0 is clipped where the other is negative. Its
 * edges end on the triangles between tetrahedra, at points that depend on the nodes of the triangle only: the surface is
 * closed, anticlockwise seen from outside. Outer surface and break have separate vertices where they meet, so that each is
 * shaded by itself.
 */
import {
  BLOCK_NODES,
  BlockTable,
  blocksAround,
  FULL_ROW,
  InsideRows,
  insideCorners,
  nodeAt,
  type SurfaceMesh,
  TripleList,
} from './block-field.ts';
import { BREAK, BrokenField, type BrokenOptions, OUTER } from './broken-field.ts';

/** Corners of the tetrahedra, from corner 0 of a cell to corner 7 along its edges; each is right-handed. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 2, 6, 7],
  [0, 4, 5, 7],
  [0, 3, 2, 7],
  [0, 6, 4, 7],
  [0, 5, 1, 7],
] as const;
/** Edges of tetrahedra that start at a node, by the corner of the cell that they lead to. */
const NODE_EDGES = 8;

/**
 * At 16 t + b, for tetrahedron t whose inside corners are the bits of b: corners at both ends of the edges that the surface
 * crosses, in order around the outward normal.
 */
const CROSSED = TETRAHEDRA.flatMap((corners) =>
  Array.from({ length: 16 }, (_, inside) => Uint8Array.from(crossedEdges(corners, inside))),
);

/**
 * `own`, `lost`: x, y, z of the piece's particles and of where the lost ones would be, m. Returns the outer surface and the
 * faces of the break.
 */
export function brokenSurface(
  own: ArrayLike<number>,
  lost: ArrayLike<number>,
  options: BrokenOptions,
): SurfaceMesh[] {
  const field = new BrokenField(own, lost, options, false);
  const parts = [new Polygons(field, OUTER), new Polygons(field, BREAK)];
  const [outer, side] = [new InsideRows(), new InsideRows()];
  const around = new Int32Array(8);
  const nodes = new Int32Array(8);
  for (let block = 0; block < field.grid.blockCount; block++) {
    blocksAround(field.grid, block, around);
    outer.read(field.values[OUTER], 0, around);
    side.read(field.values[BREAK], 0, around);
    if (outer.areAll(0) || side.areAll(0) || (outer.areAll(FULL_ROW) && side.areAll(FULL_ROW))) continue;
    for (let node = 0; node < BLOCK_NODES; node++) {
      const inside = insideCorners(outer.rows, node);
      const within = insideCorners(side.rows, node);
      if (inside === 0 || within === 0 || (inside & within) === 255) continue;
      const [i, j, k] = [node & 7, (node >> 3) & 7, node >> 6];
      for (let c = 0; c < 8; c++) nodes[c] = nodeAt(around, i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
      for (let t = 0; t < TETRAHEDRA.length; t++) {
        parts[OUTER].add(t, inside, nodes);
        parts[BREAK].add(t, within, nodes);
      }
    }
  }
  return parts.map((part) => ({ positions: part.positions.copy(), triangles: part.triangles.copy() }));
}

/** The surface on which one of the fields is 0 and the other positive. */
class Polygons {
  readonly positions = new TripleList(new Float64Array(3 * 4096));
  readonly triangles = new TripleList(new Int32Array(6 * 4096));
  readonly #field: BrokenField;
  readonly #which: number;
  /** Vertices on edges, plus 1; 0 if there is none yet. */
  readonly #onEdges: BlockTable;
  readonly #inTriangles = new Map<number, number>();
  readonly #polygon = new Int32Array(8);

  constructor(field: BrokenField, which: number) {
    this.#field = field;
    this.#which = which;
    this.#onEdges = new BlockTable(field.grid.blockCount, NODE_EDGES);
  }

  /** `inside`: bits of the corners of a cell, whose nodes are `nodes`. */
  add(tetrahedron: number, inside: number, nodes: Int32Array): void {
    const [, b, c] = TETRAHEDRA[tetrahedron];
    const bits =
      (inside & 1) | (((inside >> b) & 1) << 1) | (((inside >> c) & 1) << 2) | ((inside >> 7) << 3);
    const edges = CROSSED[16 * tetrahedron + bits];
    if (edges.length === 0) return;
    const polygon = this.#polygon;
    const field = this.#field;
    const which = this.#which;
    const firstKept = field.isKept(which, nodes[edges[0]], nodes[edges[1]]);
    let isKept = firstKept;
    let count = 0;
    for (let e = 0; e < edges.length; e += 2) {
      const next = e + 2 < edges.length ? e + 2 : 0;
      const isNextKept =
        next === 0 ? firstKept : field.isKept(which, nodes[edges[next]], nodes[edges[next + 1]]);
      if (isKept) polygon[count++] = this.#onEdge(edges[e], edges[e + 1], nodes);
      if (isKept !== isNextKept) {
        const [m, n, o, p] = [edges[e], edges[e + 1], edges[next], edges[next + 1]];
        const [low, high] = [m & n & o & p, m | n | o | p];
        // Both edges end at one corner of the triangle; what is left of the bits is its middle corner.
        const common = m === o || m === p ? m : n;
        const middle = m ^ n ^ o ^ p ^ common ^ low ^ high;
        polygon[count++] = this.#inTriangle(low, middle, high, nodes);
      }
      isKept = isNextKept;
    }
    for (let k = 2; k < count; k++) this.triangles.push(polygon[0], polygon[k - 1], polygon[k]);
  }

  #onEdge(one: number, other: number, nodes: Int32Array): number {
    const low = nodes[one & other];
    const block = (low / BLOCK_NODES) | 0;
    let slot = this.#onEdges.slot(block);
    if (slot < 0) slot = this.#onEdges.add(block);
    const at = NODE_EDGES * (slot * BLOCK_NODES + (low % BLOCK_NODES)) + (one ^ other);
    const known = this.#onEdges.numbers[at];
    if (known > 0) return known - 1;
    const [x, y, z] = this.#field.onEdge(this.#which, low, nodes[one | other]);
    this.positions.push(x, y, z);
    this.#onEdges.numbers[at] = this.positions.length / 3;
    return this.positions.length / 3 - 1;
  }

  #inTriangle(low: number, middle: number, high: number, nodes: Int32Array): number {
    const key = (nodes[low] * NODE_EDGES + (middle ^ low)) * NODE_EDGES + (high ^ low);
    const known = this.#inTriangles.get(key);
    if (known !== undefined) return known;
    const [x, y, z] = this.#field.inTriangle(nodes[low], nodes[middle], nodes[high]);
    this.positions.push(x, y, z);
    const made = this.positions.length / 3 - 1;
    this.#inTriangles.set(key, made);
    return made;
  }
}

/** Corners at both ends of the edges with one end inside, in order around the outward normal. */
function crossedEdges(corners: readonly number[], bits: number): number[] {
  const inside = [0, 1, 2, 3].filter((k) => (bits >> k) & 1);
  const order = [...inside, ...[0, 1, 2, 3].filter((k) => !inside.includes(k))];
  const [a, b, c, d] = order.map((k) => corners[k]);
  let isOdd = false;
  for (let n = 0; n < 4; n++) for (let m = 0; m < n; m++) if (order[m] > order[n]) isOdd = !isOdd;
  const edges = [[], [a, b, a, c, a, d], [a, d, b, d, b, c, a, c], [a, d, b, d, c, d], []][inside.length];
  return isOdd ? edges.reverse() : edges;
}
