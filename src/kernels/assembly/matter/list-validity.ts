/**
 * How long lists of pairs hold. Since they were made, a slot went the way u = a + G (x − c) + e: the best affine motion of all, which
 * brings nobody nearer but by the symmetric part of G, and e of its own. Who is not listed was farther away than lists reach, and is to come
 * no nearer than he matters: two solids than D, from which on they push each other stiffly; a fluid may meet a few drops that little late.
 *
 * First all are looked at together: none has strayed far. Where some have, it matters only how far from those around them: an ear
 * that flaps takes its own neighbours along. So every cell of the grid that lists were made with has the box of its e, and boxes of cells
 * beside each other, and next but one, are compared.
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  BUFFER,
  BUILT,
  CELLS,
  COLUMNS,
  COUNT,
  DECKS,
  DRIFTS,
  index,
  LABELS,
  LIST_REACH,
  NEAR,
  number,
  REACH,
  ROW_SLOTS,
  ROWS,
  slot,
  SOLID,
  SPACING,
  SUMS,
  word,
  X,
} from './record';

/** Of D, that particles may stray, fluids by the fourth root of the mean fourth power: two of them come nearer each other by up to twice as much. */
const STRAY: f64 = 0.25;
const STRAY_ALONE: f64 = 0.8;
/** G is taken from every so manieth slot. */
const STRIDE_OF_FIT: i32 = 4;

/** As a share of what they may: from 1 on, lists are to be made anew. */
export function matterStrayed(w: usize, c: usize): f64 {
  const n = word(w, COUNT);
  const spacing = number(c, SPACING);
  const nearer = fitMotion(w, c);
  writeDeviations(w);
  const labels = address(w, LABELS);
  const drifts = address(w, DRIFTS);
  let most: f32 = 0;
  let mostSolid: f32 = 0;
  let sum: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const square = load<f32>(drifts + ((<usize>i) << 4), 12);
    most = max(most, square);
    if ((index(labels, i) & SOLID) !== 0) mostSolid = max(mostSolid, square);
    sum += <f64>square * <f64>square;
  }
  const often = sqrt(sqrt(sum / <f64>n));
  const together = max(often, sqrt(<f64>mostSolid)) + 0.5 * nearer;
  const strayed = max(together / (STRAY * spacing), sqrt(<f64>most) / (STRAY_ALONE * spacing));
  return strayed < 1 ? strayed : strayedLocally(w, c, nearer, sqrt(<f64>most), often);
}

/** a and G of all slots, into the buffer; returns by how much G brings neighbours nearer, m. */
function fitMotion(w: usize, c: usize): f64 {
  const n = word(w, COUNT);
  const x = address(w, X);
  const built = address(w, BUILT);
  const sums = address(w, BUFFER);
  memory.fill(sums, 0, 21 << 3);
  // About the first slot: Σ p (3), Σ u (3), Σ p pᵀ (xx xy xz yy yz zz), Σ u pᵀ (9, row by row).
  const ox = load<f64>(built);
  const oy = load<f64>(built, 8);
  const oz = load<f64>(built, 16);
  for (let i: i32 = 0; i < n; i += STRIDE_OF_FIT) {
    const xi = slot(x, i);
    const bi = slot(built, i);
    const bx = load<f64>(bi);
    const by = load<f64>(bi, 8);
    const bz = load<f64>(bi, 16);
    const ux = load<f64>(xi) - bx;
    const uy = load<f64>(xi, 8) - by;
    const uz = load<f64>(xi, 16) - bz;
    const px = bx - ox;
    const py = by - oy;
    const pz = bz - oz;
    gain(sums, 0, px);
    gain(sums, 1, py);
    gain(sums, 2, pz);
    gain(sums, 3, ux);
    gain(sums, 4, uy);
    gain(sums, 5, uz);
    gain(sums, 6, px * px);
    gain(sums, 7, px * py);
    gain(sums, 8, px * pz);
    gain(sums, 9, py * py);
    gain(sums, 10, py * pz);
    gain(sums, 11, pz * pz);
    gain(sums, 12, ux * px);
    gain(sums, 13, ux * py);
    gain(sums, 14, ux * pz);
    gain(sums, 15, uy * px);
    gain(sums, 16, uy * py);
    gain(sums, 17, uy * pz);
    gain(sums, 18, uz * px);
    gain(sums, 19, uz * py);
    gain(sums, 20, uz * pz);
  }
  const share = 1 / <f64>((n + STRIDE_OF_FIT - 1) / STRIDE_OF_FIT);
  for (let k: usize = 0; k < 21 << 3; k += 8) store<f64>(sums + k, share * load<f64>(sums + k));
  const cx = load<f64>(sums);
  const cy = load<f64>(sums, 8);
  const cz = load<f64>(sums, 16);
  const ax = load<f64>(sums, 24);
  const ay = load<f64>(sums, 32);
  const az = load<f64>(sums, 40);
  const spacing = number(c, SPACING);
  // A little more, so that what lies in a plane or on a line has a G too: none across.
  const little = 1e-3 * spacing * spacing;
  const xx = load<f64>(sums, 48) - cx * cx + little;
  const xy = load<f64>(sums, 56) - cx * cy;
  const xz = load<f64>(sums, 64) - cx * cz;
  const yy = load<f64>(sums, 72) - cy * cy + little;
  const yz = load<f64>(sums, 80) - cy * cz;
  const zz = load<f64>(sums, 88) - cz * cz + little;
  const c0 = yy * zz - yz * yz;
  const c1 = yz * xz - xy * zz;
  const c2 = xy * yz - yy * xz;
  const inverse = 1 / (xx * c0 + xy * c1 + xz * c2);
  const c4 = xx * zz - xz * xz;
  const c5 = xy * xz - xx * yz;
  const c8 = xx * yy - xy * xy;
  const g = sums + (21 << 3);
  for (let row: usize = 0; row < 3; row++) {
    const mean = load<f64>(sums + (row << 3), 24);
    const from = sums + row * 24;
    const px = (load<f64>(from, 96) - mean * cx) * inverse;
    const py = (load<f64>(from, 104) - mean * cy) * inverse;
    const pz = (load<f64>(from, 112) - mean * cz) * inverse;
    const to = g + row * 24;
    store<f64>(to, px * c0 + py * c1 + pz * c2);
    store<f64>(to, px * c1 + py * c4 + pz * c5, 8);
    store<f64>(to, px * c2 + py * c5 + pz * c8, 16);
  }
  const g0 = load<f64>(g);
  const g4 = load<f64>(g, 32);
  const g8 = load<f64>(g, 64);
  const xShear = load<f64>(g, 8) + load<f64>(g, 24);
  const yShear = load<f64>(g, 16) + load<f64>(g, 48);
  const zShear = load<f64>(g, 40) + load<f64>(g, 56);
  const shear = xShear * xShear + yShear * yShear + zShear * zShear;
  return sqrt(g0 * g0 + g4 * g4 + g8 * g8 + 0.5 * shear) * number(c, REACH);
}

/** e of all slots into DRIFTS (f32, m), with its square. */
function writeDeviations(w: usize): void {
  const n = word(w, COUNT);
  const x = address(w, X);
  const built = address(w, BUILT);
  const drifts = address(w, DRIFTS);
  const sums = address(w, BUFFER);
  const ox = load<f64>(built) + load<f64>(sums);
  const oy = load<f64>(built, 8) + load<f64>(sums, 8);
  const oz = load<f64>(built, 16) + load<f64>(sums, 16);
  const ax = load<f64>(sums, 24);
  const ay = load<f64>(sums, 32);
  const az = load<f64>(sums, 40);
  const g = sums + (21 << 3);
  const g0 = load<f64>(g);
  const g1 = load<f64>(g, 8);
  const g2 = load<f64>(g, 16);
  const g3 = load<f64>(g, 24);
  const g4 = load<f64>(g, 32);
  const g5 = load<f64>(g, 40);
  const g6 = load<f64>(g, 48);
  const g7 = load<f64>(g, 56);
  const g8 = load<f64>(g, 64);
  for (let i: i32 = 0; i < n; i++) {
    const xi = slot(x, i);
    const bi = slot(built, i);
    const bx = load<f64>(bi);
    const by = load<f64>(bi, 8);
    const bz = load<f64>(bi, 16);
    const px = bx - ox;
    const py = by - oy;
    const pz = bz - oz;
    const ex = load<f64>(xi) - bx - ax - (g0 * px + g1 * py + g2 * pz);
    const ey = load<f64>(xi, 8) - by - ay - (g3 * px + g4 * py + g5 * pz);
    const ez = load<f64>(xi, 16) - bz - az - (g6 * px + g7 * py + g8 * pz);
    const to = drifts + ((<usize>i) << 4);
    store<f32>(to, <f32>ex);
    store<f32>(to, <f32>ey, 4);
    store<f32>(to, <f32>ez, 8);
    store<f32>(to, <f32>(ex * ex + ey * ey + ez * ez), 12);
  }
}

/** Bytes of a cell's box, at its first row: least and greatest e of all in it, then of its solids; last in the greatest, the square of the longest. */
const BOX: usize = 64;

/** The same, by those who are near each other. `most`: the longest e, `often`: what counts of many, m. */
function strayedLocally(w: usize, c: usize, nearer: f64, most: f64, often: f64): f64 {
  const spacing = number(c, SPACING);
  const cells = address(w, CELLS);
  const boxes = address(w, SUMS);
  const columns = word(w, COLUMNS);
  const rows = word(w, ROWS);
  const decks = word(w, DECKS);
  const solids = number(c, NEAR) - spacing - nearer;
  const singles = 2 * STRAY_ALONE * spacing - nearer;
  // Two solids in cells that are not beside each other were farther apart than lists reach.
  const closer = solids / (number(c, LIST_REACH) - spacing - nearer);
  // Who is in none of the cells that are compared was farther away than two of them.
  const others = 2 * number(c, LIST_REACH) - spacing - 2 * nearer;
  if (!(2 * most < others && solids > 0)) return 2;
  writeBoxes(w);
  const many = !(often + 0.5 * nearer < STRAY * spacing);
  // Two can be so far apart only if one of them has gone half of it.
  const halfSolids = <f32>(0.25 * solids * solids);
  const halfSingles = <f32>(0.25 * singles * singles);
  const share = <f32>(closer * closer);
  let worst: f32 = 0;
  let worstSolid: f32 = 0;
  let sum: f64 = 0;
  let key: i32 = 0;
  for (let cz: i32 = 0; cz < decks; cz++) {
    for (let cy: i32 = 0; cy < rows; cy++) {
      for (let cx: i32 = 0; cx < columns; cx++, key++) {
        const first = index(cells, key);
        const members = index(cells, key + 1) - first;
        if (members === 0) continue;
        const mine = boxes + <usize>first * BOX;
        const far = load<f32>(mine, 28) > halfSingles;
        const farSolid = load<f32>(mine, 60) > halfSolids;
        if (!far && !farSolid && !many) continue;
        const ring: i32 = far || farSolid ? 2 : 1;
        const deep: i32 = decks > 1 ? ring : 0;
        let apart: f32 = 0;
        for (let dz: i32 = -deep; dz <= deep; dz++) {
          const kz = wrapped(cz + dz, decks) * rows;
          for (let dy: i32 = -ring; dy <= ring; dy++) {
            const row = (kz + wrapped(cy + dy, rows)) * columns;
            for (let dx: i32 = -ring; dx <= ring; dx++) {
              const other = row + wrapped(cx + dx, columns);
              const there = index(cells, other);
              if (there === index(cells, other + 1)) continue;
              const theirs = boxes + <usize>there * BOX;
              const between = difference(mine, theirs);
              worst = max(worst, between);
              const beside = abs(dz) <= 1 && abs(dy) <= 1 && abs(dx) <= 1;
              if (beside) apart = max(apart, between);
              if (!farSolid || !(load<f32>(theirs, 60) >= 0)) continue;
              worstSolid = max(worstSolid, (beside ? 1 : share) * difference(mine + 32, theirs + 32));
            }
          }
        }
        sum += <f64>members * <f64>apart * <f64>apart;
      }
    }
  }
  const alone = max(sqrt(<f64>worst) / singles, sqrt(<f64>worstSolid) / solids);
  if (!many) return alone;
  const torn = sqrt(sqrt(sum / <f64>word(w, COUNT))) + nearer;
  return max(alone, torn / (2 * STRAY * spacing));
}

function writeBoxes(w: usize): void {
  const cells = address(w, CELLS);
  const slots = address(w, ROW_SLOTS);
  const labels = address(w, LABELS);
  const drifts = address(w, DRIFTS);
  const boxes = address(w, SUMS);
  const total: i32 = word(w, COLUMNS) * word(w, ROWS) * word(w, DECKS);
  for (let key: i32 = 0; key < total; key++) {
    const first = index(cells, key);
    const end = index(cells, key + 1);
    if (first === end) continue;
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    let lowSolid = low;
    let highSolid = high;
    for (let row = first; row < end; row++) {
      const i = index(slots, row);
      const e = v128.load(drifts + ((<usize>i) << 4));
      low = f32x4.min(low, e);
      high = f32x4.max(high, e);
      if ((index(labels, i) & SOLID) === 0) continue;
      lowSolid = f32x4.min(lowSolid, e);
      highSolid = f32x4.max(highSolid, e);
    }
    const to = boxes + <usize>first * BOX;
    v128.store(to, low);
    v128.store(to, high, 16);
    v128.store(to, lowSolid, 32);
    v128.store(to, highSolid, 48);
  }
}

/** The square of the greatest difference of two boxes' members, m². */
// @inline
function difference(a: usize, b: usize): f32 {
  const d = f32x4.max(f32x4.sub(v128.load(a, 16), v128.load(b)), f32x4.sub(v128.load(b, 16), v128.load(a)));
  const s = f32x4.mul(d, d);
  return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2);
}

// @inline
function wrapped(k: i32, n: i32): i32 {
  return k < 0 ? k + n : k >= n ? k - n : k;
}

// @inline
function gain(sums: usize, k: usize, value: f64): void {
  store<f64>(sums + (k << 3), load<f64>(sums + (k << 3)) + value);
}
