/**
 * Heat that flows in matter, once whenever all docks are found anew, over the time since:
 *
 *   C_i dT_i/dt = Σ_j κ k̄ (1 − q)³ (T_j − T_i),   k̄ = 2 k_i k_j/(k_i + k_j) (Cleary & Monaghan 1999)
 *
 * κ such that a lattice conducts as a solid of conductivity k does. Particles stay where they are meanwhile: what pairs conduct is found once,
 * and then as many passes are made over it as temperatures need.
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  CAPACITY,
  CONDUCTIVITY,
  CONDUCTS,
  CONDUCTS_ROOM,
  COUNT,
  decay,
  DOCKS,
  ELAPSED,
  FIRST,
  HEAT,
  index,
  LABELS,
  materialOf,
  number,
  ORDER,
  PAIRS,
  PUSH_ONLY,
  REACH,
  ROW_SLOTS,
  SITE_COUNT,
  slot,
  STARTS,
  SUMS,
  TEMPERATURE,
  WHOLE,
  word,
  X,
} from './record';

/** Most passes of one call. */
const MOST_PASSES: f64 = 64;
/** Bytes of a pair that conducts: i32 of both slots, f64 W/K. */
const PAIR: usize = 16;
/** Bytes of a slot in SUMS: heat (W), conductances (W/K), temperature (K), capacity (J/K). */
const HEATED: usize = 32;

/**
 * Conducts heat over docked and listed pairs, in as many passes as keep every temperature from going beyond half-way to its
 * neighbours'. Where that were too many, pair by pair: each is solved exactly for its share of the time, to and fro, so that none passes
 * another's temperature however long that is. What one gives another gets. Returns how many pairs there are: where there is no room
 * for them, nothing has happened.
 */
export function matterHeat(w: usize, c: usize): i32 {
  const n = word(w, COUNT);
  const order = address(w, ORDER);
  const sums = address(w, SUMS);
  const elapsed = number(c, ELAPSED);
  if (!(elapsed > 0)) return 0;
  const temperature = address(w, TEMPERATURE) + ((<usize>word(w, FIRST)) << 3);
  for (let i: i32 = 0; i < n; i++) {
    const at = sums + <usize>i * HEATED;
    const particle = index(order, i);
    store<f64>(at, 0);
    store<f64>(at, 0, 8);
    store<f64>(at, load<f64>(temperature + ((<usize>particle) << 3)), 16);
    store<f64>(at, load<f64>(materialOf(w, particle), CAPACITY), 24);
  }
  const pairs = list(w, c);
  if (pairs > word(w, CONDUCTS_ROOM)) return pairs;
  let quickest: f64 = 0; // 1/s
  for (let i: i32 = 0; i < n; i++) {
    const at = sums + <usize>i * HEATED;
    const capacity = load<f64>(at, 24);
    if (capacity > 0) quickest = max(quickest, load<f64>(at, 8) / capacity);
  }
  if (quickest === 0) return pairs;
  const passes = max(1, ceil(2 * elapsed * quickest));
  const isLong = !(passes <= MOST_PASSES);
  if (isLong) {
    for (let pass: i32 = 0; pass < <i32>MOST_PASSES; pass++) sweep(w, pairs, elapsed / MOST_PASSES, (pass & 1) !== 0);
  }
  for (let pass: f64 = 0; !isLong && pass < passes; pass++) warm(w, pairs, elapsed / passes);
  for (let i: i32 = 0; i < n; i++) {
    const particle: usize = (<usize>index(order, i)) << 3;
    store<f64>(temperature + particle, load<f64>(sums + <usize>i * HEATED, 16));
  }
  return pairs;
}

/** Heats every slot by what flows to it in `step` seconds. */
function warm(w: usize, pairs: i32, step: f64): void {
  const n = word(w, COUNT);
  const sums = address(w, SUMS);
  const records = address(w, CONDUCTS);
  const end = records + <usize>pairs * PAIR;
  for (let at = records; at < end; at += PAIR) {
    const a = sums + <usize>load<i32>(at) * HEATED;
    const b = sums + <usize>load<i32>(at, 4) * HEATED;
    const flow = load<f64>(at, 8) * (load<f64>(b, 16) - load<f64>(a, 16));
    store<f64>(a, load<f64>(a) + flow);
    store<f64>(b, load<f64>(b) - flow);
  }
  for (let i: i32 = 0; i < n; i++) {
    const at = sums + <usize>i * HEATED;
    const capacity = load<f64>(at, 24);
    if (capacity > 0) store<f64>(at, load<f64>(at, 16) + (step * load<f64>(at)) / capacity, 16);
    store<f64>(at, 0);
  }
}

/**
 * Lets every pair go on towards its common temperature for `step` seconds, one after another, dΔT/dt = −g (1/C_i + 1/C_j) ΔT; `back`: from
 * the last to the first. A capacity of 0 keeps its temperature.
 */
function sweep(w: usize, pairs: i32, step: f64, back: bool): void {
  const sums = address(w, SUMS);
  const records = address(w, CONDUCTS);
  for (let k: i32 = 0; k < pairs; k++) {
    const at = records + <usize>(back ? pairs - 1 - k : k) * PAIR;
    const a = sums + <usize>load<i32>(at) * HEATED;
    const b = sums + <usize>load<i32>(at, 4) * HEATED;
    const ca = load<f64>(a, 24);
    const cb = load<f64>(b, 24);
    const ea: f64 = ca > 0 ? 1 / ca : 0;
    const eb: f64 = cb > 0 ? 1 / cb : 0;
    if (!(ea + eb > 0)) continue;
    const heat = ((load<f64>(b, 16) - load<f64>(a, 16)) * (1 - decay(load<f64>(at, 8) * (ea + eb) * step))) / (ea + eb);
    store<f64>(a, load<f64>(a, 16) + heat * ea, 16);
    store<f64>(b, load<f64>(b, 16) - heat * eb, 16);
  }
}

/** Writes CONDUCTS, and the conductances of slots; returns how many pairs there are. */
function list(w: usize, c: usize): i32 {
  const n = word(w, COUNT);
  const docks = address(w, DOCKS);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const labels = address(w, LABELS);
  const rows = address(w, ROW_SLOTS);
  let count: i32 = 0;
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const end = index(starts, row + 1);
    for (let k = index(starts, row); k < end; k++) count += add(w, c, i, index(pairs, k) & ~PUSH_ONLY, 1, count);
    if ((index(labels, i) & WHOLE) === 0) continue;
    // Docked pairs of whole solids are not listed; each side gives half, or one of them all.
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j < 0 || (index(labels, j) & WHOLE) === 0) continue;
      const back = sits(docks, j, i);
      if (!back || i < j) count += add(w, c, i, j, back ? 1 : 0.5, count);
    }
  }
  return count;
}

function sits(docks: usize, i: i32, j: i32): bool {
  for (let s: i32 = 0; s < SITE_COUNT; s++) if (index(docks, i * SITE_COUNT + s) === j) return true;
  return false;
}

/** Lists what i and j conduct, as number k; returns 1, or 0 where they do not. */
// @inline
function add(w: usize, c: usize, i: i32, j: i32, share: f64, k: i32): i32 {
  const order = address(w, ORDER);
  const xi = slot(address(w, X), i);
  const xj = slot(address(w, X), j);
  const dx = load<f64>(xj) - load<f64>(xi);
  const dy = load<f64>(xj, 8) - load<f64>(xi, 8);
  const dz = load<f64>(xj, 16) - load<f64>(xi, 16);
  const r2 = dx * dx + dy * dy + dz * dz;
  const reach = number(c, REACH);
  if (!(r2 < reach * reach)) return 0;
  const ka = load<f64>(materialOf(w, index(order, i)), CONDUCTIVITY);
  const kb = load<f64>(materialOf(w, index(order, j)), CONDUCTIVITY);
  if (!(ka > 0 && kb > 0)) return 0;
  if (k >= word(w, CONDUCTS_ROOM)) return 1;
  const u = 1 - sqrt(r2) / reach;
  const conductance = (share * number(c, HEAT) * 2 * ka * kb * u * u * u) / (ka + kb);
  const to = address(w, CONDUCTS) + <usize>k * PAIR;
  store<i32>(to, i);
  store<i32>(to, j, 4);
  store<f64>(to, conductance, 8);
  const a = address(w, SUMS) + <usize>i * HEATED;
  const b = address(w, SUMS) + <usize>j * HEATED;
  store<f64>(a, load<f64>(a, 8) + conductance, 8);
  store<f64>(b, load<f64>(b, 8) + conductance, 8);
  return 1;
}
