/**
 * All state of a world lives in one `WebAssembly.Memory`: kernels get byte offsets, TypeScript gets typed
 * arrays over the same bytes. Blocks are laid out one after another; growing the memory re-makes every view
 * here and nowhere else, so code keeps a `Block` and reads `block.view` each time it needs the array.
 *
 * A block's role says what it is: *state* changes in every step; *model* (topology, rest lengths, materials)
 * only in `adapt`; both are in snapshots and hashes. *Scratch* is rebuilt by whoever uses it.
 */
import { createKernels, createMemory, type Kernels, type WasmMemory } from '../kernels/index.ts';

const BLOCK_KINDS = {
  f64: { bytes: 8, make: (b: ArrayBuffer, at: number, n: number) => new Float64Array(b, at, n) },
  f32: { bytes: 4, make: (b: ArrayBuffer, at: number, n: number) => new Float32Array(b, at, n) },
  i32: { bytes: 4, make: (b: ArrayBuffer, at: number, n: number) => new Int32Array(b, at, n) },
} as const;

export type BlockKind = keyof typeof BLOCK_KINDS;
export type BlockView<K extends BlockKind> = ReturnType<(typeof BLOCK_KINDS)[K]['make']>;

export type BlockRole = 'state' | 'model' | 'scratch';

export interface Block<K extends BlockKind = BlockKind> {
  readonly name: string;
  readonly kind: K;
  readonly role: BlockRole;
  /** Number of elements. */
  length: number;
  /** Byte offset in the memory; a multiple of 16, as SIMD loads like it. */
  offset: number;
  view: BlockView<K>;
}

/** Kernels may keep constants below this address; blocks start here. */
const FIRST_BYTE = 16384;
const PAGE = 65536;
/** 4 GiB is what 32-bit addresses reach; ask for at most half, so that a copy still fits. */
const MAX_BYTES = 2147483648;

export class Arena {
  readonly memory: WasmMemory;
  readonly kernels: Kernels;
  readonly blocks: Block[] = [];
  #end = FIRST_BYTE;

  constructor() {
    this.memory = createMemory(16);
    this.kernels = createKernels(this.memory);
  }

  /** Adds a block of zeros. Names are unique: they identify blocks in a snapshot. */
  allocate<K extends BlockKind>(name: string, kind: K, length: number, role: BlockRole = 'state'): Block<K> {
    if (this.blocks.some((b) => b.name === name)) throw new Error(`arena: block "${name}" exists already`);
    const offset = this.#end;
    this.#reserve(offset + length * BLOCK_KINDS[kind].bytes, name);
    const block: Block<K> = { name, kind, role, length, offset, view: this.#view(kind, offset, length) };
    block.view.fill(0);
    this.blocks.push(block);
    return block;
  }

  scratch<K extends BlockKind>(name: string, kind: K, length: number): Block<K> {
    return this.allocate(name, kind, length, 'scratch');
  }

  find(name: string): Block | undefined {
    return this.blocks.find((b) => b.name === name);
  }

  /** Changes a block's length, keeping the elements both lengths have. Every block may move. */
  resize(block: Block, length: number): void {
    const kept = this.blocks.map((b) => b.view.slice(0, b === block ? Math.min(length, b.length) : b.length));
    block.length = length;
    this.#layOut();
    this.blocks.forEach((b, i) => {
      b.view.fill(0);
      b.view.set(kept[i] as never);
    });
  }

  /** Makes the blocks match the given lengths (by name) before a snapshot's bytes are copied in. */
  setLengths(lengths: ReadonlyMap<string, number>): void {
    let changed = false;
    for (const b of this.blocks) {
      const length = lengths.get(b.name);
      if (length === undefined || length === b.length) continue;
      b.length = length;
      changed = true;
    }
    if (changed) this.#layOut();
  }

  #layOut(): void {
    let end = FIRST_BYTE;
    for (const b of this.blocks) {
      b.offset = end;
      end = align(end + b.length * BLOCK_KINDS[b.kind].bytes);
    }
    this.#reserve(end, 'layout');
    for (const b of this.blocks) b.view = this.#view(b.kind, b.offset, b.length) as never;
  }

  #reserve(end: number, name: string): void {
    if (end > MAX_BYTES) {
      throw new RangeError(
        `arena: block "${name}" would need ${end} bytes in all; the limit is ${MAX_BYTES}`,
      );
    }
    this.#end = align(end);
    const missing = this.#end - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.memory.grow(Math.ceil(missing / PAGE));
    } catch {
      throw new RangeError(`arena: the host refused ${this.#end} bytes of memory (block "${name}")`);
    }
    for (const b of this.blocks) b.view = this.#view(b.kind, b.offset, b.length) as never;
  }

  #view<K extends BlockKind>(kind: K, offset: number, length: number): BlockView<K> {
    return BLOCK_KINDS[kind].make(this.memory.buffer, offset, length) as BlockView<K>;
  }
}

function align(bytes: number): number {
  return (bytes + 15) & ~15;
}
