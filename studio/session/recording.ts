/**
 * What has been simulated so far, frame by frame, to scrub through and to write out. Within a budget of memory: when it is
 * full, every second frame goes, and from then on only as many are kept.
 */
import type { StepReport } from 'pliant';
import {
  type TrajectoryFrame,
  type TrajectoryInfo,
  type TrajectoryMesh,
  type TrajectorySkin,
  TrajectoryWriter,
} from 'pliant/formats';

/** What a step's report does not say. */
export interface Measures {
  /** Of all bodies, as they are simulated. */
  triangles: number;
  /** K, over the particles; left out where heat plays no part. */
  temperature?: { min: number; mean: number; max: number };
}

export interface RecordedFrame extends Omit<TrajectoryFrame, 'meshes'> {
  /** Steps taken. */
  readonly step: number;
  readonly meshes: TrajectoryMesh[];
  /** The run as it was then: a ball dropped in later is not in it. */
  readonly info: TrajectoryInfo;
  readonly skins: readonly TrajectorySkin[];
  /** None of the start. */
  readonly report: StepReport | undefined;
  readonly measures: Measures;
}

const BUDGET = 400_000_000;

export class Recording {
  readonly #frames: RecordedFrame[] = [];
  readonly #budget: number;
  #bytes = 0;
  #every = 1;

  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** Steps of the last frame. */
  get last(): number {
    return this.#frames.at(-1)?.step ?? 0;
  }

  /** Frames are kept where their step is a multiple of this; and the last one. */
  get every(): number {
    return this.#every;
  }

  get frames(): readonly RecordedFrame[] {
    return this.#frames;
  }

  /** Puts a frame behind the others, or in place of the one of its step. */
  put(frame: RecordedFrame): void {
    const behind = this.#frames.findLastIndex(({ step }) => step < frame.step) + 1;
    const isThere = this.#frames[behind]?.step === frame.step;
    const isLast = behind === this.#frames.length;
    if (!isThere && !isLast && frame.step % this.#every !== 0) return;
    if (isThere) this.#remove(behind);
    this.#frames.splice(behind, 0, frame);
    this.#bytes += bytesOf(frame);
    // The last one stays whatever its step, until there is a later one.
    if (isLast && behind > 0 && this.#frames[behind - 1].step % this.#every !== 0) this.#remove(behind - 1);
    while (this.#bytes > this.#budget && this.#frames.length > 2) this.#thin();
  }

  /** The last frame that is not after `step`. */
  at(step: number): RecordedFrame | undefined {
    return this.#frames.findLast((frame) => frame.step <= step);
  }

  truncate(step: number): void {
    while (this.#frames.length > 0 && this.last > step) this.#remove(this.#frames.length - 1);
  }

  /** All frames as the bytes of a trajectory; `info` of the last one. */
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

/** Balls that were dropped in later wait where they will be let go. */
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
  return Float32Array.from(movers.flatMap(({ name, poses }) => [...(known.get(name) ?? poses[0].position)]));
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
