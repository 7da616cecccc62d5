/**
 * Trajectories: the position of every particle, frame by frame, as bytes that a run appends while it goes on.
 *
 *   file  = magic (8 bytes) · version (u32) · chunk*
 *   chunk = tag (4 ASCII letters) · length (u32) · CRC-32 of tag and length · payload · CRC-32 of payload
 *   HEAD    scene, dt, names of the bodies, colliders; JSON in ASCII, padded with spaces; first and once
 *   SKIN    version 4, after HEAD: a mesh that matter carries, see trajectory-skin.ts
 *   MESH    particles and triangles of each body, see trajectory-mesh.ts; before the first frame, and again whenever
 *           the topology changes
 *   FRAM    time in s (f64), then x, y, z in m of every particle (f32); in version 2 then the positions of the free
 *           colliders, in the order of HEAD; in version 3 with the quaternions of those that turn
 *   FRAQ    version 4, if the header says "quantised": the same in half the size, see trajectory-frame.ts
 *   VALU    version 4, before its frame: values of particles besides positions, such as temperature
 *
 * All numbers are little-endian, all lengths multiples of 4. The length of a chunk has its own checksum, so a truncated
 * file (a killed run) differs from a damaged one: the former is read up to its last complete frame, the latter is refused
 * with the byte of the damage. docs/file-formats.md has the details.
 */

import type { Particles } from '../../src/core/particles.ts';
import type { ValueArray } from '../../src/core/views.ts';
import { crc32 } from '../crc32.ts';
import {
  payloadBytes,
  valuesBytes,
  writeFrame,
  writeQuantisedFrame,
  writeValues,
} from './trajectory-frame.ts';
import {
  checkTrajectoryInfo,
  freeNumbers,
  type TrajectoryCollider,
  type TrajectoryInfo,
} from './trajectory-info.ts';
import { meshFault, particleCount, type TrajectoryMesh, versionFor, writeMeshes } from './trajectory-mesh.ts';
import { skinFault, type TrajectorySkin, writeSkin } from './trajectory-skin.ts';

/** Latest version; a trajectory is written in the oldest version that can represent it. */
export const TRAJECTORY_VERSION = 4;
/** A high byte, both kinds of line end and an end-of-file mark: a transfer as text would corrupt one of them. */
export const MAGIC = [0x89, 0x50, 0x4c, 0x54, 0x52, 0x0d, 0x0a, 0x1a];
export const FILE_HEAD = 12;
export const CHUNK_HEAD = 12;
const CHUNK_BYTES = CHUNK_HEAD + 4;

export interface TrajectoryFrame {
  /** Time, s. */
  time: number;
  /** Coordinates of the particles, 3 each, m; a view of the bytes of the file. */
  positions: Float32Array;
  /** Positions in m of the free colliders, in the order of the header, with the quaternions of those that turn. */
  free: Float32Array;
  /** Topology at that time, one mesh per body; the same array object while it is constant. */
  meshes: readonly TrajectoryMesh[];
  /** One array for each of the header's values. */
  values: readonly ValueArray[];
}

export interface Trajectory {
  info: TrajectoryInfo;
  /** Meshes that matter carries. */
  skins: readonly TrajectorySkin[];
  frames: TrajectoryFrame[];
  /** Offset of the incomplete chunk, if the file ends inside one. */
  torn?: { offset: number };
}

export class TrajectoryError extends Error {
  /** Byte offset of the error. */
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(`trajectory: byte ${offset}: ${reason}`);
    this.name = 'TrajectoryError';
    this.offset = offset;
  }
}

/** Makes the pieces of a trajectory file, to be appended in order by the owner of the file. */
export class TrajectoryWriter {
  /** Beginning of the file. */
  readonly header: Uint8Array;
  readonly #info: TrajectoryInfo;
  readonly #version: number;
  #meshes: readonly TrajectoryMesh[] = [];
  #particles = 0;
  #time = Number.NEGATIVE_INFINITY;

  constructor(
    info: TrajectoryInfo,
    meshes: readonly TrajectoryMesh[],
    skins: readonly TrajectorySkin[] = [],
  ) {
    const json = JSON.stringify(info);
    checkTrajectoryInfo(JSON.parse(json));
    this.#info = info;
    this.#version = Math.max(versionOf(info), versionFor(meshes));
    const start = new Uint8Array(FILE_HEAD);
    start.set(MAGIC);
    new DataView(start.buffer).setUint32(8, this.#version, true);
    const mesh = this.mesh(meshes);
    const carried = skins.map((skin) => {
      const fault = skinFault(skin, info, meshes);
      if (fault) throw new Error(`trajectory: ${fault}`);
      return chunk('SKIN', writeSkin(skin));
    });
    this.header = join([start, chunk('HEAD', asciiJson(json)), ...carried, mesh]);
  }

  /** Writes a new topology for the frames that follow. */
  mesh(meshes: readonly TrajectoryMesh[]): Uint8Array {
    if (meshes.length !== this.#info.bodies.length) {
      throw new Error(`trajectory: ${meshes.length} meshes given for ${this.#info.bodies.length} bodies`);
    }
    if (versionFor(meshes) > this.#version) {
      throw new Error('trajectory: places of a sheet given, but the first meshes had none');
    }
    const fault = meshFault(meshes);
    if (fault) throw new Error(`trajectory: ${fault}`);
    this.#meshes = meshes;
    this.#particles = particleCount(meshes);
    return chunk('MESH', writeMeshes(meshes, this.#version));
  }

  /** Continues after this frame with the same topology, for a file that already contains it. */
  resumeAfter({ time, meshes }: Pick<TrajectoryFrame, 'time' | 'meshes'>): void {
    this.mesh(meshes);
    this.#time = time;
  }

  /**
   * Writes a frame. `free` has the positions in m of the free colliders and the quaternions of those that turn; `values` has
   * one array for each of the header's values.
   */
  frame(
    time: number,
    positions: Float32Array,
    free: Float32Array = new Float32Array(),
    values: readonly ValueArray[] = [],
  ): Uint8Array {
    const { colliders, values: entries = [], quantised } = this.#info;
    if (positions.length !== 3 * this.#particles) {
      throw new Error(`trajectory: ${positions.length} coordinates given for ${this.#particles} particles`);
    }
    const movers = colliders.filter((collider) => collider.free);
    if (free.length !== allNumbers(movers)) {
      throw new Error(`trajectory: ${free.length} coordinates given for ${movers.length} free colliders`);
    }
    const fault = frameFault(time, this.#time, positions, free, movers);
    if (fault) throw new Error(`trajectory: ${fault}`);
    const stored = writeValues(values, entries, this.#meshes);
    if (typeof stored === 'string') throw new Error(`trajectory: ${stored}`);
    this.#time = time;
    const frame = quantised
      ? chunk('FRAQ', writeQuantisedFrame(time, positions, free))
      : chunk('FRAM', writeFrame(time, positions, free));
    return entries.length > 0 ? join([chunk('VALU', stored), frame]) : frame;
  }
}

/**
 * Positions of the particles as a frame stores them: x, y, z of one particle after another, in single precision.
 */
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

export function frameFault(
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

export function allNumbers(colliders: readonly TrajectoryCollider[]): number {
  return colliders.reduce((sum, collider) => sum + freeNumbers(collider), 0);
}

/** File size of a frame with these meshes, in bytes, without the meshes themselves. */
export function frameBytes(info: TrajectoryInfo, meshes: readonly TrajectoryMesh[]): number {
  const { colliders, values = [], quantised = false } = info;
  const places = payloadBytes(3 * particleCount(meshes), allNumbers(colliders), quantised);
  const more = values.length > 0 ? CHUNK_BYTES + valuesBytes(values, meshes) : 0;
  return CHUNK_BYTES + places + more;
}

/** Oldest version whose frames can store these. */
export function versionOf({ colliders, values, quantised }: TrajectoryInfo): number {
  if (values || quantised) return 4;
  if (colliders.some(({ turns }) => turns)) return 3;
  return colliders.some(({ free }) => free) ? 2 : 1;
}

function chunk(tag: string, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(CHUNK_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 4; i++) bytes[i] = tag.charCodeAt(i);
  view.setUint32(4, payload.length, true);
  view.setUint32(8, crc32(bytes.subarray(0, 8)), true);
  bytes.set(payload, CHUNK_HEAD);
  view.setUint32(CHUNK_HEAD + payload.length, crc32(payload), true);
  return bytes;
}

/** JSON with every non-ASCII character escaped, so that characters are bytes. */
function asciiJson(json: string): Uint8Array {
  const escaped = json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const bytes = new Uint8Array(Math.ceil(escaped.length / 4) * 4).fill(0x20);
  for (let i = 0; i < escaped.length; i++) bytes[i] = escaped.charCodeAt(i);
  return bytes;
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
