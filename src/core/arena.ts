/**
 * The arena has all state of a world in one `WebAssembly.Memory`: kernels get byte offsets, TypeScript gets typed
 * arrays over the same bytes. Blocks are laid out one after another; growing the memory re-makes every view
 * here and nowhere else, so code keeps a `Block` and reads `block.view` each time it needs the array.
 *
 * A block's role says what it is: *state* changes in every step; *model* (topology, rest lengths, materials)
 * only in `adapt`; both are in snapshots and hashes. *Scratch* is rebuilt by the code that uses it.
 */
import { createKernels, createMemory, type Kernels, type WasmMemory } from '../kernels/index.ts';
import type { Threads } from '../kernels/threads.ts';
import * as LowMemory from '../layouts/generated/low-memory.ts';

const BLOCK_KINDS = {
  f64: { bytes: 8, make: (b: ArrayBufferLike, at: number, n: number) => new Float64Array(b, at, n) },
  f32: { bytes: 4, make: (b: ArrayBufferLike, at: number, n: number) => new Float32Array(b, at, n) },
  i32: { bytes: 4, make: (b: ArrayBufferLike, at: number, n: number) => new Int32Array(b, at, n) },
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
  /** Capacity in elements: within it a block changes its length without moving. */
  room: number;
  /** Byte offset in the memory; a multiple of 16, as SIMD loads like it. */
  offset: number;
  view: BlockView<K>;
}

/** First byte of the blocks; before it lie constants of the kernels and words of the threads. */
const FIRST_BYTE = LowMemory.BYTES;
/** Bytes of a page of WebAssembly memory, and pages of a new arena (1 MiB). */
const PAGE = 65536;
const FIRST_PAGES = 16;
/** Room over length of a block that has outgrown its room: adaptive bodies change their lengths often. */
const GROWTH = 1.25;
/** Room over length below which a block that is resized gets more together with another one: they often grow alike. */
const NEARLY = 1.1;
/** Most bytes of the memory: half of the 4 GiB that 32-bit addresses reach, so that a copy still fits. */
const MAX_BYTES = 2147483648;

export class Arena {
  readonly memory: WasmMemory;
  readonly kernels: Kernels;
  readonly blocks: Block[] = [];
  readonly #threads: Threads | undefined;
  #end = FIRST_BYTE;

  /** With several threads the memory is shared; results are the same. */
  constructor(threads?: Threads) {
    this.#threads = threads && threads.count > 1 ? threads : undefined;
    this.memory = this.#threads?.createMemory(FIRST_PAGES) ?? createMemory(FIRST_PAGES);
    this.kernels = createKernels(this.memory);
    this.#threads?.attend(this.memory, this.kernels);
  }

  /** Number of threads that run a job. */
  get threads(): number {
    return this.#threads?.count ?? 1;
  }

  /**
   * Runs a job of several threads, see `JOBS`, and returns when it is done; `job` is the byte offset of its parameters.
   * Throws if a thread is missing, which fails the step.
   */
  runJob(kind: number, job: number): void {
    if (this.#threads) this.#threads.run(this.memory, this.kernels, kind, job);
    else this.kernels.runJob(kind, job, 0, 1);
  }

  /** Adds a block of zeros. Names are unique: they identify blocks in a snapshot. */
  allocate<K extends BlockKind>(name: string, kind: K, length: number, role: BlockRole = 'state'): Block<K> {
    if (this.blocks.some((b) => b.name === name)) throw new Error(`arena: block "${name}" exists already`);
    if (!/^[ -~]+$/.test(name))
      throw new Error(`arena: block names are plain ASCII, got ${JSON.stringify(name)}`);
    const offset = this.#end;
    this.#reserve(offset + whole(name, length) * BLOCK_KINDS[kind].bytes, name);
    const view = this.#view(kind, offset, length);
    const block: Block<K> = { name, kind, role, length, room: length, offset, view };
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

  /** Changes lengths, keeping the elements that both lengths have. Every block may move. All or nothing. */
  resize(lengths: ReadonlyMap<Block, number>): void {
    if (this.#fits(lengths)) return;
    this.#layOut(lengths);
  }

  /** Makes the blocks match the given lengths (by name) before a snapshot's bytes are copied in; scratch stays as it is. */
  setLengths(lengths: ReadonlyMap<string, number>): void {
    const changed = this.blocks.filter((b) => (lengths.get(b.name) ?? b.length) !== b.length);
    this.resize(new Map(changed.map((b) => [b, lengths.get(b.name) ?? b.length])));
  }

  /** Finds a scratch block of at least this length, or makes it. */
  scratchOf(name: string, length: number): Block<'f64'> {
    const found = this.find(name) as Block<'f64'> | undefined;
    if (!found) return this.scratch(name, 'f64', length);
    if (found.length < length) this.resize(new Map([[found, length]]));
    return found;
  }

  /** Changes the lengths in place and returns true if all blocks have the room; else changes nothing. */
  #fits(lengths: ReadonlyMap<Block, number>): boolean {
    for (const [b, length] of lengths) if (whole(b.name, length) > b.room) return false;
    for (const [b, length] of lengths) {
      const before = b.length;
      if (length === before) continue;
      b.length = length;
      const view = this.#view(b.kind, b.offset, length);
      view.fill(0, Math.min(before, length));
      b.view = view as never;
    }
    return true;
  }

  /**
   * Places all blocks again once the memory has room for them. A block that outgrows its room gets some in reserve. Room never
   * shrinks, so that blocks move towards the end only, the last one first.
   */
  #layOut(lengths: ReadonlyMap<Block, number>): void {
    let end = FIRST_BYTE;
    const places = this.blocks.map((b) => {
      const offset = end;
      const length = whole(b.name, lengths.get(b) ?? b.length);
      const grown = b.length > 0 ? Math.ceil(GROWTH * length) : length;
      const outgrows = length > b.room || (lengths.has(b) && NEARLY * length > b.room);
      const room = outgrows ? Math.max(grown, b.room) : b.room;
      end = align(end + room * BLOCK_KINDS[b.kind].bytes);
      return { offset, length, room };
    });
    this.#reserve(end, 'layout');
    const bytes = new Uint8Array(this.memory.buffer);
    for (let i = this.blocks.length - 1; i >= 0; i--) {
      const b = this.blocks[i];
      const { offset, length } = places[i];
      const kept = Math.min(b.length, length);
      bytes.copyWithin(offset, b.offset, b.offset + kept * BLOCK_KINDS[b.kind].bytes);
      Object.assign(b, places[i]);
      const view = this.#view(b.kind, offset, length);
      view.fill(0, kept);
      b.view = view as never;
    }
  }

  #reserve(end: number, name: string): void {
    if (end > MAX_BYTES) {
      throw new RangeError(
        `arena: block "${name}" would need ${end} bytes in all; the limit is ${MAX_BYTES}`,
      );
    }
    const missing = align(end) - this.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.memory.grow(Math.ceil(missing / PAGE));
      } catch {
        throw new RangeError(`arena: the host refused ${end} bytes of memory (block "${name}")`);
      }
      for (const b of this.blocks) b.view = this.#view(b.kind, b.offset, b.length) as never;
    }
    this.#end = align(end);
  }

  #view<K extends BlockKind>(kind: K, offset: number, length: number): BlockView<K> {
    return BLOCK_KINDS[kind].make(this.memory.buffer, offset, length) as BlockView<K>;
  }
}

/** Rounds up to a multiple of 16; not by bits, which would wrap at 2 GiB. */
function align(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

function whole(name: string, length: number): number {
  if (Number.isInteger(length) && length >= 0) return length;
  throw new RangeError(`arena: block "${name}" needs a whole number of elements, got ${length}`);
}
