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
 * SOLVE holds four vectors (four f64 a slot): δ, residual, direction, product; the last numbers are: of the first the
 * inverse diagonal.
 */
import {
  address,
  COUNT,
  DOCKS,
  EDGE_STARTS,
  EDGES,
  F,
  FIRST,
  index,
  INVERSE_MASS,
  LABELS,
  materialOf,
  number,
  ORDER,
  PUSHES,
  SITE_COUNT,
  SITES,
  slot,
  SOLID,
  SOLVE,
  SPACING,
  STEP,
  STIFFNESS,
  SUPPORT_COUNT,
  SUPPORTS,
  V,
  word,
  X,
} from './matter-record';

/** Bytes of a record of matterPushes. */
export const PUSH: usize = 48;
/** Bytes of a support. */
export const SUPPORT: usize = 104;
/** Of the spacing: a pull that moves a particle less than this in a step is let be. */
const PULL: f64 = 1e-5;

/** Every docked pair once, with what both sides add: i32 j, f32 c (N/m), at the rows of EDGE_STARTS. */
export function matterEdges(w: usize): void {
  const n = word(w, COUNT);
  const labels = address(w, LABELS);
  const order = address(w, ORDER);
  const docks = address(w, DOCKS);
  const starts = address(w, EDGE_STARTS);
  const edges = address(w, EDGES);
  let count: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    store<i32>(starts + ((<usize>i) << 2), count);
    if ((index(labels, i) & SOLID) === 0) continue;
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j < 0) continue;
      const back = siteOf(docks, j, i);
      if (j < i && back >= 0) continue;
      let c = bond(w, order, i, j, s);
      if (back >= 0) c += bond(w, order, j, i, back);
      const to = edges + ((<usize>count) << 3);
      store<i32>(to, j);
      store<f32>(to, <f32>c, 4);
      count++;
    }
  }
  store<i32>(starts + ((<usize>n) << 2), count);
}

/** The site of slot i on which j sits, −1 for none. */
function siteOf(docks: usize, i: i32, j: i32): i32 {
  for (let s: i32 = 0; s < SITE_COUNT; s++) if (index(docks, i * SITE_COUNT + s) === j) return s;
  return -1;
}

/** ½ k s_i w_j, N/m */
// @ts-ignore: decorator
@inline
function bond(w: usize, order: usize, i: i32, j: i32, site: i32): f64 {
  const v = address(w, V);
  const k = load<f64>(materialOf(w, index(order, i)), STIFFNESS);
  return 0.5 * k * load<f64>(slot(v, i), 24) * load<f64>(slot(address(w, SITES), site), 24) * load<f64>(slot(v, j), 24);
}

/** Sets δ to none. */
export function matterSolveBegin(w: usize): void {
  memory.fill(address(w, SOLVE), 0, (<usize>word(w, COUNT)) << 5);
}

/** One linear solve from the forces in F and `pushes` records; adds Δ to δ and to X. Returns the iterations. */
export function matterSolve(w: usize, c: usize, pushes: i32, tolerance: f64, most: i32): i32 {
  const n = word(w, COUNT);
  const bytes: usize = (<usize>n) << 5;
  const h = number(c, STEP);
  const h2 = h * h;
  const x = address(w, X);
  const f = address(w, F);
  const moved = address(w, SOLVE);
  const residual = moved + bytes;
  const direction = residual + bytes;
  const product = direction + bytes;
  diagonal(w, pushes, h2, moved, product);
  addPushes(w, pushes, f);
  addSupports(w, f, moved);
  let gain: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const mass = load<f64>(slot(x, i), 24);
    const inverse = load<f64>(slot(moved, i), 24);
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const r = h2 * load<f64>(slot(f, i) + axis) - mass * load<f64>(slot(moved, i) + axis);
      store<f64>(slot(residual, i) + axis, r);
      store<f64>(slot(direction, i) + axis, inverse * r);
      gain += inverse * r * r;
    }
    store<f64>(slot(direction, i), 0, 24);
  }
  const enough = gain * tolerance * tolerance;
  let k: i32 = 0;
  for (; k < most && gain > enough; k++) {
    multiply(w, pushes, h2, direction, product);
    let curvature: f64 = 0;
    for (let i: i32 = 0; i < n; i++) {
      const p = slot(direction, i);
      const q = slot(product, i);
      const d = f64x2.mul(v128.load(p), v128.load(q));
      curvature += f64x2.extract_lane(d, 0) + f64x2.extract_lane(d, 1) + load<f64>(p, 16) * load<f64>(q, 16);
    }
    if (!(curvature > 0)) break;
    const step = gain / curvature;
    const step2 = f64x2.splat(step);
    let next: f64 = 0;
    for (let i: i32 = 0; i < n; i++) {
      const p = slot(direction, i);
      const q = slot(product, i);
      const r = slot(residual, i);
      const m = slot(moved, i);
      const y = slot(x, i);
      const inverse = load<f64>(m, 24);
      const way = f64x2.mul(step2, v128.load(p));
      const wayZ = step * load<f64>(p, 16);
      v128.store(m, f64x2.add(v128.load(m), way));
      store<f64>(m, load<f64>(m, 16) + wayZ, 16);
      v128.store(y, f64x2.add(v128.load(y), way));
      store<f64>(y, load<f64>(y, 16) + wayZ, 16);
      const left = f64x2.sub(v128.load(r), f64x2.mul(step2, v128.load(q)));
      const leftZ = load<f64>(r, 16) - step * load<f64>(q, 16);
      v128.store(r, left);
      store<f64>(r, leftZ, 16);
      const squares = f64x2.mul(left, left);
      next += inverse * (f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + leftZ * leftZ);
    }
    const beta = next / gain;
    const beta2 = f64x2.splat(beta);
    gain = next;
    for (let i: i32 = 0; i < n; i++) {
      const p = slot(direction, i);
      const r = slot(residual, i);
      const inverse = load<f64>(slot(moved, i), 24);
      v128.store(
        p,
        f64x2.add(f64x2.mul(f64x2.splat(inverse), v128.load(r)), f64x2.mul(beta2, v128.load(p))),
      );
      store<f64>(p, inverse * load<f64>(r, 16) + beta * load<f64>(p, 16), 16);
    }
  }
  return k;
}

/** The inverse of m + h² Σ c; none for what is pinned. */
function diagonal(w: usize, pushes: i32, h2: f64, moved: usize, sums: usize): void {
  const n = word(w, COUNT);
  const order = address(w, ORDER);
  const free = address(w, INVERSE_MASS) + ((<usize>word(w, FIRST)) << 3);
  const x = address(w, X);
  const starts = address(w, EDGE_STARTS);
  const edges = address(w, EDGES);
  for (let i: i32 = 0; i < n; i++) store<f64>(slot(sums, i), 0);
  for (let i: i32 = 0; i < n; i++) {
    let sum: f64 = 0;
    let at = edges + ((<usize>index(starts, i)) << 3);
    const end = edges + ((<usize>index(starts, i + 1)) << 3);
    for (; at < end; at += 8) {
      const c = <f64>load<f32>(at, 4);
      sum += c;
      const sj = slot(sums, load<i32>(at));
      store<f64>(sj, load<f64>(sj) + c);
    }
    store<f64>(slot(sums, i), load<f64>(slot(sums, i)) + sum);
  }
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const c = load<f64>(at, 32);
    const si = slot(sums, load<i32>(at));
    const sj = slot(sums, load<i32>(at, 4));
    store<f64>(si, load<f64>(si) + c);
    store<f64>(sj, load<f64>(sj) + c);
  }
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const sum = slot(sums, <i32>load<f64>(at));
    add(sum, max(load<f64>(at, 32), max(load<f64>(at, 56), load<f64>(at, 72))));
  }
  for (let i: i32 = 0; i < n; i++) {
    const isFree = load<f64>(free + ((<usize>index(order, i)) << 3)) > 0;
    const all = load<f64>(slot(x, i), 24) + h2 * load<f64>(slot(sums, i));
    store<f64>(slot(moved, i), isFree ? 1 / all : 0, 24);
  }
}

function addPushes(w: usize, pushes: i32, f: usize): void {
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const force = load<f64>(at, 32) * load<f64>(at, 40);
    const fi = slot(f, load<i32>(at));
    const fj = slot(f, load<i32>(at, 4));
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const part = force * load<f64>(at + axis, 8);
      store<f64>(fi + axis, load<f64>(fi + axis) - part);
      store<f64>(fj + axis, load<f64>(fj + axis) + part);
    }
  }
}

/** F += force − S δ: supports give their force where δ is none. */
function addSupports(w: usize, f: usize, moved: usize): void {
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    const fi = slot(f, i);
    add(fi, load<f64>(at, 8));
    add(fi + 8, load<f64>(at, 16));
    add(fi + 16, load<f64>(at, 24));
    press(at, slot(moved, i), fi, -1);
  }
}

/**
 * After a solve: supports that pull are none. What lies on a collider may leave it, so whoever finds some solves again.
 * Returns how many there were.
 */
export function matterRelease(w: usize, c: usize): i32 {
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  const moved = address(w, SOLVE);
  const x = address(w, X);
  const h = number(c, STEP);
  const least = (PULL * number(c, SPACING)) / (h * h);
  let released: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    const d = slot(moved, i);
    const nx = load<f64>(at, 80);
    const ny = load<f64>(at, 88);
    const nz = load<f64>(at, 96);
    const dx = load<f64>(d);
    const dy = load<f64>(d, 8);
    const dz = load<f64>(d, 16);
    const push =
      nx * (load<f64>(at, 8) - load<f64>(at, 32) * dx - load<f64>(at, 40) * dy - load<f64>(at, 48) * dz) +
      ny * (load<f64>(at, 16) - load<f64>(at, 40) * dx - load<f64>(at, 56) * dy - load<f64>(at, 64) * dz) +
      nz * (load<f64>(at, 24) - load<f64>(at, 48) * dx - load<f64>(at, 64) * dy - load<f64>(at, 72) * dz);
    if (push >= -least * load<f64>(slot(x, i), 24)) continue;
    memory.fill(at + 8, 0, SUPPORT - 8);
    released++;
  }
  return released;
}

/** out += scale S p */
// @ts-ignore: decorator
@inline
function press(at: usize, p: usize, out: usize, scale: f64): void {
  const x = scale * load<f64>(p);
  const y = scale * load<f64>(p, 8);
  const z = scale * load<f64>(p, 16);
  add(out, load<f64>(at, 32) * x + load<f64>(at, 40) * y + load<f64>(at, 48) * z);
  add(out + 8, load<f64>(at, 40) * x + load<f64>(at, 56) * y + load<f64>(at, 64) * z);
  add(out + 16, load<f64>(at, 48) * x + load<f64>(at, 64) * y + load<f64>(at, 72) * z);
}

/** out = (M + h² K) p */
function multiply(w: usize, pushes: i32, h2: f64, p: usize, out: usize): void {
  const n = word(w, COUNT);
  const x = address(w, X);
  const starts = address(w, EDGE_STARTS);
  const edges = address(w, EDGES);
  for (let i: i32 = 0; i < n; i++) {
    const mass = load<f64>(slot(x, i), 24);
    const pi = slot(p, i);
    const oi = slot(out, i);
    v128.store(oi, f64x2.mul(f64x2.splat(mass), v128.load(pi)));
    store<f64>(oi, mass * load<f64>(pi, 16), 16);
  }
  for (let i: i32 = 0; i < n; i++) {
    let at = edges + ((<usize>index(starts, i)) << 3);
    const end = edges + ((<usize>index(starts, i + 1)) << 3);
    if (at === end) continue;
    const pi = slot(p, i);
    const own = v128.load(pi);
    const ownZ = load<f64>(pi, 16);
    let sum = f64x2.splat(0);
    let sumZ: f64 = 0;
    for (; at < end; at += 8) {
      const j = load<i32>(at);
      const c = h2 * <f64>load<f32>(at, 4);
      const pj = slot(p, j);
      const oj = slot(out, j);
      const d = f64x2.mul(f64x2.splat(c), f64x2.sub(own, v128.load(pj)));
      const dz = c * (ownZ - load<f64>(pj, 16));
      sum = f64x2.add(sum, d);
      sumZ += dz;
      v128.store(oj, f64x2.sub(v128.load(oj), d));
      store<f64>(oj, load<f64>(oj, 16) - dz, 16);
    }
    const oi = slot(out, i);
    v128.store(oi, f64x2.add(v128.load(oi), sum));
    store<f64>(oi, load<f64>(oi, 16) + sumZ, 16);
  }
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    press(at, slot(p, i), slot(out, i), h2);
  }
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const pi = slot(p, load<i32>(at));
    const pj = slot(p, load<i32>(at, 4));
    const oi = slot(out, load<i32>(at));
    const oj = slot(out, load<i32>(at, 4));
    const nx = load<f64>(at, 8);
    const ny = load<f64>(at, 16);
    const nz = load<f64>(at, 24);
    const c =
      h2 *
      load<f64>(at, 32) *
      (nx * (load<f64>(pi) - load<f64>(pj)) +
        ny * (load<f64>(pi, 8) - load<f64>(pj, 8)) +
        nz * (load<f64>(pi, 16) - load<f64>(pj, 16)));
    store<f64>(oi, load<f64>(oi) + c * nx);
    store<f64>(oi, load<f64>(oi, 8) + c * ny, 8);
    store<f64>(oi, load<f64>(oi, 16) + c * nz, 16);
    store<f64>(oj, load<f64>(oj) - c * nx);
    store<f64>(oj, load<f64>(oj, 8) - c * ny, 8);
    store<f64>(oj, load<f64>(oj, 16) - c * nz, 16);
  }
}

// @ts-ignore: decorator
@inline
export function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}
