/**
 * Triangles of the surface f = level of a field on blocks of nodes, by marching cubes (Lorensen & Cline 1987).
 *
 * A vertex lies on every edge of the grid with one end inside (f ≥ level), where the straight line between the values at
 * its ends meets the level, and is shared by the four cells around: what comes out is closed, anticlockwise from outside,
 * and a manifold (cube-cases.ts). Vertices keep away from nodes by a share ε of the edge: three points on edges of a
 * cube, not at its corners, never lie on one line, so that no triangle is without area.
 */
import { grown } from '../math/growable.ts';
import { cubeCases, EDGE_CORNER } from './cube-cases.ts';
import { BLOCK } from './particle-field.ts';

/** A field on blocks of nodes; where there is no block, all is outside. */
export interface BlockField {
  /** m */
  readonly cell: number;
  /** Node coordinates, in cells, of the first node of block (0, 0, 0). */
  readonly first: readonly [number, number, number];
  readonly blockCount: number;
  readonly blockNodes: number;
  /** Coordinates of the blocks, three each. */
  readonly blocks: readonly number[];
  /** f of all nodes, block after block, x quickest. */
  readonly values: Float32Array;
  /** f where there is no block. */
  readonly outside: number;
  /** The number of a block; −1 where there is none. */
  blockAt(i: number, j: number, k: number): number;
}

/** ε: moves the surface by at most this share of a cell, where it meets a node. */
const APART = 0.02;

export interface SurfaceMesh {
  /** x, y, z of each vertex, m. */
  readonly positions: Float64Array;
  /** Three vertices a triangle, anticlockwise from outside. */
  readonly triangles: Int32Array;
}

/** A block's nodes and the first layer of the next blocks. */
const WIDE = BLOCK + 1;
/** A row with all its nodes inside. */
const ALL = (1 << WIDE) - 1;
const BLOCK_NODES = BLOCK * BLOCK * BLOCK;

export function marchingCubes(field: BlockField, level: number): SurfaceMesh {
  const march = new March(field, level);
  for (let block = 0; block < field.blockCount; block++) march.placeVertices(block);
  march.joinVertices();
  return { positions: march.positions.whole(), triangles: march.triangles.whole() };
}

class March {
  readonly positions = new Growing(new Float64Array(3 * 4096));
  readonly triangles = new Growing(new Int32Array(6 * 4096));
  readonly #field: BlockField;
  readonly #level: number;
  /** The blocks that the surface goes through; by block, its place among them or −1. */
  readonly #crossed: number[] = [];
  readonly #place: Int32Array;
  /** Three a node of those blocks: vertices on the edges to the next nodes along x, y and z. */
  #vertexOf = new Int32Array(0);
  readonly #wide = new Float32Array(WIDE * WIDE * WIDE);
  /** Of every row along x: bits of the nodes inside; and those of the blocks in `crossed`. */
  readonly #rows = new Uint16Array(WIDE * WIDE);
  readonly #rowsOf: Uint16Array[] = [];
  readonly #cases = cubeCases();
  readonly #corners = new Int32Array(15);

  constructor(field: BlockField, level: number) {
    this.#field = field;
    this.#level = level;
    this.#place = new Int32Array(field.blockCount).fill(-1);
  }

  /** Fills `wide` and `rows`; false where all of it is on one side of the level. */
  #look(block: number): boolean {
    const { values, blockNodes, outside } = this.#field;
    const wide = this.#wide;
    const rows = this.#rows;
    const level = this.#level;
    for (let part = 0; part < 8; part++) {
      const px = part & 1;
      const py = (part >> 1) & 1;
      const pz = part >> 2;
      const source = this.#next(block, part);
      const ny = py ? 1 : BLOCK;
      const nz = pz ? 1 : BLOCK;
      for (let k = 0; k < nz; k++) {
        for (let j = 0; j < ny; j++) {
          const row = (k + pz * BLOCK) * WIDE + j + py * BLOCK;
          const to = row * WIDE;
          const from = source * blockNodes + (k * BLOCK + j) * BLOCK;
          if (px) {
            const value = source < 0 ? outside : values[from];
            wide[to + BLOCK] = value;
            if (value >= level) rows[row] |= 1 << BLOCK;
            continue;
          }
          let bits = 0;
          for (let i = 0; i < BLOCK; i++) {
            const value = source < 0 ? outside : values[from + i];
            wide[to + i] = value;
            if (value >= level) bits |= 1 << i;
          }
          rows[row] = bits;
        }
      }
    }
    const first = rows[0];
    if (first !== 0 && first !== ALL) return true;
    for (let row = 1; row < rows.length; row++) if (rows[row] !== first) return true;
    return false;
  }

  /** The block itself, or the next in x (bit 0), y and z. */
  #next(block: number, part: number): number {
    if (part === 0) return block;
    const { blocks } = this.#field;
    const i = blocks[3 * block] + (part & 1);
    const j = blocks[3 * block + 1] + ((part >> 1) & 1);
    return this.#field.blockAt(i, j, blocks[3 * block + 2] + (part >> 2));
  }

  /** On the edges from the block's nodes to the next ones. */
  placeVertices(block: number): void {
    if (!this.#look(block)) return;
    const { blocks, first, cell } = this.#field;
    const rows = this.#rows;
    this.#rowsOf.push(rows.slice());
    const place = this.#crossed.push(block) - 1;
    this.#place[block] = place;
    if (3 * BLOCK_NODES * (place + 1) > this.#vertexOf.length)
      this.#vertexOf = grown(this.#vertexOf, 3 * BLOCK_NODES * Math.max(64, 2 * place));
    for (let k = 0; k < BLOCK; k++) {
      const z = first[2] + BLOCK * blocks[3 * block + 2] + k;
      for (let j = 0; j < BLOCK; j++) {
        const y = first[1] + BLOCK * blocks[3 * block + 1] + j;
        const row = k * WIDE + j;
        const crossX = rows[row] ^ (rows[row] >> 1);
        const crossY = rows[row] ^ rows[row + 1];
        const crossZ = rows[row] ^ rows[row + WIDE];
        if (((crossX | crossY | crossZ) & 255) === 0) continue;
        const vertices = 3 * (place * BLOCK_NODES + (k * BLOCK + j) * BLOCK);
        for (let i = 0; i < BLOCK; i++) {
          const x = first[0] + BLOCK * blocks[3 * block] + i;
          const at = row * WIDE + i;
          if ((crossX >> i) & 1) {
            this.#vertexOf[vertices + 3 * i] = this.positions.length / 3;
            this.positions.push(cell * (x + this.#share(at, at + 1)), cell * y, cell * z);
          }
          if ((crossY >> i) & 1) {
            this.#vertexOf[vertices + 3 * i + 1] = this.positions.length / 3;
            this.positions.push(cell * x, cell * (y + this.#share(at, at + WIDE)), cell * z);
          }
          if ((crossZ >> i) & 1) {
            this.#vertexOf[vertices + 3 * i + 2] = this.positions.length / 3;
            this.positions.push(cell * x, cell * y, cell * (z + this.#share(at, at + WIDE * WIDE)));
          }
        }
      }
    }
  }

  /** Where between two nodes the level is. */
  #share(here: number, there: number): number {
    const wide = this.#wide;
    const share = (this.#level - wide[here]) / (wide[there] - wide[here]);
    return Math.min(1 - APART, Math.max(APART, share));
  }

  /** Triangles of all cells, when all vertices are placed. */
  joinVertices(): void {
    const around = new Int32Array(8);
    for (const [place, block] of this.#crossed.entries()) {
      const rows = this.#rowsOf[place];
      for (let part = 0; part < 8; part++) {
        const next = this.#next(block, part);
        around[part] = next < 0 ? -1 : this.#place[next];
      }
      for (let k = 0; k < BLOCK; k++) {
        for (let j = 0; j < BLOCK; j++) {
          const row = k * WIDE + j;
          const [a, b, c, d] = [rows[row], rows[row + 1], rows[row + WIDE], rows[row + WIDE + 1]];
          if ((a | b | c | d) === 0 || (a & b & c & d) === ALL) continue;
          for (let i = 0; i < BLOCK; i++) {
            const inside =
              ((a >> i) & 3) | (((b >> i) & 3) << 2) | (((c >> i) & 3) << 4) | (((d >> i) & 3) << 6);
            if (inside !== 0 && inside !== 255) this.#joinCell(inside, i, j, k, around);
          }
        }
      }
    }
  }

  #joinCell(inside: number, i: number, j: number, k: number, around: Int32Array): void {
    const { start, edges } = this.#cases;
    const corners = this.#corners;
    const from = start[inside];
    const count = start[inside + 1] - from;
    for (let t = 0; t < count; t++) {
      const edge = edges[from + t];
      const corner = EDGE_CORNER[edge];
      const x = i + (corner & 1);
      const y = j + ((corner >> 1) & 1);
      const z = k + (corner >> 2);
      const part = (x >> 3) | ((y >> 3) << 1) | ((z >> 3) << 2);
      const node = ((z & 7) * BLOCK + (y & 7)) * BLOCK + (x & 7);
      corners[t] = this.#vertexOf[3 * (around[part] * BLOCK_NODES + node) + (edge >> 2)];
    }
    for (let t = 0; t < count; t += 3) this.triangles.push(corners[t], corners[t + 1], corners[t + 2]);
  }
}

/** A typed array that takes numbers by threes. */
export class Growing<T extends Float64Array | Int32Array> {
  length = 0;
  #room: T;

  constructor(room: T) {
    this.#room = room;
  }

  push(a: number, b: number, c: number): void {
    if (this.length + 3 > this.#room.length) this.#room = grown(this.#room);
    this.#room[this.length++] = a;
    this.#room[this.length++] = b;
    this.#room[this.length++] = c;
  }

  whole(): T {
    return this.#room.slice(0, this.length) as T;
  }
}
