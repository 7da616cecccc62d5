/**
 * Melting and freezing, once whenever all docks are found anew, over the time since. They happen to a particle
 * (Wicke et al. 2006, eqs. 15, 16) with the probability 1 − e^(−λ t),
 *
 *   λ_m = λ_m0 (T − T_m)      λ_f = λ_f0 (T_f − T) (n − n₀) min(1, v_max/|v − v̄|) min(1, F_max/|ΣF|)
 *
 * where positive; n counts solid neighbours, v̄ is their mean velocity, ΣF the elastic force that it would feel on their
 * lattice. Who freezes joins the object of its nearest solid neighbour and takes over its lattice; until all of it is frozen,
 * OBJECT_BEFORE knows the one that it was of, to which it goes back if it is let go. The solid share s then follows the phase at
 * the rate of FADING, and takes latent heat up or sets it free: c T + L (1 − s) stays (the enthalpy of a particle; Voller &
 * Cross 1981).
 */
import {
  address,
  CAPACITY,
  COUNT,
  decay,
  DOCKING,
  DOCKS,
  drawn,
  ELAPSED,
  FADING,
  FIRST,
  FREEZING_FORCE,
  FREEZING_NEIGHBOURS,
  FREEZING_POINT,
  FREEZING_RATE,
  FREEZING_SPEED,
  index,
  LABELS,
  LATENT,
  materialOf,
  MELTING_POINT,
  MELTING_RATE,
  number,
  OBJECT_BEFORE,
  OBJECT_OF,
  OCCUPIED,
  ORDER,
  PAIRS,
  PHASE,
  PUSH_ONLY,
  RATES,
  REACH,
  SEED,
  SHAPE,
  SHARE,
  SITE_COUNT,
  slot,
  SPACING,
  STARTS,
  STIFFNESS,
  SUMS,
  TEMPERATURE,
  TICK,
  TURN,
  V,
  word,
  X,
} from './matter-record';
import { sits } from './matter-pairs';

/** Purposes of draws; those of docking are the sites, 0 … 17. */
const MELTS: i32 = 32;
const FREEZES: i32 = 33;

/** Melts and freezes; returns how many changed their phase. Uses SUMS: n, Σv (3), ΣF (3), the nearest solid and its r². */
export function matterPhases(w: usize, c: usize): i32 {
  const n = word(w, COUNT);
  const order = address(w, ORDER);
  const first: usize = (<usize>word(w, FIRST)) << 3;
  const phase = address(w, PHASE);
  const shares = address(w, SHARE);
  const temperature = address(w, TEMPERATURE) + first;
  const v = address(w, V);
  const sums = address(w, SUMS);
  const elapsed = number(c, ELAPSED);
  const seed = number(c, SEED);
  const tick = number(c, TICK);
  let changed: i32 = 0;
  let cold = false;
  for (let p: i32 = 0; p < n; p++) {
    const material = materialOf(w, p);
    const rate = load<f64>(material, FREEZING_RATE);
    if (index(phase, p) === 0 && rate > 0 && load<f64>(temperature + ((<usize>p) << 3)) < load<f64>(material, FREEZING_POINT)) cold = true;
  }
  if (cold) findSolids(w, c);
  for (let i: i32 = 0; i < n; i++) {
    const p = index(order, i);
    const material = materialOf(w, p);
    const t = load<f64>(temperature + ((<usize>p) << 3));
    const at = phase + ((<usize>p) << 2);
    const share = shares + ((<usize>p) << 3);
    if (load<i32>(at) !== 0 && isLoose(w, i, p, material)) {
      store<i32>(at, 0);
      leave(w, p);
    } else if (load<i32>(at) !== 0) {
      const rate = load<f64>(material, MELTING_RATE) * (t - load<f64>(material, MELTING_POINT));
      if (rate > 0 && drawn(seed, tick, p, MELTS) < 1 - decay(rate * elapsed)) {
        store<i32>(at, 0);
        leave(w, p);
        changed++;
      }
    } else if (cold) {
      const sum = sums + ((<usize>i) << 6);
      const count = load<f64>(sum);
      let rate =
        load<f64>(material, FREEZING_RATE) *
        (load<f64>(material, FREEZING_POINT) - t) *
        surplus(count, load<f64>(material, FREEZING_NEIGHBOURS));
      if (rate > 0 && t < load<f64>(material, FREEZING_POINT)) {
        if (count > 0) {
          const vi = slot(v, i);
          let gap: f64 = 0;
          let force: f64 = 0;
          for (let axis: usize = 0; axis < 24; axis += 8) {
            const d = load<f64>(vi + axis) - load<f64>(sum + axis, 8) / count;
            gap += d * d;
            const f = load<f64>(sum + axis, 32);
            force += f * f;
          }
          rate *= atMost(load<f64>(material, FREEZING_SPEED), sqrt(gap)) * atMost(load<f64>(material, FREEZING_FORCE), sqrt(force));
        }
        if (drawn(seed, tick, p, FREEZES) < 1 - decay(rate * elapsed)) {
          store<i32>(at, 1);
          changed++;
          join(w, p, count > 0 ? load<i32>(sum, 56) : -1, material);
        }
      }
    }
    const goal: f64 = load<i32>(at) !== 0 ? 1 : 0;
    const now = load<f64>(share);
    if (now !== goal) {
      follow(material, share, goal, temperature + ((<usize>p) << 3), elapsed);
      if (load<f64>(share) === 1) settle(w, p);
    }
  }
  return changed;
}

/**
 * The share goes to its goal, as fast as FADING says and no faster than there is heat for: c T + L (1 − s) stays as it is, and T does
 * not cross the point of the change by it.
 */
function follow(material: usize, share: usize, goal: f64, temperature: usize, elapsed: f64): void {
  const now = load<f64>(share);
  let step = min(abs(goal - now), load<f64>(material, FADING) * elapsed);
  // What is not quite in its place yet gets the energy of that with its share: little by little, it comes there before.
  if (goal > now) step = min(step, max(FIRST_SHARE, now));
  const latent = load<f64>(material, CAPACITY) > 0 ? load<f64>(material, LATENT) : 0;
  const t = load<f64>(temperature);
  if (latent > 0) {
    const spare = goal > now ? load<f64>(material, FREEZING_POINT) - t : t - load<f64>(material, MELTING_POINT);
    step = min(step, max(0, spare) / latent);
  }
  const next = goal > now ? (step < goal - now ? now + step : goal) : step < now ? now - step : 0;
  store<f64>(share, next);
  if (latent > 0) store<f64>(temperature, t + latent * (next - now));
}

/** Of a particle that begins to freeze; from then on it doubles in a step at most. */
const FIRST_SHARE: f64 = 0.05;

/** Bonds from both sides, with solids, that hold what freezes: by one alone it would swing about. */
const HELD: i32 = 1;

/**
 * Who began to freeze beside a solid and was not taken into its lattice by those that are solid already: the stream has carried it on,
 * and it is a fluid again.
 */
function isLoose(w: usize, i: i32, p: i32, material: usize): bool {
  const share = load<f64>(address(w, SHARE) + ((<usize>p) << 3));
  if (!(share > 0 && share < 1) || !(load<f64>(material, FREEZING_NEIGHBOURS) > 0)) return false;
  const docks = address(w, DOCKS);
  let bonds: i32 = 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const j = index(docks, i * SITE_COUNT + s);
    if (j >= 0 && isSolid(w, j) && sits(docks, j, i)) bonds++;
  }
  return bonds < HELD;
}

/** Whether all of a slot is solid, and stays so. */
// @ts-ignore: decorator
@inline
function isSolid(w: usize, i: i32): bool {
  const p = index(address(w, ORDER), i);
  return index(address(w, PHASE), p) !== 0 && load<f64>(address(w, SHARE) + ((<usize>p) << 3)) === 1;
}

/** n − n₀; without n₀ it freezes of itself, as fast as with one neighbour. */
// @ts-ignore: decorator
@inline
function surplus(count: f64, least: f64): f64 {
  return least > 0 ? count - least : max(1, count);
}

/** min(1, most/value) */
// @ts-ignore: decorator
@inline
function atMost(most: f64, value: f64): f64 {
  return value > most ? most / value : 1;
}

/** Where the object is that a particle was of before it began to freeze; nowhere in matter that cannot. */
// @ts-ignore: decorator
@inline
function before(w: usize, p: i32): usize {
  const blocks = address(w, OBJECT_BEFORE);
  return blocks === 0 ? 0 : blocks + ((<usize>p) << 2);
}

/** Who goes before all of it is frozen is of its own object again: the ice pushes it off, and it has its own colour. */
function leave(w: usize, p: i32): void {
  const at = before(w, p);
  if (at === 0 || load<i32>(at) < 0) return;
  store<i32>(address(w, OBJECT_OF) + ((<usize>p) << 2), load<i32>(at));
  store<i32>(at, -1);
}

/** Who is frozen is of the object that it froze to. */
function settle(w: usize, p: i32): void {
  const at = before(w, p);
  if (at !== 0) store<i32>(at, -1);
}

/** A particle that froze: into the lattice of a neighbour, or one of its own where there is none. */
function join(w: usize, p: i32, slotOfSolid: i32, material: usize): void {
  const turn = address(w, TURN) + ((<usize>p) << 5);
  const shape = address(w, SHAPE) + <usize>p * 72;
  if (slotOfSolid >= 0) {
    const other = index(address(w, ORDER), slotOfSolid);
    memory.copy(turn, address(w, TURN) + ((<usize>other) << 5), 32);
    memory.copy(shape, address(w, SHAPE) + <usize>other * 72, 72);
    const object = address(w, OBJECT_OF) + ((<usize>p) << 2);
    store<i32>(before(w, p), load<i32>(object));
    store<i32>(object, index(address(w, OBJECT_OF), other));
  } else {
    memory.fill(shape, 0, 72);
    store<f64>(shape, 1);
    store<f64>(shape, 1, 32);
    store<f64>(shape, 1, 64);
    memory.fill(turn, 0, 32);
    store<f64>(turn, 1);
  }
  // All its sites are open, as those of new matter are; where empty ones take nobody in, only now.
  const rates = address(w, RATES) + <usize>p * (SITE_COUNT << 2);
  const docking = load<f64>(material, DOCKING);
  const most = max(0, docking);
  store<i32>(address(w, OCCUPIED) + ((<usize>p) << 2), docking === 0 ? (1 << SITE_COUNT) - 1 : 0);
  for (let s: i32 = 0; s < SITE_COUNT; s++) store<f32>(rates + ((<usize>s) << 2), <f32>most);
}

/** Of fluid slots: solid neighbours within reach, their velocities, their push or pull at the distance of a lattice. */
function findSolids(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const sums = address(w, SUMS);
  memory.fill(sums, 0, (<usize>n) << 6);
  // The nearest so far, by the square of its distance: after all the sums, one f64 a slot.
  const nearest = sums + ((<usize>n) << 6);
  for (let i: i32 = 0; i < n; i++) {
    store<i32>(sums + ((<usize>i) << 6), -1, 56);
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

function meet(w: usize, c: usize, fluid: i32, solid: i32, nearest: usize): void {
  const x = address(w, X);
  const v = address(w, V);
  const sum = address(w, SUMS) + ((<usize>fluid) << 6);
  const xi = slot(x, fluid);
  const xj = slot(x, solid);
  const dx = load<f64>(xi) - load<f64>(xj);
  const dy = load<f64>(xi, 8) - load<f64>(xj, 8);
  const dz = load<f64>(xi, 16) - load<f64>(xj, 16);
  const r2 = dx * dx + dy * dy + dz * dz;
  const reach = number(c, REACH);
  if (!(r2 < reach * reach) || r2 === 0) return;
  store<f64>(sum, load<f64>(sum) + 1);
  const vj = slot(v, solid);
  const spacing = number(c, SPACING);
  const r = sqrt(r2);
  // Shells of the lattice are at D and √2 D: what is nearest to either fits.
  const rest = r < 1.2071 * spacing ? spacing : 1.4142135623730951 * spacing;
  const k = load<f64>(materialOf(w, index(address(w, ORDER), solid)), STIFFNESS) * (rest > spacing ? 0.1 : 1);
  const f = (k * (rest - r)) / r;
  for (let axis: usize = 0; axis < 24; axis += 8) {
    store<f64>(sum + axis, load<f64>(sum + axis, 8) + load<f64>(vj + axis), 8);
  }
  store<f64>(sum, load<f64>(sum, 32) + f * dx, 32);
  store<f64>(sum, load<f64>(sum, 40) + f * dy, 40);
  store<f64>(sum, load<f64>(sum, 48) + f * dz, 48);
  const best = nearest + ((<usize>fluid) << 3);
  if (r2 < load<f64>(best)) {
    store<f64>(best, r2);
    store<i32>(sum, solid, 56);
  }
}
