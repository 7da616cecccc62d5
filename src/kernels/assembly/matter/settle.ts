/**
 * End of an implicit step of lattice matter: momentum correction. A solve to a tolerance with fixed rotations leaves errors of
 * momentum, Σ m δ/h and Σ m x₀ × δ/h with x₀ = x̂ − h v̂. A rigid displacement per piece removes both: δ −= a + b × (x₀ − c).
 */
import * as MatterEdge from '../../../layouts/generated/matter-edge';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as MatterPush from '../../../layouts/generated/matter-push';
import * as MatterSupport from '../../../layouts/generated/matter-support';
import * as Words from '../../../layouts/generated/matter-words';
import * as PieceMomentum from '../../../layouts/generated/piece-momentum';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotSolve from '../../../layouts/generated/slot-solve';
import * as Symmetric from '../../../layouts/generated/symmetric';
import { Y, Z } from '../../../layouts/generated/vector';
import { add, addVector, index, number, putIndex, storeVector } from '../memory';
import { angularVelocity } from './inertia';
import { address, slot, word } from './record';

/** Removes the momentum of δ from every free piece, then adds δ to positions and δ/h to velocities. */
export function matterSettle(w: usize, c: usize, pushes: i32): void {
  const n = word(w, Words.COUNT);
  const h = number(c, Numbers.STEP);
  const order = address(w, Words.ORDER);
  const plane: usize = (<usize>word(w, Words.STRIDE)) << 3;
  const first: usize = (<usize>word(w, Words.FIRST)) << 3;
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const moved = address(w, Words.SOLVE);
  const pieces = address(w, Words.PIECES);
  const sums = address(w, Words.SUMS);
  join(w, pushes);
  sumPieces(w, h, pushes);
  const inverse = 1 / h;
  for (let i: i32 = 0; i < n; i++) {
    const m = slot(moved, i);
    if (!(load<f64>(m, SlotSolve.INVERSE_DIAGONAL) > 0)) continue;
    const root = rootOf(pieces, i);
    const at = sums + <usize>root * PieceMomentum.BYTES;
    let dx = load<f64>(m, SlotSolve.DISPLACEMENT);
    let dy = load<f64>(m, SlotSolve.DISPLACEMENT + Y);
    let dz = load<f64>(m, SlotSolve.DISPLACEMENT + Z);
    if (load<f64>(at, PieceMomentum.MASS) > 0) {
      const px =
        origin(x, v, moved, i, 0, h) - origin(x, v, moved, root, 0, h) - load<f64>(at, PieceMomentum.CENTRE);
      const py =
        origin(x, v, moved, i, Y, h) -
        origin(x, v, moved, root, Y, h) -
        load<f64>(at, PieceMomentum.CENTRE + Y);
      const pz =
        origin(x, v, moved, i, Z, h) -
        origin(x, v, moved, root, Z, h) -
        load<f64>(at, PieceMomentum.CENTRE + Z);
      const bx = load<f64>(at, PieceMomentum.ROTATION);
      const by = load<f64>(at, PieceMomentum.ROTATION + Y);
      const bz = load<f64>(at, PieceMomentum.ROTATION + Z);
      dx -= load<f64>(at, PieceMomentum.TRANSLATION) + by * pz - bz * py;
      dy -= load<f64>(at, PieceMomentum.TRANSLATION + Y) + bz * px - bx * pz;
      dz -= load<f64>(at, PieceMomentum.TRANSLATION + Z) + bx * py - by * px;
    }
    if (dx === 0 && dy === 0 && dz === 0) continue; // slots of a fluid
    const particle: usize = (<usize>index(order, i)) << 3;
    const xa = address(w, Words.POSITION) + first + particle;
    const va = address(w, Words.VELOCITY) + first + particle;
    add(xa, dx);
    add(xa + plane, dy);
    add(xa + (plane << 1), dz);
    add(va, dx * inverse);
    add(va + plane, dy * inverse);
    add(va + (plane << 1), dz * inverse);
  }
}

/** Computes centre, a and b of every free piece; a mass of −∞ marks pinned and supported pieces, whose momentum changes by their supports. */
function sumPieces(w: usize, h: f64, pushes: i32): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const moved = address(w, Words.SOLVE);
  const pieces = address(w, Words.PIECES);
  const sums = address(w, Words.SUMS);
  // Slots without bonds that have not moved, as in a fluid, have no error; one whose last bond broke in a later round may have.
  const starts = address(w, Words.EDGE_STARTS);
  for (let i: i32 = 0; i < n; i++) {
    if (index(starts, i) === index(starts, i + 1) && hasStayed(slot(moved, i)))
      store<f64>(sums + <usize>i * PieceMomentum.BYTES, -Infinity, PieceMomentum.MASS);
    else if (rootOf(pieces, i) === i)
      memory.fill(sums + <usize>i * PieceMomentum.BYTES, 0, PieceMomentum.BYTES);
  }
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    memory.fill(
      sums +
        <usize>rootOf(pieces, load<i32>(records + <usize>k * MatterPush.BYTES, MatterPush.I)) *
          PieceMomentum.BYTES,
      0,
      PieceMomentum.BYTES,
    );
  }
  for (let i: i32 = 0; i < n; i++) {
    if (!(load<f64>(slot(moved, i), SlotSolve.INVERSE_DIAGONAL) > 0))
      store<f64>(sums + <usize>rootOf(pieces, i) * PieceMomentum.BYTES, -Infinity, PieceMomentum.MASS);
  }
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const root = rootOf(
      pieces,
      <i32>load<f64>(supports + <usize>k * MatterSupport.BYTES, MatterSupport.SLOT),
    );
    store<f64>(sums + <usize>root * PieceMomentum.BYTES, -Infinity, PieceMomentum.MASS);
  }
  for (let i: i32 = 0; i < n; i++) {
    const root = rootOf(pieces, i);
    const to = sums + <usize>root * PieceMomentum.BYTES;
    if (!(load<f64>(to, PieceMomentum.MASS) >= 0)) continue;
    const m = slot(moved, i);
    const mass = load<f64>(slot(x, i), SlotPosition.MASS);
    // Relative to the position of the root, so that large coordinates lose no precision.
    const dx = load<f64>(m);
    const dy = load<f64>(m, Y);
    const dz = load<f64>(m, Z);
    const px = origin(x, v, moved, i, 0, h) - origin(x, v, moved, root, 0, h);
    const py = origin(x, v, moved, i, Y, h) - origin(x, v, moved, root, Y, h);
    const pz = origin(x, v, moved, i, Z, h) - origin(x, v, moved, root, Z, h);
    add(to + PieceMomentum.MASS, mass);
    addVector(to + PieceMomentum.CENTRE, mass * px, mass * py, mass * pz);
    addVector(to + PieceMomentum.TRANSLATION, mass * dx, mass * dy, mass * dz);
    addVector(
      to + PieceMomentum.ROTATION,
      mass * (py * dz - pz * dy),
      mass * (pz * dx - px * dz),
      mass * (px * dy - py * dx),
    );
    const inertia = to + PieceMomentum.INERTIA;
    add(inertia + Symmetric.XX, mass * px * px);
    add(inertia + Symmetric.XY, mass * px * py);
    add(inertia + Symmetric.XZ, mass * px * pz);
    add(inertia + Symmetric.YY, mass * py * py);
    add(inertia + Symmetric.YZ, mass * py * pz);
    add(inertia + Symmetric.ZZ, mass * pz * pz);
  }
  for (let i: i32 = 0; i < n; i++) {
    if (rootOf(pieces, i) === i && load<f64>(sums + <usize>i * PieceMomentum.BYTES, PieceMomentum.MASS) > 0)
      solvePiece(sums + <usize>i * PieceMomentum.BYTES);
  }
}

// @inline
function hasStayed(at: usize): bool {
  return load<f64>(at) === 0 && load<f64>(at, Y) === 0 && load<f64>(at, Z) === 0;
}

/** Returns a coordinate of x₀ = x̂ − h v̂; SLOT_POSITION is x̂ + δ. */
// @inline
function origin(x: usize, v: usize, moved: usize, i: i32, axis: usize, h: f64): f64 {
  return load<f64>(slot(x, i) + axis) - load<f64>(slot(moved, i) + axis) - h * load<f64>(slot(v, i) + axis);
}

/** Replaces the sums of a piece by its centre, a and b. */
function solvePiece(at: usize): void {
  const mass = load<f64>(at, PieceMomentum.MASS);
  const cx = load<f64>(at, PieceMomentum.CENTRE) / mass;
  const cy = load<f64>(at, PieceMomentum.CENTRE + Y) / mass;
  const cz = load<f64>(at, PieceMomentum.CENTRE + Z) / mass;
  const ax = load<f64>(at, PieceMomentum.TRANSLATION) / mass;
  const ay = load<f64>(at, PieceMomentum.TRANSLATION + Y) / mass;
  const az = load<f64>(at, PieceMomentum.TRANSLATION + Z) / mass;
  const lx = load<f64>(at, PieceMomentum.ROTATION) - mass * (cy * az - cz * ay);
  const ly = load<f64>(at, PieceMomentum.ROTATION + Y) - mass * (cz * ax - cx * az);
  const lz = load<f64>(at, PieceMomentum.ROTATION + Z) - mass * (cx * ay - cy * ax);
  const xx = load<f64>(at, PieceMomentum.INERTIA) - mass * cx * cx;
  const xy = load<f64>(at, PieceMomentum.INERTIA + Symmetric.XY) - mass * cx * cy;
  const xz = load<f64>(at, PieceMomentum.INERTIA + Symmetric.XZ) - mass * cx * cz;
  const yy = load<f64>(at, PieceMomentum.INERTIA + Symmetric.YY) - mass * cy * cy;
  const yz = load<f64>(at, PieceMomentum.INERTIA + Symmetric.YZ) - mass * cy * cz;
  const zz = load<f64>(at, PieceMomentum.INERTIA + Symmetric.ZZ) - mass * cz * cz;
  storeVector(at + PieceMomentum.CENTRE, cx, cy, cz);
  storeVector(at + PieceMomentum.TRANSLATION, ax, ay, az);
  // The second pass refines the rotation of particles nearly on a line, whose I is nearly singular.
  const rotation = at + PieceMomentum.ROTATION;
  angularVelocity(rotation, xx, xy, xz, yy, yz, zz, lx, ly, lz);
  const bx = load<f64>(rotation);
  const by = load<f64>(rotation, Y);
  const bz = load<f64>(rotation, Z);
  const rx = lx - (yy + zz) * bx + xy * by + xz * bz;
  const ry = ly + xy * bx - (xx + zz) * by + yz * bz;
  const rz = lz + xz * bx + yz * by - (xx + yy) * bz;
  angularVelocity(rotation, xx, xy, xz, yy, yz, zz, rx, ry, rz);
  addVector(rotation, bx, by, bz);
}

/**
 * Joins pieces by docked pairs and pushes; the root of a piece is its lowest slot. The pieces of docked pairs alone are stored behind
 * them until bonds change (matterJoin).
 */
function join(w: usize, pushes: i32): void {
  const n = word(w, Words.COUNT);
  const pieces = address(w, Words.PIECES);
  memory.copy(pieces, pieces + ((<usize>n) << 2), (<usize>n) << 2);
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * MatterPush.BYTES;
    unite(pieces, load<i32>(at, MatterPush.I), load<i32>(at, MatterPush.J));
  }
}

/** Finds the pieces of docked pairs and numbers those of more than one slot, at their roots. Returns their number. */
export function matterJoin(w: usize): i32 {
  const n = word(w, Words.COUNT);
  const bonded = address(w, Words.PIECES) + ((<usize>n) << 2);
  const numbers = bonded + ((<usize>n) << 2);
  for (let i: i32 = 0; i < n; i++) putIndex(bonded, i, i);
  const starts = address(w, Words.EDGE_STARTS);
  const edges = address(w, Words.EDGES);
  for (let i: i32 = 0; i < n; i++) {
    const end = index(starts, i + 1);
    let root = rootOf(bonded, i);
    for (let k = index(starts, i); k < end; k++) {
      const j = load<i32>(edges + <usize>k * MatterEdge.BYTES, MatterEdge.SLOT);
      if (j <= i || index(bonded, j) === root) continue;
      unite(bonded, root, j);
      root = index(bonded, root);
    }
  }
  let count: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const root = rootOf(bonded, i);
    putIndex(bonded, i, root); // roots are the lowest slots: later lookups take one step
    if (root === i && index(starts, i) !== index(starts, i + 1)) {
      putIndex(numbers, i, count);
      count++;
    }
  }
  store<i32>(w + ((<usize>Words.PIECE_COUNT) << 2), count);
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
    putIndex(pieces, i, above);
    i = k;
    k = above;
  }
  return i;
}
