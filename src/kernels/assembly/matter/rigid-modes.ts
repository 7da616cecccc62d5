/**
 * Stiff pieces of lattice matter as wholes. With rotations held, a linear solve resists the turn of a piece as if it were a strain, and
 * the stiffer it is the less it turns, however hard it is hit. So before every solve each piece gets the rigid motion
 *
 *   d = a + b × p,   (Σ Jᵀ (m 1 + h² S) J) (a, b) = Σ Jᵀ r,   J = (1, −[p]×)
 *
 * p from its centre of mass, r = h² f − m δ with f (N) and S (N/m) of what supports it and of what pushes it: its own elastic forces add up
 * to nothing, but for rounding. (A coarse space of rigid modes, as in Nicolaides 1987.)
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  COUNT,
  EDGE_STARTS,
  F,
  index,
  PIECE_COUNT,
  PIECES,
  PUSHES,
  SHIFT,
  slot,
  SOLVE,
  SUMS,
  SUPPORT_COUNT,
  SUPPORTS,
  word,
  X,
} from './record';
import { PUSH } from './pushes';
import { add, SUPPORT } from './supports';

/** Bytes of a piece: mass, centre from its root (3), whether it is touched; right side, then a and b (6); the matrix (36, the lower half is used). */
const PIECE: usize = 512;
const TOUCHED: usize = 32;
const RIGHT: usize = 40;
const MATRIX: usize = 88;
/** rad: what turns farther in a sub-step does so in the next round. */
const MOST_TURN: f64 = 0.2;

/** Moves pieces that something touches, with δ, and takes what that does out of r, which is in F. */
export function carry(w: usize, pushes: i32, h2: f64): void {
  const count = word(w, PIECE_COUNT);
  if (count === 0) return;
  memory.fill(address(w, SUMS), 0, <usize>count * PIECE);
  markTouched(w, pushes);
  sumMasses(w);
  const supports = address(w, SUPPORTS);
  const supportCount = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < supportCount; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    const d = slot(address(w, SOLVE), i);
    const x = load<f64>(d);
    const y = load<f64>(d, 8);
    const z = load<f64>(d, 16);
    const xx = load<f64>(at, 32);
    const xy = load<f64>(at, 40);
    const xz = load<f64>(at, 48);
    const yy = load<f64>(at, 56);
    const yz = load<f64>(at, 64);
    const zz = load<f64>(at, 72);
    pull(
      w,
      i,
      h2 * (load<f64>(at, 8) - (xx * x + xy * y + xz * z)),
      h2 * (load<f64>(at, 16) - (xy * x + yy * y + yz * z)),
      h2 * (load<f64>(at, 24) - (xz * x + yz * y + zz * z)),
    );
    stiffen(w, i, h2, xx, xy, xz, yy, yz, zz);
  }
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const i = load<i32>(at);
    const j = load<i32>(at, 4);
    const x = load<f64>(at, 8);
    const y = load<f64>(at, 16);
    const z = load<f64>(at, 24);
    const c = load<f64>(at, 32);
    if (pieceOf(w, i) === pieceOf(w, j)) continue;
    const force = h2 * c * load<f64>(at, 40);
    pull(w, i, -force * x, -force * y, -force * z);
    pull(w, j, force * x, force * y, force * z);
    stiffen(w, i, h2, c * x * x, c * x * y, c * x * z, c * y * y, c * y * z, c * z * z);
    stiffen(w, j, h2, c * x * x, c * x * y, c * x * z, c * y * y, c * y * z, c * z * z);
  }
  for (let k: i32 = 0; k < count; k++) {
    const piece = address(w, SUMS) + <usize>k * PIECE;
    if (load<f64>(piece, TOUCHED) > 0) solve(piece);
  }
  move(w);
  for (let k: i32 = 0; k < supportCount; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    const d = slot(address(w, SHIFT), i);
    const x = h2 * load<f64>(d);
    const y = h2 * load<f64>(d, 8);
    const z = h2 * load<f64>(d, 16);
    const r = slot(address(w, F), i);
    add(r, -(load<f64>(at, 32) * x + load<f64>(at, 40) * y + load<f64>(at, 48) * z));
    add(r + 8, -(load<f64>(at, 40) * x + load<f64>(at, 56) * y + load<f64>(at, 64) * z));
    add(r + 16, -(load<f64>(at, 48) * x + load<f64>(at, 64) * y + load<f64>(at, 72) * z));
  }
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * PUSH;
    const i = load<i32>(at);
    const j = load<i32>(at, 4);
    const di = slot(address(w, SHIFT), i);
    const dj = slot(address(w, SHIFT), j);
    let apart: f64 = 0;
    for (let axis: usize = 0; axis < 24; axis += 8) apart += load<f64>(at + axis, 8) * (load<f64>(di + axis) - load<f64>(dj + axis));
    const force = h2 * load<f64>(at, 32) * apart;
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const part = force * load<f64>(at + axis, 8);
      add(slot(address(w, F), i) + axis, -part);
      add(slot(address(w, F), j) + axis, part);
    }
  }
}

/** The record of the piece that a slot is of, 0 where it is bound to nobody. */
// @inline
function pieceOf(w: usize, i: i32): usize {
  const starts = address(w, EDGE_STARTS);
  if (index(starts, i) === index(starts, i + 1)) return 0;
  const n = word(w, COUNT);
  const bonded = address(w, PIECES) + ((<usize>n) << 2);
  const root = index(bonded, i);
  return address(w, SUMS) + <usize>index(bonded + ((<usize>n) << 2), root) * PIECE;
}

/** Only what something touches is moved, and nothing that is held. */
function markTouched(w: usize, pushes: i32): void {
  const n = word(w, COUNT);
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) touch(pieceOf(w, <i32>load<f64>(supports + <usize>k * SUPPORT)), 1);
  const records = address(w, PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    touch(pieceOf(w, load<i32>(records + <usize>k * PUSH)), 1);
    touch(pieceOf(w, load<i32>(records + <usize>k * PUSH, 4)), 1);
  }
  const moved = address(w, SOLVE);
  for (let i: i32 = 0; i < n; i++) if (!(load<f64>(slot(moved, i), 24) > 0)) touch(pieceOf(w, i), -Infinity);
}

// @inline
function touch(piece: usize, by: f64): void {
  if (piece !== 0) add(piece + TOUCHED, by);
}

/** Masses, centres, right sides and moments of inertia. */
function sumMasses(w: usize): void {
  const n = word(w, COUNT);
  const x = address(w, X);
  const bonded = address(w, PIECES) + ((<usize>n) << 2);
  for (let i: i32 = 0; i < n; i++) {
    const piece = pieceOf(w, i);
    if (piece === 0 || !(load<f64>(piece, TOUCHED) > 0)) continue;
    const xi = slot(x, i);
    const root = slot(x, index(bonded, i));
    const mass = load<f64>(xi, 24);
    add(piece, mass);
    for (let axis: usize = 0; axis < 24; axis += 8) add(piece + 8 + axis, mass * (load<f64>(xi + axis) - load<f64>(root + axis)));
  }
  const count = word(w, PIECE_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const piece = address(w, SUMS) + <usize>k * PIECE;
    const mass = load<f64>(piece);
    if (!(mass > 0)) continue;
    for (let axis: usize = 8; axis < 32; axis += 8) {
      store<f64>(piece + axis, load<f64>(piece + axis) / mass);
      add(piece + MATRIX + (axis - 8) * 7, mass);
    }
  }
  const moved = address(w, SOLVE);
  for (let i: i32 = 0; i < n; i++) {
    const piece = pieceOf(w, i);
    if (piece === 0 || !(load<f64>(piece, TOUCHED) > 0)) continue;
    const mass = load<f64>(slot(x, i), 24);
    const px = arm(w, piece, i, 0);
    const py = arm(w, piece, i, 8);
    const pz = arm(w, piece, i, 16);
    const d = slot(moved, i);
    pull(w, i, -mass * load<f64>(d), -mass * load<f64>(d, 8), -mass * load<f64>(d, 16));
    const turning = piece + MATRIX + 21 * 8;
    add(turning, mass * (py * py + pz * pz));
    add(turning + 48, -mass * px * py);
    add(turning + 56, mass * (px * px + pz * pz));
    add(turning + 96, -mass * px * pz);
    add(turning + 104, -mass * py * pz);
    add(turning + 112, mass * (px * px + py * py));
  }
}

/** A coordinate of a slot from the centre of its piece. */
// @inline
function arm(w: usize, piece: usize, i: i32, axis: usize): f64 {
  const x = address(w, X);
  const bonded = address(w, PIECES) + ((<usize>word(w, COUNT)) << 2);
  return load<f64>(slot(x, i) + axis) - load<f64>(slot(x, index(bonded, i)) + axis) - load<f64>(piece + 8 + axis);
}

/** Right side += Jᵀ r of slot i. */
function pull(w: usize, i: i32, x: f64, y: f64, z: f64): void {
  const piece = pieceOf(w, i);
  if (piece === 0 || !(load<f64>(piece, TOUCHED) > 0)) return;
  const px = arm(w, piece, i, 0);
  const py = arm(w, piece, i, 8);
  const pz = arm(w, piece, i, 16);
  const right = piece + RIGHT;
  add(right, x);
  add(right + 8, y);
  add(right + 16, z);
  add(right + 24, py * z - pz * y);
  add(right + 32, pz * x - px * z);
  add(right + 40, px * y - py * x);
}

/** Matrix += h² Jᵀ S J of what acts on slot i. */
function stiffen(w: usize, i: i32, h2: f64, xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64): void {
  const piece = pieceOf(w, i);
  if (piece === 0 || !(load<f64>(piece, TOUCHED) > 0)) return;
  const px = arm(w, piece, i, 0);
  const py = arm(w, piece, i, 8);
  const pz = arm(w, piece, i, 16);
  for (let column: i32 = 0; column < 6; column++) {
    // What a unit of a or b moves the slot by, and the force on it.
    const x = column === 0 ? 1.0 : column === 4 ? pz : column === 5 ? -py : 0.0;
    const y = column === 1 ? 1.0 : column === 5 ? px : column === 3 ? -pz : 0.0;
    const z = column === 2 ? 1.0 : column === 3 ? py : column === 4 ? -px : 0.0;
    const fx = h2 * (xx * x + xy * y + xz * z);
    const fy = h2 * (xy * x + yy * y + yz * z);
    const fz = h2 * (xz * x + yz * y + zz * z);
    const to = piece + MATRIX + ((<usize>column) << 3);
    add(to, fx);
    add(to + 48, fy);
    add(to + 96, fz);
    add(to + 144, py * fz - pz * fy);
    add(to + 192, pz * fx - px * fz);
    add(to + 240, px * fy - py * fx);
  }
}

/** a and b in the place of the right side, by LDLᵀ; what lies on a line has no turn about it. */
function solve(piece: usize): void {
  const m = piece + MATRIX;
  const right = piece + RIGHT;
  let trace: f64 = 0;
  for (let k: usize = 3; k < 6; k++) trace += load<f64>(m + k * 56);
  for (let k: usize = 3; k < 6; k++) add(m + k * 56, 1e-9 * trace);
  for (let k: usize = 0; k < 6; k++) {
    const pivot = load<f64>(m + k * 56);
    for (let row = k + 1; row < 6; row++) {
      const factor = load<f64>(m + row * 48 + (k << 3)) / pivot;
      for (let column = k + 1; column <= row; column++) {
        add(m + row * 48 + (column << 3), -factor * load<f64>(m + column * 48 + (k << 3)));
      }
      add(right + (row << 3), -factor * load<f64>(right + (k << 3)));
    }
  }
  for (let back: usize = 0; back < 6; back++) {
    const k: usize = 5 - back;
    let value = load<f64>(right + (k << 3));
    for (let row = k + 1; row < 6; row++) value -= load<f64>(m + row * 48 + (k << 3)) * load<f64>(right + (row << 3));
    store<f64>(right + (k << 3), value / load<f64>(m + k * 56));
  }
  const bx = load<f64>(right, 24);
  const by = load<f64>(right, 32);
  const bz = load<f64>(right, 40);
  const turn = sqrt(bx * bx + by * by + bz * bz);
  if (turn <= MOST_TURN) return;
  for (let k: usize = 0; k < 48; k += 8) store<f64>(right + k, (load<f64>(right + k) * MOST_TURN) / turn);
}

/** Moves all slots of touched pieces; what they went is in SHIFT. */
function move(w: usize): void {
  const n = word(w, COUNT);
  const x = address(w, X);
  const moved = address(w, SOLVE);
  const f = address(w, F);
  for (let i: i32 = 0; i < n; i++) {
    const piece = pieceOf(w, i);
    const d = slot(address(w, SHIFT), i);
    if (piece === 0 || !(load<f64>(piece, TOUCHED) > 0)) {
      for (let axis: usize = 0; axis < 24; axis += 8) store<f64>(d + axis, 0);
      continue;
    }
    const px = arm(w, piece, i, 0);
    const py = arm(w, piece, i, 8);
    const pz = arm(w, piece, i, 16);
    const q = piece + RIGHT;
    const bx = load<f64>(q, 24);
    const by = load<f64>(q, 32);
    const bz = load<f64>(q, 40);
    const tx = by * pz - bz * py;
    const ty = bz * px - bx * pz;
    const tz = bx * py - by * px;
    // To second order, so that it is a turn and no stretch.
    store<f64>(d, load<f64>(q) + tx + 0.5 * (by * tz - bz * ty));
    store<f64>(d, load<f64>(q, 8) + ty + 0.5 * (bz * tx - bx * tz), 8);
    store<f64>(d, load<f64>(q, 16) + tz + 0.5 * (bx * ty - by * tx), 16);
  }
  for (let i: i32 = 0; i < n; i++) {
    const d = slot(address(w, SHIFT), i);
    const mass = load<f64>(slot(x, i), 24);
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const way = load<f64>(d + axis);
      add(slot(x, i) + axis, way);
      add(slot(moved, i) + axis, way);
      add(slot(f, i) + axis, -mass * way);
    }
  }
}
