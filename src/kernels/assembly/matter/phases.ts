/**
 * Melting and freezing, once whenever all docks are found anew, over the time since. They happen to a particle
 * (Wicke et al. 2006, eqs. 15, 16) with the probability 1 − e^(−λ t),
 *
 *   λ_m = λ_m0 (T − T_m)      λ_f = λ_f0 (T_f − T) (n − n₀) min(1, v_max/|v − v̄|) min(1, F_max/|ΣF|)
 *
 * where positive; n counts solid neighbours, v̄ is their mean velocity, ΣF the elastic force that it would feel on their
 * lattice: Σ k w (R l − r) with the sites l nearest to it around each of them. Only who is near an open one freezes to a solid. It joins the
 * object of its nearest solid neighbour and takes over its lattice; until all of it is frozen, PREVIOUS_OBJECT knows the one that it was
 * of, to which it goes back if it is let go. The solid share s then follows the phase at the rate of FADING_RATE, as far as it
 * fits, and takes latent heat up or sets it free: c T + L (1 − s) stays (the enthalpy of a particle; Voller & Cross 1981).
 */
import * as FreezingSum from '../../../layouts/generated/freezing-sum';
import * as LatticeSite from '../../../layouts/generated/lattice-site';
import * as Matrix from '../../../layouts/generated/matrix';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Quaternion from '../../../layouts/generated/quaternion';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number, VECTOR } from '../memory';
import { miss } from './docking';
import { findMisfits, fitting } from './freezing-energy';
import { sits } from './pairs';
import { forgetTouching } from './pushes';
import { address, decay, drawn, materialOf, PUSH_ONLY, SITE_COUNT, SOLID, slot, word } from './record';

/** Purposes of draws; those of docking are the sites, 0 … 17. */
const MELTS: i32 = 32;
const FREEZES: i32 = 33;
/** Mark of a fluid that is near an open site. */
const FITS: i32 = 1;

/**
 * Melts and freezes; returns how many froze: they and the solids around them are RESTLESS then. Uses SUMS: n, Σv (3), ΣF (3), the nearest
 * solid, whether it fits or froze; after them r² of the nearest, and B.
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
  let froze: i32 = 0;
  const changes = address(w, Words.DRIFT);
  memory.fill(changes, 0, (<usize>n) << 2);
  let cold = false;
  let freezing = false;
  for (let p: i32 = 0; p < n; p++) {
    const material = materialOf(w, p);
    const rate = number(material, Material.FREEZING_RATE);
    if (
      index(phase, p) === 0 &&
      rate > 0 &&
      load<f64>(temperature + ((<usize>p) << 3)) < number(material, Material.FREEZING_POINT)
    )
      cold = true;
    if (index(phase, p) !== 0 && load<f64>(shares + ((<usize>p) << 3)) < 1) freezing = true;
  }
  // First: densities are where r² will be.
  if (freezing) findMisfits(w, c);
  if (cold) findSolids(w, c);
  const misfits = sums + <usize>n * (FreezingSum.BYTES + 8);
  for (let i: i32 = 0; i < n; i++) {
    const p = index(order, i);
    const material = materialOf(w, p);
    const t = load<f64>(temperature + ((<usize>p) << 3));
    const at = phase + ((<usize>p) << 2);
    const share = shares + ((<usize>p) << 3);
    const wasFluid = load<i32>(at) === 0;
    const before = load<f64>(share);
    const phaseBefore = load<i32>(at);
    if (load<i32>(at) !== 0 && isLoose(w, i, p, material)) {
      store<i32>(at, 0);
      leave(w, p);
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
          froze++;
          join(w, p, count > 0 ? load<i32>(sum, FreezingSum.NEAREST) : -1, material);
          store<i32>(sum, FREEZES, FreezingSum.STATE);
        }
      }
    }
    const now = load<f64>(share);
    let goal: f64 = load<i32>(at) !== 0 ? 1 : 0;
    if (goal > now) {
      // Before it has docked nobody knows how well it fits.
      if (wasFluid) goal = max(now, FIRST_SHARE);
      else
        goal = fitting(
          c,
          slot(address(w, Words.SLOT_POSITION), i),
          material,
          now,
          load<f64>(misfits + ((<usize>i) << 3)),
        );
    }
    if (now !== goal) {
      follow(material, share, goal, temperature + ((<usize>p) << 3), elapsed, load<i32>(at) !== 0);
      if (load<f64>(share) === 1) settle(w, p);
    }
    const isWhole = load<f64>(share) === 1;
    if (load<i32>(at) !== phaseBefore || isWhole !== (before === 1))
      store<i32>(changes + ((<usize>i) << 2), 1);
  }
  tell(w);
  if (froze > 0) wake(w);
  return froze;
}

/**
 * Whose phase or object changes, or who is whole from now on or no longer, pushes others by another law, and they him: what both have of
 * each other now is borne (matter-pushes.ts), and no energy comes with the change.
 */
function tell(w: usize): void {
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

/** Who freezes looks for its place at once, and solids around it look who is there: RESTLESS. */
function wake(w: usize): void {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const sums = address(w, Words.SUMS);
  const restless = address(w, Words.RESTLESS);
  memory.fill(restless, 0, (<usize>n) << 2);
  for (let i: i32 = 0; i < n; i++) {
    const froze = load<i32>(sums + <usize>i * FreezingSum.BYTES, FreezingSum.STATE) === FREEZES;
    if (froze) store<i32>(restless + ((<usize>i) << 2), 1);
    const end = index(starts, i + 1);
    for (let k = index(starts, i); k < end; k++) {
      const j = index(pairs, k) & ~PUSH_ONLY;
      const other = load<i32>(sums + <usize>j * FreezingSum.BYTES, FreezingSum.STATE) === FREEZES;
      if (froze && (index(address(w, Words.LABELS), j) & SOLID) !== 0)
        store<i32>(restless + ((<usize>j) << 2), 1);
      if (other && (index(address(w, Words.LABELS), i) & SOLID) !== 0)
        store<i32>(restless + ((<usize>i) << 2), 1);
    }
  }
}

/**
 * The share goes to its goal, as fast as FADING_RATE says and no faster than there is heat for: c T + L (1 − s) stays as it is, and T does
 * not cross the point of the change by it.
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
  // What does not fit gives its share back at once, and takes the heat of it from its own.
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

/** Of a particle that begins to freeze. */
const FIRST_SHARE: f64 = 1e-6;

/** Bonds from both sides, with solids, that hold what freezes: by one alone it would swing about. */
const HELD: i32 = 1;

/**
 * Who began to freeze beside a solid and was not taken into its lattice by those that are solid already: the stream has carried it on,
 * and it is a fluid again.
 */
function isLoose(w: usize, i: i32, p: i32, material: usize): bool {
  const share = load<f64>(address(w, Words.SOLID_SHARE) + ((<usize>p) << 3));
  if (!(share > 0 && share < 1) || !(number(material, Material.FREEZING_NEIGHBOURS) > 0)) return false;
  const docks = address(w, Words.DOCKS);
  let bonds: i32 = 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const j = index(docks, i * SITE_COUNT + s);
    if (j >= 0 && isSolid(w, j) && sits(docks, j, i)) bonds++;
  }
  return bonds < HELD;
}

/** Whether all of a slot is solid, and stays so. */
// @inline
function isSolid(w: usize, i: i32): bool {
  const p = index(address(w, Words.ORDER), i);
  return (
    index(address(w, Words.PHASE), p) !== 0 &&
    load<f64>(address(w, Words.SOLID_SHARE) + ((<usize>p) << 3)) === 1
  );
}

/** n − n₀; without n₀ it freezes of itself, as fast as with one neighbour. */
// @inline
function surplus(count: f64, least: f64): f64 {
  return least > 0 ? count - least : max(1, count);
}

/** min(1, most/value) */
// @inline
function atMost(most: f64, value: f64): f64 {
  return value > most ? most / value : 1;
}

/** Where the object is that a particle was of before it began to freeze; nowhere in matter that cannot. */
// @inline
function before(w: usize, p: i32): usize {
  const blocks = address(w, Words.PREVIOUS_OBJECT);
  return blocks === 0 ? 0 : blocks + ((<usize>p) << 2);
}

/** Who goes before all of it is frozen is of its own object again: the ice pushes it off, and it has its own colour. */
function leave(w: usize, p: i32): void {
  const at = before(w, p);
  if (at === 0 || load<i32>(at) < 0) return;
  store<i32>(address(w, Words.OBJECT_OF) + ((<usize>p) << 2), load<i32>(at));
  store<i32>(at, -1);
}

/** Who is frozen is of the object that it froze to. */
function settle(w: usize, p: i32): void {
  const at = before(w, p);
  if (at !== 0) store<i32>(at, -1);
}

/** A particle that froze: into the lattice of a neighbour, or one of its own where there is none. */
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
    store<f64>(turn, 1, Quaternion.S);
  }
  // All its sites are open, as those of new matter are; where empty ones take nobody in, only now.
  const rates = address(w, Words.DOCKING_RATES) + <usize>p * (SITE_COUNT << 2);
  const docking = number(material, Material.DOCKING_RATE);
  const most = max(0, docking);
  store<i32>(address(w, Words.OCCUPIED) + ((<usize>p) << 2), docking === 0 ? (1 << SITE_COUNT) - 1 : 0);
  for (let s: i32 = 0; s < SITE_COUNT; s++) store<f32>(rates + ((<usize>s) << 2), <f32>most);
}

/** Of fluid slots: solid neighbours within reach, their velocities, the pull of the lattice around each of them. */
function findSolids(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const sums = address(w, Words.SUMS);
  memory.fill(sums, 0, <usize>n * FreezingSum.BYTES);
  // The nearest so far, by the square of its distance: after all the sums, one f64 a slot.
  const nearest = sums + <usize>n * FreezingSum.BYTES;
  for (let i: i32 = 0; i < n; i++) {
    store<i32>(sums + <usize>i * FreezingSum.BYTES, -1, FreezingSum.NEAREST);
    store<f64>(nearest + ((<usize>i) << 3), Infinity);
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

/** Of D: who is farther from every open site of solids does not freeze to them, as sites take nobody in from there. */
const NEAR_ENOUGH: f64 = 0.4;

/** The site of a slot nearest to who is at r from it; SCRATCH has by how much it is off. */
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
  const near = NEAR_ENOUGH * number(c, Numbers.SPACING);
  if (isOpen && missed < near * near) store<i32>(sum, FITS, FreezingSum.STATE);
  const best = nearest + ((<usize>fluid) << 3);
  if (r2 < load<f64>(best)) {
    store<f64>(best, r2);
    store<i32>(sum, solid, FreezingSum.NEAREST);
  }
}
