/**
 * Pushes between solids that do not share a lattice: other objects, and broken faces. The overlap n_i of a particle with
 * others is
 *
 *   n_i = Σ_j W(r_ij),   W = (1 − q)²,   q = r/(1.3 D);     U = Σ_i ½ κ_i (n_i − t_i)²  for n_i > t_i
 *
 * F_ij = (κ_i (n_i − t_i) + κ_j (n_j − t_j)) W' acts along the line of centres, as eq. 14 of Wicke et al. (2006) does. Pairs
 * that push below a fixed distance would make faces bumpy: along the axes they would touch 0.71 D apart if particles
 * lie in each other's hollows, and D apart if they meet head on. n of a face is constant to 0.02 D along it: faces touch
 * where the cells of both end, a layer apart, and t = TOUCH is n there. κ makes two faces as stiff as a layer of the matter.
 *
 * Cells may overhang their shapes by up to half a layer, so that objects made side by side may overlap from the start, and a
 * particle that breaks off was a neighbour until then. So t_i starts as the n_i of that moment and only falls with it:
 * TOUCHING stores it. Setting t_i to n_i never adds to U.
 *
 * Against a fluid W ends at D, and t is 0.09: a fluid at rest surrounds a solid, in its corners and hollows too. Its density,
 * to which solids contribute, keeps it out; the push is for drops that have none.
 *
 * The solve takes springs between pairs: Σ_j κ |W'_ij| (Σ_k |W'_ik|), an upper bound of the Hessian κ (∇n)(∇n)ᵀ (Cauchy &
 * Schwarz).
 */
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as MatterPush from '../../../layouts/generated/matter-push';
import * as Words from '../../../layouts/generated/matter-words';
import * as PushCandidate from '../../../layouts/generated/push-candidate';
import * as PushSum from '../../../layouts/generated/push-sum';
import * as SlotFluid from '../../../layouts/generated/slot-fluid';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number, put, VECTOR } from '../memory';
import { address, PUSH_ONLY, SOLID, slot, WHOLE, word } from './record';

/** Reach of pushes in units of D, as in models/lattice-matter/lattice.ts. */
const PUSH_REACH: f64 = 1.3;
/** Tolerated overlap t of a fluid: that of two layers whose particles meet head on, 0.71 D apart. */
const FLOWING_TOUCH: f64 = 0.09;
/** Greatest n − t that counts for the force; matter all within other matter has 1.4. */
const MOST_BEYOND: f64 = 1.5;
/** Least distance with a line of centres, in units of D. */
const CLOSEST: f64 = 1e-3;
/** Value of TOUCHING if a neighbour has left: t becomes the n of the next list. */
const UNKNOWN: f64 = Infinity;

/** Bits of a candidate: both are whole solids; it has been pushed in this sub-step. */
const FACES: i32 = 1 << 30;
const PUSHED: i32 = 1 << 29;
const BITS: i32 = FACES | PUSHED;

/**
 * Writes the listed pairs that may push each other to CANDIDATES, with the bit FACES if both are whole solids. Returns their
 * number, of which at most CANDIDATE_CAPACITY are written.
 */
export function matterCandidates(w: usize): i32 {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const labels = address(w, Words.LABELS);
  const rows = address(w, Words.ROW_SLOTS);
  const room = word(w, Words.CANDIDATE_CAPACITY);
  const candidates = address(w, Words.CANDIDATES);
  let count: i32 = 0;
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const label = index(labels, i);
    let at = pairs + ((<usize>index(starts, row)) << 2);
    const end = pairs + ((<usize>index(starts, row + 1)) << 2);
    for (; at < end; at += 4) {
      const entry = load<i32>(at);
      const j = entry & ~PUSH_ONLY;
      const other = index(labels, j);
      if ((entry & PUSH_ONLY) === 0 && label >> 2 === other >> 2) continue;
      if (((label | other) & SOLID) === 0) continue;
      if (count < room) {
        store<i32>(candidates + <usize>count * PushCandidate.BYTES, i, PushCandidate.I);
        store<i32>(
          candidates + <usize>count * PushCandidate.BYTES,
          entry & PUSH_ONLY ? j | FACES : j,
          PushCandidate.J,
        );
      }
      count++;
    }
  }
  store<i32>(w + ((<usize>Words.CANDIDATE_COUNT) << 2), min(count, room));
  return count;
}

/** Notes that a neighbour of a particle has left a site that does not dock again: the next list counts it as touching. */
// @inline
export function forgetTouching(w: usize, particle: i32): void {
  store<f64>(address(w, Words.TOUCHING) + ((<usize>particle) << 3), UNKNOWN);
}

/** Returns the excess of t over that of a face that touches. */
// @inline
export function crowding(w: usize, c: usize, particle: i32): f64 {
  const bears = load<f64>(address(w, Words.TOUCHING) + ((<usize>particle) << 3));
  return bears < UNKNOWN ? bears - number(c, Numbers.TOUCH) : 0;
}

/** Sums n and Σ |W'| of all candidates into SUMS. `flowing`: reach of pairs that are not both whole solids, m. */
function sum(w: usize, c: usize, flowing: f64): void {
  const candidates = address(w, Words.CANDIDATES);
  const end = candidates + <usize>word(w, Words.CANDIDATE_COUNT) * PushCandidate.BYTES;
  const x = address(w, Words.SLOT_POSITION);
  const sums = address(w, Words.SUMS);
  const solid = PUSH_REACH * number(c, Numbers.SPACING);
  for (let at = candidates; at < end; at += PushCandidate.BYTES) {
    memory.fill(sums + <usize>load<i32>(at, PushCandidate.I) * PushSum.BYTES, 0, PushSum.BYTES);
    memory.fill(sums + <usize>(load<i32>(at, PushCandidate.J) & ~BITS) * PushSum.BYTES, 0, PushSum.BYTES);
  }
  for (let at = candidates; at < end; at += PushCandidate.BYTES) {
    const i = load<i32>(at, PushCandidate.I);
    const entry = load<i32>(at, PushCandidate.J);
    const j = entry & ~BITS;
    const r2 = square(slot(x, i), slot(x, j));
    const reach = entry & FACES ? solid : flowing;
    if (!(r2 < reach * reach)) continue;
    const inverse = 1 / reach;
    const u = 1 - sqrt(r2) * inverse;
    const si = sums + <usize>i * PushSum.BYTES;
    const sj = sums + <usize>j * PushSum.BYTES;
    const slope = 2 * u * inverse;
    store<f64>(si, load<f64>(si, PushSum.OVERLAP) + u * u, PushSum.OVERLAP);
    store<f64>(sj, load<f64>(sj, PushSum.OVERLAP) + u * u, PushSum.OVERLAP);
    store<f64>(si, load<f64>(si, PushSum.SLOPES) + slope, PushSum.SLOPES);
    store<f64>(sj, load<f64>(sj, PushSum.SLOPES) + slope, PushSum.SLOPES);
  }
}

// @inline
function square(xi: usize, xj: usize): f64 {
  const dx = load<f64>(xj) - load<f64>(xi);
  const dy = load<f64>(xj, Y) - load<f64>(xi, Y);
  const dz = load<f64>(xj, Z) - load<f64>(xi, Z);
  return dx * dx + dy * dy + dz * dz;
}

/** Lowers t to the n of a new list, and sets it to n where a neighbour has left, where matter freezes, and in matter just `made`. */
export function matterTouching(w: usize, c: usize, made: i32): void {
  const n = word(w, Words.COUNT);
  const order = address(w, Words.ORDER);
  const sums = address(w, Words.SUMS);
  const touching = address(w, Words.TOUCHING);
  const least = number(c, Numbers.TOUCH);
  const labels = address(w, Words.LABELS);
  const share = address(w, Words.SOLID_SHARE);
  memory.fill(sums, 0, <usize>n * PushSum.BYTES);
  sum(w, c, PUSH_REACH * number(c, Numbers.SPACING));
  for (let i: i32 = 0; i < n; i++) {
    const particle: usize = (<usize>index(order, i)) << 3;
    const at = touching + particle;
    // A freezing particle may overlap solids that it did not approach.
    const freezes = (index(labels, i) & SOLID) !== 0 && load<f64>(share + particle) < 1;
    const before = made !== 0 || freezes ? UNKNOWN : load<f64>(at);
    store<f64>(at, max(least, min(before, load<f64>(sums + <usize>i * PushSum.BYTES))));
  }
}

/** Replaces n and Σ |W'| of a slot by κ (n − t) and κ Σ |W'|, 0 unless n > t; returns its part of U, J. */
// @inline
function press(w: usize, sums: usize, less: f64, i: i32): f64 {
  const at = sums + <usize>i * PushSum.BYTES;
  if (load<f64>(at, PushSum.DONE) !== 0) return 0;
  const bears = load<f64>(address(w, Words.TOUCHING) + ((<usize>index(address(w, Words.ORDER), i)) << 3));
  const over = max(
    0,
    load<f64>(at, PushSum.OVERLAP) -
      ((index(address(w, Words.LABELS), i) & WHOLE) !== 0 ? bears : bears - less),
  );
  const beyond = min(over, MOST_BEYOND);
  const stiffness = load<f64>(slot(address(w, Words.SLOT_FLUID), i), SlotFluid.PUSH_STIFFNESS);
  store<f64>(at, stiffness * beyond, PushSum.OVERLAP);
  store<f64>(at, beyond > 0 ? stiffness * load<f64>(at, PushSum.SLOPES) : 0, PushSum.SLOPES);
  store<f64>(at, 1, PushSum.DONE);
  return stiffness * beyond * (over - 0.5 * beyond);
}

/**
 * Writes the pairs that push each other at the positions of SLOT_POSITION to PUSHES. Returns their number, of which at most
 * PUSH_CAPACITY are written; their energy goes to PUSH_ENERGY. `again`: in a further round of a solve, pairs that were
 * pushed before are listed even without a force: momentum is corrected for both as one piece.
 */
export function matterPushes(w: usize, c: usize, again: i32): i32 {
  const candidates = address(w, Words.CANDIDATES);
  const end = candidates + <usize>word(w, Words.CANDIDATE_COUNT) * PushCandidate.BYTES;
  const x = address(w, Words.SLOT_POSITION);
  const sums = address(w, Words.SUMS);
  const room = word(w, Words.PUSH_CAPACITY);
  const pushes = address(w, Words.PUSHES);
  const spacing = number(c, Numbers.SPACING);
  const less = number(c, Numbers.TOUCH) - FLOWING_TOUCH;
  const close2 = CLOSEST * CLOSEST * spacing * spacing;
  sum(w, c, spacing);
  let energy: f64 = 0;
  let count: i32 = 0;
  for (let at = candidates; at < end; at += PushCandidate.BYTES) {
    const i = load<i32>(at, PushCandidate.I);
    const entry = load<i32>(at, PushCandidate.J);
    const j = entry & ~BITS;
    energy += press(w, sums, less, i) + press(w, sums, less, j);
    const si = sums + <usize>i * PushSum.BYTES;
    const sj = sums + <usize>j * PushSum.BYTES;
    const pressed = load<f64>(si, PushSum.OVERLAP) + load<f64>(sj, PushSum.OVERLAP);
    if (!(pressed > 0) && !(again !== 0 && (entry & PUSHED) !== 0)) {
      if (again === 0) store<i32>(at, entry & ~PUSHED, PushCandidate.J);
      continue;
    }
    const xi = slot(x, i);
    const xj = slot(x, j);
    const dx = load<f64>(xj) - load<f64>(xi);
    const dy = load<f64>(xj, Y) - load<f64>(xi, Y);
    const dz = load<f64>(xj, Z) - load<f64>(xi, Z);
    const r2 = dx * dx + dy * dy + dz * dz;
    const reach = entry & FACES ? PUSH_REACH * spacing : spacing;
    const isNear = r2 > close2 && r2 < reach * reach && pressed > 0;
    if (!isNear && !(again !== 0 && (entry & PUSHED) !== 0)) {
      store<i32>(at, entry & ~PUSHED, PushCandidate.J);
      continue;
    }
    store<i32>(at, entry | PUSHED, PushCandidate.J);
    if (count < room) {
      const inverse = 1 / reach;
      const to = pushes + <usize>count * MatterPush.BYTES;
      const r = sqrt(r2);
      const slope = isNear ? 2 * (1 - r * inverse) * inverse : 0;
      const stiffness =
        slope * (load<f64>(si, PushSum.SLOPES) + load<f64>(sj, PushSum.SLOPES)) +
        2 * inverse * inverse * pressed;
      store<i32>(to, i, MatterPush.I);
      store<i32>(to, j, MatterPush.J);
      store<f64>(to, isNear ? dx / r : 1, MatterPush.NORMAL);
      store<f64>(to, isNear ? dy / r : 0, MatterPush.NORMAL + Y);
      store<f64>(to, isNear ? dz / r : 0, MatterPush.NORMAL + Z);
      store<f64>(to, isNear ? stiffness : 0, MatterPush.STIFFNESS);
      store<f64>(to, isNear ? (slope * pressed) / stiffness : 0, MatterPush.DEPTH);
    }
    count++;
  }
  put(c, Numbers.PUSH_ENERGY, energy);
  return count;
}

/** Adds the forces of `pushes` records to SLOT_FORCE, and their energy to ELASTIC_ENERGY. */
export function matterPush(w: usize, c: usize, pushes: i32): void {
  const f = address(w, Words.SLOT_FORCE);
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * MatterPush.BYTES;
    const force = load<f64>(at, MatterPush.STIFFNESS) * load<f64>(at, MatterPush.DEPTH);
    const fi = slot(f, load<i32>(at, MatterPush.I));
    const fj = slot(f, load<i32>(at, MatterPush.J));
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const part = force * load<f64>(at + axis, MatterPush.NORMAL);
      store<f64>(fi + axis, load<f64>(fi + axis) - part);
      store<f64>(fj + axis, load<f64>(fj + axis) + part);
    }
  }
  if (pushes > 0)
    put(c, Numbers.ELASTIC_ENERGY, number(c, Numbers.ELASTIC_ENERGY) + number(c, Numbers.PUSH_ENERGY));
}
