/** Appearance of a surface: texture coordinates and colour scale. */
import type { MeshFrame } from './mesh-sequence.ts';

/**
 * Texture coordinates from 0 to 1: of the flat sheet if it is known, otherwise of the widest projection of the first
 * frame, so that a texture does not slide on a moving sheet; for matter, of the present frame.
 */
export function textureOf({
  positions,
  places,
  start,
}: Pick<MeshFrame, 'positions' | 'places' | 'start'>): Float32Array {
  const plane = places ?? flattened(start ?? positions);
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < plane.length; i++) {
    low[i % 2] = Math.min(low[i % 2], plane[i]);
    high[i % 2] = Math.max(high[i % 2], plane[i]);
  }
  return plane.map((c, i) => (high[i % 2] > low[i % 2] ? (c - low[i % 2]) / (high[i % 2] - low[i % 2]) : 0));
}

/** Drops the axis of the smallest extent. */
function flattened(positions: Float32Array): Float32Array {
  const extent = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return high - low;
  });
  const dropped = extent.indexOf(Math.min(...extent));
  const plane = new Float32Array((2 * positions.length) / 3);
  let at = 0;
  for (let i = 0; i < positions.length; i++) if (i % 3 !== dropped) plane[at++] = positions[i];
  return plane;
}

/** Blue, white, red for lowest, middle, highest; linear RGB. */
const SCALE = [
  [0.05, 0.15, 0.6],
  [0.9, 0.9, 0.88],
  [0.65, 0.05, 0.03],
] as const;

/** Linear RGB of each vertex, 0 to 1, over the range. */
export function colourScale(values: Float32Array, range: readonly [number, number]): Float32Array {
  const [low, high] = range;
  const colours = new Float32Array(3 * values.length);
  values.forEach((value, i) => {
    const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
    const from = share < 0.5 ? 0 : 1;
    const part = 2 * share - from;
    for (let k = 0; k < 3; k++)
      colours[3 * i + k] = SCALE[from][k] + part * (SCALE[from + 1][k] - SCALE[from][k]);
  });
  return colours;
}

/**
 * Mean stretch of the edges of each vertex, |L − L₀| / L₀, with L₀ in the flat sheet if it is known, otherwise in the
 * first frame; 0 if neither is known.
 */
export function stretchOf({
  positions,
  triangles,
  places,
  start = positions,
}: Omit<MeshFrame, 'values'>): Float32Array {
  const sum = new Float32Array(positions.length / 3);
  const edges = new Float32Array(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
      const length = distance(positions, 3, a, b);
      const before = places ? distance(places, 2, a, b) : distance(start, 3, a, b);
      const stretch = before > 0 ? Math.abs(length - before) / before : 0;
      for (const vertex of [a, b]) {
        sum[vertex] += stretch;
        edges[vertex]++;
      }
    }
  }
  return sum.map((total, i) => (edges[i] > 0 ? total / edges[i] : 0));
}

function distance(points: Float32Array, width: number, a: number, b: number): number {
  let square = 0;
  for (let n = 0; n < width; n++) {
    const d = points[width * a + n] - points[width * b + n];
    square += d * d;
  }
  return Math.sqrt(square);
}
