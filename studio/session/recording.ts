/**
 * The frames simulated so far, for scrubbing and export. They are kept within a memory budget: when it is full, every second
 * frame is dropped, and from then on only every second one is kept.
 */
import type { StepReport } from 'pliant';
import { Track } from 'pliant/engine';
import { TrajectoryWriter } from 'pliant/formats';
import type { ReadFrame } from 'pliant/worker/protocol';

/** Facts that a step's report does not have. */
export interface Measures {
  /** Number of triangles of all bodies, as they are simulated. */
  triangles: number;
  /** K, over the particles; only if heat plays a part. */
  temperature?: { min: number; mean: number; max: number };
}

/** A frame with the outline of the run at that time: a ball dropped later is not in it. */
export interface RecordedFrame extends ReadFrame {
  /** Undefined at the start. */
  readonly report: StepReport | undefined;
  readonly measures: Measures;
}

/** Bytes. */
const BUDGET = 400_000_000;

export class Recording {
  readonly #frames: RecordedFrame[] = [];
  readonly #budget: number;
  #bytes = 0;
  #every = 1;

  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** Step of the last frame. */
  get last(): number {
    return this.#frames.at(-1)?.step ?? 0;
  }

  /** Frames whose step is a multiple of this are kept, and the last one. */
  get every(): number {
    return this.#every;
  }

  get frames(): readonly RecordedFrame[] {
    return this.#frames;
  }

  /** Adds a frame, or replaces the one of its step. */
  put(frame: RecordedFrame): void {
    const behind = this.#frames.findLastIndex(({ step }) => step < frame.step) + 1;
    const isThere = this.#frames[behind]?.step === frame.step;
    const isLast = behind === this.#frames.length;
    if (!isThere && !isLast && frame.step % this.#every !== 0) return;
    if (isThere) this.#remove(behind);
    this.#frames.splice(behind, 0, frame);
    this.#bytes += bytesOf(frame);
    // The last frame stays until there is a later one.
    if (isLast && behind > 0 && this.#frames[behind - 1].step % this.#every !== 0) this.#remove(behind - 1);
    while (this.#bytes > this.#budget && this.#frames.length > 2) this.#thin();
  }

  /** Returns the last frame that is not after `step`. */
  at(step: number): RecordedFrame | undefined {
    return this.#frames.findLast((frame) => frame.step <= step);
  }

  /** Drops the frames after a step. */
  truncate(step: number): void {
    while (this.#frames.length > 0 && this.last > step) this.#remove(this.#frames.length - 1);
  }

  /** Returns all frames as the bytes of a trajectory with the outline of the last one. */
  trajectory(): Uint8Array<ArrayBuffer> {
    const [first] = this.#frames;
    const end = this.#frames[this.#frames.length - 1];
    const writer = new TrajectoryWriter(end.info, first.meshes, end.skins);
    const parts = [writer.header];
    let { meshes } = first;
    for (const frame of this.#frames) {
      if (frame.meshes !== meshes) parts.push(writer.mesh(frame.meshes));
      meshes = frame.meshes;
      parts.push(writer.frame(frame.time, frame.positions, allFree(frame, end), frame.values));
    }
    return joined(parts);
  }

  #thin(): void {
    this.#every *= 2;
    for (let i = this.#frames.length - 2; i >= 0; i--) {
      if (this.#frames[i].step % this.#every !== 0) this.#remove(i);
    }
  }

  #remove(index: number): void {
    this.#bytes -= bytesOf(this.#frames[index]);
    this.#frames.splice(index, 1);
  }
}

/** Returns the poses of all free colliders of the last frame: balls dropped later wait where they will be released. */
function allFree(frame: RecordedFrame, end: RecordedFrame): Float32Array {
  if (frame.info === end.info) return frame.free;
  const known = new Map<string, Float32Array>();
  let at = 0;
  for (const { name, free, turns } of frame.info.colliders) {
    if (!free) continue;
    const numbers = turns ? 7 : 3;
    known.set(name, frame.free.subarray(at, at + numbers));
    at += numbers;
  }
  const movers = end.info.colliders.filter(({ free }) => free);
  return Float32Array.from(
    movers.flatMap(({ name, poses: [{ position, rotation }] }) => {
      const { quaternion } = new Track(position, rotation).poseAt(0);
      return [...(known.get(name) ?? [...position, ...quaternion])];
    }),
  );
}

function bytesOf({ positions, values }: RecordedFrame): number {
  return positions.byteLength + values.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
