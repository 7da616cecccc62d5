/**
 * Supports by colliders in the implicit solve of matter: a force and a stiffness S each. Along their normals they are far
 * stiffer than the lattice. So the solve begins where they alone would hold particles, is preconditioned by their blocks,
 * and releases those that would pull.
 */
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as MatterSupport from '../../../layouts/generated/matter-support';
import * as Words from '../../../layouts/generated/matter-words';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotSolve from '../../../layouts/generated/slot-solve';
import * as SlotVector from '../../../layouts/generated/slot-vector';
import * as SolvePart from '../../../layouts/generated/solve-part';
import * as Symmetric from '../../../layouts/generated/symmetric';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import {
  add,
  addVector,
  index,
  number,
  storeVector,
  symmetricX,
  symmetricY,
  symmetricZ,
  VECTOR,
} from '../memory';
import { address, slot, word } from './record';

/** Displacement by a pull in a sub-step, in units of the spacing, below which a support is not released. */
const PULL: f64 = 1e-5;

/**
 * Sets the first δ: 0, and for supported particles the displacement at which their support balances inertia. From 0, most of
 * the residual would be that of the supports, and a hundredth of it as much as the forces of the lattice.
 */
export function matterSolveBegin(w: usize, c: usize): void {
  const moved = address(w, Words.SOLVE);
  const n = word(w, Words.COUNT);
  memory.fill(moved, 0, <usize>n * SlotVector.BYTES);
  const order = address(w, Words.ORDER);
  const free = address(w, Words.INVERSE_MASS) + ((<usize>word(w, Words.FIRST)) << 3);
  // Marks free slots until a solve writes its diagonal.
  for (let i: i32 = 0; i < n; i++) {
    if (load<f64>(free + ((<usize>index(order, i)) << 3)) > 0)
      store<f64>(slot(moved, i), 1, SlotSolve.INVERSE_DIAGONAL);
  }
  const h2 = number(c, Numbers.STEP) * number(c, Numbers.STEP);
  const x = address(w, Words.SLOT_POSITION);
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const i = <i32>load<f64>(at, MatterSupport.SLOT);
    const d = slot(moved, i);
    invert(at, load<f64>(slot(x, i), SlotPosition.MASS), h2);
    divide(
      at,
      h2 * load<f64>(at, MatterSupport.FORCE),
      h2 * load<f64>(at, MatterSupport.FORCE + Y),
      h2 * load<f64>(at, MatterSupport.FORCE + Z),
      d,
    );
    addVector(slot(x, i), load<f64>(d), load<f64>(d, Y), load<f64>(d, Z));
  }
}

/** Writes (d 1 + h² S)⁻¹ of a support to its record. */
export function invert(at: usize, d: f64, h2: f64): void {
  const s = at + MatterSupport.STIFFNESS;
  const xx = d + h2 * load<f64>(s, Symmetric.XX);
  const xy = h2 * load<f64>(s, Symmetric.XY);
  const xz = h2 * load<f64>(s, Symmetric.XZ);
  const yy = d + h2 * load<f64>(s, Symmetric.YY);
  const yz = h2 * load<f64>(s, Symmetric.YZ);
  const zz = d + h2 * load<f64>(s, Symmetric.ZZ);
  const c0 = yy * zz - yz * yz;
  const c1 = yz * xz - xy * zz;
  const c2 = xy * yz - yy * xz;
  const inverse = 1 / (xx * c0 + xy * c1 + xz * c2);
  store<f64>(at, c0 * inverse, MatterSupport.INVERSE);
  store<f64>(at, c1 * inverse, MatterSupport.INVERSE + Symmetric.XY);
  store<f64>(at, c2 * inverse, MatterSupport.INVERSE + Symmetric.XZ);
  store<f64>(at, (xx * zz - xz * xz) * inverse, MatterSupport.INVERSE + Symmetric.YY);
  store<f64>(at, (xy * xz - xx * yz) * inverse, MatterSupport.INVERSE + Symmetric.YZ);
  store<f64>(at, (xx * yy - xy * xy) * inverse, MatterSupport.INVERSE + Symmetric.ZZ);
}

/** Computes out = (d 1 + h² S)⁻¹ (x, y, z). */
// @inline
function divide(at: usize, x: f64, y: f64, z: f64, out: usize): void {
  const inverse = at + MatterSupport.INVERSE;
  storeVector(out, symmetricX(inverse, x, y, z), symmetricY(inverse, x, y, z), symmetricZ(inverse, x, y, z));
}

/**
 * Preconditions supports by their blocks, since they are stiff along their normals only: writes the excess of the block's
 * inverse over the diagonal's, times the residual; returns its product with the residual.
 */
export function beyond(w: usize, unit: f64): f64 {
  const parts = address(w, Words.SOLVE) + <usize>word(w, Words.COUNT) * SlotVector.BYTES;
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  let more: f64 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const part = parts + <usize>load<f64>(at, MatterSupport.SLOT) * SolvePart.BYTES;
    const inverse = <f64>load<f32>(part, SolvePart.INVERSE);
    const x = <f64>load<f32>(part, SolvePart.RESIDUAL);
    const y = <f64>load<f32>(part, SolvePart.RESIDUAL + Vector32.Y);
    const z = <f64>load<f32>(part, SolvePart.RESIDUAL + Vector32.Z);
    const over = at + MatterSupport.EXCESS;
    if (!(inverse > 0)) {
      memory.fill(over, 0, VECTOR);
      continue;
    }
    divide(at, unit * x, unit * y, unit * z, over);
    addVector(over, -inverse * x, -inverse * y, -inverse * z);
    more += x * load<f64>(over) + y * load<f64>(over, Y) + z * load<f64>(over, Z);
  }
  return more;
}

/** Adds that excess to the direction p. */
export function correct(w: usize): void {
  const n = <usize>word(w, Words.COUNT);
  const direction = address(w, Words.SOLVE) + n * SlotVector.BYTES + n * SolvePart.BYTES;
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const p = direction + <usize>load<f64>(at, MatterSupport.SLOT) * Vector32.BYTES;
    const excess = at + MatterSupport.EXCESS;
    addFloats(p, load<f64>(excess), load<f64>(excess, Y), load<f64>(excess, Z));
  }
}

/** Adds force − S δ of the supports to the forces at `f`. */
export function addSupports(w: usize, f: usize, moved: usize): void {
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const i = <i32>load<f64>(at, MatterSupport.SLOT);
    const fi = slot(f, i);
    const force = at + MatterSupport.FORCE;
    addVector(fi, load<f64>(force), load<f64>(force, Y), load<f64>(force, Z));
    press(at, slot(moved, i), fi, -1);
  }
}

/** Releases supports that pull after a solve; returns their number. If there are any, the system is solved again. */
export function matterRelease(w: usize, c: usize): i32 {
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  const moved = address(w, Words.SOLVE);
  const x = address(w, Words.SLOT_POSITION);
  const h = number(c, Numbers.STEP);
  const least = (PULL * number(c, Numbers.SPACING)) / (h * h);
  const parts = moved + <usize>word(w, Words.COUNT) * SlotVector.BYTES;
  const size = number(c, Numbers.SOLVE_SIZE);
  const unit = size > 0 ? (h * h) / size : 0;
  let released: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const i = <i32>load<f64>(at, MatterSupport.SLOT);
    const d = slot(moved, i);
    const nx = load<f64>(at, MatterSupport.NORMAL);
    const ny = load<f64>(at, MatterSupport.NORMAL + Y);
    const nz = load<f64>(at, MatterSupport.NORMAL + Z);
    const dx = load<f64>(d);
    const dy = load<f64>(d, Y);
    const dz = load<f64>(d, Z);
    const s = at + MatterSupport.STIFFNESS;
    const fx =
      load<f64>(at, MatterSupport.FORCE) -
      load<f64>(s, Symmetric.XX) * dx -
      load<f64>(s, Symmetric.XY) * dy -
      load<f64>(s, Symmetric.XZ) * dz;
    const fy =
      load<f64>(at, MatterSupport.FORCE + Y) -
      load<f64>(s, Symmetric.XY) * dx -
      load<f64>(s, Symmetric.YY) * dy -
      load<f64>(s, Symmetric.YZ) * dz;
    const fz =
      load<f64>(at, MatterSupport.FORCE + Z) -
      load<f64>(s, Symmetric.XZ) * dx -
      load<f64>(s, Symmetric.YZ) * dy -
      load<f64>(s, Symmetric.ZZ) * dz;
    if (nx * fx + ny * fy + nz * fz >= -least * load<f64>(slot(x, i), SlotPosition.MASS)) continue;
    // Removes its force from the residual, in the units of the solve.
    const residual = parts + <usize>i * SolvePart.BYTES + SolvePart.RESIDUAL;
    addFloats(residual, -unit * fx, -unit * fy, -unit * fz);
    memory.fill(at + MatterSupport.FORCE, 0, MatterSupport.BYTES - MatterSupport.FORCE);
    released++;
  }
  return released;
}

/**
 * Updates kinetic friction after a solve to the normal forces that it found; before, those of the last sub-step were used. A
 * stiff body rests on other particles in every sub-step, and most of the friction would be missed. Returns the change of
 * the normal forces relative to their sum.
 */
export function matterRub(w: usize): f64 {
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  const moved = address(w, Words.SOLVE);
  let all: f64 = 0;
  let changed: f64 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const thought = load<f64>(at, MatterSupport.PRESSURE);
    if (!(thought > 0)) continue;
    const d = slot(moved, <i32>load<f64>(at, MatterSupport.SLOT));
    const nx = load<f64>(at, MatterSupport.NORMAL);
    const ny = load<f64>(at, MatterSupport.NORMAL + Y);
    const nz = load<f64>(at, MatterSupport.NORMAL + Z);
    // S n is along n, with the normal stiffness.
    const s = at + MatterSupport.STIFFNESS;
    const sx = symmetricX(s, nx, ny, nz);
    const sy = symmetricY(s, nx, ny, nz);
    const sz = symmetricZ(s, nx, ny, nz);
    const along = nx * sx + ny * sy + nz * sz;
    const across =
      0.5 * (load<f64>(s, Symmetric.XX) + load<f64>(s, Symmetric.YY) + load<f64>(s, Symmetric.ZZ) - along);
    const fx = load<f64>(at, MatterSupport.FORCE);
    const fy = load<f64>(at, MatterSupport.FORCE + Y);
    const fz = load<f64>(at, MatterSupport.FORCE + Z);
    const out = nx * fx + ny * fy + nz * fz;
    const now = max(0, out - (sx * load<f64>(d) + sy * load<f64>(d, Y) + sz * load<f64>(d, Z)));
    const more = min(now / thought, along / across) - 1;
    all += now;
    changed += abs(now - thought);
    addVector(
      at + MatterSupport.FORCE,
      more * (fx - out * nx),
      more * (fy - out * ny),
      more * (fz - out * nz),
    );
    const stiffer = more * across;
    add(s + Symmetric.XX, stiffer * (1 - nx * nx));
    add(s + Symmetric.XY, -stiffer * nx * ny);
    add(s + Symmetric.XZ, -stiffer * nx * nz);
    add(s + Symmetric.YY, stiffer * (1 - ny * ny));
    add(s + Symmetric.YZ, -stiffer * ny * nz);
    add(s + Symmetric.ZZ, stiffer * (1 - nz * nz));
    store<f64>(at, now > 0 ? (1 + more) * thought : 0, MatterSupport.PRESSURE);
  }
  return all > 0 ? changed / all : 0;
}

/** Adds scale · S p to the vector at `out`. */
// @inline
function press(at: usize, p: usize, out: usize, scale: f64): void {
  const x = scale * load<f64>(p);
  const y = scale * load<f64>(p, Y);
  const z = scale * load<f64>(p, Z);
  const s = at + MatterSupport.STIFFNESS;
  addVector(out, symmetricX(s, x, y, z), symmetricY(s, x, y, z), symmetricZ(s, x, y, z));
}

/** Adds (x, y, z) to the vector of f32 at `at`, each sum rounded once. */
// @inline
export function addFloats(at: usize, x: f64, y: f64, z: f64): void {
  store<f32>(at, <f32>(<f64>load<f32>(at) + x));
  store<f32>(at, <f32>(<f64>load<f32>(at, Vector32.Y) + y), Vector32.Y);
  store<f32>(at, <f32>(<f64>load<f32>(at, Vector32.Z) + z), Vector32.Z);
}
