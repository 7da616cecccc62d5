/**
 * Densities and XSPH's velocities of a fluid (see matter-fluid.ts), four pairs at a time: lengths in units of D, velocities of D a sub-step
 * less their mean, masses of the mean mass, all f32. What pairs give each other ends in DRIFTS (XSPH's velocity, then Σ w m),
 * and from there in f64.
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  BASE,
  CLOSE,
  CLOSE_SQUARES,
  CLOSE_STARTS,
  COUNT,
  DRIFTS,
  FAR,
  FIRST,
  index,
  INVERSE_MASS,
  NORM,
  number,
  ORDER,
  PACES,
  PAIRS,
  PLACES,
  PUSH_ONLY,
  put,
  Q,
  REACH,
  ROW_SLOTS,
  SHIFT,
  slot,
  SMOOTHINGS,
  SPACING,
  STARTS,
  STEP,
  UNIT_MASS,
  V,
  VOLUME,
  word,
  X,
} from './record';
import { FIRST_ONES } from './pairs';
import { even, high, low, odd, UNIT, writePlaces } from './places';

/** A square of a distance (D²) that nothing reaches: of what fills rows up. */
const NOWHERE: f32 = 1e6;

/**
 * Densities at X, and XSPH's velocities into SHIFT; then X is where these lead. Writes who is within reach now into CLOSE,
 * row by row as the list but without whole solids, rows filled up to four; returns how many entries these are.
 */
export function matterDensity(w: usize, c: usize): i32 {
  const n = word(w, COUNT);
  begin(w, c);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const places = address(w, PLACES);
  const paces = address(w, PACES);
  const drifts = address(w, DRIFTS);
  const smoothings = address(w, SMOOTHINGS);
  const close = address(w, CLOSE);
  const closeStarts = address(w, CLOSE_STARTS);
  const squares = address(w, CLOSE_SQUARES);
  const rows = address(w, ROW_SLOTS);
  const reach = number(c, REACH) / number(c, SPACING);
  const reach2 = f32x4.splat(<f32>(reach * reach));
  const inverse = f32x4.splat(<f32>(1 / reach));
  const half = f32x4.splat(<f32>(number(c, NORM) * number(c, VOLUME))); // twice a half, for ε of both sides
  const unit = f32x4.splat(UNIT);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const four = f32x4.splat(4);
  const lanes = i32x4(0, 1, 2, 3);
  const slots = i32x4.splat(~PUSH_ONLY);
  const none = i32x4.splat(n);
  const far = word(w, FAR) !== 0;
  let total: i32 = 0;
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const mine = places + ((<usize>i) << 4);
    store<i32>(closeStarts + ((<usize>row) << 2), total);
    const first = total;
    let k = index(starts, row);
    const end = index(starts, row + 1);
    if (k === end) continue;
    const px = v128.load32_splat(mine);
    const py = v128.load32_splat(mine, 4);
    const pz = v128.load32_splat(mine, 8);
    const own = i32x4.splat(i);
    for (; k < end; k += 4) {
      const entries = v128.load(pairs + ((<usize>k) << 2));
      // Not whole solids, and not of the next row: i itself stands for these.
      const there = i32x4.gt_s(i32x4.splat(end - k), lanes);
      const listed = v128.andnot(there, i32x4.shr_s(i32x4.shl(entries, 1), 31));
      const others = v128.bitselect(v128.and(entries, slots), own, listed);
      const a = v128.load(places + ((<usize>i32x4.extract_lane(others, 0)) << 4));
      const b = v128.load(places + ((<usize>i32x4.extract_lane(others, 1)) << 4));
      const d = v128.load(places + ((<usize>i32x4.extract_lane(others, 2)) << 4));
      const e = v128.load(places + ((<usize>i32x4.extract_lane(others, 3)) << 4));
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
    v128.store(squares + ((<usize>(total - first)) << 2), f32x4.splat(NOWHERE));
    total = first + ((total - first + 3) & ~3);

    const ui = paces + ((<usize>i) << 4);
    const ux = v128.load32_splat(ui);
    const uy = v128.load32_splat(ui, 4);
    const uz = v128.load32_splat(ui, 8);
    const solid = v128.load32_splat(ui, 12);
    const mass = v128.load32_splat(mine, 12);
    const smoothing = v128.load32_splat(smoothings + ((<usize>i) << 2));
    let sumX = zero;
    let sumY = zero;
    let sumZ = zero;
    let sum = zero;
    let square = squares;
    for (let at = close + ((<usize>first) << 2), last = close + ((<usize>total) << 2); at < last; at += 16, square += 16) {
      const ja = <usize>load<i32>(at);
      const jb = <usize>load<i32>(at, 4);
      const jc = <usize>load<i32>(at, 8);
      const jd = <usize>load<i32>(at, 12);
      let masses = v128.load32_zero(places + (ja << 4), 12);
      masses = v128.load_lane<u32>(places + (jb << 4), masses, 1, 12);
      masses = v128.load_lane<u32>(places + (jc << 4), masses, 2, 12);
      masses = v128.load_lane<u32>(places + (jd << 4), masses, 3, 12);
      let both = v128.load32_zero(smoothings + (ja << 2));
      both = v128.load_lane<u32>(smoothings + (jb << 2), both, 1);
      both = v128.load_lane<u32>(smoothings + (jc << 2), both, 2);
      both = v128.load_lane<u32>(smoothings + (jd << 2), both, 3);
      const a = v128.load(paces + (ja << 4));
      const b = v128.load(paces + (jb << 4));
      const d = v128.load(paces + (jc << 4));
      const e = v128.load(paces + (jd << 4));
      const ab = low(a, b);
      const de = low(d, e);
      const abz = high(a, b);
      const dez = high(d, e);
      const q = f32x4.mul(f32x4.sqrt(v128.load(square)), inverse);
      const u = f32x4.max(f32x4.sub(one, q), zero);
      const u2 = f32x4.mul(u, u);
      const weight = f32x4.mul(f32x4.mul(u2, u2), f32x4.add(one, f32x4.mul(four, q)));
      // Of unlike masses the lighter one gives way more: m_i δ_i = −m_j δ_j.
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
      take(drifts + (ja << 4), even(xy, zw));
      take(drifts + (jb << 4), odd(xy, zw));
      take(drifts + (jc << 4), even(xy2, zw2));
      take(drifts + (jd << 4), odd(xy2, zw2));
    }
    const xy = low(sumX, sumY);
    const zw = low(sumZ, sum);
    const xy2 = high(sumX, sumY);
    const zw2 = high(sumZ, sum);
    const all = f32x4.add(f32x4.add(even(xy, zw), odd(xy, zw)), f32x4.add(even(xy2, zw2), odd(xy2, zw2)));
    const di = drifts + ((<usize>i) << 4);
    v128.store(di, f32x4.add(v128.load(di), all));
  }
  store<i32>(closeStarts + ((<usize>n) << 2), total);
  finish(w, c);
  return total;
}

// @inline
function take(at: usize, what: v128): void {
  v128.store(at, f32x4.sub(v128.load(at), what));
}

/** Places, paces and masses from X and V; no drifts. */
function begin(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const x = address(w, X);
  const v = address(w, V);
  const shift = address(w, SHIFT);
  const places = address(w, PLACES);
  const paces = address(w, PACES);
  const smoothings = address(w, SMOOTHINGS);
  let mass: f64 = 0;
  let mean = f64x2.splat(0);
  let meanZ: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    mass += load<f64>(slot(x, i), 24);
    mean = f64x2.add(mean, v128.load(slot(v, i)));
    meanZ += load<f64>(slot(v, i), 16);
  }
  mass /= <f64>n;
  put(c, UNIT_MASS, mass);
  mean = f64x2.div(mean, f64x2.splat(<f64>n));
  meanZ /= <f64>n;
  const scale = number(c, STEP) / number(c, SPACING);
  const inverse = 1 / mass;
  writePlaces(w, c);
  for (let i: i32 = 0; i < n; i++) {
    const vi = slot(v, i);
    const to = paces + ((<usize>i) << 4);
    const xy = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.splat(scale), f64x2.sub(v128.load(vi), mean)));
    v128.store64_lane(to, xy, 0);
    store<f32>(to, <f32>(scale * (load<f64>(vi, 16) - meanZ)), 8);
    store<f32>(to, <f32>load<f64>(vi, 24), 12);
    store<f32>(places + ((<usize>i) << 4), <f32>(inverse * load<f64>(slot(x, i), 24)), 12);
    store<f32>(smoothings + ((<usize>i) << 2), <f32>load<f64>(slot(shift, i), 24));
  }
  // What rows are filled up with.
  memory.fill(places + ((<usize>n) << 4), 0, 16);
  memory.fill(paces + ((<usize>n) << 4), 0, 16);
  store<f32>(smoothings + ((<usize>n) << 2), 0);
  memory.fill(address(w, DRIFTS), 0, (<usize>(n + 1)) << 4);
}

/** Densities and XSPH's velocities in f64, and X by these. */
function finish(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const x = address(w, X);
  const q = address(w, Q);
  const shift = address(w, SHIFT);
  const drifts = address(w, DRIFTS);
  const base = address(w, BASE);
  const order = address(w, ORDER);
  const free = address(w, INVERSE_MASS) + ((<usize>word(w, FIRST)) << 3);
  const norm = number(c, NORM);
  const heavy = norm * number(c, UNIT_MASS);
  const step = number(c, STEP);
  const speed = number(c, SPACING) / step;
  for (let i: i32 = 0; i < n; i++) {
    const d = v128.load(drifts + ((<usize>i) << 4));
    const xi = slot(x, i);
    const own = norm * load<f64>(xi, 24);
    store<f64>(slot(q, i), load<f64>(base + ((<usize>i) << 3)) + own + heavy * <f64>f32x4.extract_lane(d, 3));
    const si = slot(shift, i);
    const drift = f64x2.mul(f64x2.splat(speed), f64x2.promote_low_f32x4(d));
    const driftZ = speed * <f64>f32x4.extract_lane(d, 2);
    v128.store(si, drift);
    store<f64>(si, driftZ, 16);
    if (load<f64>(free + ((<usize>index(order, i)) << 3)) === 0) continue;
    v128.store(xi, f64x2.add(v128.load(xi), f64x2.mul(f64x2.splat(step), drift)));
    store<f64>(xi, load<f64>(xi, 16) + step * driftZ, 16);
  }
}

/** Of four others, those that are within reach of i in truth. */
function near(w: usize, c: usize, i: i32, others: v128, bits: i32): i32 {
  let found = bits;
  if (bits & 1 && !isNear(w, c, i, i32x4.extract_lane(others, 0))) found &= ~1;
  if (bits & 2 && !isNear(w, c, i, i32x4.extract_lane(others, 1))) found &= ~2;
  if (bits & 4 && !isNear(w, c, i, i32x4.extract_lane(others, 2))) found &= ~4;
  if (bits & 8 && !isNear(w, c, i, i32x4.extract_lane(others, 3))) found &= ~8;
  return found;
}

function isNear(w: usize, c: usize, i: i32, j: i32): bool {
  const xi = slot(address(w, X), i);
  const xj = slot(address(w, X), j);
  const dx = load<f64>(xj) - load<f64>(xi);
  const dy = load<f64>(xj, 8) - load<f64>(xi, 8);
  const dz = load<f64>(xj, 16) - load<f64>(xi, 16);
  return dx * dx + dy * dy + dz * dz < 4 * number(c, REACH) * number(c, REACH);
}
