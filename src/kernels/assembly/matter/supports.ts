/**
 * Supports of matter's implicit solve: what contact pushes particles with, a force and a stiffness S each (see SUPPORTS of
 * matter-record.ts). They are far stiffer than the lattice, along their normals only; so the solve begins where they alone would
 * hold particles, is preconditioned by their blocks, and lets those go that would pull.
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  COUNT,
  F,
  FIRST,
  index,
  INVERSE_MASS,
  number,
  ORDER,
  slot,
  SOLVE,
  SOLVE_SIZE,
  SPACING,
  STEP,
  SUPPORT_COUNT,
  SUPPORTS,
  word,
  X,
} from './record';

/** Bytes of a slot's record: residual, product, way (four f32 each), diagonal, its inverse. */
export const PART: usize = 64;
export const RESIDUAL: usize = 0;
export const PRODUCT: usize = 16;
export const WAY: usize = 32;
export const DIAGONAL: usize = 48;
export const INVERSE: usize = 52;
/** Bytes of a support. */
export const SUPPORT: usize = 184;
/** In it: (m + h² Σ c + h² S)⁻¹ (xx xy xz yy yz zz), and by how much it differs from the inverse diagonal, times the residual (3). */
const BLOCK: usize = 104;
const BEYOND: usize = 152;
/** N: what friction of one that slides was reckoned with; 0 for others. */
const PRESSES: usize = 176;
/** Of the spacing: a pull that moves a particle less than this in a step is let be. */
const PULL: f64 = 1e-5;


/**
 * δ to begin with: none, and for what lies on colliders where its support would hold it against its inertia. From x̂ most of a
 * residual would be that of the supports, far stiffer than all else, and a solve to a hundredth of it none of the lattice.
 */
export function matterSolveBegin(w: usize, c: usize): void {
  const moved = address(w, SOLVE);
  const n = word(w, COUNT);
  memory.fill(moved, 0, (<usize>n) << 5);
  const order = address(w, ORDER);
  const free = address(w, INVERSE_MASS) + ((<usize>word(w, FIRST)) << 3);
  // Until a solve puts its diagonal there: whether it is free at all.
  for (let i: i32 = 0; i < n; i++) {
    if (load<f64>(free + ((<usize>index(order, i)) << 3)) > 0) store<f64>(slot(moved, i), 1, 24);
  }
  const h2 = number(c, STEP) * number(c, STEP);
  const x = address(w, X);
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    const d = slot(moved, i);
    invert(at, load<f64>(slot(x, i), 24), h2);
    divide(at, h2 * load<f64>(at, 8), h2 * load<f64>(at, 16), h2 * load<f64>(at, 24), d);
    for (let axis: usize = 0; axis < 24; axis += 8) add(slot(x, i) + axis, load<f64>(d + axis));
  }
}

/** (d 1 + h² S)⁻¹ of a support, into its record. */
export function invert(at: usize, d: f64, h2: f64): void {
  const xx = d + h2 * load<f64>(at, 32);
  const xy = h2 * load<f64>(at, 40);
  const xz = h2 * load<f64>(at, 48);
  const yy = d + h2 * load<f64>(at, 56);
  const yz = h2 * load<f64>(at, 64);
  const zz = d + h2 * load<f64>(at, 72);
  const c0 = yy * zz - yz * yz;
  const c1 = yz * xz - xy * zz;
  const c2 = xy * yz - yy * xz;
  const inverse = 1 / (xx * c0 + xy * c1 + xz * c2);
  store<f64>(at, c0 * inverse, BLOCK);
  store<f64>(at, c1 * inverse, BLOCK + 8);
  store<f64>(at, c2 * inverse, BLOCK + 16);
  store<f64>(at, (xx * zz - xz * xz) * inverse, BLOCK + 24);
  store<f64>(at, (xy * xz - xx * yz) * inverse, BLOCK + 32);
  store<f64>(at, (xx * yy - xy * xy) * inverse, BLOCK + 40);
}

/** out = (d 1 + h² S)⁻¹ (x, y, z) */
// @inline
function divide(at: usize, x: f64, y: f64, z: f64, out: usize): void {
  store<f64>(out, load<f64>(at, BLOCK) * x + load<f64>(at, BLOCK + 8) * y + load<f64>(at, BLOCK + 16) * z);
  store<f64>(out, load<f64>(at, BLOCK + 8) * x + load<f64>(at, BLOCK + 24) * y + load<f64>(at, BLOCK + 32) * z, 8);
  store<f64>(out, load<f64>(at, BLOCK + 16) * x + load<f64>(at, BLOCK + 32) * y + load<f64>(at, BLOCK + 40) * z, 16);
}

/**
 * A support is stiff along its normal only: no number on the diagonal is near its block. Finds by how much the block's inverse, times
 * the residual, is more than the diagonal's; returns that times the residual.
 */
export function beyond(w: usize, unit: f64): f64 {
  const parts = address(w, SOLVE) + ((<usize>word(w, COUNT)) << 5);
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  let more: f64 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const part = parts + <usize>load<f64>(at) * PART;
    const inverse = <f64>load<f32>(part, INVERSE);
    const x = <f64>load<f32>(part, RESIDUAL);
    const y = <f64>load<f32>(part, RESIDUAL + 4);
    const z = <f64>load<f32>(part, RESIDUAL + 8);
    const over = at + BEYOND;
    if (!(inverse > 0)) {
      memory.fill(over, 0, 24);
      continue;
    }
    divide(at, unit * x, unit * y, unit * z, over);
    add(over, -inverse * x);
    add(over + 8, -inverse * y);
    add(over + 16, -inverse * z);
    more += x * load<f64>(over) + y * load<f64>(over, 8) + z * load<f64>(over, 16);
  }
  return more;
}

/** Adds it to p. */
export function correct(w: usize): void {
  const n = <usize>word(w, COUNT);
  const direction = address(w, SOLVE) + (n << 5) + n * PART;
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const p = direction + ((<usize>load<f64>(at)) << 4);
    gain32(p, load<f64>(at, BEYOND));
    gain32(p + 4, load<f64>(at, BEYOND + 8));
    gain32(p + 8, load<f64>(at, BEYOND + 16));
  }
}

/** F += force − S δ: supports give their force where δ is none. */
export function addSupports(w: usize, f: usize, moved: usize): void {
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    const fi = slot(f, i);
    add(fi, load<f64>(at, 8));
    add(fi + 8, load<f64>(at, 16));
    add(fi + 16, load<f64>(at, 24));
    press(at, slot(moved, i), fi, -1);
  }
}

/**
 * After a solve: supports that pull are none. What lies on a collider may leave it, so whoever finds some solves again.
 * Returns how many there were.
 */
export function matterRelease(w: usize, c: usize): i32 {
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  const moved = address(w, SOLVE);
  const x = address(w, X);
  const h = number(c, STEP);
  const least = (PULL * number(c, SPACING)) / (h * h);
  const parts = moved + ((<usize>word(w, COUNT)) << 5);
  const size = number(c, SOLVE_SIZE);
  const unit = size > 0 ? (h * h) / size : 0;
  let released: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const i = <i32>load<f64>(at);
    const d = slot(moved, i);
    const nx = load<f64>(at, 80);
    const ny = load<f64>(at, 88);
    const nz = load<f64>(at, 96);
    const dx = load<f64>(d);
    const dy = load<f64>(d, 8);
    const dz = load<f64>(d, 16);
    const fx = load<f64>(at, 8) - load<f64>(at, 32) * dx - load<f64>(at, 40) * dy - load<f64>(at, 48) * dz;
    const fy = load<f64>(at, 16) - load<f64>(at, 40) * dx - load<f64>(at, 56) * dy - load<f64>(at, 64) * dz;
    const fz = load<f64>(at, 24) - load<f64>(at, 48) * dx - load<f64>(at, 64) * dy - load<f64>(at, 72) * dz;
    if (nx * fx + ny * fy + nz * fz >= -least * load<f64>(slot(x, i), 24)) continue;
    // What it did is taken out of the residual, in the units of the solve.
    const residual = parts + <usize>i * PART + RESIDUAL;
    gain32(residual, -unit * fx);
    gain32(residual + 4, -unit * fy);
    gain32(residual + 8, -unit * fz);
    memory.fill(at + 8, 0, SUPPORT - 8);
    released++;
  }
  return released;
}

/**
 * After a solve: what slides is rubbed by what presses it now. Before, that of the last sub-step stood for it; but a stiff body changes
 * its feet from one to the next, and friction would miss most of them. Returns by how much of all that presses it has changed.
 */
export function matterRub(w: usize): f64 {
  const supports = address(w, SUPPORTS);
  const count = word(w, SUPPORT_COUNT);
  const moved = address(w, SOLVE);
  let all: f64 = 0;
  let changed: f64 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * SUPPORT;
    const thought = load<f64>(at, PRESSES);
    if (!(thought > 0)) continue;
    const d = slot(moved, <i32>load<f64>(at));
    const nx = load<f64>(at, 80);
    const ny = load<f64>(at, 88);
    const nz = load<f64>(at, 96);
    // S n is along n: it has the stiffness along it.
    const sx = load<f64>(at, 32) * nx + load<f64>(at, 40) * ny + load<f64>(at, 48) * nz;
    const sy = load<f64>(at, 40) * nx + load<f64>(at, 56) * ny + load<f64>(at, 64) * nz;
    const sz = load<f64>(at, 48) * nx + load<f64>(at, 64) * ny + load<f64>(at, 72) * nz;
    const along = nx * sx + ny * sy + nz * sz;
    const across = 0.5 * (load<f64>(at, 32) + load<f64>(at, 56) + load<f64>(at, 72) - along);
    const fx = load<f64>(at, 8);
    const fy = load<f64>(at, 16);
    const fz = load<f64>(at, 24);
    const out = nx * fx + ny * fy + nz * fz;
    const now = max(0, out - (sx * load<f64>(d) + sy * load<f64>(d, 8) + sz * load<f64>(d, 16)));
    const more = min(now / thought, along / across) - 1;
    all += now;
    changed += abs(now - thought);
    add(at + 8, more * (fx - out * nx));
    add(at + 16, more * (fy - out * ny));
    add(at + 24, more * (fz - out * nz));
    const stiffer = more * across;
    add(at + 32, stiffer * (1 - nx * nx));
    add(at + 40, -stiffer * nx * ny);
    add(at + 48, -stiffer * nx * nz);
    add(at + 56, stiffer * (1 - ny * ny));
    add(at + 64, -stiffer * ny * nz);
    add(at + 72, stiffer * (1 - nz * nz));
    store<f64>(at, now > 0 ? (1 + more) * thought : 0, PRESSES);
  }
  return all > 0 ? changed / all : 0;
}

/** out += scale S p */
// @inline
function press(at: usize, p: usize, out: usize, scale: f64): void {
  const x = scale * load<f64>(p);
  const y = scale * load<f64>(p, 8);
  const z = scale * load<f64>(p, 16);
  add(out, load<f64>(at, 32) * x + load<f64>(at, 40) * y + load<f64>(at, 48) * z);
  add(out + 8, load<f64>(at, 40) * x + load<f64>(at, 56) * y + load<f64>(at, 64) * z);
  add(out + 16, load<f64>(at, 48) * x + load<f64>(at, 64) * y + load<f64>(at, 72) * z);
}

// @inline
export function gain32(at: usize, value: f64): void {
  store<f32>(at, <f32>(<f64>load<f32>(at) + value));
}

// @inline
export function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}
