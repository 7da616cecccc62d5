/**
 * Melting and freezing, once per docking of all particles, over the time t since the last. A particle changes its phase with
 * the probability 1 − e^(−λ t) (Wicke et al. 2006, eqs. 15, 16),
 *
 *   λ_m = λ_m0 (T − T_m)      λ_f = λ_f0 (T_f − T) (n − n₀) min(1, v_max/|v − v̄|) min(1, F_max/|ΣF|)
 *
 * if λ is positive.
 *
 * Symbols
 *   n    number of solid neighbours
 *   v̄    their mean velocity, m/s
 *   ΣF   elastic force on the particle in their lattices, Σ k w (R l − r) with the nearest sites l of each of them, N
 *   s    solid share, which follows the phase at FADING_RATE as far as the particle fits
 *   L    latent heat, J/kg; c T + L (1 − s), the enthalpy of a particle, is conserved (Voller & Cross 1981)
 *
 * A particle freezes to a solid only near an empty site of it. It joins the object of its nearest solid neighbour and adopts its
 * lattice. PREVIOUS_OBJECT stores its former object, to which it returns if it is released before it is whole.
 */
import * as FreezingSum from '../../../layouts/generated/freezing-sum';
import * as LatticeSite from '../../../layouts/generated/lattice-site';
import * as Matrix from '../../../layouts/generated/matrix';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Quaternion from '../../../layouts/generated/quaternion';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number, put, putIndex, VECTOR } from '../memory';
import { DOCKS_WITHIN, miss } from './docking';
import { findMisfits, fitting } from './freezing-energy';
import { sits } from './pairs';
import { forgetTouching } from './pushes';
import { address, decay, drawn, materialOf, PUSH_ONLY, SITE_COUNT, SOLID, slot, word } from './record';

/** Purposes of random draws; those of docking are the sites, 0 … 17. */
const MELTS: i32 = 32;
const FREEZES: i32 = 33;
/** State of a fluid slot near an empty site. */
const FITS: i32 = 1;
/** Change of a slot: of phase or wholeness; of its object too, so that it docks again in this step. */
const CHANGES: i32 = 1;
const DOCKS_ANEW: i32 = 2;

/**
 * Melts and freezes particles; returns the number of those that froze or were released before they were whole, which become RESTLESS
 * with the solids around them. SUMS contains freezingSum of all slots, then r² of the nearest solid, then B.
 */
export function matterPhases(w: usize, c: usize): i32 {
  const n = word(w, Words.COUNT);
  const order = address(w, Words.ORDER);
  const first: usize = (<usize>word(w, Words.FIRST)) << 3;
  const phase = address(w, Words.PHASE);
  const shares = address(w, Words.SOLID_SHARE);
  const temperature = address(w, Words.TEMPERATURE) + first;
  const v = address(w, Words.SLOT_VELOCITY);
  const sums = address(w, Words.SUMS);
  const elapsed = number(c, Numbers.ELAPSED);
  const seed = number(c, Numbers.SEED);
  const tick = number(c, Numbers.TICK);
  let moved: i32 = 0;
  const changes = address(w, Words.DRIFT);
  let cold = false;
  let freezing = false;
  for (let p: i32 = 0; p < n; p++) {
    const material = materialOf(w, p);
    const rate = number(material, Material.FREEZING_RATE);
    if (
      index(phase, p) === 0 &&
      rate > 0 &&
      number(temperature, p) < number(material, Material.FREEZING_POINT)
    )
      cold = true;
    if (index(phase, p) !== 0 && number(shares, p) < 1) freezing = true;
  }
  // First, since densities are stored where r² will be.
  if (freezing) findMisfits(w, c);
  if (cold) findSolids(w, c);
  const misfits = sums + <usize>n * (FreezingSum.BYTES + 8);
  for (let i: i32 = 0; i < n; i++) {
    const p = index(order, i);
    const material = materialOf(w, p);
    const t = number(temperature, p);
    const at = phase + ((<usize>p) << 2);
    const share = shares + ((<usize>p) << 3);
    const wasFluid = load<i32>(at) === 0;
    const before = load<f64>(share);
    const phaseBefore = load<i32>(at);
    let change: i32 = 0;
    if (load<i32>(at) !== 0 && isLoose(w, i, p, material)) {
      store<i32>(at, 0);
      leave(w, p);
      moved++;
      change = DOCKS_ANEW;
    } else if (load<i32>(at) !== 0) {
      const rate = number(material, Material.MELTING_RATE) * (t - number(material, Material.MELTING_POINT));
      if (rate > 0 && drawn(seed, tick, p, MELTS) < 1 - decay(rate * elapsed)) {
        store<i32>(at, 0);
        leave(w, p);
      }
    } else if (cold) {
      const sum = sums + <usize>i * FreezingSum.BYTES;
      const count = load<f64>(sum, FreezingSum.NEIGHBOURS);
      let rate =
        number(material, Material.FREEZING_RATE) *
        (number(material, Material.FREEZING_POINT) - t) *
        surplus(count, number(material, Material.FREEZING_NEIGHBOURS));
      const fits =
        load<i32>(sum, FreezingSum.STATE) === FITS || !(number(material, Material.FREEZING_NEIGHBOURS) > 0);
      if (rate > 0 && t < number(material, Material.FREEZING_POINT) && fits) {
        if (count > 0) {
          const vi = slot(v, i);
          let gap: f64 = 0;
          let force: f64 = 0;
          for (let axis: usize = 0; axis < VECTOR; axis += 8) {
            const d = load<f64>(vi + axis) - load<f64>(sum + axis, FreezingSum.VELOCITY) / count;
            gap += d * d;
            const f = load<f64>(sum + axis, FreezingSum.FORCE);
            force += f * f;
          }
          rate *=
            atMost(number(material, Material.FREEZING_SPEED), sqrt(gap)) *
            atMost(number(material, Material.FREEZING_FORCE), sqrt(force));
        }
        if (drawn(seed, tick, p, FREEZES) < 1 - decay(rate * elapsed)) {
          store<i32>(at, 1);
          moved++;
          change = DOCKS_ANEW;
          join(w, p, count > 0 ? load<i32>(sum, FreezingSum.NEAREST) : -1, material);
        }
      }
    }
    const now = load<f64>(share);
    let goal: f64 = load<i32>(at) !== 0 ? 1 : 0;
    if (goal > now) {
      // Its misfit is unknown before it has docked.
      if (wasFluid) goal = max(now, FIRST_SHARE);
      else goal = fitting(c, slot(address(w, Words.SLOT_POSITION), i), material, now, number(misfits, i));
    }
    if (now !== goal) {
      follow(material, share, goal, temperature + ((<usize>p) << 3), elapsed, load<i32>(at) !== 0);
      if (load<f64>(share) === 1) settle(w, p);
    }
    const isWhole = load<f64>(share) === 1;
    if (change === 0 && (load<i32>(at) !== phaseBefore || isWhole !== (before === 1))) change = CHANGES;
    putIndex(changes, i, change);
  }
  acceptOverlap(w);
  if (moved > 0) wake(w);
  return moved;
}

/**
 * Tolerates the present overlap of all particles whose phase, object or wholeness changes, and of their neighbours: they push each
 * other by another law from now on (pushes.ts), and the change must not add energy.
 */
function acceptOverlap(w: usize): void {
  const n = word(w, Words.COUNT);
  const changes = address(w, Words.DRIFT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const order = address(w, Words.ORDER);
  for (let i: i32 = 0; i < n; i++) {
    const mine = index(changes, i) !== 0;
    if (mine) forgetTouching(w, index(order, i));
    const end = index(starts, i + 1);
    for (let k = index(starts, i); k < end; k++) {
      const j = index(pairs, k) & ~PUSH_ONLY;
      if (mine) forgetTouching(w, index(order, j));
      else if (index(changes, j) !== 0) forgetTouching(w, index(order, i));
    }
  }
}

/** Marks frozen and released particles and the solids around them as RESTLESS, so that they dock again in this step. */
function wake(w: usize): void {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const changes = address(w, Words.DRIFT);
  const docks = address(w, Words.DOCKS);
  const restless = address(w, Words.RESTLESS);
  memory.fill(restless, 0, (<usize>n) << 2);
  for (let i: i32 = 0; i < n; i++) {
    const mine = index(changes, i) === DOCKS_ANEW;
    if (mine) putIndex(restless, i, 1);
    for (let site: i32 = 0; site < SITE_COUNT; site++) {
      const j = index(docks, i * SITE_COUNT + site);
      if (j < 0) continue;
      if (mine) putIndex(restless, j, 1);
      if (index(changes, j) === DOCKS_ANEW) putIndex(restless, i, 1);
    }
    const end = index(starts, i + 1);
    for (let k = index(starts, i); k < end; k++) {
      const j = index(pairs, k) & ~PUSH_ONLY;
      const other = index(changes, j) === DOCKS_ANEW;
      if (mine && (index(address(w, Words.LABELS), j) & SOLID) !== 0) putIndex(restless, j, 1);
      if (other && (index(address(w, Words.LABELS), i) & SOLID) !== 0) putIndex(restless, i, 1);
    }
  }
}

/**
 * Moves the share towards its goal at FADING_RATE, limited by the available heat: c T + L (1 − s) is conserved, and T does not cross
 * the melting or freezing point.
 */
function follow(
  material: usize,
  share: usize,
  goal: f64,
  temperature: usize,
  elapsed: f64,
  freezes: bool,
): void {
  const now = load<f64>(share);
  let step = abs(goal - now);
  // A share that does not fit is returned at once; its latent heat comes from the particle's own heat.
  const back = freezes && goal < now;
  if (!back) step = min(step, number(material, Material.FADING_RATE) * elapsed);
  const latent = number(material, Material.HEAT_CAPACITY) > 0 ? number(material, Material.LATENT_HEAT) : 0;
  const t = load<f64>(temperature);
  if (latent > 0 && !back) {
    const spare = freezes
      ? number(material, Material.FREEZING_POINT) - t
      : t - number(material, Material.MELTING_POINT);
    step = min(step, max(0, spare) / latent);
  }
  const next = goal > now ? (step < goal - now ? now + step : goal) : step < now - goal ? now - step : goal;
  store<f64>(share, next);
  if (latent > 0) store<f64>(temperature, t + latent * (next - now));
}

/**
 * Solid share of a particle that begins to freeze, until its misfit is known. With 10⁻⁷ a drop that freezes to ice of 100 kPa gains
 * energy (test/unit/models/lattice-matter/phases.slow.test.ts).
 */
const FIRST_SHARE: f64 = 1e-6;

/**
 * Returns whether a particle that began to freeze beside a solid has not docked to whole solids: the stream has carried it on, and
 * it becomes a fluid again.
 */
function isLoose(w: usize, i: i32, p: i32, material: usize): bool {
  const share = load<f64>(address(w, Words.SOLID_SHARE) + ((<usize>p) << 3));
  if (!(share > 0 && share < 1) || !(number(material, Material.FREEZING_NEIGHBOURS) > 0)) return false;
  const docks = address(w, Words.DOCKS);
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const j = index(docks, i * SITE_COUNT + s);
    if (j >= 0 && isSolid(w, j) && sits(docks, j, i)) return false;
  }
  return true;
}

/** Returns whether a slot is wholly solid and not melting. */
// @inline
function isSolid(w: usize, i: i32): bool {
  const p = index(address(w, Words.ORDER), i);
  return (
    index(address(w, Words.PHASE), p) !== 0 &&
    load<f64>(address(w, Words.SOLID_SHARE) + ((<usize>p) << 3)) === 1
  );
}

/** Returns n − n₀; without n₀ matter freezes by itself, as fast as with one neighbour. */
// @inline
function surplus(count: f64, least: f64): f64 {
  return least > 0 ? count - least : max(1, count);
}

/** Returns min(1, most/value). */
// @inline
function atMost(most: f64, value: f64): f64 {
  return value > most ? most / value : 1;
}

/** Returns the address of the former object of a freezing particle; 0 in matter that cannot freeze. */
// @inline
function before(w: usize, p: i32): usize {
  const blocks = address(w, Words.PREVIOUS_OBJECT);
  return blocks === 0 ? 0 : blocks + ((<usize>p) << 2);
}

/** Returns a particle to its former object before it is whole: the solid pushes it away, and it is drawn with its own colour. */
function leave(w: usize, p: i32): void {
  const at = before(w, p);
  if (at === 0 || load<i32>(at) < 0) return;
  store<i32>(address(w, Words.OBJECT_OF) + ((<usize>p) << 2), load<i32>(at));
  store<i32>(at, -1);
}

/** Keeps a whole particle in the object that it froze to. */
function settle(w: usize, p: i32): void {
  const at = before(w, p);
  if (at !== 0) store<i32>(at, -1);
}

/** Gives a frozen particle the lattice of a neighbour, or its own without one. */
function join(w: usize, p: i32, slotOfSolid: i32, material: usize): void {
  const turn = address(w, Words.ROTATION) + <usize>p * Quaternion.BYTES;
  const shape = address(w, Words.DEFORMATION) + <usize>p * Matrix.BYTES;
  if (slotOfSolid >= 0) {
    const other = index(address(w, Words.ORDER), slotOfSolid);
    memory.copy(turn, address(w, Words.ROTATION) + <usize>other * Quaternion.BYTES, Quaternion.BYTES);
    memory.copy(shape, address(w, Words.DEFORMATION) + <usize>other * Matrix.BYTES, Matrix.BYTES);
    const object = address(w, Words.OBJECT_OF) + ((<usize>p) << 2);
    store<i32>(before(w, p), load<i32>(object));
    store<i32>(object, index(address(w, Words.OBJECT_OF), other));
  } else {
    memory.fill(shape, 0, Matrix.BYTES);
    store<f64>(shape, 1, Matrix.XX);
    store<f64>(shape, 1, Matrix.YY);
    store<f64>(shape, 1, Matrix.ZZ);
    memory.fill(turn, 0, Quaternion.BYTES);
    store<f64>(turn, 1, Quaternion.W);
  }
  // All its sites are open, as in new matter; in matter whose empty sites never dock, only now.
  const rates = address(w, Words.DOCKING_RATES) + <usize>p * (SITE_COUNT << 2);
  const docking = number(material, Material.DOCKING_RATE);
  const most = max(0, docking);
  store<i32>(address(w, Words.OCCUPIED) + ((<usize>p) << 2), docking === 0 ? (1 << SITE_COUNT) - 1 : 0);
  for (let s: i32 = 0; s < SITE_COUNT; s++) store<f32>(rates + ((<usize>s) << 2), <f32>most);
}

/** Sums the solid neighbours of fluid slots within reach, their velocities, and the forces of their lattices. */
function findSolids(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const sums = address(w, Words.SUMS);
  memory.fill(sums, 0, <usize>n * FreezingSum.BYTES);
  // r² of the nearest so far, one f64 per slot behind all sums.
  const nearest = sums + <usize>n * FreezingSum.BYTES;
  for (let i: i32 = 0; i < n; i++) {
    store<i32>(sums + <usize>i * FreezingSum.BYTES, -1, FreezingSum.NEAREST);
    put(nearest, i, Infinity);
  }
  for (let i: i32 = 0; i < n; i++) {
    const end = index(starts, i + 1);
    for (let k = index(starts, i); k < end; k++) {
      const j = index(pairs, k) & ~PUSH_ONLY;
      const solidI = isSolid(w, i);
      const solidJ = isSolid(w, j);
      if (solidI === solidJ) continue;
      if (solidI) meet(w, c, j, i, nearest);
      else meet(w, c, i, j, nearest);
    }
  }
}

/** Returns the site of a slot nearest to the offset r; SCRATCH contains the error. */
function nearestSite(w: usize, i: i32, rx: f64, ry: f64, rz: f64): i32 {
  const sites = address(w, Words.SITES);
  const turn = address(w, Words.ROTATION) + <usize>index(address(w, Words.ORDER), i) * Quaternion.BYTES;
  let best: i32 = 0;
  let least = Infinity;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const e2 = miss(turn, slot(sites, s), rx, ry, rz, address(w, Words.SCRATCH));
    if (!(e2 < least)) continue;
    least = e2;
    best = s;
  }
  miss(turn, slot(sites, best), rx, ry, rz, address(w, Words.SCRATCH));
  return best;
}

function meet(w: usize, c: usize, fluid: i32, solid: i32, nearest: usize): void {
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const sum = address(w, Words.SUMS) + <usize>fluid * FreezingSum.BYTES;
  const xi = slot(x, fluid);
  const xj = slot(x, solid);
  const dx = load<f64>(xi) - load<f64>(xj);
  const dy = load<f64>(xi, Y) - load<f64>(xj, Y);
  const dz = load<f64>(xi, Z) - load<f64>(xj, Z);
  const r2 = dx * dx + dy * dy + dz * dz;
  const reach = number(c, Numbers.REACH);
  if (!(r2 < reach * reach) || r2 === 0) return;
  store<f64>(sum, load<f64>(sum, FreezingSum.NEIGHBOURS) + 1, FreezingSum.NEIGHBOURS);
  const vj = slot(v, solid);
  const site = nearestSite(w, solid, dx, dy, dz);
  const l = slot(address(w, Words.SITES), site);
  const k =
    number(materialOf(w, index(address(w, Words.ORDER), solid)), Material.STIFFNESS) *
    load<f64>(l, LatticeSite.WEIGHT);
  const isOpen = index(address(w, Words.DOCKS), solid * SITE_COUNT + site) < 0;
  let missed: f64 = 0;
  for (let axis: usize = 0; axis < VECTOR; axis += 8) {
    store<f64>(
      sum + axis,
      load<f64>(sum + axis, FreezingSum.VELOCITY) + load<f64>(vj + axis),
      FreezingSum.VELOCITY,
    );
    const e = load<f64>(address(w, Words.SCRATCH) + axis);
    store<f64>(sum + axis, load<f64>(sum + axis, FreezingSum.FORCE) + k * e, FreezingSum.FORCE);
    missed += e * e;
  }
  // Sites do not dock from farther away.
  const near = DOCKS_WITHIN * number(c, Numbers.SPACING);
  if (isOpen && missed < near * near) store<i32>(sum, FITS, FreezingSum.STATE);
  const best = nearest + ((<usize>fluid) << 3);
  if (r2 < load<f64>(best)) {
    store<f64>(best, r2);
    store<i32>(sum, solid, FreezingSum.NEAREST);
  }
}
