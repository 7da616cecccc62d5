/**
 * Stretch, shear and forces of woven cloth on triangles, two at a time, of which the last of an odd number is paired with itself;
 * src/models/adaptive-cloth/energy.ts states the energies.
 *
 * Matrix blocks are f32, nine numbers a block by columns (36 bytes): the linear solve needs only the leading digits of the
 * stiffness, while forces, which determine the solution, are f64.
 */
import * as ClothMeasures from '../../../layouts/generated/cloth-measures';
import * as ClothNode from '../../../layouts/generated/cloth-node';
import * as ClothNormal from '../../../layouts/generated/cloth-normal';
import * as ClothStretch from '../../../layouts/generated/cloth-stretch';
import * as ClothTriangle from '../../../layouts/generated/cloth-triangle';
import * as MatrixBlock from '../../../layouts/generated/matrix-block';
import * as Triangle from '../../../layouts/generated/triangle';
import * as TriangleBlocks from '../../../layouts/generated/triangle-blocks';
import * as TriangleHinges from '../../../layouts/generated/triangle-hinges';
import { Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { addTo, blend, both, cross, dot, firsts, nodeOf, seconds, total, wayXy, wayZ } from './lanes';

/**
 * Writes |w_u|, |w_v|, w_u·w_v and the normal of every triangle, and the energies and the largest values of all into `out`.
 * Changes are those since `before`.
 */
export function clothStretches(
  corners: usize,
  n: i32,
  triangles: usize,
  before: usize,
  nodes: usize,
  stretches: usize,
  normals: usize,
  out: usize,
): void {
  const one = f64x2.splat(1);
  let energy = f64x2.splat(0),
    changes = f64x2.splat(0),
    sum = f64x2.splat(0),
    most = f64x2.splat(0),
    mostChange = f64x2.splat(0);
  for (let t: i32 = 0; t < n; t += 2) {
    const next: usize = t + 1 < n ? 1 : 0;
    const second = corners + next * Triangle.BYTES;
    const a0 = nodeOf(nodes, corners + Triangle.A),
      b0 = nodeOf(nodes, corners + Triangle.B),
      c0 = nodeOf(nodes, corners + Triangle.C),
      a1 = nodeOf(nodes, second + Triangle.A),
      b1 = nodeOf(nodes, second + Triangle.B),
      c1 = nodeOf(nodes, second + Triangle.C);
    const p0 = wayXy(a0, b0),
      p1 = wayXy(a1, b1),
      q0 = wayXy(a0, c0),
      q1 = wayXy(a1, c1);
    const px = firsts(p0, p1),
      py = seconds(p0, p1),
      pz = firsts(wayZ(a0, b0), wayZ(a1, b1)),
      qx = firsts(q0, q1),
      qy = seconds(q0, q1),
      qz = firsts(wayZ(a0, c0), wayZ(a1, c1));
    const other = triangles + next * ClothTriangle.BYTES;
    const bu = both(triangles + ClothTriangle.B1, other + ClothTriangle.B1),
      cu = both(triangles + ClothTriangle.B2, other + ClothTriangle.B2),
      bv = both(triangles + ClothTriangle.C1, other + ClothTriangle.C1),
      cv = both(triangles + ClothTriangle.C2, other + ClothTriangle.C2);
    const ux = blend(bu, px, cu, qx),
      uy = blend(bu, py, cu, qy),
      uz = blend(bu, pz, cu, qz),
      vx = blend(bv, px, cv, qx),
      vy = blend(bv, py, cv, qy),
      vz = blend(bv, pz, cv, qz);
    const u = f64x2.sqrt(dot(ux, uy, uz, ux, uy, uz)),
      v = f64x2.sqrt(dot(vx, vy, vz, vx, vy, vz)),
      s = dot(ux, uy, uz, vx, vy, vz);
    const nx = cross(py, qz, pz, qy),
      ny = cross(pz, qx, px, qz),
      nz = cross(px, qy, py, qx);
    const square = f64x2.pmax(dot(nx, ny, nz, nx, ny, nz), f64x2.splat(1e-40));
    const share = f64x2.div(one, f64x2.sqrt(square));
    storeFour(
      normals,
      normals + next * ClothNormal.BYTES,
      f64x2.mul(nx, share),
      f64x2.mul(ny, share),
      f64x2.mul(nz, share),
      share,
    );
    storeFour(stretches, stretches + next * ClothStretch.BYTES, u, v, s, s);
    const weight = f64x2.replace_lane(one, 1, <f64>next);
    const ku = f64x2.mul(weight, both(triangles + ClothTriangle.STRETCH_U, other + ClothTriangle.STRETCH_U)),
      kv = f64x2.mul(weight, both(triangles + ClothTriangle.STRETCH_V, other + ClothTriangle.STRETCH_V)),
      ks = f64x2.mul(weight, both(triangles + ClothTriangle.SHEAR, other + ClothTriangle.SHEAR));
    const eu = f64x2.sub(u, one),
      ev = f64x2.sub(v, one);
    energy = f64x2.add(energy, energyOf(ku, eu, kv, ev, ks, s));
    const absolute = f64x2.abs(eu),
      across = f64x2.abs(ev);
    sum = f64x2.add(sum, f64x2.mul(weight, f64x2.add(absolute, across)));
    most = f64x2.pmax(most, f64x2.pmax(absolute, across));
    const earlier = before + next * ClothStretch.BYTES;
    const du = f64x2.sub(u, both(before + ClothStretch.U, earlier + ClothStretch.U)),
      dv = f64x2.sub(v, both(before + ClothStretch.V, earlier + ClothStretch.V)),
      ds = f64x2.sub(s, both(before + ClothStretch.SHEAR, earlier + ClothStretch.SHEAR));
    changes = f64x2.add(changes, energyOf(ku, du, kv, dv, ks, ds));
    mostChange = f64x2.pmax(mostChange, f64x2.pmax(f64x2.abs(du), f64x2.abs(dv)));
    corners += 2 * Triangle.BYTES;
    triangles += 2 * ClothTriangle.BYTES;
    before += 2 * ClothStretch.BYTES;
    stretches += 2 * ClothStretch.BYTES;
    normals += 2 * ClothNormal.BYTES;
  }
  store<f64>(out, 0.5 * total(energy), ClothMeasures.ENERGY);
  store<f64>(out, 0.5 * total(changes), ClothMeasures.CHANGE_ENERGY);
  store<f64>(out, total(sum), ClothMeasures.SUM);
  store<f64>(out, largest(most), ClothMeasures.LARGEST);
  store<f64>(out, largest(mostChange), ClothMeasures.LARGEST_CHANGE);
}

// @inline
function largest(lanes: v128): f64 {
  return max(f64x2.extract_lane(lanes, 0), f64x2.extract_lane(lanes, 1));
}

/** Stores four numbers of each lane. */
// @inline
function storeFour(first: usize, second: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(first, firsts(a, b));
  v128.store(first, firsts(c, d), Z);
  v128.store(second, seconds(a, b));
  v128.store(second, seconds(c, d), Z);
}

// @inline
function energyOf(ku: v128, u: v128, kv: v128, v: v128, ks: v128, s: v128): v128 {
  return f64x2.add(blend(ku, f64x2.mul(u, u), kv, f64x2.mul(v, v)), f64x2.mul(ks, f64x2.mul(s, s)));
}

// @inline
function momentAt(moments: usize, at: usize): usize {
  return moments + ((<usize>load<i32>(at)) << 3);
}

/**
 * Adds the forces of stretch, shear and bending to `loads`, with stretches and normals at the same nodes. `rate` is the damping
 * time over the step: the rate of a condition C is (C − C at the start)/h, so that rotations are not damped. With `blocks` other
 * than 0 it adds `scale` times the stiffness of stretch and shear to the six blocks of each triangle, whose indices are in
 * `slots` (01 10 12 21 20 02). Only rows from `firstRow` to `endRow` change; what belongs to others goes to `sink`.
 *
 * The stiffness is positive definite: the transverse second derivatives count only where the cloth is stretched, and that of
 * shear is omitted (Choi & Ko 2002).
 */
export function clothForces(
  corners: usize,
  n: i32,
  triangles: usize,
  before: usize,
  rate: f64,
  nodes: usize,
  stretches: usize,
  normals: usize,
  hinges: usize,
  moments: usize,
  loads: usize,
  blocks: usize,
  slots: usize,
  scale: f64,
  firstRow: i32,
  endRow: i32,
  sink: usize,
): void {
  const low = nodes + <usize>firstRow * ClothNode.BYTES;
  const high = nodes + <usize>endRow * ClothNode.BYTES;
  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  const least = f64x2.splat(1e-9);
  const damping = f64x2.splat(rate);
  const scales = f64x2.splat(scale);
  const stiff = f64x2.splat(scale * (1 + rate));
  for (
    let t: i32 = 0;
    t < n;
    t += 2,
      corners += 2 * Triangle.BYTES,
      triangles += 2 * ClothTriangle.BYTES,
      before += 2 * ClothStretch.BYTES,
      stretches += 2 * ClothStretch.BYTES,
      normals += 2 * ClothNormal.BYTES,
      hinges += 2 * TriangleHinges.BYTES,
      slots += 2 * TriangleBlocks.BYTES
  ) {
    const next: usize = t + 1 < n ? 1 : 0;
    const second = corners + next * Triangle.BYTES;
    const a0 = nodeOf(nodes, corners + Triangle.A),
      b0 = nodeOf(nodes, corners + Triangle.B),
      c0 = nodeOf(nodes, corners + Triangle.C),
      a1 = nodeOf(nodes, second + Triangle.A),
      b1 = nodeOf(nodes, second + Triangle.B),
      c1 = nodeOf(nodes, second + Triangle.C);
    const ownA0 = a0 >= low && a0 < high,
      ownB0 = b0 >= low && b0 < high,
      ownC0 = c0 >= low && c0 < high,
      ownA1 = a1 >= low && a1 < high,
      ownB1 = b1 >= low && b1 < high,
      ownC1 = c1 >= low && c1 < high;
    if (!(ownA0 || ownB0 || ownC0 || ownA1 || ownB1 || ownC1)) continue;
    const p0 = wayXy(a0, b0),
      p1 = wayXy(a1, b1),
      q0 = wayXy(a0, c0),
      q1 = wayXy(a1, c1);
    const px = firsts(p0, p1),
      py = seconds(p0, p1),
      pz = firsts(wayZ(a0, b0), wayZ(a1, b1)),
      qx = firsts(q0, q1),
      qy = seconds(q0, q1),
      qz = firsts(wayZ(a0, c0), wayZ(a1, c1));
    const other = triangles + next * ClothTriangle.BYTES;
    const bu = both(triangles + ClothTriangle.B1, other + ClothTriangle.B1),
      cu = both(triangles + ClothTriangle.B2, other + ClothTriangle.B2),
      bv = both(triangles + ClothTriangle.C1, other + ClothTriangle.C1),
      cv = both(triangles + ClothTriangle.C2, other + ClothTriangle.C2);
    const weight = f64x2.replace_lane(one, 1, <f64>next);
    const ku = f64x2.mul(weight, both(triangles + ClothTriangle.STRETCH_U, other + ClothTriangle.STRETCH_U)),
      kv = f64x2.mul(weight, both(triangles + ClothTriangle.STRETCH_V, other + ClothTriangle.STRETCH_V)),
      ks = f64x2.mul(weight, both(triangles + ClothTriangle.SHEAR, other + ClothTriangle.SHEAR));
    const ux = blend(bu, px, cu, qx),
      uy = blend(bu, py, cu, qy),
      uz = blend(bu, pz, cu, qz),
      vx = blend(bv, px, cv, qx),
      vy = blend(bv, py, cv, qy),
      vz = blend(bv, pz, cv, qz);
    const now = stretches + next * ClothStretch.BYTES,
      earlier = before + next * ClothStretch.BYTES;
    const u = f64x2.pmax(both(stretches + ClothStretch.U, now + ClothStretch.U), least),
      v = f64x2.pmax(both(stretches + ClothStretch.V, now + ClothStretch.V), least),
      s = both(stretches + ClothStretch.SHEAR, now + ClothStretch.SHEAR);
    const du = f64x2.sub(u, both(before + ClothStretch.U, earlier + ClothStretch.U)),
      dv = f64x2.sub(v, both(before + ClothStretch.V, earlier + ClothStretch.V)),
      ds = f64x2.sub(s, both(before + ClothStretch.SHEAR, earlier + ClothStretch.SHEAR));
    const ru = f64x2.div(one, u),
      rv = f64x2.div(one, v);
    // Tensions over length, and shear, with damping.
    const su = f64x2.mul(f64x2.mul(ku, f64x2.add(f64x2.sub(u, one), f64x2.mul(damping, du))), ru),
      sv = f64x2.mul(f64x2.mul(kv, f64x2.add(f64x2.sub(v, one), f64x2.mul(damping, dv))), rv),
      ss = f64x2.mul(ks, f64x2.add(s, f64x2.mul(damping, ds)));
    // ∂E/∂w_u and ∂E/∂w_v
    const fux = blend(su, ux, ss, vx),
      fuy = blend(su, uy, ss, vy),
      fuz = blend(su, uz, ss, vz),
      fvx = blend(sv, vx, ss, ux),
      fvy = blend(sv, vy, ss, uy),
      fvz = blend(sv, vz, ss, uz);
    // Forces of a hinge on its edge's ends balance that on the opposite corner by their distances along the edge.
    const g11 = dot(px, py, pz, px, py, pz),
      g12 = dot(px, py, pz, qx, qy, qz),
      g22 = dot(qx, qy, qz, qx, qy, qz);
    const turning = hinges + next * TriangleHinges.BYTES;
    const normal = normals + next * ClothNormal.BYTES;
    const share = f64x2.mul(weight, both(normals + ClothNormal.SHARE, normal + ClothNormal.SHARE));
    const ma = both(
        momentAt(moments, hinges + TriangleHinges.A),
        momentAt(moments, turning + TriangleHinges.A),
      ),
      mb = both(momentAt(moments, hinges + TriangleHinges.B), momentAt(moments, turning + TriangleHinges.B)),
      mc = both(momentAt(moments, hinges + TriangleHinges.C), momentAt(moments, turning + TriangleHinges.C));
    const onB = f64x2.mul(share, f64x2.sub(cross(mb, g22, mc, g12), f64x2.mul(ma, f64x2.sub(g22, g12))));
    const onC = f64x2.mul(share, f64x2.sub(cross(mc, g11, mb, g12), f64x2.mul(ma, f64x2.sub(g11, g12))));
    const n0 = v128.load(normals),
      n1 = v128.load(normal);
    const nx = firsts(n0, n1),
      ny = seconds(n0, n1),
      nz = both(normals + Z, normal + Z);
    const fbx = f64x2.sub(f64x2.mul(onB, nx), blend(bu, fux, bv, fvx)),
      fby = f64x2.sub(f64x2.mul(onB, ny), blend(bu, fuy, bv, fvy)),
      fbz = f64x2.sub(f64x2.mul(onB, nz), blend(bu, fuz, bv, fvz)),
      fcx = f64x2.sub(f64x2.mul(onC, nx), blend(cu, fux, cv, fvx)),
      fcy = f64x2.sub(f64x2.mul(onC, ny), blend(cu, fuy, cv, fvy)),
      fcz = f64x2.sub(f64x2.mul(onC, nz), blend(cu, fuz, cv, fvz));
    const toLoads = loads - nodes;
    addTo(
      ownA0 ? a0 + toLoads : sink,
      ownA1 ? a1 + toLoads : sink,
      f64x2.neg(f64x2.add(fbx, fcx)),
      f64x2.neg(f64x2.add(fby, fcy)),
      f64x2.neg(f64x2.add(fbz, fcz)),
    );
    addTo(ownB0 ? b0 + toLoads : sink, ownB1 ? b1 + toLoads : sink, fbx, fby, fbz);
    addTo(ownC0 ? c0 + toLoads : sink, ownC1 ? c1 + toLoads : sink, fcx, fcy, fcz);
    if (blocks !== 0) {
      // Stiffness across the threads, and what is more along them, over the square of the length.
      const gu = f64x2.mul(scales, f64x2.pmax(zero, su)),
        gv = f64x2.mul(scales, f64x2.pmax(zero, sv));
      const alongU = f64x2.mul(f64x2.sub(f64x2.mul(stiff, ku), gu), f64x2.mul(ru, ru)),
        alongV = f64x2.mul(f64x2.sub(f64x2.mul(stiff, kv), gv), f64x2.mul(rv, rv));
      const root = f64x2.sqrt(f64x2.mul(stiff, ks));
      const au = f64x2.neg(f64x2.add(bu, cu)),
        av = f64x2.neg(f64x2.add(bv, cv));
      const gax = blend(au, vx, av, ux),
        gay = blend(au, vy, av, uy),
        gaz = blend(au, vz, av, uz),
        gbx = blend(bu, vx, bv, ux),
        gby = blend(bu, vy, bv, uy),
        gbz = blend(bu, vz, bv, uz);
      const uXy = floats(ux, uy),
        uZ = floats(uz, gu),
        vXy = floats(vx, vy),
        vZ = floats(vz, gv),
        gaXy = floats(f64x2.mul(root, gax), f64x2.mul(root, gay)),
        gbXy = floats(f64x2.mul(root, gbx), f64x2.mul(root, gby)),
        gZ = floats(f64x2.mul(root, gaz), f64x2.mul(root, gbz)),
        along = floats(alongU, alongV),
        uCoefficients = floats(f64x2.mul(au, bu), f64x2.mul(bu, cu)),
        vCoefficients = floats(f64x2.mul(av, bv), f64x2.mul(bv, cv)),
        lastCoefficients = floats(f64x2.mul(cu, au), f64x2.mul(cv, av));
      addBlocks(
        blocks,
        slots,
        v128.shuffle<f32>(uXy, uZ, 0, 1, 4, 5),
        v128.shuffle<f32>(vXy, vZ, 0, 1, 4, 5),
        v128.shuffle<f32>(gaXy, gZ, 0, 1, 4, 4),
        v128.shuffle<f32>(gbXy, gZ, 0, 1, 5, 5),
        v128.shuffle<f32>(along, along, 0, 1, 0, 1),
        v128.shuffle<f32>(uCoefficients, lastCoefficients, 0, 1, 4, 4),
        v128.shuffle<f32>(vCoefficients, lastCoefficients, 0, 1, 5, 5),
        ownA0,
        ownB0,
        ownC0,
      );
      addBlocks(
        blocks,
        slots + next * TriangleBlocks.BYTES,
        v128.shuffle<f32>(uXy, uZ, 2, 3, 6, 7),
        v128.shuffle<f32>(vXy, vZ, 2, 3, 6, 7),
        v128.shuffle<f32>(gaXy, gZ, 2, 3, 6, 6),
        v128.shuffle<f32>(gbXy, gZ, 2, 3, 7, 7),
        v128.shuffle<f32>(along, along, 2, 3, 2, 3),
        v128.shuffle<f32>(uCoefficients, lastCoefficients, 2, 3, 6, 6),
        v128.shuffle<f32>(vCoefficients, lastCoefficients, 2, 3, 7, 7),
        ownA1,
        ownB1,
        ownC1,
      );
    }
  }
}

/** Returns a and b as f32: those of the first lane, then those of the second one. */
// @inline
function floats(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 4, 1, 5);
}

/**
 * Adds α_ij w_u w_uᵀ + β_ij w_v w_vᵀ + γ_ij I + g_i g_jᵀ to the blocks ij of a triangle, i, j = 01 12 20, and the transposes to
 * the blocks ji. `u` is w_u and γ_u, `v` likewise; α_ij = along_u cu_ij, γ_ij = γ_u cu_ij + γ_v cv_ij; g₂ balances g₀ and g₁. The
 * flags say whose rows change.
 */
// @inline
function addBlocks(
  blocks: usize,
  slots: usize,
  u: v128,
  v: v128,
  ga: v128,
  gb: v128,
  along: v128,
  cu: v128,
  cv: v128,
  ownA: bool,
  ownB: bool,
  ownC: bool,
): void {
  const gc = f32x4.neg(f32x4.add(ga, gb));
  const first = i32x4(-1, 0, 0, 0);
  const us = f32x4.mul(u, v128.shuffle<f32>(along, along, 0, 0, 0, 0)),
    vs = f32x4.mul(v, v128.shuffle<f32>(along, along, 1, 1, 1, 1)),
    gu = v128.and(first, v128.shuffle<f32>(u, u, 3, 3, 3, 3)),
    gv = v128.and(first, v128.shuffle<f32>(v, v, 3, 3, 3, 3));
  // Numbers 0 to 3 and 4 to 7 of w wᵀ with the identity
  const u0 = f32x4.add(f32x4.mul(head(us), headColumns(u)), gu),
    u4 = f32x4.add(f32x4.mul(middle(us), middleColumns(u)), gu),
    v0 = f32x4.add(f32x4.mul(head(vs), headColumns(v)), gv),
    v4 = f32x4.add(f32x4.mul(middle(vs), middleColumns(v)), gv);
  // and number 8, for all three blocks: lanes 01 12 20.
  const u8 = f32x4.add(f32x4.mul(us, u), v128.shuffle<f32>(u, u, 3, 3, 3, 3)),
    v8 = f32x4.add(f32x4.mul(vs, v), v128.shuffle<f32>(v, v, 3, 3, 3, 3));
  const abZ = v128.shuffle<f32>(ga, gb, 2, 6, 2, 6),
    bcZ = v128.shuffle<f32>(gb, gc, 2, 6, 2, 6);
  const last = f32x4.add(
    f32x4.add(
      f32x4.mul(cu, v128.shuffle<f32>(u8, u8, 2, 2, 2, 2)),
      f32x4.mul(cv, v128.shuffle<f32>(v8, v8, 2, 2, 2, 2)),
    ),
    f32x4.mul(v128.shuffle<f32>(abZ, bcZ, 0, 1, 5, 5), v128.shuffle<f32>(abZ, bcZ, 1, 5, 0, 0)),
  );
  const a0 = head(ga),
    a4 = middle(ga),
    aColumns0 = headColumns(ga),
    aColumns4 = middleColumns(ga),
    b0 = head(gb),
    b4 = middle(gb),
    bColumns0 = headColumns(gb),
    bColumns4 = middleColumns(gb),
    c0 = head(gc),
    c4 = middle(gc),
    cColumns0 = headColumns(gc),
    cColumns4 = middleColumns(gc);
  let alpha = v128.shuffle<f32>(cu, cu, 0, 0, 0, 0);
  let beta = v128.shuffle<f32>(cv, cv, 0, 0, 0, 0);
  let s0 = f32x4.add(f32x4.mul(alpha, u0), f32x4.mul(beta, v0));
  let s4 = f32x4.add(f32x4.mul(alpha, u4), f32x4.mul(beta, v4));
  let s8 = f32x4.extract_lane(last, 0);
  if (ownA) addBlock(blocks, slots + TriangleBlocks.AB, s0, a0, bColumns0, s4, a4, bColumns4, s8);
  if (ownB) addBlock(blocks, slots + TriangleBlocks.BA, s0, b0, aColumns0, s4, b4, aColumns4, s8);
  alpha = v128.shuffle<f32>(cu, cu, 1, 1, 1, 1);
  beta = v128.shuffle<f32>(cv, cv, 1, 1, 1, 1);
  s0 = f32x4.add(f32x4.mul(alpha, u0), f32x4.mul(beta, v0));
  s4 = f32x4.add(f32x4.mul(alpha, u4), f32x4.mul(beta, v4));
  s8 = f32x4.extract_lane(last, 1);
  if (ownB) addBlock(blocks, slots + TriangleBlocks.BC, s0, b0, cColumns0, s4, b4, cColumns4, s8);
  if (ownC) addBlock(blocks, slots + TriangleBlocks.CB, s0, c0, bColumns0, s4, c4, bColumns4, s8);
  alpha = v128.shuffle<f32>(cu, cu, 2, 2, 2, 2);
  beta = v128.shuffle<f32>(cv, cv, 2, 2, 2, 2);
  s0 = f32x4.add(f32x4.mul(alpha, u0), f32x4.mul(beta, v0));
  s4 = f32x4.add(f32x4.mul(alpha, u4), f32x4.mul(beta, v4));
  s8 = f32x4.extract_lane(last, 2);
  if (ownC) addBlock(blocks, slots + TriangleBlocks.CA, s0, c0, aColumns0, s4, c4, aColumns4, s8);
  if (ownA) addBlock(blocks, slots + TriangleBlocks.AC, s0, a0, cColumns0, s4, a4, cColumns4, s8);
}

/** The rows of numbers 0 to 3 of a block, x y z x. */
// @inline
function head(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 0, 1, 2, 0);
}

/** The columns of numbers 0 to 3 of a block. */
// @inline
function headColumns(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 0, 0, 0, 1);
}

/** The rows of numbers 4 to 7 of a block. */
// @inline
function middle(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 1, 2, 0, 1);
}

/** The columns of numbers 4 to 7 of a block. */
// @inline
function middleColumns(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 1, 1, 2, 2);
}

/**
 * Adds s + g hᵀ to a block, four numbers at a time: what is stored so can be loaded so at once, while loads that overlap several
 * recent stores cost a dozen cycles each.
 */
// @inline
function addBlock(
  blocks: usize,
  slot: usize,
  s0: v128,
  g0: v128,
  h0: v128,
  s4: v128,
  g4: v128,
  h4: v128,
  s8: f32,
): void {
  const at: usize = blocks + <usize>load<i32>(slot) * MatrixBlock.BYTES;
  v128.store(at, f32x4.add(v128.load(at), f32x4.add(s0, f32x4.mul(g0, h0))));
  v128.store(at, f32x4.add(v128.load(at, Vector32.BYTES), f32x4.add(s4, f32x4.mul(g4, h4))), Vector32.BYTES);
  store<f32>(at, load<f32>(at, MatrixBlock.COLUMN_2 + Vector32.Z) + s8, MatrixBlock.COLUMN_2 + Vector32.Z);
}
