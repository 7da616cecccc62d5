/**
 * Lists of pairs, and who sits on which lattice site of whom (Wicke et al. 2006, eq. 2): the neighbour j of a solid
 * particle i belongs to the lattice point l nearest to A_i⁻¹ (p_j − p_i). One particle a point: the closest wins, of two
 * alike the one with the lower number.
 *
 * Points of the cubic closest packing are (D/√2)(l, m, n) with an even sum: round every coordinate, and where the sum is
 * odd, round the one with the largest error the other way (Conway & Sloane 1982). Points of the hexagonal lattice: the
 * same with three coordinates that sum to none.
 */
import {
  address,
  CELLS,
  COLUMNS,
  COUNT,
  decay,
  DECKS,
  DOCKING,
  DOCKING_CHANGE,
  DOCKS,
  drawn,
  ELAPSED,
  FLAT,
  index,
  LABELS,
  LIST_REACH,
  LOCAL,
  LOCAL_STRIDE,
  materialOf,
  NEAR,
  number,
  OCCUPIED,
  ORDER,
  PAIR_ROOM,
  PAIRS,
  PUSH_ONLY,
  RATES,
  REACH,
  ROWS,
  SEED,
  SHAPE,
  SITE_COUNT,
  SITE_TABLE,
  slot,
  SOLID,
  SOLVE,
  SPACING,
  STARTS,
  SUMS,
  TICK,
  TURN,
  WHOLE,
  word,
  X,
} from './matter-record';

/** More neighbours than this, listed at one slot, are a heap without physics; the farther ones are left out. */
const MOST: i32 = 512;
/** Bit of an entry that is there for docking only. */
const DOCK_ONLY: i32 = 1 << 29;

/**
 * Lists every pair once, at its lower slot. Pairs of whole solids are listed where they could dock or touch: see DOCK_ONLY
 * and PUSH_ONLY. Returns how many entries the list has, or would have: more than there is room for, and it is not whole.
 */
export function matterNeighbours(w: usize, c: usize): i32 {
  const n = word(w, COUNT);
  const cells = address(w, CELLS);
  const columns = word(w, COLUMNS);
  const rows = word(w, ROWS);
  const decks = word(w, DECKS);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const room = word(w, PAIR_ROOM);
  const local = address(w, LOCAL);
  const plane: usize = (<usize>word(w, LOCAL_STRIDE)) << 2;
  const labels = address(w, LABELS);
  const spacing = number(c, SPACING);
  const cell = number(c, LIST_REACH);
  // Wider than meant by what f32 may be wrong: who is too far away is left out by every kernel that looks.
  const wide = squared(number(c, LIST_REACH) / spacing);
  const docking = squared(number(c, REACH) / spacing);
  const touching = squared(number(c, NEAR) / spacing);
  let total: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    // The cell of a slot is found again from its place: cells are whole numbers of reaches.
    const mine = local + ((<usize>i) << 2);
    store<i32>(starts + ((<usize>i) << 2), total);
    const label = index(labels, i);
    const px = load<f32>(mine);
    const py = load<f32>(mine + plane);
    const pz = load<f32>(mine + (plane << 1));
    const key = index(address(w, ORDER) + ((<usize>n) << 2), index(address(w, ORDER), i));
    const cx = key % columns;
    const cy = (key / columns) % rows;
    const cz = key / (columns * rows);
    const most = total + MOST;
    // Half of the neighbourhood: the rows of cells behind, and what is behind in the own one.
    const decksOn: i32 = decks > 1 ? 1 : 0;
    for (let dz: i32 = 0; dz <= decksOn; dz++) {
      const oz = cz + dz;
      const kz = oz >= decks ? oz - decks : oz;
      const mz = f32x4.splat(pz + shifted(oz, decks, cell, spacing));
      for (let dy: i32 = dz === 0 ? 0 : -1; dy <= 1; dy++) {
        const oy = cy + dy;
        const ky = oy < 0 ? oy + rows : oy >= rows ? oy - rows : oy;
        const my = f32x4.splat(py + shifted(oy, rows, cell, spacing));
        const row: i32 = (kz * rows + ky) * columns;
        const own = dz === 0 && dy === 0;
        // Cells of a row lie one after another; only where the grid comes round are there two runs of them.
        let from: i32 = own ? cx : cx - 1;
        while (from <= cx + 1) {
          let to: i32 = cx + 1;
          const kx = from < 0 ? from + columns : from >= columns ? from - columns : from;
          if (from < 0) to = -1;
          else if (from < columns && to >= columns) to = columns - 1;
          const mx = f32x4.splat(px + shifted(from, columns, cell, spacing));
          let j = index(cells, row + kx);
          if (own && from === cx) j = i + 1;
          const last = index(cells, row + kx + to - from + 1);
          from = to + 1;
          for (; j < last; j += 4) {
            const at = local + ((<usize>j) << 2);
            const dx = f32x4.sub(v128.load(at), mx);
            const dy4 = f32x4.sub(v128.load(at + plane), my);
            const dz4 = f32x4.sub(v128.load(at + (plane << 1)), mz);
            const r2 = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy4, dy4)), f32x4.mul(dz4, dz4));
            let bits = i32x4.bitmask(f32x4.lt(r2, wide));
            if (last - j < 4) bits &= (1 << (last - j)) - 1;
            if (bits === 0) continue;
            const docks = i32x4.bitmask(f32x4.lt(r2, docking));
            const touches = i32x4.bitmask(f32x4.lt(r2, touching));
            while (bits !== 0) {
              const lane = ctz(bits);
              bits &= bits - 1;
              let entry = j + lane;
              const other = index(labels, entry);
              if ((label & other & WHOLE) !== 0) {
                entry |= PUSH_ONLY;
                if (((touches >> lane) & 1) === 0) {
                  if (((docks >> lane) & 1) === 0 || label !== other) continue;
                  entry |= DOCK_ONLY;
                }
              }
              if (total >= most) continue;
              if (total < room) store<i32>(pairs + ((<usize>total) << 2), entry);
              total++;
            }
          }
        }
      }
    }
  }
  store<i32>(starts + ((<usize>n) << 2), total);
  return total;
}

// @ts-ignore: decorator
@inline
function squared(reach: f64): v128 {
  return f32x4.splat(<f32>(reach * reach * 1.002));
}

/** Where the grid comes round, in units of D. */
// @ts-ignore: decorator
@inline
function shifted(k: i32, n: i32, cell: f64, spacing: f64): f32 {
  if (k < 0) return <f32>((<f64>n * cell) / spacing);
  if (k >= n) return <f32>(-(<f64>n * cell) / spacing);
  return 0;
}

/** Bytes of a slot in SOLVE, here: A⁻¹ for whole coordinates (nine f64); in SUMS: the error of who sits on each site (f32). */
const INVERSE: usize = 72;
const ERRORS: usize = 72;

/** Docks neighbours to sites, over the listed pairs. */
export function matterDock(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const labels = address(w, LABELS);
  const order = address(w, ORDER);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const docks = address(w, DOCKS);
  const x = address(w, X);
  const flat = word(w, FLAT) !== 0;
  const reach2 = number(c, REACH) * number(c, REACH);
  const scale: f64 = (flat ? 1 : 1.4142135623730951) / number(c, SPACING);
  const inverses = address(w, SOLVE);
  const errors = address(w, SUMS);
  const table = address(w, SITE_TABLE);
  memory.fill(docks, 0xff, <usize>n * (SITE_COUNT << 2));
  for (let i: i32 = 0; i < n; i++) {
    if (index(labels, i) & SOLID) {
      inverse(w, index(order, i), inverses + <usize>i * INVERSE, scale, flat);
    }
  }
  for (let i: i32 = 0; i < n; i++) {
    const label = index(labels, i);
    if ((label & SOLID) === 0) continue;
    const xi = slot(x, i);
    const px = load<f64>(xi);
    const py = load<f64>(xi, 8);
    const pz = load<f64>(xi, 16);
    let at = pairs + ((<usize>index(starts, i)) << 2);
    const end = pairs + ((<usize>index(starts, i + 1)) << 2);
    for (; at < end; at += 4) {
      const j = load<i32>(at) & ~(PUSH_ONLY | DOCK_ONLY);
      if (((label ^ index(labels, j)) & ~WHOLE) !== 0) continue;
      const xj = slot(x, j);
      const rx = load<f64>(xj) - px;
      const ry = load<f64>(xj, 8) - py;
      const rz = load<f64>(xj, 16) - pz;
      if (!(rx * rx + ry * ry + rz * rz < reach2)) continue;
      offer(inverses, docks, errors, table, order, i, j, rx, ry, rz, flat);
      offer(inverses, docks, errors, table, order, j, i, -rx, -ry, -rz, flat);
    }
  }
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const particle = index(order, i);
    const material = materialOf(w, particle);
    if (load<f64>(material, DOCKING) >= 0) choose(w, c, docks + <usize>i * (SITE_COUNT << 2), particle, material);
  }
}

/**
 * Twice the square of 0.4 D, in units of D: who is farther from every site is between them and sits on none. To dock it would
 * bring in elastic energy from nowhere, k (0.7 D)²/4 at worst.
 */
const MOST_ERROR: f32 = 0.32;

/** Slot j at r from slot i: on the site nearest to it, if nobody is nearer. */
// @ts-ignore: decorator
@inline
function offer(
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
  const a = inverses + <usize>i * INVERSE;
  const u = load<f64>(a) * rx + load<f64>(a, 8) * ry + load<f64>(a, 16) * rz;
  const v = load<f64>(a, 24) * rx + load<f64>(a, 32) * ry + load<f64>(a, 40) * rz;
  const t = flat ? -u - v : load<f64>(a, 48) * rx + load<f64>(a, 56) * ry + load<f64>(a, 64) * rz;
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

/**
 * Sites that were empty take somebody in with the probability 1 − e^(−λ t); those that stay empty lose Δλ, those that
 * are filled gain it (Wicke et al. 2006, 4.2).
 */
function choose(w: usize, c: usize, docks: usize, particle: i32, material: usize): void {
  const occupied = address(w, OCCUPIED) + ((<usize>particle) << 2);
  const rates = address(w, RATES) + <usize>particle * (SITE_COUNT << 2);
  const before = load<i32>(occupied);
  const elapsed = number(c, ELAPSED);
  const most = load<f64>(material, DOCKING);
  const change = load<f64>(material, DOCKING_CHANGE) * elapsed;
  let mask: i32 = 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const taken = docks + ((<usize>s) << 2);
    const rate = rates + ((<usize>s) << 2);
    let lambda = <f64>load<f32>(rate);
    if (load<i32>(taken) >= 0 && ((before >> s) & 1) === 0) {
      const stays = decay(lambda * elapsed);
      if (drawn(number(c, SEED), number(c, TICK), particle, s) >= 1 - stays) store<i32>(taken, -1);
    }
    const filled = load<i32>(taken) >= 0;
    if (filled) mask |= 1 << s;
    lambda = filled ? min(most, lambda + change) : max(0, lambda - change);
    store<f32>(rate, <f32>lambda);
  }
  store<i32>(occupied, mask);
}

/**
 * Of |A − R|²: what is strained by more has yielded. Its neighbours then go to the sites nearest to where they are, within
 * 0.71 D of them, and not along with A, however flat, inside out or torn that has become.
 */
const MOST_STRAIN: f64 = 0.36;

// @ts-ignore: decorator
@inline
function square(value: f64): f64 {
  return value * value;
}

/**
 * A⁻¹ of a particle into `out`, row by row, times `scale`: then lattice points have whole coordinates. Beyond MOST_STRAIN the
 * rotation alone. In the plane its rows are those of the hexagonal lattice's two coordinates.
 */
function inverse(w: usize, particle: i32, out: usize, scale: f64, flat: bool): void {
  const a = address(w, SHAPE) + <usize>particle * 72;
  let a0 = load<f64>(a);
  let a1 = load<f64>(a, 8);
  let a2 = load<f64>(a, 16);
  let a3 = load<f64>(a, 24);
  let a4 = load<f64>(a, 32);
  let a5 = load<f64>(a, 40);
  let a6 = load<f64>(a, 48);
  let a7 = load<f64>(a, 56);
  let a8 = load<f64>(a, 64);
  const q = address(w, TURN) + (<usize>particle << 5);
  const s = load<f64>(q);
  const x = load<f64>(q, 8);
  const y = load<f64>(q, 16);
  const z = load<f64>(q, 24);
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
  if (!(strain < MOST_STRAIN)) {
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
    store<f64>(out, r0);
    store<f64>(out, r1, 8);
    store<f64>(out, r2, 16);
    store<f64>(out, r3, 24);
    store<f64>(out, r4, 32);
    store<f64>(out, r5, 40);
    store<f64>(out, c2 * d, 48);
    store<f64>(out, (a1 * a6 - a0 * a7) * d, 56);
    store<f64>(out, (a0 * a4 - a1 * a3) * d, 64);
    return;
  }
  // (x, y) = D (q + r/2, r √3/2): q = x − y/√3, r = 2y/√3
  const third = 0.5773502691896258;
  store<f64>(out, r0 - third * r3);
  store<f64>(out, r1 - third * r4, 8);
  store<f64>(out, 0, 16);
  store<f64>(out, 2 * third * r3, 24);
  store<f64>(out, 2 * third * r4, 32);
  store<f64>(out, 0, 40);
}

/** Takes docked pairs and those that were listed for docking out: what is between them is the lattice's. Returns the entries left. */
export function matterSift(w: usize): i32 {
  const n = word(w, COUNT);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const docks = address(w, DOCKS);
  let to: i32 = 0;
  let from: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const end = index(starts, i + 1);
    store<i32>(starts + ((<usize>i) << 2), to);
    for (; from < end; from++) {
      const entry = index(pairs, from);
      if (entry & PUSH_ONLY) {
        if (entry & DOCK_ONLY) continue;
        const j = entry & ~PUSH_ONLY;
        if (sits(docks, i, j) || sits(docks, j, i)) continue;
      }
      store<i32>(pairs + ((<usize>to) << 2), entry);
      to++;
    }
  }
  store<i32>(starts + ((<usize>n) << 2), to);
  return to;
}

// @ts-ignore: decorator
@inline
function sits(docks: usize, i: i32, j: i32): bool {
  const row = docks + <usize>i * (SITE_COUNT << 2);
  const wanted = i32x4.splat(j);
  let any = i32x4.eq(v128.load(row), wanted);
  any = v128.or(any, i32x4.eq(v128.load(row, 16), wanted));
  any = v128.or(any, i32x4.eq(v128.load(row, 32), wanted));
  any = v128.or(any, i32x4.eq(v128.load(row, 48), wanted));
  any = v128.or(any, i32x4.eq(v128.load(row, 56), wanted)); // the last two, and two of those before
  return v128.any_true(any);
}
