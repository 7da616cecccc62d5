/**
 * The arena has all state of a world in one `WebAssembly.Memory`: kernels get byte offsets, TypeScript gets typed
 * arrays over the same bytes. A block that outgrows its room moves and leaves a hole for others; growing the memory re-makes every
 * view here and nowhere else, so code keeps a `Block` and reads `block.view` each time it needs the array.
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
/** Most bytes of the memory: half of the 4 GiB that 32-bit addresses reach, so that a copy still fits. */
const MAX_BYTES = 2147483648;

/** A free range of bytes between blocks. */
interface Hole {
  start: number;
  end: number;
}

export class Arena {
  readonly memory: WasmMemory;
  readonly kernels: Kernels;
  readonly blocks: Block[] = [];
  readonly #threads: Threads | undefined;
  /** Holes in the order of memory; none touches another. */
  readonly #holes: Hole[] = [];
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
    const bytes = bytesOf(kind, whole(name, length));
    this.#reserve(bytes, name);
    const offset = this.#take(bytes);
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

  /** Changes lengths, keeping the elements that both lengths have. Blocks that outgrow their room move. All or nothing. */
  resize(lengths: ReadonlyMap<Block, number>): void {
    let missing = 0;
    let outgrown: Block | undefined;
    for (const [b, length] of lengths) {
      if (whole(b.name, length) <= b.room) continue;
      outgrown = b;
      missing += bytesOf(b.kind, roomFor(b, length));
    }
    if (outgrown) this.#reserve(missing, outgrown.name);
    for (const [b, length] of lengths) {
      if (length > b.room) this.#move(b, roomFor(b, length));
      this.#setLength(b, length);
    }
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

  #setLength(b: Block, length: number): void {
    const before = b.length;
    if (length === before) return;
    b.length = length;
    const view = this.#view(b.kind, b.offset, length);
    view.fill(0, Math.min(before, length));
    b.view = view as never;
  }

  /** Moves a block with its elements to a place with more room. */
  #move(b: Block, room: number): void {
    const offset = this.#take(bytesOf(b.kind, room));
    const { bytes } = BLOCK_KINDS[b.kind];
    new Uint8Array(this.memory.buffer).copyWithin(offset, b.offset, b.offset + b.length * bytes);
    this.#free(b.offset, bytesOf(b.kind, b.room));
    Object.assign(b, { offset, room, view: this.#view(b.kind, offset, b.length) });
  }

  /** Takes so many bytes of the first hole that has them, or at the end, where they must have been reserved. */
  #take(bytes: number): number {
    const k = this.#holes.findIndex(({ start, end }) => end - start >= bytes);
    if (k < 0) {
      this.#end += bytes;
      return this.#end - bytes;
    }
    const hole = this.#holes[k];
    hole.start += bytes;
    if (hole.start === hole.end) this.#holes.splice(k, 1);
    return hole.start - bytes;
  }

  #free(start: number, bytes: number): void {
    if (bytes === 0) return;
    const holes = this.#holes;
    const hole = { start, end: start + bytes };
    let k = holes.findIndex((one) => one.start > start);
    if (k < 0) k = holes.length;
    if (holes[k]?.start === hole.end) hole.end = holes.splice(k, 1)[0].end;
    if (holes[k - 1]?.end === start) holes[k - 1].end = hole.end;
    else holes.splice(k, 0, hole);
  }

  /** Makes the memory long enough for so many bytes behind all blocks. */
  #reserve(bytes: number, name: string): void {
    const end = this.#end + bytes;
    if (end > MAX_BYTES) {
      throw new RangeError(
        `arena: block "${name}" would need ${end} bytes in all; the limit is ${MAX_BYTES}`,
      );
    }
    const missing = end - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.memory.grow(Math.ceil(missing / PAGE));
    } catch {
      throw new RangeError(`arena: the host refused ${end} bytes of memory (block "${name}")`);
    }
    for (const b of this.blocks) b.view = this.#view(b.kind, b.offset, b.length) as never;
  }

  #view<K extends BlockKind>(kind: K, offset: number, length: number): BlockView<K> {
    return BLOCK_KINDS[kind].make(this.memory.buffer, offset, length) as BlockView<K>;
  }
}

/** Returns the bytes of so many elements, rounded up to a multiple of 16; not by bits, which would wrap at 2 GiB. */
function bytesOf(kind: BlockKind, length: number): number {
  return Math.ceil((length * BLOCK_KINDS[kind].bytes) / 16) * 16;
}

/** Returns the room that a block gets for more elements than it has room for; a block that is filled the first time gets no more. */
function roomFor(b: Block, length: number): number {
  return b.length > 0 ? Math.ceil(GROWTH * length) : length;
}

function whole(name: string, length: number): number {
  if (Number.isInteger(length) && length >= 0) return length;
  throw new RangeError(`arena: block "${name}" needs a whole number of elements, got ${length}`);
}
