/**
 * Resamples frames to even times, for formats that have no other (PC2, numbered files): frame k is at t₀ + k / rate.
 *
 * A recorded frame at that time is used as it is. Between two frames of the same mesh vertices are interpolated linearly;
 * between two frames of different meshes the nearer one is used.
 */
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';

/** Tolerance of a frame's time, in frames: accumulated rounding of the steps. */
const ROUNDING = 1e-4;

/** Recording rate of the first frames, per second; later frames may be further apart. */
export function recordedRate(times: readonly number[], dt: number): number {
  const rate = times.length > 1 ? 1 / (times[1] - times[0]) : 1 / dt;
  return Number(rate.toPrecision(9)); // 59.99999999 becomes 60
}

/** Time of each frame in units of 1/rate from the first frame; whole numbers if the frames are even. */
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
