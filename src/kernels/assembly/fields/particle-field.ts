/**
 * Fields around particles on blocks of 8³ nodes (8² × 1 if flat), see src/surfaces/particle-field.ts. They are f32, which places a
 * surface to a thousandth of a cell, with four nodes of a row at a time.
 *
 * Particles are in groups by the block in which they lie. A group (layouts/field-group) has the block's coordinates, its first
 * particle and their number, and the 27 blocks around, x fastest (−1: not reached). A particle is three f64: x, y, z in cells from
 * the first node of block (0, 0, 0). For blobs a node has one f32, Σ w. For means it has five: Σ w, Σ w (p − x) in x, y, z, and the
 * largest 1 − q²; those of four nodes are stored together, all Σ w first (in planes of a block each, loads would wait for stores
 * 4096 bytes apart).
 */
import * as FieldGroup from '../../../layouts/generated/field-group';
import * as FieldMeans from '../../../layouts/generated/field-means';
import { Y, Z } from '../../../layouts/generated/vector';
import { VECTOR } from '../memory';
/** Adds all particles to the nodes within `reach` cells, at most 7. */
export function fieldSpread(
  groups: usize,
  groupCount: i32,
  particles: usize,
  reach: f64,
  layers: i32,
  channels: i32,
  values: usize,
): void {
  const size: usize = ((<usize>layers) << 8) * <usize>channels;
  for (let g: i32 = 0; g < groupCount; g++) {
    const group = groups + <usize>g * FieldGroup.BYTES;
    const bx = load<i32>(group, FieldGroup.X) << 3;
    const by = load<i32>(group, FieldGroup.Y) << 3;
    const bz = load<i32>(group, FieldGroup.Z) * layers;
    let at = particles + VECTOR * <usize>load<i32>(group, FieldGroup.FIRST);
    const end = at + VECTOR * <usize>load<i32>(group, FieldGroup.COUNT);
    for (; at < end; at += VECTOR) {
      const x = load<f64>(at) - <f64>bx;
      const y = load<f64>(at, Y) - <f64>by;
      const z = load<f64>(at, Z) - <f64>bz;
      for (let k: i32 = -1; k <= 1; k++) {
        if (layers === 1 && k !== 0) continue;
        const pz = z - <f64>(k * layers);
        if (layers > 1 && (pz + reach <= 0 || pz - reach >= 7)) continue;
        for (let j: i32 = -1; j <= 1; j++) {
          const py = y - <f64>(j << 3);
          if (py + reach <= 0 || py - reach >= 7) continue;
          for (let i: i32 = -1; i <= 1; i++) {
            const px = x - <f64>(i << 3);
            if (px + reach <= 0 || px - reach >= 7) continue;
            const block = load<i32>(
              group + ((<usize>((k + 1) * 9 + (j + 1) * 3 + i + 1)) << 2),
              FieldGroup.BLOCKS,
            );
            const to = values + <usize>block * size;
            if (channels === 1) addBlob(to, px, py, pz, reach, layers);
            else addMean(to, px, py, pz, reach, layers);
          }
        }
      }
    }
  }
}

// @inline
function least(x: f64, reach: f64): i32 {
  return max<i32>(0, <i32>Math.ceil(x - reach));
}

// @inline
function most(x: f64, reach: f64, nodes: i32): i32 {
  return min<i32>(nodes - 1, <i32>Math.floor(x + reach));
}

function addBlob(to: usize, x: f64, y: f64, z: f64, reach: f64, layers: i32): void {
  const scale = 1 / (reach * reach);
  const low = least(x, reach) < 4;
  const high = most(x, reach, 8) >= 4;
  const lanes = f32x4(0, 1, 2, 3);
  const four = f32x4.splat(4);
  const zero = f32x4.splat(0);
  const factor = f32x4.splat(<f32>scale);
  const dx = f32x4.sub(f32x4.splat(<f32>x), lanes);
  const lowSquare = f32x4.mul(factor, f32x4.mul(dx, dx));
  const far = f32x4.sub(dx, four);
  const highSquare = f32x4.mul(factor, f32x4.mul(far, far));
  const y1 = most(y, reach, 8);
  const z1 = most(z, reach, layers);
  for (let k = least(z, reach); k <= z1; k++) {
    const dz = z - <f64>k;
    for (let j = least(y, reach); j <= y1; j++) {
      const dy = y - <f64>j;
      const rest = 1 - scale * (dz * dz + dy * dy);
      if (rest <= 0) continue;
      const rests = f32x4.splat(<f32>rest);
      const row = to + ((<usize>((k << 3) + j)) << 5);
      if (low) {
        const d = f32x4.max(zero, f32x4.sub(rests, lowSquare));
        v128.store(row, f32x4.add(v128.load(row), f32x4.mul(d, f32x4.mul(d, d))));
      }
      if (high) {
        const d = f32x4.max(zero, f32x4.sub(rests, highSquare));
        v128.store(row, f32x4.add(v128.load(row, 16), f32x4.mul(d, f32x4.mul(d, d))), 16);
      }
    }
  }
}

function addMean(to: usize, x: f64, y: f64, z: f64, reach: f64, layers: i32): void {
  const scale = 1 / (reach * reach);
  const lanes = f32x4(0, 1, 2, 3);
  const zero = f32x4.splat(0);
  const factor = f32x4.splat(<f32>scale);
  const z1 = most(z, reach, layers);
  const start: i32 = least(x, reach) < 4 ? 0 : 4;
  const stop: i32 = most(x, reach, 8) >= 4 ? 4 : 0;
  for (let i = start; i <= stop; i += 4) {
    const dx = f32x4.sub(f32x4.splat(<f32>(x - <f64>i)), lanes);
    const square = f32x4.mul(factor, f32x4.mul(dx, dx));
    // The nearest of the four nodes: of a layer, only rows that reach it are gone through.
    const gap = max<f64>(0, max<f64>(<f64>i - x, x - <f64>(i + 3)));
    const enough = scale * gap * gap;
    for (let k = least(z, reach); k <= z1; k++) {
      const dz = z - <f64>k;
      const spare = 1 - scale * dz * dz - enough;
      if (spare <= 0) continue;
      const dzs = f32x4.splat(<f32>dz);
      const side = reach * sqrt(spare);
      const y1 = most(y, side, 8);
      for (let j = least(y, side); j <= y1; j++) {
        const dy = y - <f64>j;
        const rest = 1 - scale * (dz * dz + dy * dy);
        const d = f32x4.max(zero, f32x4.sub(f32x4.splat(<f32>rest), square));
        const w = f32x4.mul(d, f32x4.mul(d, d));
        const at = to + <usize>((k << 4) + (j << 1) + (i >> 2)) * FieldMeans.BYTES;
        v128.store(at, f32x4.add(v128.load(at, FieldMeans.WEIGHT), w), FieldMeans.WEIGHT);
        v128.store(at, f32x4.add(v128.load(at, FieldMeans.X), f32x4.mul(w, dx)), FieldMeans.X);
        v128.store(
          at,
          f32x4.add(v128.load(at, FieldMeans.Y), f32x4.mul(w, f32x4.splat(<f32>dy))),
          FieldMeans.Y,
        );
        v128.store(at, f32x4.add(v128.load(at, FieldMeans.Z), f32x4.mul(w, dzs)), FieldMeans.Z);
        v128.store(at, f32x4.max(v128.load(at, FieldMeans.NEAREST), d), FieldMeans.NEAREST);
      }
    }
  }
}

/**
 * From the sums of means to f = −min(reach, max(cell |Σ w (p − x)| / Σ w, nearest · distance of the nearest)), one f32 a
 * node from `values` on; `nodes` is a multiple of four, `cell` and `reach` are in m.
 */
export function fieldMeans(values: usize, nodes: i32, cell: f64, reach: f64, nearest: f64): void {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const cells = f32x4.splat(<f32>cell);
  const most = f32x4.splat(<f32>reach);
  const next = f32x4.splat(<f32>(nearest * reach));
  const end = values + ((<usize>nodes) << 2);
  let at = values;
  for (let to = values; to < end; to += 16, at += FieldMeans.BYTES) {
    const w = v128.load(at, FieldMeans.WEIGHT);
    const x = v128.load(at, FieldMeans.X);
    const y = v128.load(at, FieldMeans.Y);
    const z = v128.load(at, FieldMeans.Z);
    const d = v128.load(at, FieldMeans.NEAREST);
    const length = f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.add(f32x4.mul(y, y), f32x4.mul(z, z))));
    const mean = f32x4.div(f32x4.mul(cells, length), w);
    const near = f32x4.mul(next, f32x4.sqrt(f32x4.max(zero, f32x4.sub(one, d))));
    const f = f32x4.min(most, f32x4.max(mean, near));
    v128.store(to, f32x4.neg(v128.bitselect(f, most, f32x4.gt(w, zero))));
  }
}

/**
 * Computes s = 1 − 2 Σ' w / Σ w from the sums of means of all particles, Σ, and of the chosen ones in `values`, Σ': 1 where no
 * chosen particle is near, −1 where no other is.
 */
export function fieldSides(means: usize, values: usize, nodes: i32): void {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const end = values + ((<usize>nodes) << 2);
  let at = means;
  for (let to = values; to < end; to += 16, at += FieldMeans.BYTES) {
    const some = v128.load(to);
    const s = f32x4.sub(one, f32x4.div(f32x4.add(some, some), v128.load(at, FieldMeans.WEIGHT)));
    v128.store(to, v128.bitselect(s, one, f32x4.gt(some, zero)));
  }
}
