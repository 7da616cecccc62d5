/**
 * Docking: assignment of neighbours to lattice sites (Wicke et al. 2006, eq. 2). A neighbour j of a solid particle i
 * occupies the lattice point l nearest to A_i⁻¹ (p_j − p_i). A site takes one particle: the closest, or of two at equal
 * distance the one with the lower index.
 *
 * Points of the cubic closest packing are (D/√2)(l, m, n) with an even sum: every coordinate is rounded, and if the sum is
 * odd, the one with the largest error is rounded the other way (Conway & Sloane 1982). Points of the hexagonal lattice are
 * found likewise, with three coordinates whose sum is zero.
 */
import * as DockInverse from '../../../layouts/generated/dock-inverse';
import * as LatticeSite from '../../../layouts/generated/lattice-site';
import * as Matrix from '../../../layouts/generated/matrix';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Quaternion from '../../../layouts/generated/quaternion';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number, putIndex } from '../memory';
import { forgetTouching } from './pushes';
import {
  address,
  DOCK_ONLY,
  decay,
  drawn,
  materialOf,
  PUSH_ONLY,
  SITE_COUNT,
  SOLID,
  slot,
  WHOLE,
  word,
} from './record';

/** Bytes per slot in SUMS: the error of the occupant of each site (f32). */
const ERRORS: usize = SITE_COUNT << 2;

/** Docks neighbours from the listed pairs to the sites of all solid slots (`all`), or of the restless ones. */
export function matterDock(w: usize, c: usize, all: i32): i32 {
  const n = word(w, Words.COUNT);
  const labels = address(w, Words.LABELS);
  const order = address(w, Words.ORDER);
  const rows = address(w, Words.ROW_SLOTS);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const docks = address(w, Words.DOCKS);
  const restless = address(w, Words.RESTLESS);
  const x = address(w, Words.SLOT_POSITION);
  const flat = word(w, Words.FLAT) !== 0;
  const reach2 = number(c, Numbers.REACH) * number(c, Numbers.REACH);
  const scale: f64 = (flat ? 1 : Math.SQRT2) / number(c, Numbers.SPACING);
  const inverses = address(w, Words.SOLVE);
  const errors = address(w, Words.SUMS);
  const table = address(w, Words.SITE_TABLE);
  let count: i32 = 0;
  if (all !== 0) memory.fill(docks, 0xff, <usize>(n + 1) * (SITE_COUNT << 2)); // the additional slot has no neighbours
  for (let i: i32 = 0; i < n; i++) {
    const isSolid = (index(labels, i) & SOLID) !== 0;
    if (all !== 0) putIndex(restless, i, isSolid ? 1 : 0);
    else if (index(restless, i) !== 0) {
      memory.fill(docks + <usize>i * (SITE_COUNT << 2), 0xff, SITE_COUNT << 2);
      if (!isSolid) putIndex(restless, i, 0);
    }
    if (index(restless, i) === 0) continue;
    inverse(w, index(order, i), inverses + <usize>i * DockInverse.BYTES, scale, flat);
    count++;
  }
  if (count === 0) return 0;
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const label = index(labels, i);
    if ((label & SOLID) === 0) continue;
    const mine = index(restless, i) !== 0;
    const xi = slot(x, i);
    const px = load<f64>(xi);
    const py = load<f64>(xi, Y);
    const pz = load<f64>(xi, Z);
    let at = pairs + ((<usize>index(starts, row)) << 2);
    const end = pairs + ((<usize>index(starts, row + 1)) << 2);
    for (; at < end; at += 4) {
      const j = load<i32>(at) & ~(PUSH_ONLY | DOCK_ONLY);
      if (((label ^ index(labels, j)) & ~WHOLE) !== 0) continue;
      const theirs = index(restless, j) !== 0;
      if (!mine && !theirs) continue;
      const xj = slot(x, j);
      const rx = load<f64>(xj) - px;
      const ry = load<f64>(xj, Y) - py;
      const rz = load<f64>(xj, Z) - pz;
      if (!(rx * rx + ry * ry + rz * rz < reach2)) continue;
      if (mine) offer(w, c, inverses, docks, errors, table, order, i, j, rx, ry, rz, flat);
      if (theirs) offer(w, c, inverses, docks, errors, table, order, j, i, -rx, -ry, -rz, flat);
    }
  }
  for (let i: i32 = 0; i < n; i++) {
    if (index(restless, i) === 0) continue;
    const particle = index(order, i);
    const material = materialOf(w, particle);
    const row = docks + <usize>i * (SITE_COUNT << 2);
    if (number(material, Material.DOCKING_RATE) >= 0) choose(w, c, row, particle, material);
    else remember(w, row, particle);
  }
  return count;
}

/** Largest distance from a site for docking, in units of D: a particle farther from every site occupies none. */
export const DOCKS_WITHIN: f64 = 0.4;
/**
 * Squares of that and of the distance for empty sites, in D²/2, the unit of whole coordinates. A particle that takes an empty site adds an elastic energy of ¼ k e² from nowhere, so it has to be within 0.25 D of it. One
 * that begins to freeze has little of that energy yet and may come from farther away.
 */
const MOST_ERROR: f32 = <f32>(2 * DOCKS_WITHIN * DOCKS_WITHIN);
const MOST_TO_ENTER: f32 = 0.125;

/** Docks slot j at offset r from slot i to the nearest site, unless another occupant is nearer. */
// @inline
function offer(
  w: usize,
  c: usize,
  inverses: usize,
  docks: usize,
  errors: usize,
  table: usize,
  order: usize,
  i: i32,
  j: i32,
  rx: f64,
  ry: f64,
  rz: f64,
  flat: bool,
): void {
  const a = inverses + <usize>i * DockInverse.BYTES;
  const u =
    load<f64>(a, DockInverse.MATRIX) * rx +
    load<f64>(a, DockInverse.MATRIX + Matrix.XY) * ry +
    load<f64>(a, DockInverse.MATRIX + Matrix.XZ) * rz;
  const v =
    load<f64>(a, DockInverse.MATRIX + Matrix.YX) * rx +
    load<f64>(a, DockInverse.MATRIX + Matrix.YY) * ry +
    load<f64>(a, DockInverse.MATRIX + Matrix.YZ) * rz;
  const t = flat
    ? -u - v
    : load<f64>(a, DockInverse.MATRIX + Matrix.ZX) * rx +
      load<f64>(a, DockInverse.MATRIX + Matrix.ZY) * ry +
      load<f64>(a, DockInverse.MATRIX + Matrix.ZZ) * rz;
  let l = nearest(u);
  let m = nearest(v);
  let o = nearest(t);
  let eu = u - l;
  let ev = v - m;
  let et = t - o;
  const sum: i32 = <i32>(l + m + o);
  if (flat ? sum !== 0 : (sum & 1) !== 0) {
    const au = abs(eu);
    const av = abs(ev);
    const at = abs(et);
    if (au >= av && au >= at) {
      l = flat ? -m - o : l + (eu > 0 ? 1.0 : -1.0);
      eu = u - l;
    } else if (av >= at) {
      m = flat ? -l - o : m + (ev > 0 ? 1.0 : -1.0);
      ev = v - m;
    } else {
      o = flat ? -l - m : o + (et > 0 ? 1.0 : -1.0);
      et = t - o;
    }
  }
  if (!(abs(l) <= 2 && abs(m) <= 2 && abs(o) <= 2)) return;
  const site = index(table, (<i32>l + 2) * 25 + (<i32>m + 2) * 5 + <i32>o + 2);
  if (site < 0) return;
  const error = <f32>(eu * eu + ev * ev + et * et);
  if (!(error < MOST_ERROR)) return;
  if (((load<i32>(a, DockInverse.OCCUPIED) >> site) & 1) === 0 && !fits(w, c, i, j, site, error, rx, ry, rz))
    return;
  const taken = docks + <usize>i * (SITE_COUNT << 2) + ((<usize>site) << 2);
  const best = errors + <usize>i * ERRORS + ((<usize>site) << 2);
  const holder = load<i32>(taken);
  if (holder >= 0) {
    const known = load<f32>(best);
    if (!(error < known || (error === known && index(order, j) < index(order, holder)))) return;
  }
  store<i32>(taken, j);
  store<f32>(best, error);
}

/** Largest elastic energy of a freezing particle that is out of place, in units of m D²/τ² with the freezing time τ. */
export const SPARED: f64 = 5;

/** Returns m D²/τ² of a freezing slot, J; its mass is in SLOT_POSITION. */
export function settlingEnergy(c: usize, x: usize, material: usize): f64 {
  const speed = number(c, Numbers.SPACING) * number(material, Material.FADING_RATE);
  return load<f64>(x, SlotPosition.MASS) * speed * speed;
}

/** Returns whether slot j may take an empty site of slot i: in freezing matter only if that adds no more energy than is released. */
function fits(w: usize, c: usize, i: i32, j: i32, site: i32, error: f32, rx: f64, ry: f64, rz: f64): bool {
  const order = address(w, Words.ORDER);
  const own = materialOf(w, index(order, i));
  const other = materialOf(w, index(order, j));
  const freezing = number(own, Material.FREEZING_RATE) > 0 ? own : other;
  const shares =
    load<f64>(slot(address(w, Words.SLOT_VELOCITY), i), SlotVelocity.SOLID_SHARE) *
    load<f64>(slot(address(w, Words.SLOT_VELOCITY), j), SlotVelocity.SOLID_SHARE);
  if (!(error < MOST_TO_ENTER) && shares >= 1) return false;
  if (!(number(freezing, Material.FREEZING_RATE) > 0)) return error < MOST_TO_ENTER;
  const at = slot(address(w, Words.SITES), site);
  const k = 0.25 * number(own, Material.STIFFNESS) * load<f64>(at, LatticeSite.WEIGHT) * shares;
  const spared =
    SPARED * settlingEnergy(c, slot(address(w, Words.SLOT_POSITION), freezing === own ? i : j), freezing);
  return (
    k *
      miss(
        address(w, Words.ROTATION) + <usize>index(order, i) * Quaternion.BYTES,
        at,
        rx,
        ry,
        rz,
        address(w, Words.SCRATCH),
      ) <
    spared
  );
}

/** Writes R l − r of a site to `out`, R given by the quaternion q; returns its square. */
export function miss(q: usize, site: usize, rx: f64, ry: f64, rz: f64, out: usize): f64 {
  const s = load<f64>(q, Quaternion.W);
  const x = load<f64>(q, Quaternion.X);
  const y = load<f64>(q, Quaternion.Y);
  const z = load<f64>(q, Quaternion.Z);
  const lx = load<f64>(site);
  const ly = load<f64>(site, Y);
  const lz = load<f64>(site, Z);
  const tx = 2 * (y * lz - z * ly);
  const ty = 2 * (z * lx - x * lz);
  const tz = 2 * (x * ly - y * lx);
  const ex = lx + s * tx + y * tz - z * ty - rx;
  const ey = ly + s * ty + z * tx - x * tz - ry;
  const ez = lz + s * tz + x * ty - y * tx - rz;
  store<f64>(out, ex);
  store<f64>(out, ey, Y);
  store<f64>(out, ez, Z);
  return ex * ex + ey * ey + ez * ez;
}

/**
 * Empty sites dock a particle with the probability 1 − e^(−λ t). The rate λ of a site that stays empty falls by Δλ, that of an
 * occupied one grows by it (Wicke et al. 2006, 4.2).
 */
function choose(w: usize, c: usize, docks: usize, particle: i32, material: usize): void {
  const occupied = address(w, Words.OCCUPIED) + ((<usize>particle) << 2);
  const rates = address(w, Words.DOCKING_RATES) + <usize>particle * (SITE_COUNT << 2);
  const before = load<i32>(occupied);
  const elapsed = number(c, Numbers.ELAPSED);
  const most = number(material, Material.DOCKING_RATE);
  const change = number(material, Material.DOCKING_CHANGE) * elapsed;
  let mask: i32 = 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const taken = docks + ((<usize>s) << 2);
    const rate = rates + ((<usize>s) << 2);
    let lambda = <f64>load<f32>(rate);
    if (load<i32>(taken) >= 0 && ((before >> s) & 1) === 0) {
      const stays = decay(lambda * elapsed);
      if (drawn(number(c, Numbers.SEED), number(c, Numbers.TICK), particle, s) >= 1 - stays)
        store<i32>(taken, -1);
    }
    const filled = load<i32>(taken) >= 0;
    if (filled) mask |= 1 << s;
    lambda = filled ? min(most, lambda + change) : max(0, lambda - change);
    store<f32>(rate, <f32>lambda);
  }
  if ((before & ~mask) !== 0) forgetTouching(w, particle);
  store<i32>(occupied, mask);
}

/** Updates the occupied bits of sites that dock at any time. */
function remember(w: usize, docks: usize, particle: i32): void {
  let mask: i32 = 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) if (index(docks, s) >= 0) mask |= 1 << s;
  store<i32>(address(w, Words.OCCUPIED) + ((<usize>particle) << 2), mask);
}

/**
 * Largest |A − R|² of an elastic neighbourhood. Beyond it the neighbourhood has yielded: its neighbours move to the sites
 * nearest to them under the rotation alone, at most 0.71 D away, since A may be flat, inverted or torn.
 */
const MOST_STRAIN: f64 = 0.36;

// @inline
export function square(value: f64): f64 {
  return value * value;
}

/**
 * Writes `scale` A⁻¹ of a particle to `out`, by rows, so that lattice points have integer coordinates. Beyond MOST_STRAIN it
 * uses the rotation instead of A. In the plane the rows are those of the two coordinates of the hexagonal lattice.
 */
function inverse(w: usize, particle: i32, out: usize, scale: f64, flat: bool): void {
  const a = address(w, Words.DEFORMATION) + <usize>particle * Matrix.BYTES;
  let a0 = load<f64>(a, Matrix.XX);
  let a1 = load<f64>(a, Matrix.XY);
  let a2 = load<f64>(a, Matrix.XZ);
  let a3 = load<f64>(a, Matrix.YX);
  let a4 = load<f64>(a, Matrix.YY);
  let a5 = load<f64>(a, Matrix.YZ);
  let a6 = load<f64>(a, Matrix.ZX);
  let a7 = load<f64>(a, Matrix.ZY);
  let a8 = load<f64>(a, Matrix.ZZ);
  const q = address(w, Words.ROTATION) + <usize>particle * Quaternion.BYTES;
  const s = load<f64>(q, Quaternion.W);
  const x = load<f64>(q, Quaternion.X);
  const y = load<f64>(q, Quaternion.Y);
  const z = load<f64>(q, Quaternion.Z);
  const t0 = 1 - 2 * (y * y + z * z);
  const t1 = 2 * (x * y - s * z);
  const t2 = 2 * (x * z + s * y);
  const t3 = 2 * (x * y + s * z);
  const t4 = 1 - 2 * (x * x + z * z);
  const t5 = 2 * (y * z - s * x);
  const t6 = 2 * (x * z - s * y);
  const t7 = 2 * (y * z + s * x);
  const t8 = 1 - 2 * (x * x + y * y);
  const strain =
    square(a0 - t0) +
    square(a1 - t1) +
    square(a2 - t2) +
    square(a3 - t3) +
    square(a4 - t4) +
    square(a5 - t5) +
    square(a6 - t6) +
    square(a7 - t7) +
    square(a8 - t8);
  store<i32>(out, load<i32>(address(w, Words.OCCUPIED) + ((<usize>particle) << 2)), DockInverse.OCCUPIED);
  // A particle that begins to freeze has the lattice of another and no strain of its own yet.
  if (!(strain < MOST_STRAIN) || load<f64>(address(w, Words.SOLID_SHARE) + ((<usize>particle) << 3)) < 1) {
    a0 = t0;
    a1 = t1;
    a2 = t2;
    a3 = t3;
    a4 = t4;
    a5 = t5;
    a6 = t6;
    a7 = t7;
    a8 = t8;
  }
  const c0 = a4 * a8 - a5 * a7;
  const c1 = a5 * a6 - a3 * a8;
  const c2 = a3 * a7 - a4 * a6;
  const determinant = a0 * c0 + a1 * c1 + a2 * c2;
  const d = scale / determinant;
  const r0 = c0 * d;
  const r1 = (a2 * a7 - a1 * a8) * d;
  const r2 = (a1 * a5 - a2 * a4) * d;
  const r3 = c1 * d;
  const r4 = (a0 * a8 - a2 * a6) * d;
  const r5 = (a2 * a3 - a0 * a5) * d;
  if (!flat) {
    store<f64>(out, r0, DockInverse.MATRIX);
    store<f64>(out, r1, DockInverse.MATRIX + Matrix.XY);
    store<f64>(out, r2, DockInverse.MATRIX + Matrix.XZ);
    store<f64>(out, r3, DockInverse.MATRIX + Matrix.YX);
    store<f64>(out, r4, DockInverse.MATRIX + Matrix.YY);
    store<f64>(out, r5, DockInverse.MATRIX + Matrix.YZ);
    store<f64>(out, c2 * d, DockInverse.MATRIX + Matrix.ZX);
    store<f64>(out, (a1 * a6 - a0 * a7) * d, DockInverse.MATRIX + Matrix.ZY);
    store<f64>(out, (a0 * a4 - a1 * a3) * d, DockInverse.MATRIX + Matrix.ZZ);
    return;
  }
  // (x, y) = D (q + r/2, r √3/2): q = x − y/√3, r = 2y/√3
  const third = 0.5773502691896258;
  store<f64>(out, r0 - third * r3, DockInverse.MATRIX);
  store<f64>(out, r1 - third * r4, DockInverse.MATRIX + Matrix.XY);
  store<f64>(out, 0, DockInverse.MATRIX + Matrix.XZ);
  store<f64>(out, 2 * third * r3, DockInverse.MATRIX + Matrix.YX);
  store<f64>(out, 2 * third * r4, DockInverse.MATRIX + Matrix.YY);
  store<f64>(out, 0, DockInverse.MATRIX + Matrix.YZ);
}
