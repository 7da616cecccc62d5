/**
 * Forces and stiffness of woven cloth on triangles and hinges; src/models/adaptive-cloth/energy.ts states the energies.
 *
 * Vertices are gathered into records of four f64 (x y z 0, 32 bytes), forces likewise. Matrix blocks are f32, nine
 * numbers a block by columns (36 bytes): the linear solve needs only the leading digits of the stiffness, while forces,
 * which determine the solution, are f64.
 */
import * as ClothNode from '../../../layouts/generated/cloth-node';
import * as ClothStretch from '../../../layouts/generated/cloth-stretch';
import * as ClothTriangle from '../../../layouts/generated/cloth-triangle';
import * as Edge from '../../../layouts/generated/edge';
import * as MatrixBlock from '../../../layouts/generated/matrix-block';
import * as Matrix32 from '../../../layouts/generated/matrix32';
import * as Triangle from '../../../layouts/generated/triangle';
import * as TriangleBlocks from '../../../layouts/generated/triangle-blocks';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { addVector, storeElongation } from '../memory';
import { times } from './solve';

/** Gathers a planar vector from particle `first` on; record i is that of particle `first` + order[i] (i32). */
export function clothGather(
  position: usize,
  stride: i32,
  first: i32,
  order: usize,
  n: i32,
  nodes: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  const start: usize = position + ((<usize>first) << 3);
  for (let i: i32 = 0; i < n; i++, nodes += ClothNode.BYTES) {
    const x: usize = start + ((<usize>load<i32>(order + ((<usize>i) << 2))) << 3);
    store<f64>(nodes, load<f64>(x), ClothNode.VECTOR);
    store<f64>(nodes, load<f64>(x + plane), ClothNode.VECTOR + Y);
    store<f64>(nodes, load<f64>(x + plane2), ClothNode.VECTOR + Z);
    store<f64>(nodes, 0, ClothNode.ZERO);
  }
}

/** Adds the records to a planar vector. */
export function clothScatter(
  loads: usize,
  order: usize,
  n: i32,
  force: usize,
  stride: i32,
  first: i32,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  const start: usize = force + ((<usize>first) << 3);
  for (let i: i32 = 0; i < n; i++, loads += ClothNode.BYTES) {
    const f: usize = start + ((<usize>load<i32>(order + ((<usize>i) << 2))) << 3);
    store<f64>(f, load<f64>(f) + load<f64>(loads, ClothNode.VECTOR));
    store<f64>(f + plane, load<f64>(f + plane) + load<f64>(loads, ClothNode.VECTOR + Y));
    store<f64>(f + plane2, load<f64>(f + plane2) + load<f64>(loads, ClothNode.VECTOR + Z));
  }
}

/**
 * Writes the residual of M (y − x̂) = h² f, r = m (x̂ − y) + h² f, projected where a vertex is constrained, as records of
 * four f32. `nodes` has y, `goals` x̂, `loads` f; masses are f32.
 */
export function clothResidual(
  nodes: usize,
  goals: usize,
  loads: usize,
  masses: usize,
  n: i32,
  h2: f64,
  constraints: usize,
  projectors: usize,
  out: usize,
): void {
  for (
    let i: i32 = 0;
    i < n;
    i++, nodes += ClothNode.BYTES, goals += ClothNode.BYTES, loads += ClothNode.BYTES, out += Vector32.BYTES
  ) {
    const m = <f64>load<f32>(masses + ((<usize>i) << 2));
    let r = vector(
      m * (load<f64>(goals, ClothNode.VECTOR) - load<f64>(nodes, ClothNode.VECTOR)) +
        h2 * load<f64>(loads, ClothNode.VECTOR),
      m * (load<f64>(goals, ClothNode.VECTOR + Y) - load<f64>(nodes, ClothNode.VECTOR + Y)) +
        h2 * load<f64>(loads, ClothNode.VECTOR + Y),
      m * (load<f64>(goals, ClothNode.VECTOR + Z) - load<f64>(nodes, ClothNode.VECTOR + Z)) +
        h2 * load<f64>(loads, ClothNode.VECTOR + Z),
    );
    const constraint = load<i32>(constraints + ((<usize>i) << 2));
    if (constraint >= 0) r = times(projectors + <usize>constraint * Matrix32.BYTES, r);
    v128.store(out, r);
  }
}

/** Writes a − b as records of four f32; a and b of four f64. */
export function clothDifference(a: usize, b: usize, n: i32, out: usize): void {
  for (let i: i32 = 0; i < n; i++, a += ClothNode.BYTES, b += ClothNode.BYTES, out += Vector32.BYTES) {
    v128.store(
      out,
      vector(
        load<f64>(a) - load<f64>(b),
        load<f64>(a, Y) - load<f64>(b, Y),
        load<f64>(a, Z) - load<f64>(b, Z),
      ),
    );
  }
}

/** Moves particles and nodes by the solution (records of four f32). */
export function clothMove(
  solution: usize,
  order: usize,
  n: i32,
  nodes: usize,
  position: usize,
  stride: i32,
  first: i32,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  const start: usize = position + ((<usize>first) << 3);
  for (let i: i32 = 0; i < n; i++, solution += 16, nodes += ClothNode.BYTES) {
    const x: usize = start + ((<usize>load<i32>(order + ((<usize>i) << 2))) << 3);
    const nx = load<f64>(nodes, ClothNode.VECTOR) + <f64>load<f32>(solution, Vector32.X);
    const ny = load<f64>(nodes, ClothNode.VECTOR + Y) + <f64>load<f32>(solution, Vector32.Y);
    const nz = load<f64>(nodes, ClothNode.VECTOR + Z) + <f64>load<f32>(solution, Vector32.Z);
    store<f64>(nodes, nx, ClothNode.VECTOR);
    store<f64>(nodes, ny, ClothNode.VECTOR + Y);
    store<f64>(nodes, nz, ClothNode.VECTOR + Z);
    store<f64>(x, nx);
    store<f64>(x + plane, ny);
    store<f64>(x + plane2, nz);
  }
}

/** Writes |w_u|, |w_v| and w_u·w_v of every triangle. */
export function clothStretches(corners: usize, n: i32, triangles: usize, nodes: usize, out: usize): void {
  for (
    let t: i32 = 0;
    t < n;
    t++, corners += Triangle.BYTES, triangles += ClothTriangle.BYTES, out += ClothStretch.BYTES
  ) {
    const a: usize = nodes + <usize>load<i32>(corners, Triangle.A) * ClothNode.BYTES;
    const b: usize = nodes + <usize>load<i32>(corners, Triangle.B) * ClothNode.BYTES;
    const c: usize = nodes + <usize>load<i32>(corners, Triangle.C) * ClothNode.BYTES;
    const b1 = load<f64>(triangles, ClothTriangle.B1),
      b2 = load<f64>(triangles, ClothTriangle.B2),
      c1 = load<f64>(triangles, ClothTriangle.C1),
      c2 = load<f64>(triangles, ClothTriangle.C2);
    const px = load<f64>(b) - load<f64>(a),
      py = load<f64>(b, Y) - load<f64>(a, Y),
      pz = load<f64>(b, Z) - load<f64>(a, Z);
    const qx = load<f64>(c) - load<f64>(a),
      qy = load<f64>(c, Y) - load<f64>(a, Y),
      qz = load<f64>(c, Z) - load<f64>(a, Z);
    const ux = b1 * px + b2 * qx,
      uy = b1 * py + b2 * qy,
      uz = b1 * pz + b2 * qz;
    const vx = c1 * px + c2 * qx,
      vy = c1 * py + c2 * qy,
      vz = c1 * pz + c2 * qz;
    store<f64>(out, sqrt(ux * ux + uy * uy + uz * uz), ClothStretch.U);
    store<f64>(out, sqrt(vx * vx + vy * vy + vz * vz), ClothStretch.V);
    store<f64>(out, ux * vx + uy * vy + uz * vz, ClothStretch.SHEAR);
  }
}

/** Returns whether two vectors of f64 records are equal. */
export function sameRecords(a: usize, b: usize, n: i32): bool {
  for (let i: i32 = 0; i < n; i++, a += ClothNode.BYTES, b += ClothNode.BYTES) {
    const same = v128.and(f64x2.eq(v128.load(a), v128.load(b)), f64x2.eq(v128.load(a, Z), v128.load(b, Z)));
    if (!i64x2.all_true(same)) return false;
  }
  return true;
}

/**
 * Adds the forces of stretch and shear to `loads`. `rate` is the damping time over the step: the rate of a condition C
 * is (C − C at the start)/h, so that rotations are not damped. With `blocks` other than 0 it adds `scale` times the
 * stiffness to the six blocks of each triangle, whose indices are in `slots` (01 10 12 21 20 02). Returns the energy, J.
 *
 * The stiffness is positive definite: the transverse second derivatives count only where the cloth is stretched, and that of
 * shear is omitted (Choi & Ko 2002).
 */
export function clothTriangles(
  corners: usize,
  n: i32,
  triangles: usize,
  before: usize,
  rate: f64,
  nodes: usize,
  loads: usize,
  blocks: usize,
  slots: usize,
  scale: f64,
): f64 {
  let energy: f64 = 0;
  for (
    let t: i32 = 0;
    t < n;
    t++,
      corners += Triangle.BYTES,
      triangles += ClothTriangle.BYTES,
      before += ClothStretch.BYTES,
      slots += TriangleBlocks.BYTES
  ) {
    const i0: usize = <usize>load<i32>(corners, Triangle.A) * ClothNode.BYTES;
    const i1: usize = <usize>load<i32>(corners, Triangle.B) * ClothNode.BYTES;
    const i2: usize = <usize>load<i32>(corners, Triangle.C) * ClothNode.BYTES;
    const a: usize = nodes + i0;
    const b: usize = nodes + i1;
    const c: usize = nodes + i2;
    const b1 = load<f64>(triangles, ClothTriangle.B1),
      b2 = load<f64>(triangles, ClothTriangle.B2),
      c1 = load<f64>(triangles, ClothTriangle.C1),
      c2 = load<f64>(triangles, ClothTriangle.C2);
    const ku = load<f64>(triangles, ClothTriangle.STRETCH_U),
      kv = load<f64>(triangles, ClothTriangle.STRETCH_V),
      ks = load<f64>(triangles, ClothTriangle.SHEAR);
    const px = load<f64>(b) - load<f64>(a),
      py = load<f64>(b, Y) - load<f64>(a, Y),
      pz = load<f64>(b, Z) - load<f64>(a, Z);
    const qx = load<f64>(c) - load<f64>(a),
      qy = load<f64>(c, Y) - load<f64>(a, Y),
      qz = load<f64>(c, Z) - load<f64>(a, Z);
    const ux = b1 * px + b2 * qx,
      uy = b1 * py + b2 * qy,
      uz = b1 * pz + b2 * qz;
    const vx = c1 * px + c2 * qx,
      vy = c1 * py + c2 * qy,
      vz = c1 * pz + c2 * qz;
    const lu = max(sqrt(ux * ux + uy * uy + uz * uz), 1e-9);
    const lv = max(sqrt(vx * vx + vy * vy + vz * vz), 1e-9);
    const shear = ux * vx + uy * vy + uz * vz;
    const ru = 1 / lu;
    const rv = 1 / lv;
    energy += 0.5 * (ku * (lu - 1) * (lu - 1) + kv * (lv - 1) * (lv - 1) + ks * shear * shear);
    // Tensions over length, and shear, with damping.
    const su = ku * (lu - 1 + rate * (lu - load<f64>(before, ClothStretch.U))) * ru;
    const sv = kv * (lv - 1 + rate * (lv - load<f64>(before, ClothStretch.V))) * rv;
    const ss = ks * (shear + rate * (shear - load<f64>(before, ClothStretch.SHEAR)));
    // −∂E/∂w_u and −∂E/∂w_v
    const fux = su * ux + ss * vx,
      fuy = su * uy + ss * vy,
      fuz = su * uz + ss * vz;
    const fvx = sv * vx + ss * ux,
      fvy = sv * vy + ss * uy,
      fvz = sv * vz + ss * uz;
    const f1x = b1 * fux + c1 * fvx,
      f1y = b1 * fuy + c1 * fvy,
      f1z = b1 * fuz + c1 * fvz;
    const f2x = b2 * fux + c2 * fvx,
      f2y = b2 * fuy + c2 * fvy,
      f2z = b2 * fuz + c2 * fvz;
    addVector(loads + i0, f1x + f2x, f1y + f2y, f1z + f2z);
    addVector(loads + i1, -f1x, -f1y, -f1z);
    addVector(loads + i2, -f2x, -f2y, -f2z);
    if (blocks === 0) continue;
    const stiff = scale * (1 + rate);
    const gu = scale * max(0.0, su);
    const gv = scale * max(0.0, sv);
    const du = stiff * ku - gu;
    const dv = stiff * kv - gv;
    const nu = vector(ux * ru, uy * ru, uz * ru);
    const nv = vector(vx * rv, vy * rv, vz * rv);
    const root = sqrt(stiff * ks);
    const b0 = -b1 - b2,
      c0 = -c1 - c2;
    const g0 = vector(root * (b0 * vx + c0 * ux), root * (b0 * vy + c0 * uy), root * (b0 * vz + c0 * uz));
    const g1 = vector(root * (b1 * vx + c1 * ux), root * (b1 * vy + c1 * uy), root * (b1 * vz + c1 * uz));
    const g2 = f32x4.neg(f32x4.add(g0, g1));
    addPair(blocks, slots, nu, nv, g0, g1, b0 * b1 * du, c0 * c1 * dv, b0 * b1 * gu + c0 * c1 * gv);
    addPair(
      blocks,
      slots + TriangleBlocks.BC,
      nu,
      nv,
      g1,
      g2,
      b1 * b2 * du,
      c1 * c2 * dv,
      b1 * b2 * gu + c1 * c2 * gv,
    );
    addPair(
      blocks,
      slots + TriangleBlocks.CA,
      nu,
      nv,
      g2,
      g0,
      b2 * b0 * du,
      c2 * c0 * dv,
      b2 * b0 * gu + c2 * c0 * gv,
    );
  }
  return energy;
}

// @inline
function vector(x: f64, y: f64, z: f64): v128 {
  return f32x4.replace_lane(
    f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(0), 0, <f32>x), 1, <f32>y),
    2,
    <f32>z,
  );
}

/** Adds α n_u n_uᵀ + β n_v n_vᵀ + γ I + g_i g_jᵀ to block ij and its transpose to block ji. */
// @inline
function addPair(
  blocks: usize,
  slots: usize,
  nu: v128,
  nv: v128,
  gi: v128,
  gj: v128,
  alpha: f64,
  beta: f64,
  gamma: f64,
): void {
  const ij: usize = blocks + <usize>load<i32>(slots, Edge.A) * MatrixBlock.BYTES;
  const ji: usize = blocks + <usize>load<i32>(slots, Edge.B) * MatrixBlock.BYTES;
  const au = f32x4.mul(nu, f32x4.splat(<f32>alpha));
  const bv = f32x4.mul(nv, f32x4.splat(<f32>beta));
  const identity = f32x4.replace_lane(f32x4.splat(0), 0, <f32>gamma);
  const s0 = f32x4.add(
    f32x4.add(
      f32x4.mul(au, v128.shuffle<f32>(nu, nu, 0, 0, 0, 0)),
      f32x4.mul(bv, v128.shuffle<f32>(nv, nv, 0, 0, 0, 0)),
    ),
    identity,
  );
  const s1 = f32x4.add(
    f32x4.add(
      f32x4.mul(au, v128.shuffle<f32>(nu, nu, 1, 1, 1, 1)),
      f32x4.mul(bv, v128.shuffle<f32>(nv, nv, 1, 1, 1, 1)),
    ),
    v128.shuffle<f32>(identity, identity, 1, 0, 1, 1),
  );
  const s2 = f32x4.add(
    f32x4.add(
      f32x4.mul(au, v128.shuffle<f32>(nu, nu, 2, 2, 2, 2)),
      f32x4.mul(bv, v128.shuffle<f32>(nv, nv, 2, 2, 2, 2)),
    ),
    v128.shuffle<f32>(identity, identity, 1, 1, 0, 1),
  );
  addBlock(
    ij,
    f32x4.add(s0, f32x4.mul(gi, v128.shuffle<f32>(gj, gj, 0, 0, 0, 0))),
    f32x4.add(s1, f32x4.mul(gi, v128.shuffle<f32>(gj, gj, 1, 1, 1, 1))),
    f32x4.add(s2, f32x4.mul(gi, v128.shuffle<f32>(gj, gj, 2, 2, 2, 2))),
  );
  addBlock(
    ji,
    f32x4.add(s0, f32x4.mul(gj, v128.shuffle<f32>(gi, gi, 0, 0, 0, 0))),
    f32x4.add(s1, f32x4.mul(gj, v128.shuffle<f32>(gi, gi, 1, 1, 1, 1))),
    f32x4.add(s2, f32x4.mul(gj, v128.shuffle<f32>(gi, gi, 2, 2, 2, 2))),
  );
}

/**
 * Adds three columns to a block. Columns overlap by a number; lane 3 of the summands is 0. All are read before any is
 * written: loads that overlap recent stores cost a dozen cycles each.
 */
// @inline
function addBlock(at: usize, c0: v128, c1: v128, c2: v128): void {
  const d0 = f32x4.add(v128.load(at, MatrixBlock.COLUMN_0), c0);
  const d1 = f32x4.add(v128.load(at, MatrixBlock.COLUMN_1), c1);
  const d2 = f32x4.add(v128.load(at, MatrixBlock.COLUMN_2), c2);
  v128.store(at, d0, MatrixBlock.COLUMN_0);
  v128.store(at, d1, MatrixBlock.COLUMN_1);
  v128.store(at, d2, MatrixBlock.COLUMN_2);
}

/** Returns ½ Σ k (C − C before)² over the conditions of stretch and shear, J. */
export function clothChangeEnergy(triangles: usize, stretches: usize, before: usize, n: i32): f64 {
  let energy: f64 = 0;
  for (
    let t: i32 = 0;
    t < n;
    t++, triangles += ClothTriangle.BYTES, stretches += ClothStretch.BYTES, before += ClothStretch.BYTES
  ) {
    const u = load<f64>(stretches, ClothStretch.U) - load<f64>(before, ClothStretch.U);
    const v = load<f64>(stretches, ClothStretch.V) - load<f64>(before, ClothStretch.V);
    const s = load<f64>(stretches, ClothStretch.SHEAR) - load<f64>(before, ClothStretch.SHEAR);
    energy +=
      0.5 *
      (load<f64>(triangles, ClothTriangle.STRETCH_U) * u * u +
        load<f64>(triangles, ClothTriangle.STRETCH_V) * v * v +
        load<f64>(triangles, ClothTriangle.SHEAR) * s * s);
  }
  return energy;
}

/** Writes the energy of stretch and shear (J), the sum of |stretch − 1| over warp and weft, and the largest of them. */
export function clothMeasures(triangles: usize, stretches: usize, n: i32, out: usize): void {
  let energy: f64 = 0;
  let sum: f64 = 0;
  let most: f64 = 0;
  for (let t: i32 = 0; t < n; t++, triangles += ClothTriangle.BYTES, stretches += ClothStretch.BYTES) {
    const u = load<f64>(stretches, ClothStretch.U) - 1;
    const v = load<f64>(stretches, ClothStretch.V) - 1;
    const s = load<f64>(stretches, ClothStretch.SHEAR);
    energy +=
      0.5 *
      (load<f64>(triangles, ClothTriangle.STRETCH_U) * u * u +
        load<f64>(triangles, ClothTriangle.STRETCH_V) * v * v +
        load<f64>(triangles, ClothTriangle.SHEAR) * s * s);
    sum += abs(u) + abs(v);
    most = max(most, max(abs(u), abs(v)));
  }
  storeElongation(out, energy, sum, most, 2 * n);
}
