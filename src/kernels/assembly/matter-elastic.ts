/**
 * Elastic forces for the implicit solve: those of matter-lattice.ts, of matter in space that does not break, four sites and four rotations at a
 * time in f32. The solve itself ends at a hundredth, and momentum is put right after it; energy, strain and A are found by matterLattice as the
 * step ends. Lengths are in units of D. Rotations that f32 cannot tell (few neighbours, far from the last turn) are followed in f64.
 */
import {
  address,
  BONDS,
  BUFFER,
  COUNT,
  DOCKS,
  DRIFTS,
  F,
  HARDEST,
  HARDNESS,
  index,
  LABELS,
  materialOf,
  number,
  ORDER,
  PLACES,
  put,
  RESTLESS,
  SHORT_LANES,
  SITE_COUNT,
  slot,
  SOLID,
  SPACING,
  STIFFNESS,
  TURN,
  V,
  word,
} from './matter-record';
import { HARDENING, HARDENS, QUIET } from './matter-lattice';
import { isOutdated } from './matter-edges';
import { even, high, low, odd, UNIT, writePlaces } from './matter-places';
import { follow, followFour } from './matter-turn';

/** Batches of four sites; the last begins with two that were in the one before and weigh nothing here. */
const BATCHES: i32 = 5;
/** Bytes of a batch that is kept: r (x, y, z), weights, who sits there. */
const KEPT: usize = 80;
/** In the buffer: sums of four slots (3 vectors each), M, q and R by lanes, scalar M and R, batches of four slots. */
const SUMS_AT: usize = 0;
const MOMENTS_AT: usize = 192;
const SCALAR_AT: usize = 560;
const KEPT_AT: usize = 720;

/** Adds elastic forces to F. Returns how many neighbourhoods have hardened, or are soft again, since edges were written. */
export function matterElastic(w: usize, c: usize, enough: f64): i32 {
  const n = word(w, COUNT);
  const labels = address(w, LABELS);
  const forces = address(w, DRIFTS);
  const v = address(w, V);
  const places = address(w, PLACES);
  const restless = address(w, RESTLESS);
  const buffer = address(w, BUFFER);
  writePlaces(w, c);
  for (let i: i32 = 0; i < n; i++) {
    store<f32>(places + ((<usize>i) << 4), <f32>load<f64>(slot(v, i), 24), 12);
    store<i32>(restless + ((<usize>i) << 2), 0);
  }
  memory.fill(forces, 0, (<usize>n) << 4);
  let bonds: i32 = 0;
  let hardened: i32 = 0;
  // Slots of the four in hand.
  let a: i32 = 0;
  let b: i32 = 0;
  let d: i32 = 0;
  let e: i32 = 0;
  let held: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) !== 0) {
      const filled = moments(w, i, held);
      if (filled > 0) {
        bonds += filled;
        if (held === 0) {
          a = i;
          b = i;
          d = i;
          e = i;
        } else if (held === 1) b = i;
        else if (held === 2) d = i;
        else e = i;
        held++;
      }
    }
    if (held === 0 || (held < 4 && i < n - 1)) continue;
    turnFour(w, a, b, d, e, held, enough);
    hardened += pull(w, c, a, 0);
    if (held > 1) hardened += pull(w, c, b, 1);
    if (held > 2) hardened += pull(w, c, d, 2);
    if (held > 3) hardened += pull(w, c, e, 3);
    held = 0;
  }
  const f = address(w, F);
  const spacing = f64x2.splat(number(c, SPACING));
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const sum = v128.load(forces + ((<usize>i) << 4));
    const fi = slot(f, i);
    v128.store(fi, f64x2.add(v128.load(fi), f64x2.mul(spacing, f64x2.promote_low_f32x4(sum))));
    store<f64>(fi, load<f64>(fi, 16) + number(c, SPACING) * <f64>f32x4.extract_lane(sum, 2), 16);
  }
  put(c, BONDS, <f64>bonds);
  return hardened;
}

/** M, Σ w, Σ w r² and Σ w l² of slot i into the sums of lane `lane`, and its batches; returns its neighbours, 0 where none weighs. */
// @ts-ignore: decorator
@inline
function moments(w: usize, i: i32, lane: i32): i32 {
  const buffer = address(w, BUFFER);
  const places = address(w, PLACES);
  const docks = address(w, DOCKS) + <usize>i * (SITE_COUNT << 2);
  const mine = places + ((<usize>i) << 4);
  const own = i32x4.splat(i);
  const px = v128.load32_splat(mine);
  const py = v128.load32_splat(mine, 4);
  const pz = v128.load32_splat(mine, 8);
  const unit = f32x4.splat(UNIT);
  const zero = f32x4.splat(0);
  let m0 = zero;
  let m1 = zero;
  let m2 = zero;
  let m3 = zero;
  let m4 = zero;
  let m5 = zero;
  let m6 = zero;
  let m7 = zero;
  let m8 = zero;
  let total = zero;
  let lengths = zero;
  let rests = zero;
  let filled: i32 = 0;
  let site = address(w, SHORT_LANES);
  let kept = buffer + KEPT_AT + <usize>(lane * BATCHES) * KEPT;
  for (let batch: i32 = 0; batch < BATCHES; batch++, site += 64, kept += KEPT) {
    const isLast = batch === BATCHES - 1;
    const sits = v128.load(docks + (isLast ? 56 : (<usize>batch) << 4));
    const empty = i32x4.shr_s(sits, 31);
    const bits = i32x4.bitmask(empty);
    if (bits === 15) {
      v128.store(kept, zero, 48);
      v128.store(kept, own, 64);
      continue;
    }
    filled += popcnt(~bits & (isLast ? 12 : 15));
    const others = v128.bitselect(own, sits, empty);
    v128.store(kept, others, 64);
    const a = v128.load(places + ((<usize>i32x4.extract_lane(others, 0)) << 4));
    const b = v128.load(places + ((<usize>i32x4.extract_lane(others, 1)) << 4));
    const d = v128.load(places + ((<usize>i32x4.extract_lane(others, 2)) << 4));
    const e = v128.load(places + ((<usize>i32x4.extract_lane(others, 3)) << 4));
    const ab = low(a, b);
    const de = low(d, e);
    const abz = high(a, b);
    const dez = high(d, e);
    const dx = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(even(ab, de), px)));
    const dy = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(odd(ab, de), py)));
    const dz = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(even(abz, dez), pz)));
    const weight = v128.andnot(f32x4.mul(v128.load(site, 48), odd(abz, dez)), empty);
    v128.store(kept, dx);
    v128.store(kept, dy, 16);
    v128.store(kept, dz, 32);
    v128.store(kept, weight, 48);
    const sx = v128.load(site);
    const sy = v128.load(site, 16);
    const sz = v128.load(site, 32);
    const lx = f32x4.mul(sx, weight);
    const ly = f32x4.mul(sy, weight);
    const lz = f32x4.mul(sz, weight);
    total = f32x4.add(total, weight);
    const r2 = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    lengths = f32x4.add(lengths, f32x4.mul(weight, r2));
    rests = f32x4.add(rests, f32x4.add(f32x4.add(f32x4.mul(lx, sx), f32x4.mul(ly, sy)), f32x4.mul(lz, sz)));
    m0 = f32x4.add(m0, f32x4.mul(dx, lx));
    m1 = f32x4.add(m1, f32x4.mul(dx, ly));
    m2 = f32x4.add(m2, f32x4.mul(dx, lz));
    m3 = f32x4.add(m3, f32x4.mul(dy, lx));
    m4 = f32x4.add(m4, f32x4.mul(dy, ly));
    m5 = f32x4.add(m5, f32x4.mul(dy, lz));
    m6 = f32x4.add(m6, f32x4.mul(dz, lx));
    m7 = f32x4.add(m7, f32x4.mul(dz, ly));
    m8 = f32x4.add(m8, f32x4.mul(dz, lz));
  }
  const last = sums(m8, total, lengths, rests);
  if (!(f32x4.extract_lane(last, 1) > 0)) return 0; // nobody, or only those who have melted since they docked
  const to = buffer + SUMS_AT + (<usize>lane) * 48;
  v128.store(to, sums(m0, m1, m2, m3));
  v128.store(to, sums(m4, m5, m6, m7), 16);
  v128.store(to, last, 32);
  return filled;
}

/** The sums of four vectors' lanes. */
// @ts-ignore: decorator
@inline
function sums(a: v128, b: v128, d: v128, e: v128): v128 {
  const ab = low(a, b);
  const de = low(d, e);
  const ab2 = high(a, b);
  const de2 = high(d, e);
  return f32x4.add(f32x4.add(even(ab, de), odd(ab, de)), f32x4.add(even(ab2, de2), odd(ab2, de2)));
}

/** Rotations of four slots: R by lanes, 16 bytes a number, after M (9) and q (4) in the buffer. */
function turnFour(w: usize, a: i32, b: i32, d: i32, e: i32, held: i32, enough: f64): void {
  const buffer = address(w, BUFFER);
  const order = address(w, ORDER);
  const turns = address(w, TURN);
  const from = buffer + SUMS_AT;
  const to = buffer + MOMENTS_AT;
  const second: usize = held > 1 ? 48 : 0;
  const third: usize = held > 2 ? 96 : 0;
  const fourth: usize = held > 3 ? 144 : 0;
  for (let part: usize = 0; part < 48; part += 16) {
    lay(
      v128.load(from + part),
      v128.load(from + second + part),
      v128.load(from + third + part),
      v128.load(from + fourth + part),
      to + (part << 2),
      part === 32 ? 1 : 4,
    );
  }
  const qa = turns + ((<usize>index(order, a)) << 5);
  const qb = turns + ((<usize>index(order, held > 1 ? b : a)) << 5);
  const qd = turns + ((<usize>index(order, held > 2 ? d : a)) << 5);
  const qe = turns + ((<usize>index(order, held > 3 ? e : a)) << 5);
  lay(short(qa), short(qb), short(qd), short(qe), to + 144, 4);
  const good = followFour(to, to + 144, to + 208, <f32>enough);
  keep(to, qa, 0, good & 1, enough, buffer);
  if (held > 1) keep(to, qb, 1, good & 2, enough, buffer);
  if (held > 2) keep(to, qd, 2, good & 4, enough, buffer);
  if (held > 3) keep(to, qe, 3, good & 8, enough, buffer);
}

/** Writes the first `count` numbers of four records, those of one number side by side. */
// @ts-ignore: decorator
@inline
function lay(a: v128, b: v128, d: v128, e: v128, to: usize, count: i32): void {
  const ab = low(a, b);
  const de = low(d, e);
  v128.store(to, even(ab, de));
  if (count === 1) return;
  const ab2 = high(a, b);
  const de2 = high(d, e);
  v128.store(to, odd(ab, de), 16);
  v128.store(to, even(ab2, de2), 32);
  v128.store(to, odd(ab2, de2), 48);
}

/** Four f64 as f32. */
// @ts-ignore: decorator
@inline
function short(at: usize): v128 {
  return even(f32x4.demote_f64x2_zero(v128.load(at)), f32x4.demote_f64x2_zero(v128.load(at, 16)));
}

/** Puts the turn of a lane back, or follows it in f64 where that of four has not come there. */
// @ts-ignore: decorator
@inline
function keep(at: usize, q: usize, lane: usize, good: i32, enough: f64, buffer: usize): void {
  const mine = at + (lane << 2);
  if (good !== 0) {
    for (let k: usize = 0; k < 4; k++) store<f64>(q + (k << 3), <f64>load<f32>(mine + 144 + (k << 4)));
    return;
  }
  const m = buffer + SCALAR_AT;
  for (let k: usize = 0; k < 9; k++) store<f64>(m + (k << 3), <f64>load<f32>(mine + (k << 4)));
  follow(m, q, m + 80, enough);
  for (let k: usize = 0; k < 9; k++) store<f32>(mine + 208 + (k << 4), <f32>load<f64>(m + 80 + (k << 3)));
}

/** Forces of the neighbourhood of slot i, which is lane `lane`; returns 1 where edges know it too soft or too hard. */
// @ts-ignore: decorator
@inline
function pull(w: usize, c: usize, i: i32, lane: usize): i32 {
  const buffer = address(w, BUFFER);
  const forces = address(w, DRIFTS);
  const n = word(w, COUNT);
  const sum = buffer + SUMS_AT + lane * 48;
  const m = buffer + MOMENTS_AT + (lane << 2);
  const r = m + 208;
  let turned: f32 = 0;
  for (let k: usize = 0; k < 144; k += 16) turned += load<f32>(m + k) * load<f32>(r + k);
  const rest = load<f32>(sum, 44);
  const strain = <f64>(load<f32>(sum, 40) + rest - 2 * turned) / <f64>rest;
  const hardest = number(c, HARDEST);
  let harder: f64 = 1;
  let now: f64 = 1;
  if (strain > HARDENS) {
    const over = (strain - HARDENS) / HARDENING;
    harder = min(1 + over, hardest);
    now = min(1 + over + (2 * strain) / HARDENING, 3 * hardest);
  }
  const hardness = address(w, HARDNESS);
  store<f64>(hardness + ((<usize>i) << 3), now);
  const outdated = isOutdated(now, load<f64>(hardness + ((<usize>(n + i)) << 3)));
  const material = materialOf(w, index(address(w, ORDER), i));
  const share = load<f64>(slot(address(w, V), i), 24);
  const stiff = f32x4.splat(<f32>(0.5 * harder * share * load<f64>(material, STIFFNESS)));
  const r0 = v128.load32_splat(r);
  const r1 = v128.load32_splat(r, 16);
  const r2 = v128.load32_splat(r, 32);
  const r3 = v128.load32_splat(r, 48);
  const r4 = v128.load32_splat(r, 64);
  const r5 = v128.load32_splat(r, 80);
  const r6 = v128.load32_splat(r, 96);
  const r7 = v128.load32_splat(r, 112);
  const r8 = v128.load32_splat(r, 128);
  const zero = f32x4.splat(0);
  let fx = zero;
  let fy = zero;
  let fz = zero;
  let most = zero;
  let site = address(w, SHORT_LANES);
  let kept = buffer + KEPT_AT + lane * <usize>BATCHES * KEPT;
  for (let batch: i32 = 0; batch < BATCHES; batch++, site += 64, kept += KEPT) {
    const weight = v128.load(kept, 48);
    if (!v128.any_true(weight)) continue;
    const lx = v128.load(site);
    const ly = v128.load(site, 16);
    const lz = v128.load(site, 32);
    const ex = f32x4.sub(
      f32x4.add(f32x4.add(f32x4.mul(r0, lx), f32x4.mul(r1, ly)), f32x4.mul(r2, lz)),
      v128.load(kept),
    );
    const ey = f32x4.sub(
      f32x4.add(f32x4.add(f32x4.mul(r3, lx), f32x4.mul(r4, ly)), f32x4.mul(r5, lz)),
      v128.load(kept, 16),
    );
    const ez = f32x4.sub(
      f32x4.add(f32x4.add(f32x4.mul(r6, lx), f32x4.mul(r7, ly)), f32x4.mul(r8, lz)),
      v128.load(kept, 32),
    );
    const e2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    most = f32x4.max(most, v128.and(e2, f32x4.gt(weight, zero)));
    const k = f32x4.mul(stiff, weight);
    const gx = f32x4.mul(k, ex);
    const gy = f32x4.mul(k, ey);
    const gz = f32x4.mul(k, ez);
    fx = f32x4.add(fx, gx);
    fy = f32x4.add(fy, gy);
    fz = f32x4.add(fz, gz);
    const xy = low(gx, gy);
    const z = low(gz, zero);
    const xy2 = high(gx, gy);
    const z2 = high(gz, zero);
    give(forces + ((<usize>load<i32>(kept, 64)) << 4), even(xy, z));
    give(forces + ((<usize>load<i32>(kept, 68)) << 4), odd(xy, z));
    give(forces + ((<usize>load<i32>(kept, 72)) << 4), even(xy2, z2));
    give(forces + ((<usize>load<i32>(kept, 76)) << 4), odd(xy2, z2));
  }
  const fi = forces + ((<usize>i) << 4);
  v128.store(fi, f32x4.sub(v128.load(fi), sums(fx, fy, fz, zero)));
  if (v128.any_true(f32x4.gt(most, f32x4.splat(<f32>(QUIET * QUIET))))) {
    store<i32>(address(w, RESTLESS) + ((<usize>i) << 2), 1);
  }
  return outdated ? 1 : 0;
}

// @ts-ignore: decorator
@inline
function give(at: usize, what: v128): void {
  v128.store(at, f32x4.add(v128.load(at), what));
}
