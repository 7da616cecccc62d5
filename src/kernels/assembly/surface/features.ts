/**
 * Features of sheets. Every vertex and edge belongs to the first triangle that has it, so that pairs of triangles find each
 * pair of features once (Curtis, Tamstorf & Manocha 2008). A vertex inside a sheet has a closed fan: its triangles go once
 * round it, each next to the one before it and with the same orientation. The kernel flat.ts judges all of these at once.
 */
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import { index, putIndex } from '../memory';

/** Largest number of triangles of a fan for which the test of flat.ts holds. */
const MOST: i32 = 8;
const HAS_FACE: i32 = 64;

/** Writes the records of n triangles, whose corners are three i32 each. */
export function surfaceTriangles(corners: usize, n: i32, triangles: usize): void {
  for (let t = 0; t < n; t++, triangles += SurfaceTriangle.BYTES) {
    store<i32>(triangles, index(corners, 3 * t), SurfaceTriangle.A);
    store<i32>(triangles, index(corners, 3 * t + 1), SurfaceTriangle.B);
    store<i32>(triangles, index(corners, 3 * t + 2), SurfaceTriangle.C);
  }
}

/**
 * Writes the flags of n triangles, and lists the corners (4 × triangle + corner) around each of `vertices` vertices that has a
 * closed fan: those of vertex v are the entries starts[v] to starts[v + 1] of `corners`.
 */
export function surfaceFeatures(
  triangles: usize,
  n: i32,
  vertices: i32,
  starts: usize,
  corners: usize,
): void {
  listCorners(triangles, n, vertices, starts, corners);
  for (let t = 0; t < n; t++) {
    let flags = HAS_FACE;
    for (let k = 0; k < 3; k++) {
      const corner = 4 * t + k;
      const a = vertexAfter(triangles, corner, 0);
      if (index(corners, index(starts, a)) === corner) flags |= 1 << k;
      if (isFirstEdge(triangles, starts, corners, t, a, vertexAfter(triangles, corner, 1))) flags |= 8 << k;
    }
    store<i32>(triangles + <usize>t * SurfaceTriangle.BYTES, flags, SurfaceTriangle.FLAGS);
  }
  let end: i32 = 0;
  for (let v = 0; v < vertices; v++) {
    const first = index(starts, v);
    const last = index(starts, v + 1);
    putIndex(starts, v, end);
    if (!isClosed(triangles, corners + ((<usize>first) << 2), last - first)) continue;
    for (let k = first; k < last; k++) putIndex(corners, end++, index(corners, k));
  }
  putIndex(starts, vertices, end);
}

/** Lists the corners around every vertex, in the order of triangles. */
function listCorners(triangles: usize, n: i32, vertices: i32, starts: usize, corners: usize): void {
  memory.fill(starts, 0, (<usize>(vertices + 1)) << 2);
  for (let corner = 4 * n - 2; corner >= 0; corner -= (corner & 3) === 0 ? 2 : 1) {
    const v = vertexAfter(triangles, corner, 0);
    putIndex(starts, v, index(starts, v) + 1);
  }
  let end: i32 = 0;
  for (let v = 0; v <= vertices; v++) {
    end += index(starts, v);
    putIndex(starts, v, end);
  }
  for (let corner = 4 * n - 2; corner >= 0; corner -= (corner & 3) === 0 ? 2 : 1) {
    const v = vertexAfter(triangles, corner, 0);
    const at = index(starts, v) - 1;
    putIndex(starts, v, at);
    putIndex(corners, at, corner);
  }
}

/** Whether triangle t is the first one with the edge a b. */
// @inline
function isFirstEdge(triangles: usize, starts: usize, corners: usize, t: i32, a: i32, b: i32): bool {
  if (a === b) return false;
  for (let k = index(starts, a); ; k++) {
    const corner = index(corners, k);
    if (corner >> 2 === t) break;
    if (vertexAfter(triangles, corner, 1) === b || vertexAfter(triangles, corner, 2) === b) return false;
  }
  return true;
}

/** Whether the triangles of a list of corners at a vertex form a closed fan. */
function isClosed(triangles: usize, fan: usize, count: i32): bool {
  if (count === 0 || count > MOST) return false;
  // the vertex that follows in each triangle; −1 behind the last
  let four = i32x4.splat(-1);
  let more = four;
  four = i32x4.replace_lane(four, 0, vertexAfter(triangles, index(fan, 0), 1));
  if (count > 1) four = i32x4.replace_lane(four, 1, vertexAfter(triangles, index(fan, 1), 1));
  if (count > 2) four = i32x4.replace_lane(four, 2, vertexAfter(triangles, index(fan, 2), 1));
  if (count > 3) four = i32x4.replace_lane(four, 3, vertexAfter(triangles, index(fan, 3), 1));
  if (count > 4) more = i32x4.replace_lane(more, 0, vertexAfter(triangles, index(fan, 4), 1));
  if (count > 5) more = i32x4.replace_lane(more, 1, vertexAfter(triangles, index(fan, 5), 1));
  if (count > 6) more = i32x4.replace_lane(more, 2, vertexAfter(triangles, index(fan, 6), 1));
  if (count > 7) more = i32x4.replace_lane(more, 3, vertexAfter(triangles, index(fan, 7), 1));
  let corner: i32 = 0;
  for (let passed = 1; passed <= count; passed++) {
    const side = i32x4.splat(vertexAfter(triangles, index(fan, corner), 2));
    const following = i32x4.bitmask(i32x4.eq(four, side)) | (i32x4.bitmask(i32x4.eq(more, side)) << 4);
    if (following === 0 || (following & (following - 1)) !== 0) return false;
    corner = ctz(following);
    if (corner === 0) return passed === count;
  }
  return false;
}

/** The vertex of the same triangle `steps` corners on, at most 2. */
// @inline
function vertexAfter(triangles: usize, corner: i32, steps: i32): i32 {
  const k = (corner & 3) + steps;
  const at = triangles + <usize>(corner >> 2) * SurfaceTriangle.BYTES;
  return load<i32>(at + ((<usize>(k >= 3 ? k - 3 : k)) << 2));
}

/**
 * Lowers `least` (f64 a particle) to the least height 2 A / l of the n triangles around each, with their area A and longest side l
 * at the present positions. Returns `sum` and all heights, m.
 */
export function surfaceHeights(
  corners: usize,
  n: i32,
  position: usize,
  stride: i32,
  least: usize,
  sum: f64,
): f64 {
  const plane: usize = (<usize>stride) << 3;
  for (let t = 0; t < n; t++) {
    const i = (<usize>index(corners, 3 * t)) << 3,
      j = (<usize>index(corners, 3 * t + 1)) << 3,
      k = (<usize>index(corners, 3 * t + 2)) << 3;
    const height = heightOf(position + i, position + j, position + k, plane);
    sum += height;
    store<f64>(least + i, min(load<f64>(least + i), height));
    store<f64>(least + j, min(load<f64>(least + j), height));
    store<f64>(least + k, min(load<f64>(least + k), height));
  }
  return sum;
}

// @inline
function heightOf(a: usize, b: usize, c: usize, plane: usize): f64 {
  const ux = load<f64>(b) - load<f64>(a),
    uy = load<f64>(b + plane) - load<f64>(a + plane),
    uz = load<f64>(b + 2 * plane) - load<f64>(a + 2 * plane);
  const vx = load<f64>(c) - load<f64>(a),
    vy = load<f64>(c + plane) - load<f64>(a + plane),
    vz = load<f64>(c + 2 * plane) - load<f64>(a + 2 * plane);
  const nx = uy * vz - uz * vy,
    ny = uz * vx - ux * vz,
    nz = ux * vy - uy * vx;
  const wx = ux - vx,
    wy = uy - vy,
    wz = uz - vz;
  const longest = max(
    ux * ux + uy * uy + uz * uz,
    max(vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz),
  );
  return longest > 0 ? Math.sqrt((nx * nx + ny * ny + nz * nz) / longest) : 0;
}
