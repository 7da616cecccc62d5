/**
 * Operations on contacts of surfaces (layouts/surface.ts: contact). A contact keeps n · Σ s_j x_j at a distance; an
 * impulse λ n moves its vertices by w_j s_j λ n.
 *
 * Symbols
 *   n    unit normal from the second side to the first
 *   s_j  weights of the four vertices
 *   w_j  inverse masses, 1/kg
 *   r    contact point from the centre of mass of a rigid body, m
 *
 * A rigid body moves at the contact point by shift + turn × r. Remembered contacts and pairs of features begin with the
 * same four vertices, the first as −1 − index for two edges.
 */
import * as Contact from '../../../layouts/generated/contact';
import * as ContactMemory from '../../../layouts/generated/contact-memory';
import * as Matrix from '../../../layouts/generated/matrix';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as RigidSide from '../../../layouts/generated/rigid-side';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { Y, Z } from '../../../layouts/generated/vector';
import { VECTOR, VERTICES } from '../memory';
/** Distance in m below which two features count as crossing: contact would only fix them on the wrong sides. */
export const CROSSING: f64 = 1e-9;

/** Returns the record of vertex j of a pair or a remembered contact. */
// @inline
export function vertexOf(vertices: usize, pair: usize, j: usize): usize {
  const i = load<i32>(pair + (j << 2));
  return vertices + <usize>(i < 0 ? -1 - i : i) * SurfaceVertex.BYTES;
}

/** Inverse effective mass of a rigid body along n: 1/m + (r × n) · I⁻¹ (r × n). */
export function rigidInverse(rigid: usize, contact: usize, nx: f64, ny: f64, nz: f64): f64 {
  const rx = load<f64>(contact, Contact.ARM),
    ry = load<f64>(contact, Contact.ARM + Y),
    rz = load<f64>(contact, Contact.ARM + Z);
  const cx = ry * nz - rz * ny,
    cy = rz * nx - rx * nz,
    cz = rx * ny - ry * nx;
  const tx =
      load<f64>(rigid, RigidSide.INVERSE_INERTIA) * cx +
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.XY) * cy +
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.XZ) * cz,
    ty =
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.YX) * cx +
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.YY) * cy +
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.YZ) * cz,
    tz =
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.ZX) * cx +
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.ZY) * cy +
      load<f64>(rigid, RigidSide.INVERSE_INERTIA + Matrix.ZZ) * cz;
  return load<f64>(rigid, RigidSide.INVERSE_MASS) + cx * tx + cy * ty + cz * tz;
}

/** Applies an impulse (kg·m) to the vertices and the rigid body of a contact. */
// @inline
export function push(contact: usize, vertices: usize, rigids: usize, jx: f64, jy: f64, jz: f64): void {
  for (let j: usize = 0; j < 4; j++) {
    const v = vertices + <usize>load<i32>(contact + (j << 2)) * SurfaceVertex.BYTES;
    const share = load<f64>(contact + Contact.WEIGHTS + (j << 3)) * load<f64>(v + SurfaceVertex.INVERSE_MASS);
    if (share === 0) continue;
    store<f64>(v + SurfaceVertex.END, load<f64>(v + SurfaceVertex.END) + share * jx);
    store<f64>(v + SurfaceVertex.END, load<f64>(v + SurfaceVertex.END, Y) + share * jy, Y);
    store<f64>(v + SurfaceVertex.END, load<f64>(v + SurfaceVertex.END, Z) + share * jz, Z);
  }
  const body = load<i32>(contact, Contact.RIGID_BODY);
  if (body >= 0) pushRigid(rigids + <usize>body * RigidSide.BYTES, contact, jx, jy, jz);
}

/** Applies the body's part of an impulse (kg·m) at a contact to it. */
export function pushRigid(rigid: usize, contact: usize, jx: f64, jy: f64, jz: f64): void {
  const share = load<f64>(contact, Contact.RIGID_SIGN);
  const rx = load<f64>(contact, Contact.ARM),
    ry = load<f64>(contact, Contact.ARM + Y),
    rz = load<f64>(contact, Contact.ARM + Z);
  const lx = share * jx,
    ly = share * jy,
    lz = share * jz;
  const cx = ry * lz - rz * ly,
    cy = rz * lx - rx * lz,
    cz = rx * ly - ry * lx;
  const inverse = load<f64>(rigid, RigidSide.INVERSE_MASS);
  store<f64>(rigid, load<f64>(rigid, RigidSide.SHIFT) + inverse * lx, RigidSide.SHIFT);
  store<f64>(rigid, load<f64>(rigid, RigidSide.SHIFT + Y) + inverse * ly, RigidSide.SHIFT + Y);
  store<f64>(rigid, load<f64>(rigid, RigidSide.SHIFT + Z) + inverse * lz, RigidSide.SHIFT + Z);
  for (let row: usize = 0; row < 3; row++) {
    const i = rigid + RigidSide.INVERSE_INERTIA + row * VECTOR;
    const turn = rigid + RigidSide.TURN + (row << 3);
    store<f64>(turn, load<f64>(turn) + load<f64>(i) * cx + load<f64>(i, Y) * cy + load<f64>(i, Z) * cz);
  }
}

/** One coordinate of Σ s_j (x_j − x_j at the start), with the motion of the rigid body. */
// @inline
export function moved(contact: usize, vertices: usize, rigids: usize, axis: usize): f64 {
  let sum: f64 = 0;
  for (let j: usize = 0; j < 4; j++) {
    const v = vertices + <usize>load<i32>(contact + (j << 2)) * SurfaceVertex.BYTES + (axis << 3);
    sum +=
      load<f64>(contact + Contact.WEIGHTS + (j << 3)) * (load<f64>(v + SurfaceVertex.END) - load<f64>(v));
  }
  const body = load<i32>(contact, Contact.RIGID_BODY);
  if (body < 0) return sum;
  const rigid = rigids + <usize>body * RigidSide.BYTES;
  const one: usize = axis === 2 ? 0 : axis + 1;
  const two: usize = axis === 0 ? 2 : axis - 1;
  const turn = rigid + RigidSide.TURN;
  const arm = contact + Contact.ARM;
  const shift =
    load<f64>(rigid + (axis << 3)) +
    load<f64>(turn + (one << 3)) * load<f64>(arm + (two << 3)) -
    load<f64>(turn + (two << 3)) * load<f64>(arm + (one << 3));
  return sum + load<f64>(contact, Contact.RIGID_SIGN) * shift;
}

/** Returns the k-th contact of a sweep; odd sweeps run backwards. */
// @inline
export function inTurn(contacts: usize, order: usize, count: i32, k: i32, sweep: i32): usize {
  const at = sweep & 1 ? count - 1 - k : k;
  return contacts + <usize>load<i32>(order + ((<usize>at) << 2)) * Contact.BYTES;
}

function firstOf(at: usize): i32 {
  const a = load<i32>(at, ContactMemory.VERTICES);
  return a < 0 ? -1 - a : a;
}

/** Whether a pair or remembered contact at `at` precedes a contact in the order of surfaceOrder. */
export function isBefore(at: usize, contact: usize): bool {
  const a = firstOf(at);
  const b = load<i32>(contact, Contact.VERTICES);
  if (a !== b) return a < b;
  for (let j: usize = Quad32.B; j < VERTICES; j += 4) {
    const x = load<i32>(at + j);
    const y = load<i32>(contact + j);
    if (x !== y) return x < y;
  }
  return (load<i32>(at, ContactMemory.VERTICES) < 0 ? 1 : 0) < load<i32>(contact, Contact.IS_EDGES);
}

/** Whether a pair or remembered contact at `at` has the features of a contact. */
export function isSame(at: usize, contact: usize): bool {
  for (let j: usize = Quad32.B; j < VERTICES; j += 4)
    if (load<i32>(at + j) !== load<i32>(contact + j)) return false;
  return (
    firstOf(at) === load<i32>(contact, Contact.VERTICES) &&
    (load<i32>(at, ContactMemory.VERTICES) < 0 ? 1 : 0) === load<i32>(contact, Contact.IS_EDGES)
  );
}
