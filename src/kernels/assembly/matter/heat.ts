/**
 * Heat conduction in matter, once per docking of all particles, over the time since the last:
 *
 *   C_i dT_i/dt = Σ_j κ k̄ (1 − q)³ (T_j − T_i),   k̄ = 2 k_i k_j/(k_i + k_j) (Cleary & Monaghan 1999)
 *
 * κ is such that a lattice conducts like a solid of conductivity k. Positions are fixed during the exchange: the
 * conductances of pairs are computed once and used in as many passes as temperatures require.
 */
import * as HeatConduction from '../../../layouts/generated/heat-conduction';
import * as HeatedSlot from '../../../layouts/generated/heated-slot';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number } from '../memory';
import { sits } from './pairs';
import { address, decay, materialOf, PUSH_ONLY, SITE_COUNT, slot, WHOLE, word } from './record';

/** Largest number of explicit passes of one call. */
const MOST_PASSES: f64 = 64;

/**
 * Conducts heat over docked and listed pairs, in as many passes as keep every temperature from moving more than half-way to those
 * of its neighbours. If that were too many, pairs are solved one after another, each exactly for its share of the time, forwards and
 * backwards, so that no temperature passes another one however long that is. Heat is conserved by pairs. Returns the number of
 * pairs; if that exceeds the capacity, temperatures are unchanged.
 */
export function matterHeat(w: usize, c: usize): i32 {
  const n = word(w, Words.COUNT);
  const order = address(w, Words.ORDER);
  const sums = address(w, Words.SUMS);
  const elapsed = number(c, Numbers.ELAPSED);
  if (!(elapsed > 0)) return 0;
  const temperature = address(w, Words.TEMPERATURE) + ((<usize>word(w, Words.FIRST)) << 3);
  for (let i: i32 = 0; i < n; i++) {
    const at = sums + <usize>i * HeatedSlot.BYTES;
    const particle = index(order, i);
    store<f64>(at, 0, HeatedSlot.FLOW);
    store<f64>(at, 0, HeatedSlot.CONDUCTANCE);
    store<f64>(at, number(temperature, particle), HeatedSlot.TEMPERATURE);
    store<f64>(at, number(materialOf(w, particle), Material.HEAT_CAPACITY), HeatedSlot.CAPACITY);
  }
  const pairs = list(w, c);
  if (pairs > word(w, Words.CONDUCTION_CAPACITY)) return pairs;
  let quickest: f64 = 0; // 1/s
  for (let i: i32 = 0; i < n; i++) {
    const at = sums + <usize>i * HeatedSlot.BYTES;
    const capacity = load<f64>(at, HeatedSlot.CAPACITY);
    if (capacity > 0) quickest = max(quickest, load<f64>(at, HeatedSlot.CONDUCTANCE) / capacity);
  }
  if (quickest === 0) return pairs;
  const passes = max(1, ceil(2 * elapsed * quickest));
  const isLong = !(passes <= MOST_PASSES);
  if (isLong) {
    for (let pass: i32 = 0; pass < <i32>MOST_PASSES; pass++)
      sweep(w, pairs, elapsed / MOST_PASSES, (pass & 1) !== 0);
  }
  for (let pass: f64 = 0; !isLong && pass < passes; pass++) warm(w, pairs, elapsed / passes);
  for (let i: i32 = 0; i < n; i++) {
    const particle: usize = (<usize>index(order, i)) << 3;
    store<f64>(temperature + particle, load<f64>(sums + <usize>i * HeatedSlot.BYTES, HeatedSlot.TEMPERATURE));
  }
  return pairs;
}

/** Heats every slot by its conducted heat of `step` seconds. */
function warm(w: usize, pairs: i32, step: f64): void {
  const n = word(w, Words.COUNT);
  const sums = address(w, Words.SUMS);
  const records = address(w, Words.CONDUCTIONS);
  const end = records + <usize>pairs * HeatConduction.BYTES;
  for (let at = records; at < end; at += HeatConduction.BYTES) {
    const a = sums + <usize>load<i32>(at, HeatConduction.I) * HeatedSlot.BYTES;
    const b = sums + <usize>load<i32>(at, HeatConduction.J) * HeatedSlot.BYTES;
    const flow =
      load<f64>(at, HeatConduction.CONDUCTANCE) *
      (load<f64>(b, HeatedSlot.TEMPERATURE) - load<f64>(a, HeatedSlot.TEMPERATURE));
    store<f64>(a, load<f64>(a, HeatedSlot.FLOW) + flow, HeatedSlot.FLOW);
    store<f64>(b, load<f64>(b, HeatedSlot.FLOW) - flow, HeatedSlot.FLOW);
  }
  for (let i: i32 = 0; i < n; i++) {
    const at = sums + <usize>i * HeatedSlot.BYTES;
    const capacity = load<f64>(at, HeatedSlot.CAPACITY);
    if (capacity > 0)
      store<f64>(
        at,
        load<f64>(at, HeatedSlot.TEMPERATURE) + (step * load<f64>(at, HeatedSlot.FLOW)) / capacity,
        HeatedSlot.TEMPERATURE,
      );
    store<f64>(at, 0, HeatedSlot.FLOW);
  }
}

/**
 * Advances every pair towards its common temperature for `step` seconds, one after another, dΔT/dt = −g (1/C_i + 1/C_j) ΔT; from the
 * last to the first with `back`. A capacity of 0 keeps its temperature.
 */
function sweep(w: usize, pairs: i32, step: f64, back: bool): void {
  const sums = address(w, Words.SUMS);
  const records = address(w, Words.CONDUCTIONS);
  for (let k: i32 = 0; k < pairs; k++) {
    const at = records + <usize>(back ? pairs - 1 - k : k) * HeatConduction.BYTES;
    const a = sums + <usize>load<i32>(at, HeatConduction.I) * HeatedSlot.BYTES;
    const b = sums + <usize>load<i32>(at, HeatConduction.J) * HeatedSlot.BYTES;
    const ca = load<f64>(a, HeatedSlot.CAPACITY);
    const cb = load<f64>(b, HeatedSlot.CAPACITY);
    const ea: f64 = ca > 0 ? 1 / ca : 0;
    const eb: f64 = cb > 0 ? 1 / cb : 0;
    if (!(ea + eb > 0)) continue;
    const heat =
      ((load<f64>(b, HeatedSlot.TEMPERATURE) - load<f64>(a, HeatedSlot.TEMPERATURE)) *
        (1 - decay(load<f64>(at, HeatConduction.CONDUCTANCE) * (ea + eb) * step))) /
      (ea + eb);
    store<f64>(a, load<f64>(a, HeatedSlot.TEMPERATURE) + heat * ea, HeatedSlot.TEMPERATURE);
    store<f64>(b, load<f64>(b, HeatedSlot.TEMPERATURE) - heat * eb, HeatedSlot.TEMPERATURE);
  }
}

/** Writes CONDUCTIONS and the conductances of slots; returns the number of pairs. */
function list(w: usize, c: usize): i32 {
  const n = word(w, Words.COUNT);
  const docks = address(w, Words.DOCKS);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const labels = address(w, Words.LABELS);
  const rows = address(w, Words.ROW_SLOTS);
  let count: i32 = 0;
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const end = index(starts, row + 1);
    for (let k = index(starts, row); k < end; k++)
      count += add(w, c, i, index(pairs, k) & ~PUSH_ONLY, 1, count);
    if ((index(labels, i) & WHOLE) === 0) continue;
    // Docked pairs of whole solids are not listed: each direction gives half, or the only one all of it.
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j < 0 || (index(labels, j) & WHOLE) === 0) continue;
      const back = sits(docks, j, i);
      if (!back || i < j) count += add(w, c, i, j, back ? 1 : 0.5, count);
    }
  }
  return count;
}

/** Writes the conductance of i and j as record k; returns 1, or 0 if they do not conduct. */
// @inline
function add(w: usize, c: usize, i: i32, j: i32, share: f64, k: i32): i32 {
  const order = address(w, Words.ORDER);
  const xi = slot(address(w, Words.SLOT_POSITION), i);
  const xj = slot(address(w, Words.SLOT_POSITION), j);
  const dx = load<f64>(xj) - load<f64>(xi);
  const dy = load<f64>(xj, Y) - load<f64>(xi, Y);
  const dz = load<f64>(xj, Z) - load<f64>(xi, Z);
  const r2 = dx * dx + dy * dy + dz * dz;
  const reach = number(c, Numbers.REACH);
  if (!(r2 < reach * reach)) return 0;
  const ka = number(materialOf(w, index(order, i)), Material.CONDUCTIVITY);
  const kb = number(materialOf(w, index(order, j)), Material.CONDUCTIVITY);
  if (!(ka > 0 && kb > 0)) return 0;
  if (k >= word(w, Words.CONDUCTION_CAPACITY)) return 1;
  const u = 1 - sqrt(r2) / reach;
  const conductance = (share * number(c, Numbers.HEAT_LENGTH) * 2 * ka * kb * u * u * u) / (ka + kb);
  const to = address(w, Words.CONDUCTIONS) + <usize>k * HeatConduction.BYTES;
  store<i32>(to, i, HeatConduction.I);
  store<i32>(to, j, HeatConduction.J);
  store<f64>(to, conductance, HeatConduction.CONDUCTANCE);
  const a = address(w, Words.SUMS) + <usize>i * HeatedSlot.BYTES;
  const b = address(w, Words.SUMS) + <usize>j * HeatedSlot.BYTES;
  store<f64>(a, load<f64>(a, HeatedSlot.CONDUCTANCE) + conductance, HeatedSlot.CONDUCTANCE);
  store<f64>(b, load<f64>(b, HeatedSlot.CONDUCTANCE) + conductance, HeatedSlot.CONDUCTANCE);
  return 1;
}
