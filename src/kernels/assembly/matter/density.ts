/**
 * Densities and XSPH velocities of a fluid (fluid.ts), four pairs at a time in f32: lengths in units of D, velocities of D per
 * sub-step relative to their mean, masses of the mean mass. Sums of pairs are in DRIFT (XSPH velocity, then Σ w m) and are
 * converted to f64 at the end.
 */
import * as FixedPosition from '../../../layouts/generated/fixed-position';
import * as FloatVelocity from '../../../layouts/generated/float-velocity';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as SlotFluid from '../../../layouts/generated/slot-fluid';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotShift from '../../../layouts/generated/slot-shift';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { index, number, put, putIndex } from '../memory';
import { FIRST_ONES } from './pairs';
import { even, high, low, odd, UNIT, writePlaces } from './places';
import { address, PUSH_ONLY, slot, word } from './record';

/**
 * Computes densities at SLOT_POSITION and XSPH velocities (SLOT_SHIFT), and moves SLOT_POSITION by them. Writes the pairs within
 * reach to CLOSE_PAIRS, by rows as listed but without whole solids, rows filled up to multiples of four; returns the number of entries.
 */
export function matterDensity(w: usize, c: usize): i32 {
  const n = word(w, Words.COUNT);
  begin(w, c);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const places = address(w, Words.FIXED_POSITION);
  const paces = address(w, Words.FLOAT_VELOCITY);
  const drifts = address(w, Words.DRIFT);
  const smoothings = address(w, Words.SMOOTHING);
  const close = address(w, Words.CLOSE_PAIRS);
  const closeStarts = address(w, Words.CLOSE_STARTS);
  const squares = address(w, Words.CLOSE_SQUARES);
  const rows = address(w, Words.ROW_SLOTS);
  const reach = number(c, Numbers.REACH) / number(c, Numbers.SPACING);
  const reach2 = f32x4.splat(<f32>(reach * reach));
  const inverse = f32x4.splat(<f32>(1 / reach));
  const half = f32x4.splat(<f32>(number(c, Numbers.KERNEL_NORM) * number(c, Numbers.VOLUME))); // twice one half, for the mean ε of a pair
  const unit = f32x4.splat(UNIT);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const four = f32x4.splat(4);
  const lanes = i32x4(0, 1, 2, 3);
  const slots = i32x4.splat(~PUSH_ONLY);
  const none = i32x4.splat(n);
  const far = word(w, Words.FAR) !== 0;
  let total: i32 = 0;
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const mine = places + <usize>i * FixedPosition.BYTES;
    putIndex(closeStarts, row, total);
    const first = total;
    let k = index(starts, row);
    const end = index(starts, row + 1);
    if (k === end) continue;
    const px = v128.load32_splat(mine, FixedPosition.X);
    const py = v128.load32_splat(mine, FixedPosition.Y);
    const pz = v128.load32_splat(mine, FixedPosition.Z);
    const own = i32x4.splat(i);
    for (; k < end; k += 4) {
      const entries = v128.load(pairs + ((<usize>k) << 2));
      // The slot itself stands for whole solids and for entries of the next row.
      const there = i32x4.gt_s(i32x4.splat(end - k), lanes);
      const listed = v128.andnot(there, i32x4.shr_s(i32x4.shl(entries, 1), 31));
      const others = v128.bitselect(v128.and(entries, slots), own, listed);
      const a = v128.load(places + <usize>i32x4.extract_lane(others, 0) * FixedPosition.BYTES);
      const b = v128.load(places + <usize>i32x4.extract_lane(others, 1) * FixedPosition.BYTES);
      const d = v128.load(places + <usize>i32x4.extract_lane(others, 2) * FixedPosition.BYTES);
      const e = v128.load(places + <usize>i32x4.extract_lane(others, 3) * FixedPosition.BYTES);
      const ab = low(a, b);
      const de = low(d, e);
      const dx = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(even(ab, de), px)));
      const dy = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(odd(ab, de), py)));
      const dz = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(even(high(a, b), high(d, e)), pz)));
      const r2 = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
      let bits = i32x4.bitmask(v128.and(listed, f32x4.lt(r2, reach2)));
      if (far && bits !== 0) bits = near(w, c, i, others, bits);
      const shuffle = v128.load(FIRST_ONES + ((<usize>bits) << 4));
      v128.store(close + ((<usize>total) << 2), i8x16.swizzle(others, shuffle));
      v128.store(squares + ((<usize>(total - first)) << 2), i8x16.swizzle(r2, shuffle));
      total += popcnt(bits);
    }
    if (total === first) continue;
    v128.store(close + ((<usize>total) << 2), none);
    v128.store(squares + ((<usize>(total - first)) << 2), reach2);
    total = first + ((total - first + 3) & ~3);

    const ui = paces + <usize>i * FloatVelocity.BYTES;
    const ux = v128.load32_splat(ui, FloatVelocity.VELOCITY);
    const uy = v128.load32_splat(ui, FloatVelocity.VELOCITY + Vector32.Y);
    const uz = v128.load32_splat(ui, FloatVelocity.VELOCITY + Vector32.Z);
    const solid = v128.load32_splat(ui, FloatVelocity.SOLID_SHARE);
    const mass = v128.load32_splat(mine, FixedPosition.VALUE);
    const smoothing = v128.load32_splat(smoothings + ((<usize>i) << 2));
    let sumX = zero;
    let sumY = zero;
    let sumZ = zero;
    let sum = zero;
    let square = squares;
    for (
      let at = close + ((<usize>first) << 2), last = close + ((<usize>total) << 2);
      at < last;
      at += 16, square += 16
    ) {
      const ja = <usize>load<i32>(at, Quad32.A);
      const jb = <usize>load<i32>(at, Quad32.B);
      const jc = <usize>load<i32>(at, Quad32.C);
      const jd = <usize>load<i32>(at, Quad32.D);
      let masses = v128.load32_zero(places + ja * FixedPosition.BYTES, FixedPosition.VALUE);
      masses = v128.load_lane<u32>(places + jb * FixedPosition.BYTES, masses, 1, FixedPosition.VALUE);
      masses = v128.load_lane<u32>(places + jc * FixedPosition.BYTES, masses, 2, FixedPosition.VALUE);
      masses = v128.load_lane<u32>(places + jd * FixedPosition.BYTES, masses, 3, FixedPosition.VALUE);
      let both = v128.load32_zero(smoothings + (ja << 2));
      both = v128.load_lane<u32>(smoothings + (jb << 2), both, 1);
      both = v128.load_lane<u32>(smoothings + (jc << 2), both, 2);
      both = v128.load_lane<u32>(smoothings + (jd << 2), both, 3);
      const a = v128.load(paces + ja * FloatVelocity.BYTES);
      const b = v128.load(paces + jb * FloatVelocity.BYTES);
      const d = v128.load(paces + jc * FloatVelocity.BYTES);
      const e = v128.load(paces + jd * FloatVelocity.BYTES);
      const ab = low(a, b);
      const de = low(d, e);
      const abz = high(a, b);
      const dez = high(d, e);
      const q = f32x4.mul(f32x4.sqrt(v128.load(square)), inverse);
      const u = f32x4.max(f32x4.sub(one, q), zero);
      const u2 = f32x4.mul(u, u);
      const weight = f32x4.mul(f32x4.mul(u2, u2), f32x4.add(one, f32x4.mul(four, q)));
      // The lighter particle of a pair moves more: m_i δ_i = −m_j δ_j.
      const fluid = f32x4.sub(one, f32x4.mul(solid, odd(abz, dez)));
      const share = f32x4.div(
        f32x4.mul(f32x4.mul(half, f32x4.add(smoothing, both)), f32x4.mul(weight, fluid)),
        f32x4.add(mass, masses),
      );
      const dx = f32x4.mul(share, f32x4.sub(even(ab, de), ux));
      const dy = f32x4.mul(share, f32x4.sub(odd(ab, de), uy));
      const dz = f32x4.mul(share, f32x4.sub(even(abz, dez), uz));
      sumX = f32x4.add(sumX, f32x4.mul(masses, dx));
      sumY = f32x4.add(sumY, f32x4.mul(masses, dy));
      sumZ = f32x4.add(sumZ, f32x4.mul(masses, dz));
      sum = f32x4.add(sum, f32x4.mul(masses, weight));
      const bx = f32x4.mul(mass, dx);
      const by = f32x4.mul(mass, dy);
      const bz = f32x4.mul(mass, dz);
      const bw = f32x4.neg(f32x4.mul(mass, weight));
      const xy = low(bx, by); // xa ya xb yb
      const zw = low(bz, bw);
      const xy2 = high(bx, by);
      const zw2 = high(bz, bw);
      take(drifts + ja * Vector32.BYTES, even(xy, zw));
      take(drifts + jb * Vector32.BYTES, odd(xy, zw));
      take(drifts + jc * Vector32.BYTES, even(xy2, zw2));
      take(drifts + jd * Vector32.BYTES, odd(xy2, zw2));
    }
    const xy = low(sumX, sumY);
    const zw = low(sumZ, sum);
    const xy2 = high(sumX, sumY);
    const zw2 = high(sumZ, sum);
    const all = f32x4.add(f32x4.add(even(xy, zw), odd(xy, zw)), f32x4.add(even(xy2, zw2), odd(xy2, zw2)));
    const di = drifts + <usize>i * Vector32.BYTES;
    v128.store(di, f32x4.add(v128.load(di), all));
  }
  putIndex(closeStarts, n, total);
  finish(w, c);
  return total;
}

// @inline
function take(at: usize, what: v128): void {
  v128.store(at, f32x4.sub(v128.load(at, Quad32.A), what), Quad32.A);
}

/** Writes compact positions, velocities and masses from SLOT_POSITION and SLOT_VELOCITY; clears DRIFT. */
function begin(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const shift = address(w, Words.SLOT_SHIFT);
  const places = address(w, Words.FIXED_POSITION);
  const paces = address(w, Words.FLOAT_VELOCITY);
  const smoothings = address(w, Words.SMOOTHING);
  let mass: f64 = 0;
  let mean = f64x2.splat(0);
  let meanZ: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    mass += load<f64>(slot(x, i), SlotPosition.MASS);
    mean = f64x2.add(mean, v128.load(slot(v, i), SlotVelocity.VELOCITY));
    meanZ += load<f64>(slot(v, i), SlotVelocity.VELOCITY + Z);
  }
  mass /= <f64>n;
  put(c, Numbers.MEAN_MASS, mass);
  mean = f64x2.div(mean, f64x2.splat(<f64>n));
  meanZ /= <f64>n;
  const scale = number(c, Numbers.STEP) / number(c, Numbers.SPACING);
  const inverse = 1 / mass;
  writePlaces(w, c);
  for (let i: i32 = 0; i < n; i++) {
    const vi = slot(v, i);
    const to = paces + <usize>i * FloatVelocity.BYTES;
    const xy = f32x4.demote_f64x2_zero(
      f64x2.mul(f64x2.splat(scale), f64x2.sub(v128.load(vi, SlotVelocity.VELOCITY), mean)),
    );
    v128.store64_lane(to, xy, 0, FloatVelocity.VELOCITY);
    store<f32>(
      to,
      <f32>(scale * (load<f64>(vi, SlotVelocity.VELOCITY + Z) - meanZ)),
      FloatVelocity.VELOCITY + Vector32.Z,
    );
    store<f32>(to, <f32>load<f64>(vi, SlotVelocity.SOLID_SHARE), FloatVelocity.SOLID_SHARE);
    store<f32>(
      places + <usize>i * FixedPosition.BYTES,
      <f32>(inverse * load<f64>(slot(x, i), SlotPosition.MASS)),
      FixedPosition.VALUE,
    );
    store<f32>(smoothings + ((<usize>i) << 2), <f32>load<f64>(slot(shift, i), SlotShift.SMOOTHING));
  }
  // The slot that fills up rows.
  memory.fill(places + <usize>n * FixedPosition.BYTES, 0, FixedPosition.BYTES);
  memory.fill(paces + <usize>n * FloatVelocity.BYTES, 0, FloatVelocity.BYTES);
  store<f32>(smoothings + ((<usize>n) << 2), 0);
  memory.fill(address(w, Words.DRIFT), 0, <usize>(n + 1) * Vector32.BYTES);
}

/** Writes densities and XSPH velocities in f64, and moves SLOT_POSITION by the latter. */
function finish(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const q = address(w, Words.SLOT_FLUID);
  const shift = address(w, Words.SLOT_SHIFT);
  const drifts = address(w, Words.DRIFT);
  const base = address(w, Words.DOCKED_DENSITY);
  const order = address(w, Words.ORDER);
  const free = address(w, Words.INVERSE_MASS) + ((<usize>word(w, Words.FIRST)) << 3);
  const norm = number(c, Numbers.KERNEL_NORM);
  const heavy = norm * number(c, Numbers.MEAN_MASS);
  const step = number(c, Numbers.STEP);
  const speed = number(c, Numbers.SPACING) / step;
  for (let i: i32 = 0; i < n; i++) {
    const d = v128.load(drifts + <usize>i * Vector32.BYTES);
    const xi = slot(x, i);
    const own = norm * load<f64>(xi, SlotPosition.MASS);
    store<f64>(slot(q, i), number(base, i) + own + heavy * <f64>f32x4.extract_lane(d, 3), SlotFluid.VOLUME);
    const si = slot(shift, i);
    const drift = f64x2.mul(f64x2.splat(speed), f64x2.promote_low_f32x4(d));
    const driftZ = speed * <f64>f32x4.extract_lane(d, 2);
    v128.store(si, drift, SlotShift.VELOCITY);
    store<f64>(si, driftZ, SlotShift.VELOCITY + Z);
    if (load<f64>(free + ((<usize>index(order, i)) << 3)) === 0) continue;
    v128.store(
      xi,
      f64x2.add(v128.load(xi, SlotPosition.POSITION), f64x2.mul(f64x2.splat(step), drift)),
      SlotPosition.POSITION,
    );
    store<f64>(xi, load<f64>(xi, SlotPosition.POSITION + Z) + step * driftZ, SlotPosition.POSITION + Z);
  }
}

/** Clears the bits of those of four others that are not within reach of i by their f64 positions. */
function near(w: usize, c: usize, i: i32, others: v128, bits: i32): i32 {
  let found = bits;
  if (bits & 1 && !isNear(w, c, i, i32x4.extract_lane(others, 0))) found &= ~1;
  if (bits & 2 && !isNear(w, c, i, i32x4.extract_lane(others, 1))) found &= ~2;
  if (bits & 4 && !isNear(w, c, i, i32x4.extract_lane(others, 2))) found &= ~4;
  if (bits & 8 && !isNear(w, c, i, i32x4.extract_lane(others, 3))) found &= ~8;
  return found;
}

function isNear(w: usize, c: usize, i: i32, j: i32): bool {
  const xi = slot(address(w, Words.SLOT_POSITION), i);
  const xj = slot(address(w, Words.SLOT_POSITION), j);
  const dx = load<f64>(xj) - load<f64>(xi);
  const dy = load<f64>(xj, Y) - load<f64>(xi, Y);
  const dz = load<f64>(xj, Z) - load<f64>(xi, Z);
  return dx * dx + dy * dy + dz * dz < number(c, Numbers.REACH) * number(c, Numbers.REACH);
}
