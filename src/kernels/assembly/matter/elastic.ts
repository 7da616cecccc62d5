/**
 * Elastic forces for the implicit solve: those of lattice.ts for unbreakable matter in space, in f32, four neighbourhoods side by side.
 * That is accurate enough for a solve to 1 % whose momentum is corrected afterwards; matterLattice computes energy, strain and A at
 * the end of the step. Rotations that f32 cannot resolve (few neighbours, far from the last rotation) are computed in f64.
 *
 * Lengths are in units of D/2²², as in places.ts, and sites are integers: (±1 ±1 0), … and (±2 0 0), … in units of D/√2. With opposite
 * sites combined, M = Σ w r lᵀ and R l are sums and differences of a few vectors.
 */
import * as FixedPosition from '../../../layouts/generated/fixed-position';
import * as KeptSite from '../../../layouts/generated/kept-site';
import * as LatticeSite from '../../../layouts/generated/lattice-site';
import * as MatrixLanes from '../../../layouts/generated/matrix-lanes';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Neighbourhoods from '../../../layouts/generated/neighbourhoods';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as Quaternion from '../../../layouts/generated/quaternion';
import * as QuaternionLanes from '../../../layouts/generated/quaternion-lanes';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { index, number, put, putIndex } from '../memory';
import { isOutdated } from './edges';
import { HARDENING, HARDENS, QUIET } from './lattice';
import { even, high, low, odd, UNIT, UNITS, writePlaces } from './places';
import { address, materialOf, SITE_COUNT, SOLID, slot, word } from './record';
import { follow, followFour } from './rotation';

/** Number of sites of the first shell. The opposite of site s is 11 − s there, and 29 − s in the second. */
const FIRST_SHELL: i32 = 12;
const ROOT_HALF: f32 = <f32>Math.SQRT1_2;

/** Adds elastic forces to SLOT_FORCE; returns the number of neighbourhoods for which EDGES are outdated. */
export function matterElastic(w: usize, c: usize, enough: f64): i32 {
  const n = word(w, Words.COUNT);
  const labels = address(w, Words.LABELS);
  const forces = address(w, Words.DRIFT);
  const v = address(w, Words.SLOT_VELOCITY);
  const places = address(w, Words.FIXED_POSITION);
  const buffer = address(w, Words.SCRATCH);
  writePlaces(w, c);
  for (let i: i32 = 0; i < n; i++) {
    store<f32>(
      places + <usize>i * FixedPosition.BYTES,
      <f32>load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE),
      FixedPosition.VALUE,
    );
  }
  memory.fill(address(w, Words.RESTLESS), 0, (<usize>n) << 2);
  memory.fill(forces, 0, <usize>(n + 1) * Vector32.BYTES);
  let bonds: i32 = 0;
  let hardened: i32 = 0;
  let held: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) !== 0) {
      putIndex(buffer, held, i);
      held++;
    }
    if (held === 0 || (held < 4 && i < n - 1)) continue;
    for (let k = held; k < 4; k++) putIndex(buffer, k, n); // a slot without neighbours
    bonds += gather(w);
    addMoments(buffer);
    turn(w, enough);
    hardened += pull(w, c);
    held = 0;
  }
  const f = address(w, Words.SLOT_FORCE);
  const metres = number(c, Numbers.SPACING) / UNITS;
  const unit = f64x2.splat(metres);
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const sum = v128.load(forces + <usize>i * Vector32.BYTES);
    const fi = slot(f, i);
    v128.store(fi, f64x2.add(v128.load(fi), f64x2.mul(unit, f64x2.promote_low_f32x4(sum))));
    store<f64>(fi, load<f64>(fi, Z) + metres * <f64>f32x4.extract_lane(sum, 2), Z);
  }
  put(c, Numbers.BONDS, <f64>bonds);
  return hardened;
}

/** Returns the byte offset of the occupant of a site; of the slot after the last, which has no weight, for an empty one. */
// @inline
function sitter(docks: usize, nobody: i32): i32 {
  const j = load<i32>(docks);
  return j < 0 ? nobody : j * FixedPosition.BYTES;
}

// @inline
function place(places: usize, at: i32): v128 {
  return v128.load(places + <usize>at);
}

/** Writes r and weights of all sites of the four slots, Σ w r² and Σ w l²; returns the number of occupied sites. */
function gather(w: usize): i32 {
  const buffer = address(w, Words.SCRATCH);
  const sites = address(w, Words.SITES);
  const first = shell(w, buffer + Neighbourhoods.SITES, 0, <f32>load<f64>(sites, LatticeSite.WEIGHT));
  const lengths = v128.load(buffer, Neighbourhoods.LENGTHS);
  const weights = v128.load(buffer, Neighbourhoods.RESTS);
  const second = shell(
    w,
    buffer + Neighbourhoods.SITES + <usize>FIRST_SHELL * KeptSite.BYTES,
    FIRST_SHELL,
    <f32>load<f64>(slot(sites, FIRST_SHELL), LatticeSite.WEIGHT),
  );
  const further = v128.load(buffer, Neighbourhoods.RESTS);
  v128.store(
    buffer,
    f32x4.mul(f32x4.splat(UNIT * UNIT), f32x4.add(lengths, v128.load(buffer, Neighbourhoods.LENGTHS))),
    Neighbourhoods.LENGTHS,
  );
  v128.store(buffer, f32x4.add(weights, f32x4.add(further, further)), Neighbourhoods.RESTS); // l² is 1, and 2
  return first + second;
}

/** Writes r and weights of the sites of one shell, which begins at site `s`; Σ w r² and Σ w. */
// @inline
function shell(w: usize, kept: usize, s: i32, siteWeight: f32): i32 {
  const buffer = address(w, Words.SCRATCH);
  const places = address(w, Words.FIXED_POSITION);
  const docks = address(w, Words.DOCKS);
  const nobody = word(w, Words.COUNT) * FixedPosition.BYTES;
  const a = index(buffer, 0);
  const b = index(buffer, 1);
  const d = index(buffer, 2);
  const e = index(buffer, 3);
  const pa = place(places, a * FixedPosition.BYTES);
  const pb = place(places, b * FixedPosition.BYTES);
  const pd = place(places, d * FixedPosition.BYTES);
  const pe = place(places, e * FixedPosition.BYTES);
  const px = even(low(pa, pb), low(pd, pe));
  const py = odd(low(pa, pb), low(pd, pe));
  const pz = even(high(pa, pb), high(pd, pe));
  const from = (<usize>s) << 2;
  let rowA = docks + <usize>a * (SITE_COUNT << 2) + from;
  let rowB = docks + <usize>b * (SITE_COUNT << 2) + from;
  let rowD = docks + <usize>d * (SITE_COUNT << 2) + from;
  let rowE = docks + <usize>e * (SITE_COUNT << 2) + from;
  const end = kept + <usize>(s === 0 ? FIRST_SHELL : SITE_COUNT - FIRST_SHELL) * KeptSite.BYTES;
  const empty = i32x4.splat(nobody);
  const scale = f32x4.splat(siteWeight);
  let lengths = f32x4.splat(0);
  let weights = f32x4.splat(0);
  let filled = i32x4.splat(0);
  for (; kept < end; kept += KeptSite.BYTES) {
    const ja = sitter(rowA, nobody);
    const jb = sitter(rowB, nobody);
    const jd = sitter(rowD, nobody);
    const je = sitter(rowE, nobody);
    rowA += 4;
    rowB += 4;
    rowD += 4;
    rowE += 4;
    const who = i32x4.replace_lane(
      i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(ja), 1, jb), 2, jd),
      3,
      je,
    );
    v128.store(kept, who, KeptSite.OCCUPANT);
    filled = i32x4.sub(filled, i32x4.ne(who, empty));
    const qa = place(places, ja);
    const qb = place(places, jb);
    const qd = place(places, jd);
    const qe = place(places, je);
    const ab = low(qa, qb);
    const de = low(qd, qe);
    const abz = high(qa, qb);
    const dez = high(qd, qe);
    const rx = f32x4.convert_i32x4_s(i32x4.sub(even(ab, de), px));
    const ry = f32x4.convert_i32x4_s(i32x4.sub(odd(ab, de), py));
    const rz = f32x4.convert_i32x4_s(i32x4.sub(even(abz, dez), pz));
    const weight = f32x4.mul(scale, odd(abz, dez));
    v128.store(kept, rx, KeptSite.X);
    v128.store(kept, ry, KeptSite.Y);
    v128.store(kept, rz, KeptSite.Z);
    v128.store(kept, weight, KeptSite.WEIGHT);
    const r2 = f32x4.add(f32x4.add(f32x4.mul(rx, rx), f32x4.mul(ry, ry)), f32x4.mul(rz, rz));
    lengths = f32x4.add(lengths, f32x4.mul(weight, r2));
    weights = f32x4.add(weights, weight);
  }
  v128.store(buffer, lengths, Neighbourhoods.LENGTHS);
  v128.store(buffer, weights, Neighbourhoods.RESTS);
  return (
    i32x4.extract_lane(filled, 0) +
    i32x4.extract_lane(filled, 1) +
    i32x4.extract_lane(filled, 2) +
    i32x4.extract_lane(filled, 3)
  );
}

/** Returns a coordinate of w r of site s minus that of the opposite one; `kept` is the first site. */
// @inline
function lean(kept: usize, s: usize, axis: usize): v128 {
  const here = kept + s * KeptSite.BYTES;
  const there = kept + ((s < 12 ? 11 : 29) - s) * KeptSite.BYTES;
  return f32x4.sub(
    f32x4.mul(v128.load(here + axis), v128.load(here, KeptSite.WEIGHT)),
    f32x4.mul(v128.load(there + axis), v128.load(there, KeptSite.WEIGHT)),
  );
}

/** Computes M, in units of D². */
function addMoments(buffer: usize): void {
  const kept = buffer + Neighbourhoods.SITES;
  const unit = f32x4.splat(UNIT * ROOT_HALF);
  const one = f32x4.splat(1);
  // Without any weight, any rotation will do.
  const nothing = f32x4.eq(v128.load(buffer, Neighbourhoods.RESTS), f32x4.splat(0));
  for (let axis: usize = 0; axis < <usize>KeptSite.WEIGHT; axis += 16) {
    const xy = lean(kept, 11, axis); // 1 1 0
    const xz = lean(kept, 10, axis); // 1 0 1
    const zx = lean(kept, 9, axis); // 1 0 −1
    const yx = lean(kept, 8, axis); // 1 −1 0
    const yz = lean(kept, 7, axis); // 0 1 1
    const zy = lean(kept, 6, axis); // 0 1 −1
    const x = lean(kept, 17, axis); // 2 0 0
    const y = lean(kept, 16, axis); // 0 2 0
    const z = lean(kept, 15, axis); // 0 0 2
    const mx = f32x4.add(f32x4.add(f32x4.add(xy, xz), f32x4.add(zx, yx)), f32x4.add(x, x));
    const my = f32x4.add(f32x4.add(f32x4.sub(xy, yx), f32x4.add(yz, zy)), f32x4.add(y, y));
    const mz = f32x4.add(f32x4.add(f32x4.sub(xz, zx), f32x4.sub(yz, zy)), f32x4.add(z, z));
    const to = buffer + Neighbourhoods.MOMENTS + 3 * axis;
    v128.store(to, f32x4.mul(unit, mx), MatrixLanes.XX);
    v128.store(to, f32x4.mul(unit, my), MatrixLanes.XY);
    v128.store(to, f32x4.mul(unit, mz), MatrixLanes.XZ);
    const own = to + axis;
    v128.store(own, v128.bitselect(one, v128.load(own), nothing));
  }
}

/** Computes the rotations of the four slots. */
function turn(w: usize, enough: f64): void {
  const buffer = address(w, Words.SCRATCH);
  const order = address(w, Words.ORDER);
  const turns = address(w, Words.ROTATION);
  const n = word(w, Words.COUNT);
  const a = turnOf(turns, order, buffer, 0, n);
  const b = turnOf(turns, order, buffer, 1, n);
  const d = turnOf(turns, order, buffer, 2, n);
  const e = turnOf(turns, order, buffer, 3, n);
  const qa = short(a);
  const qb = short(b);
  const qd = short(d);
  const qe = short(e);
  const q = buffer + Neighbourhoods.QUATERNIONS;
  v128.store(q, even(low(qa, qb), low(qd, qe)), QuaternionLanes.X);
  v128.store(q, odd(low(qa, qb), low(qd, qe)), QuaternionLanes.Y);
  v128.store(q, even(high(qa, qb), high(qd, qe)), QuaternionLanes.Z);
  v128.store(q, odd(high(qa, qb), high(qd, qe)), QuaternionLanes.W);
  const good = followFour(buffer + Neighbourhoods.MOMENTS, q, buffer + Neighbourhoods.ROTATIONS, <f32>enough);
  const rests = buffer + Neighbourhoods.RESTS;
  if (load<f32>(rests, Vector32.X) > 0) keep(buffer, a, 0, good & 1, enough);
  if (load<f32>(rests, Vector32.Y) > 0) keep(buffer, b, 1, good & 2, enough);
  if (load<f32>(rests, Vector32.Z) > 0) keep(buffer, d, 2, good & 4, enough);
  if (load<f32>(rests, Vector32.W) > 0) keep(buffer, e, 3, good & 8, enough);
}

/** Returns the address of a slot's quaternion; that of the first slot for an empty lane. */
// @inline
function turnOf(turns: usize, order: usize, buffer: usize, lane: i32, n: i32): usize {
  const i = index(buffer, lane);
  return turns + <usize>index(order, i === n ? index(buffer, 0) : i) * Quaternion.BYTES;
}

/** Converts four f64 to f32. */
// @inline
function short(at: usize): v128 {
  return even(f32x4.demote_f64x2_zero(v128.load(at)), f32x4.demote_f64x2_zero(v128.load(at, 16)));
}

/** Stores the rotation of a lane, or computes it in f64 if f32 has not converged. */
// @inline
function keep(buffer: usize, q: usize, lane: usize, good: i32, enough: f64): void {
  const mine = buffer + (lane << 2);
  if (good !== 0) {
    for (let k: usize = 0; k < 4; k++)
      store<f64>(q + (k << 3), <f64>load<f32>(mine + (k << 4), Neighbourhoods.QUATERNIONS));
    return;
  }
  const m = buffer + Neighbourhoods.MOMENT;
  const r = buffer + Neighbourhoods.ROTATION;
  for (let k: usize = 0; k < 9; k++)
    store<f64>(m + (k << 3), <f64>load<f32>(mine + (k << 4), Neighbourhoods.MOMENTS));
  follow(m, q, r, enough);
  for (let k: usize = 0; k < 9; k++)
    store<f32>(mine + (k << 4), <f32>load<f64>(r + (k << 3)), Neighbourhoods.ROTATIONS);
}

/** Replaces r of a site and of the opposite one by R l − r. */
// @inline
function miss(kept: usize, s: usize, axis: usize, g: v128): void {
  const here = kept + s * KeptSite.BYTES + axis;
  const there = kept + ((s < 12 ? 11 : 29) - s) * KeptSite.BYTES + axis;
  v128.store(here, f32x4.sub(g, v128.load(here)));
  v128.store(there, f32x4.neg(f32x4.add(g, v128.load(there))));
}

/** Adds the forces of the four neighbourhoods; returns the number of those for which EDGES are outdated. */
function pull(w: usize, c: usize): i32 {
  const buffer = address(w, Words.SCRATCH);
  const forces = address(w, Words.DRIFT);
  const r = buffer + Neighbourhoods.ROTATIONS;
  const root = f32x4.splat(<f32>UNITS * ROOT_HALF);
  let kept = buffer + Neighbourhoods.SITES;
  for (let axis: usize = 0; axis < <usize>KeptSite.WEIGHT; axis += 16) {
    const row = r + 3 * axis;
    const x = f32x4.mul(root, v128.load(row, MatrixLanes.XX));
    const y = f32x4.mul(root, v128.load(row, MatrixLanes.XY));
    const z = f32x4.mul(root, v128.load(row, MatrixLanes.XZ));
    miss(kept, 11, axis, f32x4.add(x, y));
    miss(kept, 10, axis, f32x4.add(x, z));
    miss(kept, 9, axis, f32x4.sub(x, z));
    miss(kept, 8, axis, f32x4.sub(x, y));
    miss(kept, 7, axis, f32x4.add(y, z));
    miss(kept, 6, axis, f32x4.sub(y, z));
    miss(kept, 17, axis, f32x4.add(x, x));
    miss(kept, 16, axis, f32x4.add(y, y));
    miss(kept, 15, axis, f32x4.add(z, z));
  }
  const hardened = stiffen(w, c);
  const stiff = v128.load(buffer, Neighbourhoods.LENGTHS);
  const zero = f32x4.splat(0);
  let fx = zero;
  let fy = zero;
  let fz = zero;
  let most = zero;
  for (let s: i32 = 0; s < SITE_COUNT; s++, kept += KeptSite.BYTES) {
    const weight = v128.load(kept, KeptSite.WEIGHT);
    const ex = v128.load(kept, KeptSite.X);
    const ey = v128.load(kept, KeptSite.Y);
    const ez = v128.load(kept, KeptSite.Z);
    const e2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    most = f32x4.max(most, v128.and(e2, f32x4.gt(weight, zero)));
    const k = f32x4.mul(stiff, weight);
    const gx = f32x4.mul(k, ex);
    const gy = f32x4.mul(k, ey);
    const gz = f32x4.mul(k, ez);
    fx = f32x4.sub(fx, gx);
    fy = f32x4.sub(fy, gy);
    fz = f32x4.sub(fz, gz);
    give(forces, kept + KeptSite.OCCUPANT, gx, gy, gz);
  }
  const own = buffer + Neighbourhoods.MOMENT;
  const restless = address(w, Words.RESTLESS);
  const far = i32x4.bitmask(f32x4.gt(most, f32x4.splat(<f32>(QUIET * QUIET * UNITS * UNITS))));
  for (let lane: i32 = 0; lane < 4; lane++) {
    const i = index(buffer, lane);
    putIndex(own, lane, i * FixedPosition.BYTES);
    if ((far >> lane) & 1) putIndex(restless, i, 1);
  }
  give(forces, own, fx, fy, fz);
  return hardened;
}

/** Writes ½ k s of the four slots with their hardness (N/m) to LENGTHS, and their tangent stiffness to HARDNESS. */
function stiffen(w: usize, c: usize): i32 {
  const buffer = address(w, Words.SCRATCH);
  const m = buffer + Neighbourhoods.MOMENTS;
  const r = buffer + Neighbourhoods.ROTATIONS;
  const hardness = address(w, Words.HARDNESS);
  const n = word(w, Words.COUNT);
  const hardest = number(c, Numbers.HARDEST);
  let turned = f32x4.splat(0);
  for (let k: usize = 0; k < <usize>MatrixLanes.BYTES; k += 16) {
    turned = f32x4.add(turned, f32x4.mul(v128.load(m + k), v128.load(r + k)));
  }
  const rests = v128.load(buffer, Neighbourhoods.RESTS);
  const strains = f32x4.sub(
    f32x4.add(v128.load(buffer, Neighbourhoods.LENGTHS), rests),
    f32x4.add(turned, turned),
  );
  v128.store(buffer, f32x4.div(strains, rests), Neighbourhoods.STRAINS);
  let hardened: i32 = 0;
  for (let lane: usize = 0; lane < 4; lane++) {
    const i = load<i32>(buffer + (lane << 2));
    const at = buffer + (lane << 2);
    if (i === n) {
      store<f32>(at, 0, Neighbourhoods.LENGTHS);
      continue;
    }
    const strain = <f64>load<f32>(at, Neighbourhoods.STRAINS);
    let harder: f64 = 1;
    let now: f64 = 1;
    if (strain > HARDENS) {
      const over = (strain - HARDENS) / HARDENING;
      harder = min(1 + over, hardest);
      now = min(1 + over + (2 * strain) / HARDENING, 3 * hardest);
    }
    const mine = hardness + ((<usize>i) << 3);
    store<f64>(mine, now);
    if (isOutdated(now, number(mine, n))) hardened++;
    const share = load<f64>(slot(address(w, Words.SLOT_VELOCITY), i), SlotVelocity.SOLID_SHARE);
    const stiffness = number(materialOf(w, index(address(w, Words.ORDER), i)), Material.STIFFNESS);
    store<f32>(at, <f32>(0.5 * harder * share * stiffness), Neighbourhoods.LENGTHS);
  }
  return hardened;
}

/** Adds a vector to each of the four occupants at `who`, byte offsets from `forces`. */
// @inline
function give(forces: usize, who: usize, x: v128, y: v128, z: v128): void {
  const zero = f32x4.splat(0);
  const xy = low(x, y);
  const z0 = low(z, zero);
  const xy2 = high(x, y);
  const z2 = high(z, zero);
  add(forces + <usize>load<i32>(who, Quad32.A), even(xy, z0));
  add(forces + <usize>load<i32>(who, Quad32.B), odd(xy, z0));
  add(forces + <usize>load<i32>(who, Quad32.C), even(xy2, z2));
  add(forces + <usize>load<i32>(who, Quad32.D), odd(xy2, z2));
}

// @inline
function add(at: usize, what: v128): void {
  v128.store(at, f32x4.add(v128.load(at), what));
}
