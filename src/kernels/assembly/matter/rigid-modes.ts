/**
 * Rigid motion of stiff pieces. With fixed rotations the linear system resists a rotation like a strain: the stiffer a piece, the less
 * it rotates, however hard it is hit. So before every solve each touched piece moves rigidly by
 *
 *   d = a + b × p,   (Σ Jᵀ (m 1 + h² S) J) (a, b) = Σ Jᵀ r,   J = (1, −[p]×)
 *
 * This is a coarse space of rigid modes (Nicolaides 1987).
 *
 * Symbols
 *   p   position from the centre of mass, m
 *   r   h² f − m δ, kg·m
 *   f   forces of supports and pushes, N: elastic forces sum to zero up to rounding
 *   S   their stiffness, N/m
 */
import * as MatterPush from '../../../layouts/generated/matter-push';
import * as MatterSupport from '../../../layouts/generated/matter-support';
import * as Words from '../../../layouts/generated/matter-words';
import * as RigidPiece from '../../../layouts/generated/rigid-piece';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotSolve from '../../../layouts/generated/slot-solve';
import * as Symmetric from '../../../layouts/generated/symmetric';
import { Y, Z } from '../../../layouts/generated/vector';
import { add, addVector, index, storeVector, symmetricX, symmetricY, symmetricZ, VECTOR } from '../memory';
import { SLIGHT } from './inertia';
import { address, slot, word } from './record';

/** Row length of the matrix of a piece. */
const ROW: usize = 6;
/** Largest rotation of a round, rad; the rest follows in the next one. */
const MOST_TURN: f64 = 0.2;

/** Moves touched pieces and δ, and updates the residual r in SLOT_FORCE. */
export function carry(w: usize, pushes: i32, h2: f64): void {
  const count = word(w, Words.PIECE_COUNT);
  if (count === 0) return;
  memory.fill(address(w, Words.SUMS), 0, <usize>count * RigidPiece.BYTES);
  markTouched(w, pushes);
  sumMasses(w);
  const supports = address(w, Words.SUPPORTS);
  const supportCount = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < supportCount; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const i = <i32>load<f64>(at, MatterSupport.SLOT);
    const d = slot(address(w, Words.SOLVE), i);
    const x = load<f64>(d);
    const y = load<f64>(d, Y);
    const z = load<f64>(d, Z);
    const s = at + MatterSupport.STIFFNESS;
    const xx = load<f64>(s, Symmetric.XX);
    const xy = load<f64>(s, Symmetric.XY);
    const xz = load<f64>(s, Symmetric.XZ);
    const yy = load<f64>(s, Symmetric.YY);
    const yz = load<f64>(s, Symmetric.YZ);
    const zz = load<f64>(s, Symmetric.ZZ);
    pull(
      w,
      i,
      h2 * (load<f64>(at, MatterSupport.FORCE) - (xx * x + xy * y + xz * z)),
      h2 * (load<f64>(at, MatterSupport.FORCE + Y) - (xy * x + yy * y + yz * z)),
      h2 * (load<f64>(at, MatterSupport.FORCE + Z) - (xz * x + yz * y + zz * z)),
    );
    stiffen(w, i, h2, xx, xy, xz, yy, yz, zz);
  }
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * MatterPush.BYTES;
    const i = load<i32>(at, MatterPush.I);
    const j = load<i32>(at, MatterPush.J);
    const x = load<f64>(at, MatterPush.NORMAL);
    const y = load<f64>(at, MatterPush.NORMAL + Y);
    const z = load<f64>(at, MatterPush.NORMAL + Z);
    const c = load<f64>(at, MatterPush.STIFFNESS);
    if (pieceOf(w, i) === pieceOf(w, j)) continue;
    const force = h2 * c * load<f64>(at, MatterPush.DEPTH);
    pull(w, i, -force * x, -force * y, -force * z);
    pull(w, j, force * x, force * y, force * z);
    stiffen(w, i, h2, c * x * x, c * x * y, c * x * z, c * y * y, c * y * z, c * z * z);
    stiffen(w, j, h2, c * x * x, c * x * y, c * x * z, c * y * y, c * y * z, c * z * z);
  }
  for (let k: i32 = 0; k < count; k++) {
    const piece = address(w, Words.SUMS) + <usize>k * RigidPiece.BYTES;
    if (load<f64>(piece, RigidPiece.TOUCHED) > 0) solve(piece);
  }
  move(w);
  for (let k: i32 = 0; k < supportCount; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const i = <i32>load<f64>(at, MatterSupport.SLOT);
    const d = slot(address(w, Words.SLOT_SHIFT), i);
    const x = h2 * load<f64>(d);
    const y = h2 * load<f64>(d, Y);
    const z = h2 * load<f64>(d, Z);
    const r = slot(address(w, Words.SLOT_FORCE), i);
    const s = at + MatterSupport.STIFFNESS;
    addVector(r, -symmetricX(s, x, y, z), -symmetricY(s, x, y, z), -symmetricZ(s, x, y, z));
  }
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * MatterPush.BYTES;
    const i = load<i32>(at, MatterPush.I);
    const j = load<i32>(at, MatterPush.J);
    const di = slot(address(w, Words.SLOT_SHIFT), i);
    const dj = slot(address(w, Words.SLOT_SHIFT), j);
    let apart: f64 = 0;
    for (let axis: usize = 0; axis < VECTOR; axis += 8)
      apart += load<f64>(at + axis, MatterPush.NORMAL) * (load<f64>(di + axis) - load<f64>(dj + axis));
    const force = h2 * load<f64>(at, MatterPush.STIFFNESS) * apart;
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const part = force * load<f64>(at + axis, MatterPush.NORMAL);
      add(slot(address(w, Words.SLOT_FORCE), i) + axis, -part);
      add(slot(address(w, Words.SLOT_FORCE), j) + axis, part);
    }
  }
}

/** Returns the record of a slot's piece, 0 without bonds. */
// @inline
function pieceOf(w: usize, i: i32): usize {
  const starts = address(w, Words.EDGE_STARTS);
  if (index(starts, i) === index(starts, i + 1)) return 0;
  const n = word(w, Words.COUNT);
  const bonded = address(w, Words.PIECES) + ((<usize>n) << 2);
  const root = index(bonded, i);
  return address(w, Words.SUMS) + <usize>index(bonded + ((<usize>n) << 2), root) * RigidPiece.BYTES;
}

/** Marks pieces that something touches and that are not pinned. */
function markTouched(w: usize, pushes: i32): void {
  const n = word(w, Words.COUNT);
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++)
    touch(pieceOf(w, <i32>load<f64>(supports + <usize>k * MatterSupport.BYTES, MatterSupport.SLOT)), 1);
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    touch(pieceOf(w, load<i32>(records + <usize>k * MatterPush.BYTES, MatterPush.I)), 1);
    touch(pieceOf(w, load<i32>(records + <usize>k * MatterPush.BYTES, MatterPush.J)), 1);
  }
  const moved = address(w, Words.SOLVE);
  for (let i: i32 = 0; i < n; i++)
    if (!(load<f64>(slot(moved, i), SlotSolve.INVERSE_DIAGONAL) > 0)) touch(pieceOf(w, i), -Infinity);
}

// @inline
function touch(piece: usize, by: f64): void {
  if (piece !== 0) add(piece + RigidPiece.TOUCHED, by);
}

/** Sums masses, centres, right-hand sides and moments of inertia. */
function sumMasses(w: usize): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const bonded = address(w, Words.PIECES) + ((<usize>n) << 2);
  for (let i: i32 = 0; i < n; i++) {
    const piece = pieceOf(w, i);
    if (piece === 0 || !(load<f64>(piece, RigidPiece.TOUCHED) > 0)) continue;
    const xi = slot(x, i);
    const root = slot(x, index(bonded, i));
    const mass = load<f64>(xi, SlotPosition.MASS);
    add(piece, mass);
    for (let axis: usize = 0; axis < VECTOR; axis += 8)
      add(piece + RigidPiece.CENTRE + axis, mass * (load<f64>(xi + axis) - load<f64>(root + axis)));
  }
  const count = word(w, Words.PIECE_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const piece = address(w, Words.SUMS) + <usize>k * RigidPiece.BYTES;
    const mass = load<f64>(piece);
    if (!(mass > 0)) continue;
    for (let k: usize = 0; k < 3; k++) {
      const centre = piece + RigidPiece.CENTRE + (k << 3);
      store<f64>(centre, load<f64>(centre) / mass);
      add(entry(piece + RigidPiece.MATRIX, k, k), mass);
    }
  }
  const moved = address(w, Words.SOLVE);
  for (let i: i32 = 0; i < n; i++) {
    const piece = pieceOf(w, i);
    if (piece === 0 || !(load<f64>(piece, RigidPiece.TOUCHED) > 0)) continue;
    const mass = load<f64>(slot(x, i), SlotPosition.MASS);
    const px = arm(w, piece, i, 0);
    const py = arm(w, piece, i, Y);
    const pz = arm(w, piece, i, Z);
    const d = slot(moved, i);
    pull(w, i, -mass * load<f64>(d), -mass * load<f64>(d, Y), -mass * load<f64>(d, Z));
    const m = piece + RigidPiece.MATRIX;
    add(entry(m, 3, 3), mass * (py * py + pz * pz));
    add(entry(m, 4, 3), -mass * px * py);
    add(entry(m, 4, 4), mass * (px * px + pz * pz));
    add(entry(m, 5, 3), -mass * px * pz);
    add(entry(m, 5, 4), -mass * py * pz);
    add(entry(m, 5, 5), mass * (px * px + py * py));
  }
}

/** Returns a coordinate of a slot from the centre of its piece. */
// @inline
function arm(w: usize, piece: usize, i: i32, axis: usize): f64 {
  const x = address(w, Words.SLOT_POSITION);
  const bonded = address(w, Words.PIECES) + ((<usize>word(w, Words.COUNT)) << 2);
  return (
    load<f64>(slot(x, i) + axis) -
    load<f64>(slot(x, index(bonded, i)) + axis) -
    load<f64>(piece + axis, RigidPiece.CENTRE)
  );
}

/** Returns the address of an entry of the matrix of a piece. */
// @inline
function entry(m: usize, row: usize, column: usize): usize {
  return m + ((row * ROW + column) << 3);
}

/** Adds Jᵀ r of slot i to the right-hand side. */
function pull(w: usize, i: i32, x: f64, y: f64, z: f64): void {
  const piece = pieceOf(w, i);
  if (piece === 0 || !(load<f64>(piece, RigidPiece.TOUCHED) > 0)) return;
  const px = arm(w, piece, i, 0);
  const py = arm(w, piece, i, Y);
  const pz = arm(w, piece, i, Z);
  addVector(piece + RigidPiece.TRANSLATION, x, y, z);
  addVector(piece + RigidPiece.ROTATION, py * z - pz * y, pz * x - px * z, px * y - py * x);
}

/** Adds h² Jᵀ S J of slot i to the matrix. */
function stiffen(w: usize, i: i32, h2: f64, xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64): void {
  const piece = pieceOf(w, i);
  if (piece === 0 || !(load<f64>(piece, RigidPiece.TOUCHED) > 0)) return;
  const px = arm(w, piece, i, 0);
  const py = arm(w, piece, i, Y);
  const pz = arm(w, piece, i, Z);
  for (let column: usize = 0; column < ROW; column++) {
    // Displacement of the slot by a unit of a or b, and the force on it.
    const x = column === 0 ? 1.0 : column === 4 ? pz : column === 5 ? -py : 0.0;
    const y = column === 1 ? 1.0 : column === 5 ? px : column === 3 ? -pz : 0.0;
    const z = column === 2 ? 1.0 : column === 3 ? py : column === 4 ? -px : 0.0;
    const fx = h2 * (xx * x + xy * y + xz * z);
    const fy = h2 * (xy * x + yy * y + yz * z);
    const fz = h2 * (xz * x + yz * y + zz * z);
    const m = piece + RigidPiece.MATRIX;
    add(entry(m, 0, column), fx);
    add(entry(m, 1, column), fy);
    add(entry(m, 2, column), fz);
    add(entry(m, 3, column), py * fz - pz * fy);
    add(entry(m, 4, column), pz * fx - px * fz);
    add(entry(m, 5, column), px * fy - py * fx);
  }
}

/** Replaces the right-hand side by a and b, by LDLᵀ; particles on a line have no rotation about it. */
function solve(piece: usize): void {
  const m = piece + RigidPiece.MATRIX;
  const right = piece + RigidPiece.TRANSLATION;
  let trace: f64 = 0;
  for (let k: usize = 3; k < 6; k++) trace += load<f64>(entry(m, k, k));
  for (let k: usize = 3; k < 6; k++) add(entry(m, k, k), SLIGHT * trace);
  for (let k: usize = 0; k < 6; k++) {
    const pivot = load<f64>(entry(m, k, k));
    for (let row = k + 1; row < 6; row++) {
      const factor = load<f64>(entry(m, row, k)) / pivot;
      for (let column = k + 1; column <= row; column++) {
        add(entry(m, row, column), -factor * load<f64>(entry(m, column, k)));
      }
      add(right + (row << 3), -factor * load<f64>(right + (k << 3)));
    }
  }
  for (let back: usize = 0; back < 6; back++) {
    const k: usize = 5 - back;
    let value = load<f64>(right + (k << 3));
    for (let row = k + 1; row < 6; row++)
      value -= load<f64>(entry(m, row, k)) * load<f64>(right + (row << 3));
    store<f64>(right + (k << 3), value / load<f64>(entry(m, k, k)));
  }
  const bx = load<f64>(piece, RigidPiece.ROTATION);
  const by = load<f64>(piece, RigidPiece.ROTATION + Y);
  const bz = load<f64>(piece, RigidPiece.ROTATION + Z);
  const turn = sqrt(bx * bx + by * by + bz * bz);
  if (turn <= MOST_TURN) return;
  for (let k: usize = 0; k < 2 * VECTOR; k += 8)
    store<f64>(right + k, (load<f64>(right + k) * MOST_TURN) / turn);
}

/** Moves all slots of touched pieces; SLOT_SHIFT stores their displacements. */
function move(w: usize): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const moved = address(w, Words.SOLVE);
  const f = address(w, Words.SLOT_FORCE);
  for (let i: i32 = 0; i < n; i++) {
    const piece = pieceOf(w, i);
    const d = slot(address(w, Words.SLOT_SHIFT), i);
    if (piece === 0 || !(load<f64>(piece, RigidPiece.TOUCHED) > 0)) {
      storeVector(d, 0, 0, 0);
      continue;
    }
    const px = arm(w, piece, i, 0);
    const py = arm(w, piece, i, Y);
    const pz = arm(w, piece, i, Z);
    const a = piece + RigidPiece.TRANSLATION;
    const b = piece + RigidPiece.ROTATION;
    const bx = load<f64>(b);
    const by = load<f64>(b, Y);
    const bz = load<f64>(b, Z);
    const tx = by * pz - bz * py;
    const ty = bz * px - bx * pz;
    const tz = bx * py - by * px;
    // To second order in b, so that it is a rotation without strain.
    store<f64>(d, load<f64>(a) + tx + 0.5 * (by * tz - bz * ty));
    store<f64>(d, load<f64>(a, Y) + ty + 0.5 * (bz * tx - bx * tz), Y);
    store<f64>(d, load<f64>(a, Z) + tz + 0.5 * (bx * ty - by * tx), Z);
  }
  for (let i: i32 = 0; i < n; i++) {
    const d = slot(address(w, Words.SLOT_SHIFT), i);
    const mass = load<f64>(slot(x, i), SlotPosition.MASS);
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const way = load<f64>(d + axis);
      add(slot(x, i) + axis, way);
      add(slot(moved, i) + axis, way);
      add(slot(f, i) + axis, -mass * way);
    }
  }
}
