/**
 * Interpolation of particle values to vertices, see src/surfaces/carry.ts. It is for drawing, so that it works in f32, with four
 * particles or numbers at a time.
 *
 * Particles are in the table of src/surfaces/particle-cells.ts: starts (i32) of its slots, and for every entry its row (f64) and
 * x, y, z (f64). `values` has `quads` times four f32 per entry. Consecutive vertices mostly lie in the same cell: the particles
 * near a cell are gathered once into `buffer`, as x, y, z from the cell's corner (f32) and the entry, each `room` long. Four
 * weights follow, and then weight and entry of every particle with a weight at the vertex.
 */
import { Y, Z } from '../../../layouts/generated/vector';
import * as WeighedEntry from '../../../layouts/generated/weighed-entry';
import { NEXT_I32, VECTOR } from '../memory';

/** The same as in particle-cells.ts. */
const MOST_CELLS: i32 = 131072;
/** Coordinate of a lane without a particle, in cells: beyond the reach of any weight. */
const FAR: f32 = 1e6;

/** `low`: coordinates of the least cell (f64). Writes `width` numbers per vertex to `into`, which has room for three more. */
export function carryMeans(
  starts: usize,
  mask: i32,
  rows: usize,
  entries: usize,
  low: usize,
  cell: f64,
  values: usize,
  quads: i32,
  places: usize,
  count: i32,
  width: i32,
  buffer: usize,
  room: i32,
  into: usize,
): void {
  const stride: usize = (<usize>room) << 2;
  const weights = buffer + 4 * stride;
  const hits = weights + 16;
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  let near: i32 = 0;
  let lastI = NaN;
  let lastJ = NaN;
  let lastK = NaN;
  let to = into;
  for (let v: i32 = 0; v < count; v++, to += (<usize>width) << 2) {
    const at = places + <usize>v * VECTOR;
    const i = Math.floor(load<f64>(at) / cell);
    const j = Math.floor(load<f64>(at, Y) / cell);
    const k = Math.floor(load<f64>(at, Z) / cell);
    if (!(i === lastI && j === lastJ && k === lastK)) {
      near = gather(starts, mask, rows, entries, low, cell, i, j, k, buffer, stride);
      lastI = i;
      lastJ = j;
      lastK = k;
    }
    const x = f32x4.splat(<f32>(load<f64>(at) / cell - i));
    const y = f32x4.splat(<f32>(load<f64>(at, Y) / cell - j));
    const z = f32x4.splat(<f32>(load<f64>(at, Z) / cell - k));
    let sums = zero;
    let hit = hits;
    for (let n: i32 = 0; n < near; n += 4) {
      const from = buffer + ((<usize>n) << 2);
      const dx = f32x4.sub(v128.load(from), x);
      const dy = f32x4.sub(v128.load(from + stride), y);
      const dz = f32x4.sub(v128.load(from + 2 * stride), z);
      const square = f32x4.add(f32x4.mul(dx, dx), f32x4.add(f32x4.mul(dy, dy), f32x4.mul(dz, dz)));
      const q = f32x4.max(zero, f32x4.sub(one, square));
      let lanes = i32x4.bitmask(f32x4.gt(q, zero));
      if (lanes === 0) continue;
      const w = f32x4.mul(q, f32x4.mul(q, q));
      sums = f32x4.add(sums, w);
      v128.store(weights, w);
      for (; lanes !== 0; lanes &= lanes - 1) {
        const lane = (<usize>ctz(lanes)) << 2;
        store<f32>(hit, load<f32>(weights + lane), WeighedEntry.WEIGHT);
        store<i32>(hit, load<i32>(from + 3 * stride + lane), WeighedEntry.ENTRY);
        hit += WeighedEntry.BYTES;
      }
    }
    const sum =
      f32x4.extract_lane(sums, 0) +
      f32x4.extract_lane(sums, 1) +
      (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3));
    const inverse = f32x4.splat(sum > 0 ? <f32>1 / sum : 0);
    for (let q: i32 = 0; q < quads; q++) {
      let mean = zero;
      for (let h = hits; h < hit; h += WeighedEntry.BYTES) {
        const value = v128.load(values + ((<usize>(load<i32>(h, WeighedEntry.ENTRY) * quads + q)) << 4));
        mean = f32x4.add(mean, f32x4.mul(f32x4.splat(load<f32>(h, WeighedEntry.WEIGHT)), value));
      }
      v128.store(to + ((<usize>q) << 4), f32x4.mul(mean, inverse));
    }
  }
}

/** Gathers the particles of the 27 cells around, in cells from the cell's corner; returns their number. */
function gather(
  starts: usize,
  mask: i32,
  rows: usize,
  entries: usize,
  low: usize,
  cell: f64,
  i: f64,
  j: f64,
  k: f64,
  buffer: usize,
  stride: usize,
): i32 {
  const fi = i - load<f64>(low);
  const fj = j - load<f64>(low, Y);
  const fk = k - load<f64>(low, Z);
  // Cells farther than one beyond the table have no neighbours, and may exceed an i32.
  if (
    !(
      fi >= -1 &&
      fj >= -1 &&
      fk >= -1 &&
      fi <= <f64>MOST_CELLS &&
      fj <= <f64>MOST_CELLS &&
      fk <= <f64>MOST_CELLS
    )
  )
    return 0;
  let to = buffer;
  for (let c: i32 = max<i32>(0, <i32>fk - 1); c <= <i32>fk + 1; c++) {
    for (let b: i32 = max<i32>(0, <i32>fj - 1); b <= <i32>fj + 1; b++) {
      const row = <f64>c * <f64>MOST_CELLS + <f64>b;
      const hash = (b * 19349663) ^ (c * 83492791);
      for (let a: i32 = -1; a <= 1; a++) {
        const place = starts + ((<usize>((hash + <i32>fi + a) & mask)) << 2);
        const end = load<i32>(place, NEXT_I32);
        for (let e = load<i32>(place); e < end; e++) {
          if (load<f64>(rows + ((<usize>e) << 3)) !== row) continue;
          const from = entries + <usize>e * VECTOR;
          store<f32>(to, <f32>(load<f64>(from) / cell - i));
          store<f32>(to + stride, <f32>(load<f64>(from, Y) / cell - j));
          store<f32>(to + 2 * stride, <f32>(load<f64>(from, Z) / cell - k));
          store<i32>(to + 3 * stride, e);
          to += 4;
        }
      }
    }
  }
  const near = <i32>((to - buffer) >> 2);
  for (; ((to - buffer) & 15) !== 0; to += 4) {
    store<f32>(to, FAR);
    store<f32>(to + stride, 0);
    store<f32>(to + 2 * stride, 0);
  }
  return near;
}
