/**
 * Trajectories: where every particle was, frame by frame, as bytes that can be appended while a run goes on.
 *
 *   file  = magic (8 bytes) · version (u32) · chunk*
 *   chunk = tag (4 ASCII letters) · length (u32) · CRC-32 of tag and length · payload · CRC-32 of payload
 *   HEAD    who: scene, dt, names of the bodies, colliders; JSON in ASCII, padded with spaces; first and once
 *   MESH    what: the particles and triangles of each body, see trajectory-mesh.ts; before the first frame, and
 *           again whenever the topology changes
 *   FRAM    when and where: time in s (f64), then x, y, z in m of every particle (f32); in version 2 then those of
 *           the colliders that sheets push, in the order of HEAD; in version 3 with the quaternion of those that turn
 *
 * All numbers are little-endian, all lengths multiples of 4. The chunk's own length is checked apart from its
 * payload, so a file cut short (a killed run) is told from a damaged one: the former is read up to its last
 * whole frame, the latter is refused with the byte where it went wrong. docs/file-formats.md has the details.
 */
import type { Particles } from '../core/particles.ts';
import { crc32 } from './crc32.ts';
import {
  checkTrajectoryInfo,
  freeNumbers,
  type TrajectoryCollider,
  type TrajectoryInfo,
} from './trajectory-info.ts';
import {
  meshFault,
  particleCount,
  readMeshes,
  type TrajectoryMesh,
  versionFor,
  writeMeshes,
} from './trajectory-mesh.ts';

/** The latest; a trajectory is written in the oldest that can hold it. */
export const TRAJECTORY_VERSION = 3;
/** A high byte, both kinds of line end and an end-of-file mark: a transfer as text would break one of them. */
const MAGIC = [0x89, 0x50, 0x4c, 0x54, 0x52, 0x0d, 0x0a, 0x1a];
const FILE_HEAD = 12;
const CHUNK_HEAD = 12;
const FRAME_HEAD = 8;

export interface TrajectoryFrame {
  /** s */
  time: number;
  /** m; x, y, z of particle after particle. A view of the file's bytes. */
  positions: Float32Array;
  /** m; x, y, z of the colliders that sheets push, in the order of the header; of those that turn, then their quaternion. */
  free: Float32Array;
  /** The topology at that time, one mesh a body; the same array as long as it does not change. */
  meshes: readonly TrajectoryMesh[];
}

export interface Trajectory {
  info: TrajectoryInfo;
  frames: TrajectoryFrame[];
  /** Present when the file ends inside a chunk: the byte where that chunk begins. */
  torn?: { offset: number };
}

export class TrajectoryError extends Error {
  /** Byte offset of what is wrong. */
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(`trajectory: byte ${offset}: ${reason}`);
    this.name = 'TrajectoryError';
    this.offset = offset;
  }
}

/** Makes the pieces of a trajectory file; whoever owns the file appends them in the order they are made. */
export class TrajectoryWriter {
  /** The beginning of the file. */
  readonly header: Uint8Array;
  readonly #bodies: number;
  readonly #version: number;
  readonly #colliders: readonly TrajectoryCollider[];
  #particles = 0;
  #time = Number.NEGATIVE_INFINITY;

  constructor(info: TrajectoryInfo, meshes: readonly TrajectoryMesh[]) {
    const json = JSON.stringify(info);
    checkTrajectoryInfo(JSON.parse(json));
    this.#bodies = info.bodies.length;
    this.#colliders = info.colliders;
    this.#version = Math.max(versionOf(info.colliders), versionFor(meshes));
    const start = new Uint8Array(FILE_HEAD);
    start.set(MAGIC);
    new DataView(start.buffer).setUint32(8, this.#version, true);
    this.header = join([start, chunk('HEAD', asciiJson(json)), this.mesh(meshes)]);
  }

  /** A new topology, for the frames from here on. */
  mesh(meshes: readonly TrajectoryMesh[]): Uint8Array {
    if (meshes.length !== this.#bodies) {
      throw new Error(`trajectory: ${meshes.length} meshes given for ${this.#bodies} bodies`);
    }
    if (versionFor(meshes) > this.#version) {
      throw new Error('trajectory: places of a sheet given, but the first meshes had none');
    }
    const fault = meshFault(meshes);
    if (fault) throw new Error(`trajectory: ${fault}`);
    this.#particles = particleCount(meshes);
    return chunk('MESH', writeMeshes(meshes, this.#version));
  }

  /** `free`: x, y, z in m of the colliders that sheets push, and the quaternion of those that turn. */
  frame(time: number, positions: Float32Array, free: Float32Array = new Float32Array()): Uint8Array {
    if (positions.length !== 3 * this.#particles) {
      throw new Error(`trajectory: ${positions.length} coordinates given for ${this.#particles} particles`);
    }
    const movers = this.#colliders.filter((collider) => collider.free);
    if (free.length !== allNumbers(movers)) {
      throw new Error(`trajectory: ${free.length} coordinates given for ${movers.length} free colliders`);
    }
    const fault = frameFault(time, this.#time, positions, free, movers);
    if (fault) throw new Error(`trajectory: ${fault}`);
    this.#time = time;
    const payload = new Uint8Array(FRAME_HEAD + 4 * (positions.length + free.length));
    new DataView(payload.buffer).setFloat64(0, time, true);
    const numbers = new Float32Array(payload.buffer, FRAME_HEAD);
    numbers.set(positions);
    numbers.set(free, positions.length);
    return chunk('FRAM', payload);
  }
}

/** Reads a whole trajectory. Throws `TrajectoryError` on anything but a file cut short after its header. */
export function readTrajectory(file: Uint8Array): Trajectory {
  // Views of 32-bit numbers need their alignment; a piece of a pooled buffer may not have it.
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice();
  const version = checkFileHead(bytes);
  let info: TrajectoryInfo | undefined;
  let meshes: TrajectoryMesh[] | undefined;
  const frames: TrajectoryFrame[] = [];
  let offset = FILE_HEAD;
  while (offset < bytes.length) {
    const found = chunkAt(bytes, offset, frames.length);
    if (!found) break;
    const { tag, payload } = found;
    if ((tag === 'HEAD') === (info !== undefined)) throw new TrajectoryError(offset, `${tag} out of place`);
    if (tag === 'HEAD') info = readInfo(payload, offset, version);
    else if (tag === 'MESH') meshes = meshesAt(payload, offset, version, info!);
    else if (tag !== 'FRAM') throw new TrajectoryError(offset, `unknown chunk ${JSON.stringify(tag)}`);
    else if (!meshes) throw new TrajectoryError(offset, 'a frame before the first mesh');
    else frames.push(readFrame(payload, offset, { meshes, colliders: info!.colliders }, frames.at(-1)?.time));
    offset = found.end;
  }
  if (!info || !meshes)
    throw new TrajectoryError(bytes.length, 'the file ends before its header is complete');
  return offset < bytes.length ? { info, frames, torn: { offset } } : { info, frames };
}

/** The particles' positions as a frame holds them: x, y, z, particle after particle, in single precision. */
export function interleavePositions(particles: Particles, into?: Float32Array): Float32Array {
  const { x, y, z, count } = particles;
  const positions = into?.length === 3 * count ? into : new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    positions[3 * i] = x[i];
    positions[3 * i + 1] = y[i];
    positions[3 * i + 2] = z[i];
  }
  return positions;
}

interface Chunk {
  tag: string;
  payload: Uint8Array;
  end: number;
}

/** The chunk at `offset`, or nothing if the file ends inside it. */
function chunkAt(bytes: Uint8Array, offset: number, framesBefore: number): Chunk | undefined {
  if (bytes.length - offset < CHUNK_HEAD) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = `the ${framesBefore} frame(s) before it are whole`;
  const length = view.getUint32(offset + 4, true);
  if (crc32(bytes.subarray(offset, offset + 8)) !== view.getUint32(offset + 8, true) || length % 4 !== 0) {
    throw new TrajectoryError(offset, `damaged: the head of a chunk does not match its checksum; ${whole}`);
  }
  const start = offset + CHUNK_HEAD;
  const end = start + length + 4;
  if (end > bytes.length) return undefined;
  const payload = bytes.subarray(start, start + length);
  if (crc32(payload) !== view.getUint32(start + length, true)) {
    throw new TrajectoryError(start, `damaged: the content of a chunk does not match its checksum; ${whole}`);
  }
  return { tag: ascii(bytes.subarray(offset, offset + 4)), payload, end };
}

/** Answers the version. */
function checkFileHead(bytes: Uint8Array): number {
  const wrong = MAGIC.findIndex((byte, i) => bytes[i] !== byte);
  if (wrong >= 0) throw new TrajectoryError(wrong, 'not a trajectory');
  if (bytes.length < FILE_HEAD) throw new TrajectoryError(bytes.length, 'the file ends inside its version');
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  if (version < 1 || version > TRAJECTORY_VERSION) {
    throw new TrajectoryError(8, `version ${version}; this reader knows versions 1 to ${TRAJECTORY_VERSION}`);
  }
  return version;
}

function readInfo(payload: Uint8Array, offset: number, version: number): TrajectoryInfo {
  let info: TrajectoryInfo;
  try {
    info = checkTrajectoryInfo(JSON.parse(ascii(payload)));
  } catch (error) {
    throw new TrajectoryError(offset, error instanceof Error ? error.message : String(error));
  }
  const turning = versionOf(info.colliders) === TRAJECTORY_VERSION;
  if (turning === (version === TRAJECTORY_VERSION)) return info;
  const words = turning ? 'a collider that turns' : 'no collider that turns';
  throw new TrajectoryError(8, `damaged: version ${version}, and ${words}`);
}

function meshesAt(
  payload: Uint8Array,
  offset: number,
  version: number,
  { bodies }: TrajectoryInfo,
): TrajectoryMesh[] {
  const meshes = readMeshes(payload, version, bodies.length);
  if (typeof meshes === 'string') throw new TrajectoryError(offset, meshes);
  return meshes;
}

function readFrame(
  payload: Uint8Array,
  offset: number,
  { meshes, colliders }: { meshes: readonly TrajectoryMesh[]; colliders: readonly TrajectoryCollider[] },
  after = Number.NEGATIVE_INFINITY,
): TrajectoryFrame {
  const numbers = 3 * particleCount(meshes);
  const movers = colliders.filter((collider) => collider.free);
  const free = allNumbers(movers);
  if (payload.length !== FRAME_HEAD + 4 * (numbers + free)) {
    const others = movers.length > 0 ? ` and ${movers.length} free colliders` : '';
    throw new TrajectoryError(
      offset,
      `a frame of ${payload.length} bytes for ${numbers / 3} particles${others}`,
    );
  }
  const time = new DataView(payload.buffer, payload.byteOffset).getFloat64(0, true);
  const positions = new Float32Array(payload.buffer, payload.byteOffset + FRAME_HEAD, numbers);
  const places = new Float32Array(payload.buffer, payload.byteOffset + FRAME_HEAD + 4 * numbers, free);
  const fault = frameFault(time, after, positions, places, movers);
  if (fault) throw new TrajectoryError(offset, fault);
  return { time, positions, free: places, meshes };
}

function frameFault(
  time: number,
  after: number,
  positions: Float32Array,
  free: Float32Array,
  movers: readonly TrajectoryCollider[],
): string | undefined {
  if (!Number.isFinite(time)) return `the time of a frame is ${time}`;
  if (time <= after) return `a frame at ${time} s after one at ${after} s`;
  const bad = positions.findIndex((c) => !Number.isFinite(c));
  if (bad >= 0) return `particle ${Math.floor(bad / 3)} is at ${positions[bad]}`;
  let at = 0;
  for (const [i, mover] of movers.entries()) {
    const numbers = free.subarray(at, at + freeNumbers(mover));
    const lost = numbers.find((c) => !Number.isFinite(c));
    if (lost !== undefined) return `free collider ${i} is at ${lost}`;
    at += numbers.length;
  }
  return undefined;
}

function allNumbers(colliders: readonly TrajectoryCollider[]): number {
  return colliders.reduce((sum, collider) => sum + freeNumbers(collider), 0);
}

/** The oldest version whose frames can hold these. */
function versionOf(colliders: readonly TrajectoryCollider[]): number {
  if (colliders.some(({ turns }) => turns)) return 3;
  return colliders.some(({ free }) => free) ? 2 : 1;
}

function chunk(tag: string, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(CHUNK_HEAD + payload.length + 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 4; i++) bytes[i] = tag.charCodeAt(i);
  view.setUint32(4, payload.length, true);
  view.setUint32(8, crc32(bytes.subarray(0, 8)), true);
  bytes.set(payload, CHUNK_HEAD);
  view.setUint32(CHUNK_HEAD + payload.length, crc32(payload), true);
  return bytes;
}

/** JSON with every other character escaped, so that bytes and characters are the same. */
function asciiJson(json: string): Uint8Array {
  const escaped = json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const bytes = new Uint8Array(Math.ceil(escaped.length / 4) * 4).fill(0x20);
  for (let i = 0; i < escaped.length; i++) bytes[i] = escaped.charCodeAt(i);
  return bytes;
}

function ascii(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  }
  return text;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
