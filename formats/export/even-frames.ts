/**
 * Frames at even times, for files that know no other (PC2, and files numbered frame by frame): frame k is at t₀ + k / rate.
 *
 * A recorded frame that is at that time is taken as it is; between two of the same mesh vertices are on straight lines;
 * between two of different meshes the nearer one is taken.
 */
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';

/** Of a frame's time: what the sums of steps may be off by. */
const ROUNDING = 1e-4;

/** Frames a second as they were recorded first; later they may be further apart, or the last left over. */
export function recordedRate(times: readonly number[], dt: number): number {
  const rate = times.length > 1 ? 1 / (times[1] - times[0]) : 1 / dt;
  return Number(rate.toPrecision(9)); // 59.99999999 is 60
}

/** When each frame is, in frames of `rate` a second from the first: whole numbers where frames are even. */
export function timeCodes(times: readonly number[], rate: number): number[] {
  return times.map((time) => {
    const code = (time - times[0]) * rate;
    const whole = Math.round(code);
    return Math.abs(code - whole) < ROUNDING ? whole : Number(code.toFixed(6));
  });
}

export function isEven(times: readonly number[], rate: number): boolean {
  return timeCodes(times, rate).every((code, i) => code === i);
}

export function evenly(sequence: MeshSequence, rate: number): MeshSequence {
  const { times } = sequence;
  if (isEven(times, rate)) return sequence;
  const codes = timeCodes(times, rate);
  const count = Math.floor(codes[codes.length - 1]) + 1;
  return {
    ...sequence,
    times: Array.from({ length: count }, (_, k) => times[0] + k / rate),
    frame(k) {
      const after = codes.findIndex((code) => code >= k);
      if (codes[after] === k) return sequence.frame(after);
      const share = (k - codes[after - 1]) / (codes[after] - codes[after - 1]);
      if (!sequence.free) {
        const [a, b] = [sequence.frame(after - 1), sequence.frame(after)];
        if (isSameMesh(a, b)) return between(a, b, share);
      }
      return sequence.frame(share < 0.5 ? after - 1 : after);
    },
  };
}

function isSameMesh(a: MeshFrame, b: MeshFrame): boolean {
  if (a.positions.length !== b.positions.length) return false;
  if (a.triangles === b.triangles) return true;
  return a.triangles.length === b.triangles.length && a.triangles.every((n, i) => n === b.triangles[i]);
}

function between(a: MeshFrame, b: MeshFrame, share: number): MeshFrame {
  const mixed = (from: Float32Array, to: Float32Array) => from.map((n, i) => n + share * (to[i] - n));
  const values = [...a.values].flatMap(([name, from]) => {
    const to = b.values.get(name);
    return to ? [[name, mixed(from, to)] as const] : [];
  });
  return { ...a, positions: mixed(a.positions, b.positions), values: new Map(values) };
}
