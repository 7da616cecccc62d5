/**
 * Triangles of the surface f = level of a field on blocks of nodes, by marching cubes (Lorensen & Cline 1987).
 *
 * Every edge of the grid with one end inside (f ≥ level) has a vertex where linear interpolation between its ends meets the
 * level; the four cells around the edge share it. The surface is closed, anticlockwise seen from outside, and a manifold
 * (cube-cases.ts). Vertices keep away from nodes by a share ε of the edge: three points on edges of a cube that are none of
 * its corners are never collinear, so that every triangle has an area.
 */
import {
  BLOCK,
  BLOCK_NODES,
  type BlockField,
  BlockTable,
  blocksAround,
  FULL_ROW,
  InsideRows,
  insideCorners,
  nodeAt,
  type SurfaceMesh,
  TripleList,
  WIDE,
} from './block-field.ts';
import { cubeCases, EDGE_CORNER } from './cube-cases.ts';

/** Least distance ε of a vertex from a node, as a share of the edge. */
const LEAST_SHARE = 0.02;

export function marchingCubes(field: BlockField, level: number): SurfaceMesh {
  const march = new March(field, level);
  for (let block = 0; block < field.blockCount; block++) march.placeVertices(block);
  march.joinVertices();
  return { positions: march.positions.copy(), triangles: march.triangles.copy() };
}

class March {
  readonly positions = new TripleList(new Float64Array(3 * 4096));
  readonly triangles = new TripleList(new Int32Array(6 * 4096));
  readonly #field: BlockField;
  readonly #level: number;
  /** Vertices on the edges from a node along x, y and z, for the blocks that the surface passes through. */
  readonly #vertices: BlockTable;
  readonly #inside = new InsideRows();
  /** `InsideRows.rows` of those blocks. */
  readonly #rowsOf: Uint16Array[] = [];
  readonly #around = new Int32Array(8);
  readonly #cases = cubeCases();
  readonly #corners = new Int32Array(15);

  constructor(field: BlockField, level: number) {
    this.#field = field;
    this.#level = level;
    this.#vertices = new BlockTable(field.blockCount, 3);
  }

  /** Places vertices on the edges that start at the block's nodes. */
  placeVertices(block: number): void {
    const { blocks, first, cell, values } = this.#field;
    blocksAround(this.#field, block, this.#around);
    this.#inside.read(values, this.#level, this.#around);
    if (this.#inside.areAll(0) || this.#inside.areAll(FULL_ROW)) return;
    const { rows } = this.#inside;
    this.#rowsOf.push(rows.slice());
    const start = 3 * BLOCK_NODES * this.#vertices.add(block);
    const vertexOf = this.#vertices.numbers;
    for (let k = 0; k < BLOCK; k++) {
      const z = first[2] + BLOCK * blocks[3 * block + 2] + k;
      for (let j = 0; j < BLOCK; j++) {
        const y = first[1] + BLOCK * blocks[3 * block + 1] + j;
        const row = k * WIDE + j;
        const crossX = rows[row] ^ (rows[row] >> 1);
        const crossY = rows[row] ^ rows[row + 1];
        const crossZ = rows[row] ^ rows[row + WIDE];
        if (((crossX | crossY | crossZ) & 255) === 0) continue;
        const vertices = start + 3 * (k * BLOCK + j) * BLOCK;
        for (let i = 0; i < BLOCK; i++) {
          const x = first[0] + BLOCK * blocks[3 * block] + i;
          if ((crossX >> i) & 1) {
            vertexOf[vertices + 3 * i] = this.positions.length / 3;
            this.positions.push(cell * (x + this.#share(i, j, k, 1, 0, 0)), cell * y, cell * z);
          }
          if ((crossY >> i) & 1) {
            vertexOf[vertices + 3 * i + 1] = this.positions.length / 3;
            this.positions.push(cell * x, cell * (y + this.#share(i, j, k, 0, 1, 0)), cell * z);
          }
          if ((crossZ >> i) & 1) {
            vertexOf[vertices + 3 * i + 2] = this.positions.length / 3;
            this.positions.push(cell * x, cell * y, cell * (z + this.#share(i, j, k, 0, 0, 1)));
          }
        }
      }
    }
  }

  /** Returns where the level lies between node (i, j, k) and the next one along an axis, 0 to 1. */
  #share(i: number, j: number, k: number, x: number, y: number, z: number): number {
    const { values } = this.#field;
    const here = values[nodeAt(this.#around, i, j, k)];
    const there = values[nodeAt(this.#around, i + x, j + y, k + z)];
    return Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, (this.#level - here) / (there - here)));
  }

  /** Adds the triangles of all cells, when all vertices are placed. */
  joinVertices(): void {
    const around = new Int32Array(8);
    for (const [slot, block] of this.#vertices.blocks.entries()) {
      const rows = this.#rowsOf[slot];
      blocksAround(this.#field, block, around);
      for (let part = 0; part < 8; part++) around[part] = this.#vertices.slot(around[part]);
      for (let row = 0; row < BLOCK * BLOCK; row++) {
        const at = (row >> 3) * WIDE + (row & 7);
        const [a, b, c, d] = [rows[at], rows[at + 1], rows[at + WIDE], rows[at + WIDE + 1]];
        if ((a | b | c | d) === 0 || (a & b & c & d) === FULL_ROW) continue;
        for (let i = 0; i < BLOCK; i++) {
          const inside = insideCorners(rows, row * BLOCK + i);
          if (inside !== 0 && inside !== 255) this.#joinCell(inside, i, row & 7, row >> 3, around);
        }
      }
    }
  }

  /** `around`: slots of the block and of the next ones. */
  #joinCell(inside: number, i: number, j: number, k: number, around: Int32Array): void {
    const { start, edges } = this.#cases;
    const corners = this.#corners;
    const from = start[inside];
    const count = start[inside + 1] - from;
    for (let t = 0; t < count; t++) {
      const edge = edges[from + t];
      const corner = EDGE_CORNER[edge];
      const node = nodeAt(around, i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2));
      corners[t] = this.#vertices.numbers[3 * node + (edge >> 2)];
    }
    for (let t = 0; t < count; t += 3) this.triangles.push(corners[t], corners[t + 1], corners[t + 2]);
  }
}
