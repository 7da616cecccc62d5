/** Texture coordinates of a sheet: from the places of its particles, or from its shape at the start. */

export interface Pattern {
  /** Texture coordinates u, v of each particle, 0 to 1 over the sheet. */
  uv: Float32Array;
  /** Width and height of the flat sheet, m. */
  width: number;
  height: number;
}

/** `places`: u, v of each particle in the flat sheet, m. Without them, `start`: x, y, z when the sheet was flat, m. */
export function flatPattern(places: Float32Array | undefined, start: Float32Array): Pattern {
  if (!places) return layFlat(start);
  return spread(
    places.filter((_, i) => i % 2 === 0),
    places.filter((_, i) => i % 2 === 1),
  );
}

/** Flattens a sheet in any attitude: u runs along its first edge, v at a right angle to it towards the last particle. */
function layFlat(p: Float32Array): Pattern {
  const count = p.length / 3;
  const along = direction(p, 0, 1);
  const far = direction(p, 0, count - 1);
  const overlap = dot(along, far);
  const across = unit([0, 1, 2].map((k) => far[k] - overlap * along[k]));
  const u = new Float32Array(count);
  const v = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const d = [0, 1, 2].map((k) => p[3 * i + k] - p[k]);
    u[i] = dot(d, along);
    v[i] = dot(d, across);
  }
  return spread(u, v);
}

/** Scales the coordinates to 0 … 1. */
function spread(u: Float32Array, v: Float32Array): Pattern {
  const [u0, width] = span(u);
  const [v0, height] = span(v);
  const uv = new Float32Array(2 * u.length);
  for (let i = 0; i < u.length; i++) {
    uv[2 * i] = (u[i] - u0) / width;
    uv[2 * i + 1] = (v[i] - v0) / height;
  }
  return { uv, width, height };
}

function direction(p: Float32Array, from: number, to: number): number[] {
  return unit([0, 1, 2].map((k) => p[3 * to + k] - p[3 * from + k]));
}

function unit(a: number[]): number[] {
  const length = Math.sqrt(dot(a, a)) || 1;
  return a.map((c) => c / length);
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function span(a: Float32Array): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const c of a) {
    low = Math.min(low, c);
    high = Math.max(high, c);
  }
  return [low, high - low || 1];
}
