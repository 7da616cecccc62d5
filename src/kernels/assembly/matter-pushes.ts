/**
 * Solids that have no place in each other's lattice (another object, a broken face) are pushed apart below the spacing D along the line of
 * centres: F_ij = −c (D − r) r/|r|, the elastic force of Wicke et al. (2006, eq. 14) with the site where it is.
 */
import {
  address,
  CANDIDATE_COUNT,
  CANDIDATE_ROOM,
  CANDIDATES,
  COUNT,
  ELASTIC,
  F,
  index,
  LABELS,
  number,
  PAIRS,
  PUSH_ONLY,
  PUSH_ROOM,
  PUSHES,
  put,
  Q,
  ROW_SLOTS,
  slot,
  SOLID,
  SPACING,
  STARTS,
  word,
  X,
} from './matter-record';

/** Bytes of a record of matterPushes. */
export const PUSH: usize = 48;

/**
 * Of the pairs that are listed, those that may push each other while the lists hold, into CANDIDATES: two i32 each. Returns their number, of
 * which at most CANDIDATE_ROOM are there.
 */
export function matterCandidates(w: usize): i32 {
  const n = word(w, COUNT);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const labels = address(w, LABELS);
  const rows = address(w, ROW_SLOTS);
  const room = word(w, CANDIDATE_ROOM);
  const candidates = address(w, CANDIDATES);
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
        store<i32>(candidates + ((<usize>count) << 3), i);
        store<i32>(candidates + ((<usize>count) << 3), j, 4);
      }
      count++;
    }
  }
  store<i32>(w + ((<usize>CANDIDATE_COUNT) << 2), min(count, room));
  return count;
}

/**
 * Lists who is to be pushed apart, with positions as they are in X, for the implicit solve: i32 i, j; f64 n (from i to
 * j), stiffness c (N/m), D − r (m): 48 bytes. Returns their number, of which at most PUSH_ROOM are there.
 */
export function matterPushes(w: usize, c: usize): i32 {
  const candidates = address(w, CANDIDATES);
  const end = candidates + ((<usize>word(w, CANDIDATE_COUNT)) << 3);
  const x = address(w, X);
  const q = address(w, Q);
  const room = word(w, PUSH_ROOM);
  const pushes = address(w, PUSHES);
  const spacing = number(c, SPACING);
  const close2 = 1e-6 * spacing * spacing;
  let count: i32 = 0;
  for (let at = candidates; at < end; at += 8) {
    const i = load<i32>(at);
    const j = load<i32>(at, 4);
    const xi = slot(x, i);
    const xj = slot(x, j);
    const dx = load<f64>(xj) - load<f64>(xi);
    const dy = load<f64>(xj, 8) - load<f64>(xi, 8);
    const dz = load<f64>(xj, 16) - load<f64>(xi, 16);
    const r2 = dx * dx + dy * dy + dz * dz;
    if (!(r2 > close2 && r2 < spacing * spacing)) continue;
    const push = load<f64>(slot(q, i), 24) + load<f64>(slot(q, j), 24);
    if (!(push > 0)) continue;
    if (count < room) {
      const to = pushes + <usize>count * PUSH;
      const r = sqrt(r2);
      store<i32>(to, i);
      store<i32>(to, j, 4);
      store<f64>(to, dx / r, 8);
      store<f64>(to, dy / r, 16);
      store<f64>(to, dz / r, 24);
      store<f64>(to, push, 32);
      store<f64>(to, spacing - r, 40);
    }
    count++;
  }
  return count;
}

/** Adds what `pushes` records say to F, and their energy to ELASTIC. */
export function matterPush(w: usize, c: usize, pushes: i32): void {
  const f = address(w, F);
  const records = address(w, PUSHES);
  let energy: f64 = 0;
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const gap = load<f64>(at, 40);
    const force = load<f64>(at, 32) * gap;
    energy += 0.5 * force * gap;
    const fi = slot(f, load<i32>(at));
    const fj = slot(f, load<i32>(at, 4));
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const part = force * load<f64>(at + axis, 8);
      store<f64>(fi + axis, load<f64>(fi + axis) - part);
      store<f64>(fj + axis, load<f64>(fj + axis) + part);
    }
  }
  put(c, ELASTIC, number(c, ELASTIC) + energy);
}
