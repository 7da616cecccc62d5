/**
 * The surface of a piece of matter that broke off: its skin as it was, ended by faces with sharp edges. Where two fields are
 * positive (broken-field.ts) is found in the six tetrahedra that each cell of the grid is cut into (Kuhn 1960), in which
 * both are linear: the polygon where one is 0, cut off where the other is negative. Edges of the surface end on the
 * triangles between tetrahedra, and which they are is told by their nodes alone: what comes out is closed, anticlockwise
 * from outside. Skin and faces have vertices of their own where they meet, so that each is shaded by itself.
 */
import { grown } from '../math/growable.ts';
import { BREAK, BrokenField, SKIN } from './broken-field.ts';
import type { IsosurfaceOptions } from './isosurface.ts';
import { Growing, type SurfaceMesh } from './marching-cubes.ts';
import { BLOCK } from './particle-field.ts';

/** Corners of the tetrahedra, from corner 0 of a cell to corner 7 along its edges; each is right-handed. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 2, 6, 7],
  [0, 4, 5, 7],
  [0, 3, 2, 7],
  [0, 6, 4, 7],
  [0, 5, 1, 7],
] as const;
/** Edges of the grid's tetrahedra that begin at a node, by the corner they lead to from corner 0. */
const WAYS = 8;
const BLOCK_NODES = BLOCK * BLOCK * BLOCK;
/** A block's nodes and the first layer of the next blocks; a row of them all inside. */
const WIDE = BLOCK + 1;
const ALL = (1 << WIDE) - 1;

/**
 * Of tetrahedron t with the corners inside that are the bits of `inside`: at 16 t + inside, the ends of the edges that the
 * surface crosses, in order around the outward normal.
 */
const CROSSED = TETRAHEDRA.flatMap((corners) =>
  Array.from({ length: 16 }, (_, inside) => Uint8Array.from(crossedEdges(corners, inside).flat())),
);

/** `own`, `lost`: x, y, z of the piece's particles and of where those would be that it lost, m. Skin and faces. */
export function brokenSurface(
  own: ArrayLike<number>,
  lost: ArrayLike<number>,
  options: Omit<IsosurfaceOptions, 'style'>,
): SurfaceMesh[] {
  const field = new BrokenField(own, lost, options, false);
  const parts = [new Polygons(field, SKIN), new Polygons(field, BREAK)];
  const [skin, side] = [new InsideRows(field, SKIN), new InsideRows(field, BREAK)];
  const around = new Int32Array(8);
  const nodes = new Int32Array(8);
  for (let block = 0; block < field.blockCount; block++) {
    field.blocksAround(block, around);
    skin.look(around);
    side.look(around);
    if (skin.are(0) || (skin.are(ALL) && side.are(ALL)) || side.are(0)) continue;
    for (let node = 0; node < BLOCK_NODES; node++) {
      const inside = skin.cell(node);
      const within = side.cell(node);
      if (inside === 0 || within === 0 || (inside & within) === 255) continue;
      cornerNodes(around, node, nodes);
      for (let t = 0; t < TETRAHEDRA.length; t++) {
        parts[SKIN].add(t, inside, nodes);
        parts[BREAK].add(t, within, nodes);
      }
    }
  }
  return parts.map((part) => ({ positions: part.positions.whole(), triangles: part.triangles.whole() }));
}

/** Of a cell, x quickest. */
function cornerNodes(around: Int32Array, node: number, into: Int32Array): void {
  for (let c = 0; c < 8; c++) {
    const i = (node & 7) + (c & 1);
    const j = ((node >> 3) & 7) + ((c >> 1) & 1);
    const k = (node >> 6) + (c >> 2);
    const block = around[(i >> 3) | ((j >> 3) << 1) | ((k >> 3) << 2)];
    into[c] = block * BLOCK_NODES + ((k & 7) << 6) + ((j & 7) << 3) + (i & 7);
  }
}

/** Which nodes of a block, and of the first layer of the next blocks, are inside by one of the fields. */
class InsideRows {
  /** Of every row along x, bits of its nodes. */
  readonly #rows = new Uint16Array(WIDE * WIDE);
  readonly #values: Float32Array;

  constructor(field: BrokenField, which: number) {
    this.#values = field.values[which];
  }

  /** `around`: the block itself and the next in x (bit 0), y and z; outside where there is none. */
  look(around: Int32Array): void {
    const values = this.#values;
    for (let k = 0; k < WIDE; k++) {
      for (let j = 0; j < WIDE; j++) {
        const part = ((j >> 3) << 1) | ((k >> 3) << 2);
        const within = ((k & 7) << 6) + ((j & 7) << 3);
        let bits = 0;
        if (around[part] >= 0) {
          const from = around[part] * BLOCK_NODES + within;
          for (let i = 0; i < BLOCK; i++) if (values[from + i] > 0) bits |= 1 << i;
        }
        if (around[part + 1] >= 0 && values[around[part + 1] * BLOCK_NODES + within] > 0) bits |= 1 << BLOCK;
        this.#rows[k * WIDE + j] = bits;
      }
    }
  }

  /** Whether all rows are this. */
  are(bits: number): boolean {
    for (let row = 0; row < this.#rows.length; row++) if (this.#rows[row] !== bits) return false;
    return true;
  }

  /** Bit c is set where corner c of the cell at a node is inside. */
  cell(node: number): number {
    const rows = this.#rows;
    const row = (node >> 6) * WIDE + ((node >> 3) & 7);
    const i = node & 7;
    return (
      ((rows[row] >> i) & 3) |
      (((rows[row + 1] >> i) & 3) << 2) |
      (((rows[row + WIDE] >> i) & 3) << 4) |
      (((rows[row + WIDE + 1] >> i) & 3) << 6)
    );
  }
}

/** Where one of the fields is 0 and the other positive. */
class Polygons {
  readonly positions = new Growing(new Float64Array(3 * 4096));
  readonly triangles = new Growing(new Int32Array(6 * 4096));
  readonly #field: BrokenField;
  readonly #which: number;
  /** By block, where its nodes are in `onEdges`, or −1; and WAYS a node, a vertex + 1, or 0 where there is none yet. */
  readonly #roomOf: Int32Array;
  #rooms = 0;
  #onEdges = new Int32Array(0);
  readonly #inTriangles = new Map<number, number>();
  readonly #polygon = new Int32Array(8);

  constructor(field: BrokenField, which: number) {
    this.#field = field;
    this.#which = which;
    this.#roomOf = new Int32Array(field.blockCount).fill(-1);
  }

  /** `inside`: bits of the corners of a cell, whose numbers are `nodes`. */
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
        // Both edges end at one of the triangle's corners; the bits of low, middle and high are left without it.
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
    if (this.#roomOf[block] < 0) this.#makeRoom(block);
    const at = WAYS * (this.#roomOf[block] * BLOCK_NODES + (low % BLOCK_NODES)) + (one ^ other);
    const known = this.#onEdges[at];
    if (known > 0) return known - 1;
    const [x, y, z] = this.#field.onEdge(this.#which, low, nodes[one | other]);
    this.positions.push(x, y, z);
    this.#onEdges[at] = this.positions.length / 3;
    return this.positions.length / 3 - 1;
  }

  #makeRoom(block: number): void {
    const needed = WAYS * BLOCK_NODES * (this.#rooms + 1);
    if (needed > this.#onEdges.length)
      this.#onEdges = grown(this.#onEdges, Math.max(16 * WAYS * BLOCK_NODES, 2 * this.#onEdges.length));
    this.#roomOf[block] = this.#rooms++;
  }

  #inTriangle(low: number, middle: number, high: number, nodes: Int32Array): number {
    const key = (nodes[low] * WAYS + (middle ^ low)) * WAYS + (high ^ low);
    const known = this.#inTriangles.get(key);
    if (known !== undefined) return known;
    const [x, y, z] = this.#field.inTriangle(nodes[low], nodes[middle], nodes[high]);
    this.positions.push(x, y, z);
    const made = this.positions.length / 3 - 1;
    this.#inTriangles.set(key, made);
    return made;
  }
}

/** Edges with one end inside, by their corners, in order around the outward normal. */
function crossedEdges(corners: readonly number[], bits: number): [number, number][] {
  const inside = [0, 1, 2, 3].filter((k) => (bits >> k) & 1);
  const outside = [0, 1, 2, 3].filter((k) => !((bits >> k) & 1));
  if (inside.length === 0 || outside.length === 0) return [];
  const [a, b, c, d] = [...inside, ...outside];
  let isLeft = false;
  for (const [m, n] of [
    [a, b],
    [a, c],
    [a, d],
    [b, c],
    [b, d],
    [c, d],
  ])
    if (m > n) isLeft = !isLeft;
  const edges = (
    inside.length === 1
      ? [
          [a, b],
          [a, c],
          [a, d],
        ]
      : inside.length === 2
        ? [
            [a, d],
            [b, d],
            [b, c],
            [a, c],
          ]
        : [
            [a, d],
            [b, d],
            [c, d],
          ]
  ).map(([m, n]): [number, number] => [corners[m], corners[n]]);
  return isLeft ? edges.reverse() : edges;
}
