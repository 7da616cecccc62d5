/**
 * The graph of docked pairs by which the implicit solve multiplies: for every slot a row of neighbours j with the stiffness c
 * (N/m) of both sides together. A pair is in both rows, so that products gather and never scatter. Rows have an even
 * length; a pair of the slot with itself, which has no effect, fills them up.
 */
import * as EdgeStiffness from '../../../layouts/generated/edge-stiffness';
import * as LatticeSite from '../../../layouts/generated/lattice-site';
import * as MatterEdge from '../../../layouts/generated/matter-edge';
import * as Material from '../../../layouts/generated/matter-material';
import * as Words from '../../../layouts/generated/matter-words';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { index, number } from '../memory';
import { address, materialOf, SITE_COUNT, slot, word } from './record';

/** Writes EDGES and EDGE_STARTS; returns the number of entries needed. If it exceeds EDGE_CAPACITY, they are incomplete. */
export function matterEdges(w: usize): i32 {
  const n = word(w, Words.COUNT);
  const docks = address(w, Words.DOCKS);
  const starts = address(w, Words.EDGE_STARTS);
  const edges = address(w, Words.EDGES);
  const flat = word(w, Words.FLAT) !== 0;
  // SUMS holds ½ k s (N/m) of every slot, with its present hardness, and s; then the site of the way back of every bond (i8).
  const stiff = address(w, Words.SUMS);
  const backs = stiff + <usize>n * EdgeStiffness.BYTES;
  for (let i: i32 = 0; i < n; i++) {
    const s = load<f64>(slot(address(w, Words.SLOT_VELOCITY), i), SlotVelocity.SOLID_SHARE);
    const at = stiff + <usize>i * EdgeStiffness.BYTES;
    const harder = load<f64>(address(w, Words.HARDNESS) + ((<usize>i) << 3));
    const k = number(materialOf(w, index(address(w, Words.ORDER), i)), Material.STIFFNESS);
    store<f32>(at, <f32>(0.5 * harder * s * k), EdgeStiffness.HALF_STIFFNESS);
    store<f64>(address(w, Words.HARDNESS) + ((<usize>(n + i)) << 3), harder);
    store<f32>(at, <f32>s, EdgeStiffness.SOLID_SHARE);
  }
  // Lengths of rows, each two entries after its own.
  memory.fill(starts, 0, (<usize>(n + 2)) << 2);
  for (let i: i32 = 0; i < n; i++) {
    let own: i32 = 0;
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j < 0) continue;
      own++;
      const back = backOf(docks, i, j, s, flat);
      store<i8>(backs + <usize>(i * SITE_COUNT + s), <i8>back);
      if (back < 0) raise(starts, j + 2, 1);
    }
    raise(starts, i + 2, own);
  }
  let total: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const length = index(starts, i + 2);
    store<i32>(starts + ((<usize>(i + 2)) << 2), total);
    total += length + (length & 1);
  }
  if (total > word(w, Words.EDGE_CAPACITY)) return total;
  // starts[i + 2] is the beginning of row i, and its end once the row is written; that becomes starts[i + 1].
  const sites = address(w, Words.SITES);
  for (let i: i32 = 0; i < n; i++) {
    const pull = load<f32>(stiff + <usize>i * EdgeStiffness.BYTES, EdgeStiffness.HALF_STIFFNESS);
    const share = load<f32>(stiff + <usize>i * EdgeStiffness.BYTES, EdgeStiffness.SOLID_SHARE);
    const next = starts + ((<usize>(i + 2)) << 2);
    let to = edges + <usize>load<i32>(next) * MatterEdge.BYTES;
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j < 0) continue;
      const other = stiff + <usize>j * EdgeStiffness.BYTES;
      const weight = <f32>load<f64>(slot(sites, s), LatticeSite.WEIGHT);
      let c = pull * weight * load<f32>(other, EdgeStiffness.SOLID_SHARE);
      const back = load<i8>(backs + <usize>(i * SITE_COUNT + s));
      if (back >= 0)
        c +=
          load<f32>(other, EdgeStiffness.HALF_STIFFNESS) *
          share *
          <f32>load<f64>(slot(sites, back), LatticeSite.WEIGHT);
      else append(edges, starts, j, i, c);
      store<i32>(to, j, MatterEdge.SLOT);
      store<f32>(to, c, MatterEdge.STIFFNESS);
      to += MatterEdge.BYTES;
    }
    store<i32>(next, <i32>((to - edges) / MatterEdge.BYTES));
  }
  store<i32>(starts, 0);
  let end: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const next = index(starts, i + 2);
    if ((next - end) & 1) append(edges, starts, i, i, 0);
    end = index(starts, i + 2);
    store<i32>(starts + ((<usize>(i + 1)) << 2), end);
  }
  sumRows(w);
  return total;
}

/** Sums c over every row. */
function sumRows(w: usize): void {
  const n = word(w, Words.COUNT);
  const sums = address(w, Words.EDGE_SUMS);
  let at = address(w, Words.EDGES);
  for (let i: i32 = 0; i < n; i++) {
    const end = address(w, Words.EDGES) + ((<usize>index(address(w, Words.EDGE_STARTS), i + 1)) << 3);
    let sum: f64 = 0;
    for (; at < end; at += MatterEdge.BYTES) sum += <f64>load<f32>(at, MatterEdge.STIFFNESS);
    store<f64>(sums + ((<usize>i) << 3), sum);
  }
}

/** Ratio of present to written hardness from which edges are written again. They only steer the solve; forces are exact. */
const HARDER: f64 = 1.25;
const SOFTER: f64 = 0.6;

// @inline
export function isOutdated(now: f64, written: f64): bool {
  return now > HARDER * written || now < SOFTER * written;
}

/** Updates the edges of neighbourhoods that have hardened or softened. Bonds are unchanged. */
export function matterHarden(w: usize): void {
  const n = word(w, Words.COUNT);
  const docks = address(w, Words.DOCKS);
  const hardness = address(w, Words.HARDNESS);
  const v = address(w, Words.SLOT_VELOCITY);
  for (let i: i32 = 0; i < n; i++) {
    const now = load<f64>(hardness + ((<usize>i) << 3));
    const known = hardness + ((<usize>(n + i)) << 3);
    const more = now - load<f64>(known);
    if (!isOutdated(now, load<f64>(known))) continue;
    store<f64>(known, now);
    const k = number(materialOf(w, index(address(w, Words.ORDER), i)), Material.STIFFNESS);
    const pull = 0.5 * more * k * load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE);
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j < 0) continue;
      const c = <f32>(
        (pull *
          load<f64>(slot(address(w, Words.SITES), s), LatticeSite.WEIGHT) *
          load<f64>(slot(v, j), SlotVelocity.SOLID_SHARE))
      );
      stiffen(w, i, j, c);
      stiffen(w, j, i, c);
    }
  }
}

/** Adds c to the entry of j in the row of i. */
// @inline
function stiffen(w: usize, i: i32, j: i32, c: f32): void {
  const edges = address(w, Words.EDGES);
  const end = edges + <usize>index(address(w, Words.EDGE_STARTS), i + 1) * MatterEdge.BYTES;
  for (
    let at = edges + <usize>index(address(w, Words.EDGE_STARTS), i) * MatterEdge.BYTES;
    at < end;
    at += MatterEdge.BYTES
  ) {
    if (load<i32>(at, MatterEdge.SLOT) !== j) continue;
    const before = load<f32>(at, MatterEdge.STIFFNESS);
    const now: f32 = max(0, before + c);
    store<f32>(at, now, MatterEdge.STIFFNESS);
    const sum = address(w, Words.EDGE_SUMS) + ((<usize>i) << 3);
    store<f64>(sum, load<f64>(sum) + <f64>now - <f64>before);
    return;
  }
}

// @inline
function raise(starts: usize, k: i32, by: i32): void {
  const at = starts + ((<usize>k) << 2);
  store<i32>(at, load<i32>(at) + by);
}

// @inline
function append(edges: usize, starts: usize, i: i32, j: i32, c: f32): void {
  const next = starts + ((<usize>(i + 2)) << 2);
  const k = load<i32>(next);
  store<i32>(next, k + 1);
  const to = edges + <usize>k * MatterEdge.BYTES;
  store<i32>(to, j, MatterEdge.SLOT);
  store<f32>(to, c, MatterEdge.STIFFNESS);
}

/** Returns the site of slot j that i occupies, if j occupies site s of i: mostly the opposite one; −1 for none. */
// @inline
function backOf(docks: usize, i: i32, j: i32, s: i32, flat: bool): i32 {
  const across = opposite(s, flat);
  if (index(docks, j * SITE_COUNT + across) === i) return across;
  return siteOf(docks, j, i);
}

/** Returns the opposite site. Sites are ordered by shells, 12 and 6 in space and three of 6 in the plane, each from one end to the other. */
// @inline
function opposite(s: i32, flat: bool): i32 {
  if (!flat) return s < 12 ? 11 - s : 29 - s;
  return s < 6 ? 5 - s : s < 12 ? 17 - s : 29 - s;
}

/** Returns the site of slot i that j occupies; −1 for none. */
function siteOf(docks: usize, i: i32, j: i32): i32 {
  for (let s: i32 = 0; s < SITE_COUNT; s++) if (index(docks, i * SITE_COUNT + s) === j) return s;
  return -1;
}
