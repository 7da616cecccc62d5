/**
 * Elastic forces at the end of the step: with rotations R held, they are linear in positions, and
 *
 *   (M + h² K) Δ = h² F(y) − M δ,   δ = y − x̂
 *
 * takes the particles from y on to where their forces hold them against their inertia from x̂, where they would be without
 * (Bouaziz et al. 2014: new rotations, then the same again). K is a graph's Laplacian: c per docked pair, c n nᵀ per pair
 * that is pushed apart. Solved by conjugate gradients with the diagonal as preconditioner.
 *
 * What lies on colliders is supported within the solve: a body that is stopped by one of its particles is so as a whole.
 *
 * Δ is a correction that ends at a hundredth or so of itself: it is found in f32, four lanes a vector, in units of its own
 * size; positions, forces and what momentum is left over are f64 throughout.
 *
 * SOLVE holds δ (four f64 a slot, the last one the inverse diagonal), then records of PART bytes a slot, then directions (four
 * f32 a slot: they are what rows gather).
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  CARRIES,
  COUNT,
  EDGE_STARTS,
  EDGE_SUMS,
  EDGES,
  F,
  FIRST,
  index,
  INVERSE_MASS,
  number,
  ORDER,
  PUSHES,
  put,
  slot,
  SOLVE,
  SOLVE_GOAL,
  SOLVE_SIZE,
  SPACING,
  STEP,
  SUMS,
  SUPPORT_COUNT,
  SUPPORTS,
  UNIT_MASS,
  word,
  X,
} from './record';
import {
  add,
  addSupports,
  beyond,
  correct,
  DIAGONAL,
  gain32,
  INVERSE,
  invert,
  PART,
  PRODUCT,
  RESIDUAL,
  SUPPORT,
  WAY,
} from './supports';
import { carry } from './rigid-modes';
import { matterPush, PUSH } from './pushes';

/** What a solve begins with: a sub-step's first forces, the same system less the supports that were released, or forces found anew. */
const FIRST_ROUND: i32 = 0;
const SAME_SYSTEM: i32 = 1;
/** A further round begins where more than so many times the tolerance is left of the first one's residual: a third, by default. */
const WORTH: f64 = 35;
/** Of a residual: what f32 cannot tell from none. */
const ROUNDING: f64 = 1e-6;
/** Of D: a correction that is less in the mean is the rounding of forces in f32, and left. */
const NOISE: f64 = 2e-7;

/**
 * One linear solve from the forces in F and `pushes` records; adds Δ to δ and to X. `begins` says from what. All solves of a sub-step
 * end at the same residual. Returns the iterations: none where new forces have left too little to do.
 */
export function matterSolve(w: usize, c: usize, pushes: i32, tolerance: f64, most: i32, begins: i32): i32 {
  const n = word(w, COUNT);
  const h = number(c, STEP);
  const h2 = h * h;
  const x = address(w, X);
  const f = address(w, F);
  const moved = address(w, SOLVE);
  const parts = moved + ((<usize>n) << 5);
  const mass = number(c, UNIT_MASS);
  const before = number(c, SOLVE_SIZE);
  if (begins !== SAME_SYSTEM) {
    matterPush(w, c, pushes);
    addSupports(w, f, moved);
  }
  const nothing = diagonal(w, pushes, h2, mass);
  if (begins !== SAME_SYSTEM) {
    for (let i: i32 = 0; i < n; i++) {
      const own = load<f64>(slot(x, i), 24);
      for (let axis: usize = 0; axis < 24; axis += 8) {
        const at = slot(f, i) + axis;
        store<f64>(at, h2 * load<f64>(at) - own * load<f64>(slot(moved, i) + axis));
      }
    }
    if (word(w, CARRIES) !== 0) carry(w, pushes, h2);
    let gain: f64 = 0;
    for (let i: i32 = 0; i < n; i++) {
      const r = slot(f, i);
      const rx = load<f64>(r);
      const ry = load<f64>(r, 8);
      const rz = load<f64>(r, 16);
      gain += load<f64>(slot(moved, i), 24) * (rx * rx + ry * ry + rz * rz);
    }
    const least = NOISE * number(c, SPACING);
    if (!(gain > nothing * least * least)) {
      put(c, SOLVE_SIZE, 0);
      return 0;
    }
    // In units in which b has the length 1 and a particle the mass 1: nothing is too small for f32.
    put(c, SOLVE_SIZE, sqrt(gain * mass));
  }
  const size = number(c, SOLVE_SIZE);
  if (!(size > 0)) return 0;
  const unit = begins === SAME_SYSTEM ? 0 : 1 / size;
  let gain: f64 = 0;
  markRuns(w, pushes);
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    for (let i: i32 = from; i < to; i++) {
      const part = parts + <usize>i * PART;
      if (unit > 0) {
        const b = slot(f, i);
        const low = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.splat(unit), v128.load(b)));
        v128.store(part, f32x4.replace_lane(low, 2, <f32>(unit * load<f64>(b, 16))), RESIDUAL);
      }
      const r = v128.load(part, RESIDUAL);
      const p = f32x4.mul(v128.load32_splat(part, INVERSE), r);
      v128.store(part, f32x4.splat(0), WAY);
      v128.store(parts + <usize>n * PART + ((<usize>i) << 4), p);
      gain += lanes(f32x4.mul(p, r));
    }
  }
  gain += beyond(w, mass);
  correct(w);
  if (begins === FIRST_ROUND) put(c, SOLVE_GOAL, gain);
  else if (begins !== SAME_SYSTEM) put(c, SOLVE_GOAL, (number(c, SOLVE_GOAL) * before * before) / (size * size));
  const enough = number(c, SOLVE_GOAL) * tolerance * tolerance;
  if (begins > SAME_SYSTEM && !(gain > WORTH * WORTH * enough)) return 0;
  const rounding = ROUNDING * ROUNDING * gain;
  let k: i32 = 0;
  for (; k < most && gain > max(enough, rounding); k++) {
    const curvature = multiply(w, pushes, h2 / mass);
    if (!(curvature > 0)) break;
    const next = advance(w, <f32>(gain / curvature)) + beyond(w, mass);
    turn(w, <f32>(next / gain));
    correct(w);
    gain = next;
  }
  const back = size / mass;
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    for (let i: i32 = from; i < to; i++) {
      const way = v128.load(parts + <usize>i * PART, WAY);
      const xy = f64x2.mul(f64x2.splat(back), f64x2.promote_low_f32x4(way));
      const z = back * <f64>f32x4.extract_lane(way, 2);
      const m = slot(moved, i);
      v128.store(m, f64x2.add(v128.load(m), xy));
      store<f64>(m, load<f64>(m, 16) + z, 16);
      const y = slot(x, i);
      v128.store(y, f64x2.add(v128.load(y), xy));
      store<f64>(y, load<f64>(y, 16) + z, 16);
    }
  }
  return k;
}

/** Sums in f32 are taken over so many slots, and those in f64. */
const RUN: i32 = 64;

/** Marks, in SUMS, the runs of slots of which none is bound, pushed or supported, as those of a fluid: a solve passes them over. */
function markRuns(w: usize, pushes: i32): void {
  const n = word(w, COUNT);
  const starts = address(w, EDGE_STARTS);
  const idle = address(w, SUMS);
  for (let from: i32 = 0; from < n; from += RUN) {
    const bound = index(starts, from) !== index(starts, min(n, from + RUN));
    store<i32>(idle + ((<usize>(from / RUN)) << 2), bound ? 0 : 1);
  }
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    store<i32>(idle + ((<usize>(load<i32>(at) / RUN)) << 2), 0);
    store<i32>(idle + ((<usize>(load<i32>(at, 4) / RUN)) << 2), 0);
  }
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    store<i32>(idle + ((<usize>(<i32>load<f64>(supports + <usize>k * SUPPORT) / RUN)) << 2), 0);
  }
}

// @inline
function isIdle(w: usize, from: i32): bool {
  return index(address(w, SUMS), from / RUN) !== 0;
}

// @inline
function lanes(sum: v128): f64 {
  return <f64>(
    (f32x4.extract_lane(sum, 0) +
      f32x4.extract_lane(sum, 1) +
      (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)))
  );
}

/** Way += step p, residual −= step q; returns the new r·D⁻¹r. */
function advance(w: usize, step: f32): f64 {
  const n = word(w, COUNT);
  const parts = address(w, SOLVE) + ((<usize>n) << 5);
  const direction = parts + <usize>n * PART;
  const along = f32x4.splat(step);
  let gain: f64 = 0;
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    let sum = f32x4.splat(0);
    for (let i: i32 = from; i < to; i++) {
      const part = parts + <usize>i * PART;
      const p = v128.load(direction + ((<usize>i) << 4));
      v128.store(part, f32x4.add(v128.load(part, WAY), f32x4.mul(along, p)), WAY);
      const r = f32x4.sub(v128.load(part, RESIDUAL), f32x4.mul(along, v128.load(part, PRODUCT)));
      v128.store(part, r, RESIDUAL);
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(part, INVERSE), f32x4.mul(r, r)));
    }
    gain += lanes(sum);
  }
  return gain;
}

/** p = D⁻¹ r + β p */
function turn(w: usize, beta: f32): void {
  const n = word(w, COUNT);
  const parts = address(w, SOLVE) + ((<usize>n) << 5);
  const direction = parts + <usize>n * PART;
  const keep = f32x4.splat(beta);
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    for (let i: i32 = from; i < to; i++) {
      const part = parts + <usize>i * PART;
      const p = direction + ((<usize>i) << 4);
      const r = f32x4.mul(v128.load32_splat(part, INVERSE), v128.load(part, RESIDUAL));
      v128.store(p, f32x4.add(r, f32x4.mul(keep, v128.load(p))));
    }
  }
}

/**
 * m + h² Σ c over `unit`, and its inverse, none for what is pinned; the inverse itself into the last number of δ; the inverse
 * blocks of supports into their records. Returns the sum of what is free.
 */
function diagonal(w: usize, pushes: i32, h2: f64, unit: f64): f64 {
  const n = word(w, COUNT);
  const order = address(w, ORDER);
  const free = address(w, INVERSE_MASS) + ((<usize>word(w, FIRST)) << 3);
  const x = address(w, X);
  const moved = address(w, SOLVE);
  const parts = moved + ((<usize>n) << 5);
  const bonds = address(w, EDGE_SUMS);
  for (let i: i32 = 0; i < n; i++) {
    const sum = load<f64>(bonds + ((<usize>i) << 3));
    store<f64>(slot(moved, i), sum, 24);
    // What multiplies the own part of a row is without pushes and supports: these are gone through for themselves.
    const whole = load<f64>(slot(x, i), 24) + h2 * sum;
    store<f32>(parts + <usize>i * PART, <f32>(whole / unit), DIAGONAL);
  }
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const c = load<f64>(at, 32);
    add(slot(moved, load<i32>(at)) + 24, c);
    add(slot(moved, load<i32>(at, 4)) + 24, c);
  }
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    invert(at, load<f64>(slot(x, i), 24) + h2 * load<f64>(slot(moved, i), 24), h2);
    const most = max(load<f64>(at, 32), max(load<f64>(at, 56), load<f64>(at, 72)));
    add(slot(moved, i) + 24, most);
  }
  let total: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const isFree = load<f64>(free + ((<usize>index(order, i)) << 3)) > 0;
    const m = slot(moved, i);
    const all = load<f64>(slot(x, i), 24) + h2 * load<f64>(m, 24);
    const inverse = isFree ? 1 / all : 0;
    if (isFree) total += all;
    store<f64>(m, inverse, 24);
    store<f32>(parts + <usize>i * PART, <f32>(unit * inverse), INVERSE);
  }
  return total;
}

/** q = (M + h² K) p over the unit of mass; returns p·q. `scale` = h²/unit. */
function multiply(w: usize, pushes: i32, scale: f64): f64 {
  const n = word(w, COUNT);
  const parts = address(w, SOLVE) + ((<usize>n) << 5);
  const p = parts + <usize>n * PART;
  const starts = address(w, EDGE_STARTS);
  const edges = address(w, EDGES);
  const weight = f32x4.splat(<f32>scale);
  let curvature: f64 = 0;
  let at = edges;
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    let sums = f32x4.splat(0);
    for (let i: i32 = from; i < to; i++) {
      const end = edges + ((<usize>index(starts, i + 1)) << 3);
      let even = f32x4.splat(0);
      let odd = f32x4.splat(0);
      for (; at < end; at += 16) {
        const a = v128.load(p + ((<usize>load<i32>(at)) << 4));
        const b = v128.load(p + ((<usize>load<i32>(at, 8)) << 4));
        even = f32x4.add(even, f32x4.mul(v128.load32_splat(at, 4), a));
        odd = f32x4.add(odd, f32x4.mul(v128.load32_splat(at, 12), b));
      }
      const part = parts + <usize>i * PART;
      const own = v128.load(p + ((<usize>i) << 4));
      const q = f32x4.sub(
        f32x4.mul(v128.load32_splat(part, DIAGONAL), own),
        f32x4.mul(weight, f32x4.add(even, odd)),
      );
      v128.store(part, q, PRODUCT);
      sums = f32x4.add(sums, f32x4.mul(own, q));
    }
    curvature += lanes(sums);
  }
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <usize>load<f64>(at);
    const q = parts + i * PART + PRODUCT;
    const px = <f64>load<f32>(p + (i << 4));
    const py = <f64>load<f32>(p + (i << 4), 4);
    const pz = <f64>load<f32>(p + (i << 4), 8);
    const sx = scale * (load<f64>(at, 32) * px + load<f64>(at, 40) * py + load<f64>(at, 48) * pz);
    const sy = scale * (load<f64>(at, 40) * px + load<f64>(at, 56) * py + load<f64>(at, 64) * pz);
    const sz = scale * (load<f64>(at, 48) * px + load<f64>(at, 64) * py + load<f64>(at, 72) * pz);
    curvature += px * sx + py * sy + pz * sz;
    gain32(q, sx);
    gain32(q + 4, sy);
    gain32(q + 8, sz);
  }
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const i = <usize>load<i32>(at);
    const j = <usize>load<i32>(at, 4);
    const pi = p + (i << 4);
    const pj = p + (j << 4);
    const nx = load<f64>(at, 8);
    const ny = load<f64>(at, 16);
    const nz = load<f64>(at, 24);
    const apart =
      nx * (<f64>load<f32>(pi) - <f64>load<f32>(pj)) +
      ny * (<f64>load<f32>(pi, 4) - <f64>load<f32>(pj, 4)) +
      nz * (<f64>load<f32>(pi, 8) - <f64>load<f32>(pj, 8));
    const c = scale * load<f64>(at, 32) * apart;
    curvature += c * apart;
    const qi = parts + i * PART + PRODUCT;
    const qj = parts + j * PART + PRODUCT;
    gain32(qi, c * nx);
    gain32(qi + 4, c * ny);
    gain32(qi + 8, c * nz);
    gain32(qj, -c * nx);
    gain32(qj + 4, -c * ny);
    gain32(qj + 8, -c * nz);
  }
  return curvature;
}
