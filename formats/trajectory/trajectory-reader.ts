/**
 * Reads a trajectory frame by frame, in any order, from bytes in memory or from a file that is read in pieces. Opening it
 * walks from chunk to chunk by their lengths; the content of a chunk is read and checked on demand. A file that is still
 * being written is read up to its last complete frame, and `refresh` finds new ones.
 */
import { latin1Text } from '../bytes.ts';
import { crc32 } from '../crc32.ts';
import {
  allNumbers,
  CHUNK_HEAD,
  FILE_HEAD,
  frameFault,
  MAGIC,
  TRAJECTORY_VERSION,
  type Trajectory,
  TrajectoryError,
  type TrajectoryFrame,
  versionOf,
} from './trajectory.ts';
import { frameTime, readFramePayload, readValues } from './trajectory-frame.ts';
import { checkTrajectoryInfo, type TrajectoryInfo } from './trajectory-info.ts';
import { particleCount, readMeshes, type TrajectoryMesh } from './trajectory-mesh.ts';
import { readSkin, skinFault, type TrajectorySkin } from './trajectory-skin.ts';

/** Chunks since version 4. */
const NEW_TAGS = ['FRAQ', 'VALU', 'SKIN'];

/** Bytes with random access. */
export interface ByteSource {
  /** Present number of bytes. */
  readonly size: number;
  /** Reads exactly `length` bytes from `offset`, aligned to 4 bytes in their buffer. */
  read(offset: number, length: number): Uint8Array;
}

interface Chunk {
  readonly tag: string;
  readonly offset: number;
  readonly length: number;
}

/** Chunks of a frame: its own, that of its topology and that of its values. */
interface FrameChunks {
  readonly frame: Chunk;
  readonly mesh: number;
  readonly values: Chunk | undefined;
  /** Offset of the next frame's chunks. */
  readonly end: number;
}

export class TrajectoryReader {
  readonly info: TrajectoryInfo;
  /** Meshes that matter carries. */
  readonly skins: readonly TrajectorySkin[];
  readonly #source: ByteSource;
  readonly #version: number;
  readonly #frames: FrameChunks[] = [];
  readonly #skins: Chunk[] = [];
  readonly #meshes: { chunk: Chunk; read?: TrajectoryMesh[] }[] = [];
  /** Chunks read ahead of the next frame. */
  #values: Chunk | undefined;
  #end = FILE_HEAD;

  /** Throws a `TrajectoryError` if the header is incomplete or the head of a chunk is damaged. */
  constructor(file: ByteSource | Uint8Array) {
    this.#source = file instanceof Uint8Array ? bytesOf(file) : file;
    this.#version = checkFileHead(this.#source);
    const head = this.#chunkAt(FILE_HEAD);
    if (!head) throw this.#headless();
    if (head.tag !== 'HEAD') throw new TrajectoryError(FILE_HEAD, `${head.tag} out of place`);
    this.info = readInfo(this.#content(head, 0), FILE_HEAD, this.#version);
    this.#end = FILE_HEAD + CHUNK_HEAD + head.length + 4;
    this.refresh();
    if (this.#meshes.length === 0) throw this.#headless();
    const meshes = this.#meshesOf(0);
    this.skins = this.#skins.map((chunk) => this.#skinOf(chunk, meshes));
  }

  /** Number of complete frames. */
  get count(): number {
    return this.#frames.length;
  }

  /** End of the complete part, in bytes, if the file ends inside a chunk or a frame is incomplete. */
  get torn(): { offset: number } | undefined {
    const offset = this.#values ? this.#values.offset : this.#end;
    return offset < this.#source.size ? { offset } : undefined;
  }

  /** Finds frames that were added since; returns the new count. */
  refresh(): number {
    const before = this.count;
    for (let chunk = this.#chunkAt(this.#end); chunk; chunk = this.#chunkAt(this.#end)) {
      this.#take(chunk);
      this.#end = chunk.offset + CHUNK_HEAD + chunk.length + 4;
    }
    return this.count - before;
  }

  /** Time of a frame in s; reads only its first bytes. */
  time(index: number): number {
    const { frame } = this.#chunksOf(index);
    if (frame.length < 8) throw new TrajectoryError(frame.offset, 'a frame without a time');
    return frameTime(this.#source.read(frame.offset + CHUNK_HEAD, 8));
  }

  /** Byte offset after a frame; for −1 after the header and the first topology. */
  endOf(index: number): number {
    if (index >= 0) return this.#chunksOf(index).end;
    const { offset, length } = this.#meshes[0].chunk;
    return offset + CHUNK_HEAD + length + 4;
  }

  /** Index of the last frame at or before `time` in s; −1 if there is none. */
  indexAt(time: number): number {
    let low = -1;
    let high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.time(middle) <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Topology before the first frame. */
  get firstMeshes(): readonly TrajectoryMesh[] {
    return this.#meshesOf(0);
  }

  /** Throws a `TrajectoryError` if the bytes are damaged. */
  frame(index: number): TrajectoryFrame {
    const { frame, mesh, values } = this.#chunksOf(index);
    const meshes = this.#meshesOf(mesh);
    const entries = this.info.values ?? [];
    const stored = values ? readValues(this.#content(values, index), entries, meshes) : [];
    if (typeof stored === 'string') throw new TrajectoryError(values!.offset, stored);
    const after = index > 0 ? this.time(index - 1) : Number.NEGATIVE_INFINITY;
    return { ...this.#places(frame, meshes, index, after), meshes, values: stored };
  }

  #places(chunk: Chunk, meshes: readonly TrajectoryMesh[], index: number, after: number) {
    const payload = this.#content(chunk, index);
    const particles = particleCount(meshes);
    const movers = this.info.colliders.filter((collider) => collider.free);
    const read = readFramePayload(chunk.tag, payload, 3 * particles, allNumbers(movers));
    if (!read) {
      const others = movers.length > 0 ? ` and ${movers.length} free colliders` : '';
      throw new TrajectoryError(
        chunk.offset,
        `a frame of ${payload.length} bytes for ${particles} particles${others}`,
      );
    }
    const fault = frameFault(read.time, after, read.positions, read.free, movers);
    if (fault) throw new TrajectoryError(chunk.offset, fault);
    return read;
  }

  #meshesOf(index: number): TrajectoryMesh[] {
    const entry = this.#meshes[index];
    if (entry.read) return entry.read;
    const before = this.#frames.filter(({ mesh }) => mesh < index).length;
    const payload = this.#content(entry.chunk, before);
    const meshes = readMeshes(payload, this.#version, this.info.bodies.length);
    if (typeof meshes === 'string') throw new TrajectoryError(entry.chunk.offset, meshes);
    entry.read = meshes;
    return meshes;
  }

  #skinOf(chunk: Chunk, meshes: readonly TrajectoryMesh[]): TrajectorySkin {
    const skin = readSkin(this.#content(chunk, 0));
    if (typeof skin === 'string') throw new TrajectoryError(chunk.offset, skin);
    const fault = skinFault(skin, this.info, meshes);
    if (fault) throw new TrajectoryError(chunk.offset, fault);
    return skin;
  }

  #chunksOf(index: number): FrameChunks {
    const chunks = this.#frames[index];
    if (!chunks) throw new RangeError(`frame: must be a whole number below ${this.count}, got ${index}`);
    return chunks;
  }

  #take(chunk: Chunk): void {
    const { tag, offset } = chunk;
    const { quantised, values } = this.info;
    if (tag === 'HEAD') throw new TrajectoryError(offset, 'HEAD out of place');
    if (tag !== 'MESH' && tag !== 'FRAM' && !(this.#version >= 4 && NEW_TAGS.includes(tag)))
      throw new TrajectoryError(offset, `unknown chunk ${JSON.stringify(tag)}`);
    if (tag === 'SKIN') {
      if (this.#meshes.length > 0) throw new TrajectoryError(offset, 'SKIN out of place');
      this.#skins.push(chunk);
      return;
    }
    if (tag === 'MESH') {
      if (this.#values) throw new TrajectoryError(offset, 'MESH out of place');
      this.#meshes.push({ chunk });
      return;
    }
    if (this.#meshes.length === 0) throw new TrajectoryError(offset, 'a frame before the first mesh');
    if (tag === 'VALU') {
      if (!values || this.#values) throw new TrajectoryError(offset, 'VALU out of place');
      this.#values = chunk;
      return;
    }
    if ((tag === 'FRAQ') !== (quantised === true) || (values !== undefined) !== (this.#values !== undefined))
      throw new TrajectoryError(offset, `${tag} out of place`);
    const end = offset + CHUNK_HEAD + chunk.length + 4;
    this.#frames.push({ frame: chunk, mesh: this.#meshes.length - 1, values: this.#values, end });
    this.#values = undefined;
  }

  /** The chunk at `offset`, or undefined if the file ends inside it. */
  #chunkAt(offset: number): Chunk | undefined {
    const { size } = this.#source;
    if (size - offset < CHUNK_HEAD) return undefined;
    const head = this.#source.read(offset, CHUNK_HEAD);
    const view = new DataView(head.buffer, head.byteOffset);
    const length = view.getUint32(4, true);
    if (crc32(head.subarray(0, 8)) !== view.getUint32(8, true) || length % 4 !== 0) {
      throw new TrajectoryError(
        offset,
        `damaged: the head of a chunk does not match its checksum; ${whole(this.count)}`,
      );
    }
    if (offset + CHUNK_HEAD + length + 4 > size) return undefined;
    return { tag: latin1Text(head.subarray(0, 4)), offset, length };
  }

  #content({ offset, length }: Chunk, framesBefore: number): Uint8Array {
    const start = offset + CHUNK_HEAD;
    const bytes = this.#source.read(start, length + 4);
    const payload = bytes.subarray(0, length);
    if (crc32(payload) !== new DataView(bytes.buffer, bytes.byteOffset).getUint32(length, true)) {
      throw new TrajectoryError(
        start,
        `damaged: the content of a chunk does not match its checksum; ${whole(framesBefore)}`,
      );
    }
    return payload;
  }

  #headless(): TrajectoryError {
    return new TrajectoryError(this.#source.size, 'the file ends before its header is complete');
  }
}

/** Reads a whole trajectory. Throws `TrajectoryError` on anything but a file cut short after its header. */
export function readTrajectory(file: ByteSource | Uint8Array): Trajectory {
  const reader = new TrajectoryReader(file);
  const frames = Array.from({ length: reader.count }, (_, i) => reader.frame(i));
  const { info, skins, torn } = reader;
  return { info, skins, frames, ...(torn && { torn }) };
}

function whole(frames: number): string {
  return `the ${frames} frame(s) before it are intact`;
}

/**
 * Copies the bytes if needed: views of 32-bit numbers need alignment, and a slice of a pooled buffer may not have
 * it.
 */
function bytesOf(file: Uint8Array): ByteSource {
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice();
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/** Returns the version. */
function checkFileHead(source: ByteSource): number {
  const bytes = source.read(0, Math.min(FILE_HEAD, source.size));
  const wrong = MAGIC.findIndex((byte, i) => bytes[i] !== byte);
  if (wrong >= 0) throw new TrajectoryError(wrong, 'not a trajectory');
  if (bytes.length < FILE_HEAD) throw new TrajectoryError(bytes.length, 'the file ends inside its version');
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  if (version < 1 || version > TRAJECTORY_VERSION) {
    throw new TrajectoryError(
      8,
      `version ${version} is not supported; this reader supports versions 1 to ${TRAJECTORY_VERSION}`,
    );
  }
  return version;
}

function readInfo(payload: Uint8Array, offset: number, version: number): TrajectoryInfo {
  let info: TrajectoryInfo;
  try {
    info = checkTrajectoryInfo(JSON.parse(latin1Text(payload)));
  } catch (error) {
    throw new TrajectoryError(offset, error instanceof Error ? error.message : String(error));
  }
  const needed = versionOf(info);
  // Places of a sheet, which the header does not mention, require version 2 where version 1 would otherwise do.
  if (needed === version || (needed < version && version === 2)) return info;
  const [word, fault] =
    Math.max(needed, version) === 4
      ? ['values or quantised frames', needed === 4]
      : ['collider that turns', needed === 3];
  throw new TrajectoryError(8, `damaged: version ${version}, and ${fault ? 'a' : 'no'} ${word}`);
}
