/** Lattice matter between particles and slots: gathering, moving, and damping of what is not rigid motion. */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  BUFFER,
  COUNT,
  DAMPING,
  DOCKS,
  F,
  FADING,
  FIRST,
  FLAT,
  index,
  INVERSE_MASS,
  LABELS,
  MASS,
  materialOf,
  number,
  OBJECT_OF,
  ORDER,
  PHASE,
  POSITION,
  PRESSED,
  QUICKEST,
  SHARE,
  SHIFT,
  SITE_COUNT,
  SITES,
  slot,
  SMOOTHING,
  SOLID,
  SPACING,
  STEP,
  STRIDE,
  V,
  VELOCITY,
  WEIGHT,
  WHOLE,
  word,
  X,
} from './record';

/** Fills X and V of all slots from planar arrays, clears F and SHIFT. */
export function matterGather(w: usize, positions: usize, velocities: usize): void {
  const n = word(w, COUNT);
  const plane: usize = (<usize>word(w, STRIDE)) << 3;
  const first: usize = (<usize>word(w, FIRST)) << 3;
  const order = address(w, ORDER);
  const mass = address(w, MASS) + first;
  const share = address(w, SHARE);
  const x = address(w, X);
  const v = address(w, V);
  const f = address(w, F);
  const shift = address(w, SHIFT);
  const zero = f64x2.splat(0);
  for (let i: i32 = 0; i < n; i++) {
    const particle = index(order, i);
    const at: usize = (<usize>particle) << 3;
    const xi = slot(x, i);
    const from = positions + first + at;
    store<f64>(xi, load<f64>(from));
    store<f64>(xi, load<f64>(from + plane), 8);
    store<f64>(xi, load<f64>(from + (plane << 1)), 16);
    store<f64>(xi, load<f64>(mass + at), 24);
    const vi = slot(v, i);
    const speed = velocities + first + at;
    store<f64>(vi, load<f64>(speed));
    store<f64>(vi, load<f64>(speed + plane), 8);
    store<f64>(vi, load<f64>(speed + (plane << 1)), 16);
    store<f64>(vi, load<f64>(share + at), 24);
    const fi = slot(f, i);
    v128.store(fi, zero);
    v128.store(fi, zero, 16);
    const si = slot(shift, i);
    v128.store(si, zero);
    store<f64>(si, 0, 16);
    store<f64>(si, load<f64>(materialOf(w, particle), SMOOTHING), 24);
  }
}

/** Clears F. */
export function matterClear(w: usize): void {
  memory.fill(address(w, F), 0, (<usize>word(w, COUNT)) << 5);
}

/** Labels of all slots; returns how many are solid, in part at least. */
export function matterLabel(w: usize): i32 {
  const n = word(w, COUNT);
  const order = address(w, ORDER);
  const labels = address(w, LABELS);
  const object = address(w, OBJECT_OF);
  const share = address(w, SHARE);
  let solids: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const particle = index(order, i);
    const s = load<f64>(share + ((<usize>particle) << 3));
    const whole = s >= 1 && !(load<f64>(materialOf(w, particle), PRESSED) > 0);
    const label = (index(object, particle) << 2) | (s > 0 ? SOLID : 0) | (whole ? WHOLE : 0);
    store<i32>(labels + ((<usize>i) << 2), label);
    if (s > 0) solids++;
  }
  return solids;
}

/**
 * v += h F/m, and x by what this adds to the way of the sub-step, with XSPH's share. The engine has moved particles
 * already. In the plane nothing leaves it.
 */
export function matterAdvance(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const plane: usize = (<usize>word(w, STRIDE)) << 3;
  const first: usize = (<usize>word(w, FIRST)) << 3;
  const order = address(w, ORDER);
  const inverse = address(w, INVERSE_MASS) + first;
  const x = address(w, POSITION) + first;
  const v = address(w, VELOCITY) + first;
  const f = address(w, F);
  const shift = address(w, SHIFT);
  const flat = word(w, FLAT) !== 0;
  const h = number(c, STEP);
  for (let i: i32 = 0; i < n; i++) {
    const at: usize = (<usize>index(order, i)) << 3;
    const k = load<f64>(inverse + at);
    if (k === 0) continue;
    const fi = slot(f, i);
    const si = slot(shift, i);
    for (let axis: usize = 0; axis < 3; axis++) {
      const xa = x + at + axis * plane;
      const va = v + at + axis * plane;
      if (flat && axis === 2) {
        store<f64>(xa, load<f64>(slot(address(w, X), i), 16));
        store<f64>(va, 0);
        continue;
      }
      const gain = h * k * load<f64>(fi + (axis << 3));
      store<f64>(va, load<f64>(va) + gain);
      store<f64>(xa, load<f64>(xa) + h * (gain + load<f64>(si + (axis << 3))));
    }
  }
}

/** η of what freezes, in units of the rate at which it does. */
const SETTLING: f64 = 50;

/**
 * Damping of motion that is not locally rigid. In each neighbourhood, i with weight w(0) = that of all its neighbours,
 *   v̄ = Σ m w v/Σ m w about c = Σ m w p/Σ m w,   ω = I⁻¹ Σ m w (p − c) × (v − v̄),   v_n = v − v̄ − ω × (p − c),
 * and F = −η m w v_n/Σ w, which has neither a sum nor a torque. η ≤ QUICKEST: more would turn motion round. Called once for so
 * many `steps`, it does what they would.
 */
export function matterDamp(w: usize, c: usize, steps: f64): void {
  const n = word(w, COUNT);
  const labels = address(w, LABELS);
  const order = address(w, ORDER);
  const x = address(w, X);
  const v = address(w, V);
  const f = address(w, F);
  const sites = address(w, SITES);
  const buffer = address(w, BUFFER);
  const most = number(c, QUICKEST);
  const whole = number(c, WEIGHT);
  const tiny = 1e-12 * number(c, SPACING) * number(c, SPACING);
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const particle = index(order, i);
    const material = materialOf(w, particle);
    const share = load<f64>(slot(v, i), 24);
    // What freezes is drawn to its place by forces that grow out of nothing: it is to come there slowly, and is held before they do.
    const freezes = share < 1 && index(address(w, PHASE), particle) !== 0;
    const damping = share * load<f64>(material, DAMPING);
    const rate = steps * min(freezes ? max(damping, SETTLING * load<f64>(material, FADING)) : damping, most);
    if (!(rate > 0)) continue;
    const docks = address(w, DOCKS) + <usize>i * (SITE_COUNT << 2);
    const xi = slot(x, i);
    const vi = slot(v, i);
    // Members: slot, weight m w; relative to i, so that large coordinates lose nothing.
    let members: i32 = 0;
    let total: f64 = 0;
    let plain: f64 = 0;
    let p = f64x2.splat(0);
    let pz: f64 = 0;
    let u = f64x2.splat(0);
    let uz: f64 = 0;
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, s);
      if (j < 0) continue;
      const xj = slot(x, j);
      const vj = slot(v, j);
      const weight = load<f64>(slot(sites, s), 24) * load<f64>(vj, 24);
      const heavy = weight * load<f64>(xj, 24);
      const to = buffer + ((<usize>members) << 6);
      const d = f64x2.sub(v128.load(xj), v128.load(xi));
      const dz = load<f64>(xj, 16) - load<f64>(xi, 16);
      const e = f64x2.sub(v128.load(vj), v128.load(vi));
      const ez = load<f64>(vj, 16) - load<f64>(vi, 16);
      v128.store(to, d);
      store<f64>(to, dz, 16);
      store<f64>(to, heavy, 24);
      v128.store(to, e, 32);
      store<f64>(to, ez, 48);
      store<i32>(to, j, 56);
      members++;
      plain += weight;
      total += heavy;
      const k = f64x2.splat(heavy);
      p = f64x2.add(p, f64x2.mul(k, d));
      pz += heavy * dz;
      u = f64x2.add(u, f64x2.mul(k, e));
      uz += heavy * ez;
    }
    if (!(plain > 0)) continue; // nobody, or only those who have melted since they docked
    const own = buffer + ((<usize>members) << 6);
    v128.store(own, f64x2.splat(0));
    store<f64>(own, 0, 16);
    store<f64>(own, plain * load<f64>(xi, 24), 24);
    v128.store(own, f64x2.splat(0), 32);
    store<f64>(own, 0, 48);
    store<i32>(own, i, 56);
    total += plain * load<f64>(xi, 24);
    members++;
    const cx = f64x2.extract_lane(p, 0) / total;
    const cy = f64x2.extract_lane(p, 1) / total;
    const cz = pz / total;
    const bx = f64x2.extract_lane(u, 0) / total;
    const by = f64x2.extract_lane(u, 1) / total;
    const bz = uz / total;
    let xx: f64 = 0;
    let xy: f64 = 0;
    let xz: f64 = 0;
    let yy: f64 = 0;
    let yz: f64 = 0;
    let zz: f64 = 0;
    let lx: f64 = 0;
    let ly: f64 = 0;
    let lz: f64 = 0;
    for (let k: i32 = 0; k < members; k++) {
      const at = buffer + ((<usize>k) << 6);
      const heavy = load<f64>(at, 24);
      const px = load<f64>(at) - cx;
      const py = load<f64>(at, 8) - cy;
      const pz2 = load<f64>(at, 16) - cz;
      const vx = load<f64>(at, 32) - bx;
      const vy = load<f64>(at, 40) - by;
      const vz = load<f64>(at, 48) - bz;
      const hx = heavy * px;
      const hy = heavy * py;
      const hz = heavy * pz2;
      xx += hx * px;
      xy += hx * py;
      xz += hx * pz2;
      yy += hy * py;
      yz += hy * pz2;
      zz += hz * pz2;
      lx += hy * vz - hz * vy;
      ly += hz * vx - hx * vz;
      lz += hx * vy - hy * vx;
    }
    const little = tiny * total;
    const a = yy + zz + little;
    const e = xx + zz + little;
    const h = xx + yy + little;
    const c0 = e * h - yz * yz;
    const c1 = yz * xz + xy * h;
    const c2 = xy * yz + e * xz;
    const determinant = a * c0 - xy * c1 - xz * c2;
    const inverse = determinant > 0 ? 1 / determinant : 0;
    const c5 = xy * xz + a * yz;
    const ox = (c0 * lx + c1 * ly + c2 * lz) * inverse;
    const oy = (c1 * lx + (a * h - xz * xz) * ly + c5 * lz) * inverse;
    const oz = (c2 * lx + c5 * ly + (a * e - xy * xy) * lz) * inverse;
    // A neighbourhood that is not whole takes as much of each member as a whole one: all together take no more than η.
    const scale = rate / (2 * max(plain, whole));
    for (let k: i32 = 0; k < members; k++) {
      const at = buffer + ((<usize>k) << 6);
      const px = load<f64>(at) - cx;
      const py = load<f64>(at, 8) - cy;
      const pz2 = load<f64>(at, 16) - cz;
      const pull = scale * load<f64>(at, 24);
      const fj = slot(f, load<i32>(at, 56));
      store<f64>(fj, load<f64>(fj) - pull * (load<f64>(at, 32) - bx - (oy * pz2 - oz * py)));
      store<f64>(fj, load<f64>(fj, 8) - pull * (load<f64>(at, 40) - by - (oz * px - ox * pz2)), 8);
      store<f64>(fj, load<f64>(fj, 16) - pull * (load<f64>(at, 48) - bz - (ox * py - oy * px)), 16);
    }
  }
}
