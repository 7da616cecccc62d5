/**
 * The end of an implicit step of lattice matter. A solve that stops short, and rotations held, leave some momentum over. It
 * is taken out piece by piece: with x₀ = x̂ − h v̂ the momenta of a step are Σ m δ/h and Σ m x₀ × δ/h; both become none by
 * δ −= a + b × (x₀ − c).
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  COUNT,
  EDGE_STARTS,
  EDGES,
  FIRST,
  index,
  number,
  ORDER,
  PIECE_COUNT,
  PIECES,
  POSITION,
  PUSHES,
  slot,
  SOLVE,
  STEP,
  STRIDE,
  SUMS,
  SUPPORT_COUNT,
  SUPPORTS,
  V,
  VELOCITY,
  word,
  X,
} from './record';
import { PUSH } from './pushes';
import { add, SUPPORT } from './supports';

/** Bytes of a piece's sums: mass, Σ m x₀ (3), Σ m δ (3), Σ m x₀ × δ (3), Σ m x₀ x₀ᵀ (6: xx xy xz yy yz zz). */
const PIECE: usize = 128;

/**
 * Takes what momentum δ has out of every piece that nothing holds, then adds δ to positions and δ/h to velocities.
 */
export function matterSettle(w: usize, c: usize, pushes: i32): void {
  const n = word(w, COUNT);
  const h = number(c, STEP);
  const order = address(w, ORDER);
  const plane: usize = (<usize>word(w, STRIDE)) << 3;
  const first: usize = (<usize>word(w, FIRST)) << 3;
  const x = address(w, X);
  const v = address(w, V);
  const moved = address(w, SOLVE);
  const pieces = address(w, PIECES);
  const sums = address(w, SUMS);
  join(w, pushes);
  sumPieces(w, h, pushes);
  const inverse = 1 / h;
  for (let i: i32 = 0; i < n; i++) {
    const m = slot(moved, i);
    if (!(load<f64>(m, 24) > 0)) continue;
    const root = rootOf(pieces, i);
    const at = sums + <usize>root * PIECE;
    let dx = load<f64>(m);
    let dy = load<f64>(m, 8);
    let dz = load<f64>(m, 16);
    if (load<f64>(at) > 0) {
      const px = origin(x, v, moved, i, 0, h) - origin(x, v, moved, root, 0, h) - load<f64>(at, 8);
      const py = origin(x, v, moved, i, 8, h) - origin(x, v, moved, root, 8, h) - load<f64>(at, 16);
      const pz = origin(x, v, moved, i, 16, h) - origin(x, v, moved, root, 16, h) - load<f64>(at, 24);
      const bx = load<f64>(at, 56);
      const by = load<f64>(at, 64);
      const bz = load<f64>(at, 72);
      dx -= load<f64>(at, 32) + by * pz - bz * py;
      dy -= load<f64>(at, 40) + bz * px - bx * pz;
      dz -= load<f64>(at, 48) + bx * py - by * px;
    }
    if (dx === 0 && dy === 0 && dz === 0) continue; // all of a fluid
    const particle: usize = (<usize>index(order, i)) << 3;
    const xa = address(w, POSITION) + first + particle;
    const va = address(w, VELOCITY) + first + particle;
    add(xa, dx);
    add(xa + plane, dy);
    add(xa + (plane << 1), dz);
    add(va, dx * inverse);
    add(va + plane, dy * inverse);
    add(va + (plane << 1), dz * inverse);
  }
}

/** Centre, a and b of every piece that has momentum to keep; a mass of −∞ for one that is held, or lies on something: that has its momentum from there. */
function sumPieces(w: usize, h: f64, pushes: i32): void {
  const n = word(w, COUNT);
  const x = address(w, X);
  const v = address(w, V);
  const moved = address(w, SOLVE);
  const pieces = address(w, PIECES);
  const sums = address(w, SUMS);
  // Who is bound to nobody and has not moved, as all of a fluid, has none to lose; one whose last bond broke in a further round has.
  const starts = address(w, EDGE_STARTS);
  for (let i: i32 = 0; i < n; i++) {
    if (index(starts, i) === index(starts, i + 1) && hasStayed(slot(moved, i))) store<f64>(sums + <usize>i * PIECE, -Infinity);
    else if (rootOf(pieces, i) === i) memory.fill(sums + <usize>i * PIECE, 0, PIECE);
  }
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    memory.fill(sums + <usize>rootOf(pieces, load<i32>(records + <usize>k * PUSH)) * PIECE, 0, PIECE);
  }
  for (let i: i32 = 0; i < n; i++) {
    if (!(load<f64>(slot(moved, i), 24) > 0)) store<f64>(sums + <usize>rootOf(pieces, i) * PIECE, -Infinity);
  }
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const root = rootOf(pieces, <i32>load<f64>(supports + <usize>k * SUPPORT));
    store<f64>(sums + <usize>root * PIECE, -Infinity);
  }
  for (let i: i32 = 0; i < n; i++) {
    const root = rootOf(pieces, i);
    const to = sums + <usize>root * PIECE;
    if (!(load<f64>(to) >= 0)) continue;
    const m = slot(moved, i);
    const mass = load<f64>(slot(x, i), 24);
    // Relative to the root's place, so that large coordinates lose nothing.
    const dx = load<f64>(m);
    const dy = load<f64>(m, 8);
    const dz = load<f64>(m, 16);
    const px = origin(x, v, moved, i, 0, h) - origin(x, v, moved, root, 0, h);
    const py = origin(x, v, moved, i, 8, h) - origin(x, v, moved, root, 8, h);
    const pz = origin(x, v, moved, i, 16, h) - origin(x, v, moved, root, 16, h);
    add(to, mass);
    add(to + 8, mass * px);
    add(to + 16, mass * py);
    add(to + 24, mass * pz);
    add(to + 32, mass * dx);
    add(to + 40, mass * dy);
    add(to + 48, mass * dz);
    add(to + 56, mass * (py * dz - pz * dy));
    add(to + 64, mass * (pz * dx - px * dz));
    add(to + 72, mass * (px * dy - py * dx));
    add(to + 80, mass * px * px);
    add(to + 88, mass * px * py);
    add(to + 96, mass * px * pz);
    add(to + 104, mass * py * py);
    add(to + 112, mass * py * pz);
    add(to + 120, mass * pz * pz);
  }
  for (let i: i32 = 0; i < n; i++) {
    if (rootOf(pieces, i) === i && load<f64>(sums + <usize>i * PIECE) > 0) solvePiece(sums + <usize>i * PIECE);
  }
}

// @inline
function hasStayed(at: usize): bool {
  return load<f64>(at) === 0 && load<f64>(at, 8) === 0 && load<f64>(at, 16) === 0;
}

/** A coordinate of x₀ = x̂ − h v̂; X holds x̂ + δ by now. */
// @inline
function origin(x: usize, v: usize, moved: usize, i: i32, axis: usize, h: f64): f64 {
  return load<f64>(slot(x, i) + axis) - load<f64>(slot(moved, i) + axis) - h * load<f64>(slot(v, i) + axis);
}

/** Makes a piece's sums into its centre, a and b. */
function solvePiece(at: usize): void {
  const mass = load<f64>(at);
  const cx = load<f64>(at, 8) / mass;
  const cy = load<f64>(at, 16) / mass;
  const cz = load<f64>(at, 24) / mass;
  const ax = load<f64>(at, 32) / mass;
  const ay = load<f64>(at, 40) / mass;
  const az = load<f64>(at, 48) / mass;
  const lx = load<f64>(at, 56) - mass * (cy * az - cz * ay);
  const ly = load<f64>(at, 64) - mass * (cz * ax - cx * az);
  const lz = load<f64>(at, 72) - mass * (cx * ay - cy * ax);
  const xx = load<f64>(at, 80) - mass * cx * cx;
  const xy = load<f64>(at, 88) - mass * cx * cy;
  const xz = load<f64>(at, 96) - mass * cx * cz;
  const yy = load<f64>(at, 104) - mass * cy * cy;
  const yz = load<f64>(at, 112) - mass * cy * cz;
  const zz = load<f64>(at, 120) - mass * cz * cz;
  const little = 1e-12 * (xx + yy + zz);
  const a = yy + zz + little;
  const e = xx + zz + little;
  const h = xx + yy + little;
  const c0 = e * h - yz * yz;
  const c1 = yz * xz + xy * h;
  const c2 = xy * yz + e * xz;
  const c5 = xy * xz + a * yz;
  const determinant = a * c0 - xy * c1 - xz * c2;
  const inverse = determinant > 0 ? 1 / determinant : 0;
  store<f64>(at, cx, 8);
  store<f64>(at, cy, 16);
  store<f64>(at, cz, 24);
  store<f64>(at, ax, 32);
  store<f64>(at, ay, 40);
  store<f64>(at, az, 48);
  store<f64>(at, (c0 * lx + c1 * ly + c2 * lz) * inverse, 56);
  store<f64>(at, (c1 * lx + (a * h - xz * xz) * ly + c5 * lz) * inverse, 64);
  store<f64>(at, (c2 * lx + c5 * ly + (a * e - xy * xy) * lz) * inverse, 72);
}

/**
 * Pieces: what docked pairs and pushes join; the lowest slot of each is its root. Those of docked pairs alone are kept behind
 * them for as long as bonds stay (matterJoin).
 */
function join(w: usize, pushes: i32): void {
  const n = word(w, COUNT);
  const pieces = address(w, PIECES);
  memory.copy(pieces, pieces + ((<usize>n) << 2), (<usize>n) << 2);
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    unite(pieces, load<i32>(at), load<i32>(at, 4));
  }
}

/** Finds the pieces of docked pairs, and numbers those of more than one slot, at their roots. Returns how many there are. */
export function matterJoin(w: usize): i32 {
  const n = word(w, COUNT);
  const bonded = address(w, PIECES) + ((<usize>n) << 2);
  const numbers = bonded + ((<usize>n) << 2);
  for (let i: i32 = 0; i < n; i++) store<i32>(bonded + ((<usize>i) << 2), i);
  const starts = address(w, EDGE_STARTS);
  const edges = address(w, EDGES);
  for (let i: i32 = 0; i < n; i++) {
    const end = index(starts, i + 1);
    for (let k = index(starts, i); k < end; k++) {
      const j = load<i32>(edges + ((<usize>k) << 3));
      if (j > i) unite(bonded, i, j);
    }
  }
  let count: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const root = rootOf(bonded, i);
    store<i32>(bonded + ((<usize>i) << 2), root); // none is lower than its root: who asks finds it at once
    if (root === i && index(starts, i) !== index(starts, i + 1)) {
      store<i32>(numbers + ((<usize>i) << 2), count);
      count++;
    }
  }
  store<i32>(w + ((<usize>PIECE_COUNT) << 2), count);
  return count;
}

function unite(pieces: usize, i: i32, j: i32): void {
  const a = rootOf(pieces, i);
  const b = rootOf(pieces, j);
  if (a === b) return;
  store<i32>(pieces + ((<usize>max(a, b)) << 2), min(a, b));
}

function rootOf(pieces: usize, i: i32): i32 {
  let k = index(pieces, i);
  while (k !== i) {
    const above = index(pieces, k);
    store<i32>(pieces + ((<usize>i) << 2), above);
    i = k;
    k = above;
  }
  return i;
}
