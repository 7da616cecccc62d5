/**
 * Frames of a trajectory as bytes (little-endian):
 *
 *   FRAM   time in s (f64); x, y, z in m of every particle (f32); numbers of the free colliders (f32)
 *   FRAQ   time in s (f64); origin c and step s of a grid, x, y, z each, in m (f32); for every particle three whole
 *          numbers n (u16), padded to 4 bytes: its position is c + s n; numbers of the free colliders (f32)
 *   VALU   before its frame: for each entry of the header's values its numbers, one particle of its body after another,
 *          in its kind (f32, i16, u16, u8), padded to 4 bytes
 *
 * The grid of a quantised frame divides the bounding box of the particles into 65535 steps per side, so the error of a
 * coordinate is at most half a step: 8 µm in a box of 1 m.
 */
import type { ValueArray, ValueKind } from '../../src/core/views.ts';
import type { TrajectoryValue } from './trajectory-info.ts';
import type { TrajectoryMesh } from './trajectory-mesh.ts';
import { VALUE_ARRAYS } from './trajectory-values.ts';

const TIME_BYTES = 8;
const GRID_BYTES = 24;
const MOST_STEPS = 65535;

export function writeFrame(time: number, positions: Float32Array, free: Float32Array): Uint8Array {
  const payload = new Uint8Array(TIME_BYTES + 4 * (positions.length + free.length));
  new DataView(payload.buffer).setFloat64(0, time, true);
  const numbers = new Float32Array(payload.buffer, TIME_BYTES);
  numbers.set(positions);
  numbers.set(free, positions.length);
  return payload;
}

export function writeQuantisedFrame(time: number, positions: Float32Array, free: Float32Array): Uint8Array {
  const payload = new Uint8Array(quantisedBytes(positions.length, free.length));
  const view = new DataView(payload.buffer);
  view.setFloat64(0, time, true);
  const wholes = new Uint16Array(payload.buffer, TIME_BYTES + GRID_BYTES, positions.length);
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    const corner = positions.length > 0 ? low : 0;
    const step = Math.fround(positions.length > 0 ? (high - low) / MOST_STEPS : 0);
    view.setFloat32(TIME_BYTES + 4 * axis, corner, true);
    view.setFloat32(TIME_BYTES + 12 + 4 * axis, step, true);
    if (step === 0) continue;
    for (let i = axis; i < positions.length; i += 3)
      wholes[i] = Math.min(MOST_STEPS, Math.round((positions[i] - corner) / step));
  }
  new Float32Array(payload.buffer, payload.length - 4 * free.length).set(free);
  return payload;
}

export interface FrameNumbers {
  /** Time, s. */
  time: number;
  positions: Float32Array;
  free: Float32Array;
}

/** Reads a frame with the given number of coordinates; undefined if the length of the payload does not match. */
export function readFramePayload(
  tag: string,
  payload: Uint8Array,
  coordinates: number,
  free: number,
): FrameNumbers | undefined {
  const { buffer, byteOffset } = payload;
  const quantised = tag === 'FRAQ';
  const length = payloadBytes(coordinates, free, quantised);
  if (payload.length !== length) return undefined;
  const time = new DataView(buffer, byteOffset).getFloat64(0, true);
  const positions = quantised
    ? spread(payload, coordinates)
    : new Float32Array(buffer, byteOffset + TIME_BYTES, coordinates);
  return { time, positions, free: new Float32Array(buffer, byteOffset + length - 4 * free, free) };
}

/** Time of a frame in s, without reading the rest. */
export function frameTime(payload: Uint8Array): number {
  return new DataView(payload.buffer, payload.byteOffset).getFloat64(0, true);
}

/** Payload size of a frame, by its coordinates and its numbers of free colliders. */
export function payloadBytes(coordinates: number, free: number, quantised: boolean): number {
  return quantised ? quantisedBytes(coordinates, free) : TIME_BYTES + 4 * (coordinates + free);
}

function quantisedBytes(coordinates: number, free: number): number {
  return TIME_BYTES + GRID_BYTES + 4 * Math.ceil(coordinates / 2) + 4 * free;
}

function spread({ buffer, byteOffset }: Uint8Array, coordinates: number): Float32Array {
  const grid = new Float32Array(buffer, byteOffset + TIME_BYTES, 6);
  const wholes = new Uint16Array(buffer, byteOffset + TIME_BYTES + GRID_BYTES, coordinates);
  const positions = new Float32Array(coordinates);
  for (let i = 0; i < coordinates; i++) positions[i] = grid[i % 3] + grid[3 + (i % 3)] * wholes[i];
  return positions;
}

/** Returns the payload of VALU, or an error text for invalid values. */
export function writeValues(
  values: readonly ValueArray[],
  entries: readonly TrajectoryValue[],
  meshes: readonly TrajectoryMesh[],
): Uint8Array | string {
  if (values.length !== entries.length) return `${values.length} values given for ${entries.length} entries`;
  const payload = new Uint8Array(valuesBytes(entries, meshes));
  let at = 0;
  for (const [k, entry] of entries.entries()) {
    const count = numbersOf(entry, meshes);
    const given = values[k];
    const fault = given.length === count ? valueFault(entry, given) : undefined;
    if (given.length !== count) return `${given.length} numbers of ${entry.name} given, expected ${count}`;
    if (fault) return fault;
    valueView(payload, at, entry.kind, count).set(given);
    at += paddedBytes(entry.kind, count);
  }
  return payload;
}

/** Returns one array per entry, or an error text for an invalid payload. */
export function readValues(
  payload: Uint8Array,
  entries: readonly TrajectoryValue[],
  meshes: readonly TrajectoryMesh[],
): ValueArray[] | string {
  const length = valuesBytes(entries, meshes);
  if (payload.length !== length) return `values of ${payload.length} bytes, expected ${length}`;
  let at = 0;
  const arrays: ValueArray[] = [];
  for (const entry of entries) {
    const count = numbersOf(entry, meshes);
    const array = valueView(payload, at, entry.kind, count);
    const fault = valueFault(entry, array);
    if (fault) return fault;
    arrays.push(array);
    at += paddedBytes(entry.kind, count);
  }
  return arrays;
}

function valueFault({ name, kind, width = 1 }: TrajectoryValue, array: ValueArray): string | undefined {
  const bad = kind === 'f32' ? array.findIndex((n: number) => !Number.isFinite(n)) : -1;
  return bad < 0 ? undefined : `${name} of particle ${Math.floor(bad / width)} is ${array[bad]}`;
}

function numbersOf({ body, width = 1 }: TrajectoryValue, meshes: readonly TrajectoryMesh[]): number {
  return width * meshes[body].particles;
}

function valueView(
  { buffer, byteOffset }: Uint8Array,
  at: number,
  kind: ValueKind,
  count: number,
): ValueArray {
  return new VALUE_ARRAYS[kind](buffer as ArrayBuffer, byteOffset + at, count);
}

function paddedBytes(kind: ValueKind, count: number): number {
  return 4 * Math.ceil((count * VALUE_ARRAYS[kind].BYTES_PER_ELEMENT) / 4);
}

export function valuesBytes(entries: readonly TrajectoryValue[], meshes: readonly TrajectoryMesh[]): number {
  return entries.reduce((sum, entry) => sum + paddedBytes(entry.kind, numbersOf(entry, meshes)), 0);
}
