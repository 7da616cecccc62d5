/**
 * Fields on the nodes of a grid, stored in blocks of 8³ nodes (of 8² where they are flat), and the tables by which surfaces
 * are found in them. A cell has the number of its lowest node; corner c of it lies at the bits (x, y, z) of c.
 */
import { grown } from '../math/growable.ts';

/** Nodes along an edge of a block. */
export const BLOCK = 8;
export const BLOCK_NODES = BLOCK * BLOCK * BLOCK;
/** Nodes along an edge of a block and of the first layer of the next one. */
export const WIDE = BLOCK + 1;
/** A row of WIDE nodes that are all inside. */
export const FULL_ROW = (1 << WIDE) - 1;

/** A field on blocks of nodes. A place without a block is outside. */
export interface BlockField {
  /** Side of a cell, m. */
  readonly cell: number;
  /** Coordinates, in cells, of the first node of block (0, 0, 0). */
  readonly first: readonly [number, number, number];
  readonly blockCount: number;
  /** Coordinates of the blocks, three each. */
  readonly blocks: readonly number[];
  /** Values at all nodes, block after block, x fastest. */
  readonly values: Float32Array;
  /** Returns the number of a block, or −1. */
  blockAt(i: number, j: number, k: number): number;
}

export interface SurfaceMesh {
  /** Positions x, y, z of the vertices, m. */
  readonly positions: Float64Array;
  /** Three vertices per triangle, anticlockwise seen from outside. */
  readonly triangles: Int32Array;
}

/** Finds a block and the next ones along x (bit 0 of the index), y and z; −1 for those that do not exist. */
export function blocksAround(
  field: Pick<BlockField, 'blocks' | 'blockAt'>,
  block: number,
  into: Int32Array,
): void {
  const [i, j, k] = [field.blocks[3 * block], field.blocks[3 * block + 1], field.blocks[3 * block + 2]];
  into[0] = block;
  for (let part = 1; part < into.length; part++)
    into[part] = field.blockAt(i + (part & 1), j + ((part >> 1) & 1), k + (part >> 2));
}

/**
 * Returns the number of node (i, j, k) of a block, coordinates up to one block too far, or −1. `around` is that of
 * `blocksAround`; blocks have `nodes` nodes.
 */
export function nodeAt(around: Int32Array, i: number, j: number, k: number, nodes = BLOCK_NODES): number {
  const block = around[(i >> 3) | ((j >> 3) << 1) | ((k >> 3) << 2)];
  return block < 0 ? -1 : block * nodes + ((k & 7) << 6) + ((j & 7) << 3) + (i & 7);
}

/** The nodes of a block, and of the first layer of the next blocks, at which a field is at or above a level. */
export class InsideRows {
  /** One bit per node, one number per row along x. */
  readonly rows = new Uint16Array(WIDE * WIDE);

  /** `around` is that of `blocksAround`. */
  read(values: Float32Array, level: number, around: Int32Array): void {
    for (let k = 0; k < WIDE; k++) {
      for (let j = 0; j < WIDE; j++) {
        const part = ((j >> 3) << 1) | ((k >> 3) << 2);
        const within = ((k & 7) << 6) + ((j & 7) << 3);
        let bits = 0;
        if (around[part] >= 0) {
          const from = around[part] * BLOCK_NODES + within;
          for (let i = 0; i < BLOCK; i++) if (values[from + i] >= level) bits |= 1 << i;
        }
        const next = around[part + 1];
        if (next >= 0 && values[next * BLOCK_NODES + within] >= level) bits |= 1 << BLOCK;
        this.rows[k * WIDE + j] = bits;
      }
    }
  }

  /** Whether all rows have these bits. */
  areAll(bits: number): boolean {
    for (let row = 0; row < this.rows.length; row++) if (this.rows[row] !== bits) return false;
    return true;
  }
}

/** Bit c of the answer is set if corner c of the cell at a node is inside. */
export function insideCorners(rows: Uint16Array, node: number): number {
  const row = (node >> 6) * WIDE + ((node >> 3) & 7);
  const i = node & 7;
  return (
    ((rows[row] >> i) & 3) |
    (((rows[row + 1] >> i) & 3) << 2) |
    (((rows[row + WIDE] >> i) & 3) << 4) |
    (((rows[row + WIDE + 1] >> i) & 3) << 6)
  );
}

/** A table with `width` numbers per node, which start as 0, for those blocks that need it. */
export class BlockTable {
  numbers = new Int32Array(0);
  /** Blocks in the table, in order of addition. */
  readonly blocks: number[] = [];
  readonly #width: number;
  readonly #slots: Int32Array;

  constructor(blockCount: number, width: number) {
    this.#width = width;
    this.#slots = new Int32Array(blockCount).fill(-1);
  }

  /** Position of a block in the table, or −1. */
  slot(block: number): number {
    return block < 0 ? -1 : this.#slots[block];
  }

  /** Adds a block that is not in the table, and returns its slot. */
  add(block: number): number {
    const slot = this.blocks.push(block) - 1;
    const length = this.#width * BLOCK_NODES;
    if (length * (slot + 1) > this.numbers.length)
      this.numbers = grown(this.numbers, length * Math.max(16, 2 * slot));
    this.#slots[block] = slot;
    return slot;
  }
}

/** A typed array that grows by three numbers at a time. */
export class TripleList<T extends Float64Array | Int32Array> {
  length = 0;
  #numbers: T;

  /** `numbers`: memory to start with. */
  constructor(numbers: T) {
    this.#numbers = numbers;
  }

  push(a: number, b: number, c: number): void {
    if (this.length + 3 > this.#numbers.length) this.#numbers = grown(this.#numbers);
    this.#numbers[this.length++] = a;
    this.#numbers[this.length++] = b;
    this.#numbers[this.length++] = c;
  }

  copy(): T {
    return this.#numbers.slice(0, this.length) as T;
  }
}
