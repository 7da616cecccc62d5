/**
 * Bending at the edges between triangles; src/models/adaptive-cloth/energy.ts states the energy. Records of vertices and
 * of forces are those of cloth.ts.
 */
import * as ClothHinge from '../../../layouts/generated/cloth-hinge';
import * as ClothNode from '../../../layouts/generated/cloth-node';
import * as HingeVertices from '../../../layouts/generated/hinge-vertices';
import { Y, Z } from '../../../layouts/generated/vector';
import { addVector, NEXT_F64 } from '../memory';

/** Returns θ = 2 atan t for t = tan(θ/2) = sin θ/(1 + cos θ), in both lanes. */
// @inline
function angles2(sine: v128, cosine: v128): v128 {
  const one = f64x2.splat(1);
  // The tangent of a hinge folded by π is infinite; the bound keeps it finite.
  let t = f64x2.div(sine, f64x2.max(f64x2.add(one, cosine), f64x2.splat(1e-12)));
  let times: f64 = 2;
  // Halves the angle until the series below is exact to rounding; nearly flat cloth needs no halving.
  while (v128.any_true(f64x2.gt(f64x2.abs(t), f64x2.splat(0.2)))) {
    t = f64x2.div(t, f64x2.add(one, f64x2.sqrt(f64x2.add(one, f64x2.mul(t, t)))));
    times *= 2;
  }
  const s = f64x2.mul(t, t);
  let sum = f64x2.splat(1.0 / 21);
  sum = f64x2.sub(f64x2.splat(1.0 / 19), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 17), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 15), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 13), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 11), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 9), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 7), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 5), f64x2.mul(s, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 3), f64x2.mul(s, sum));
  return f64x2.mul(f64x2.splat(times), f64x2.mul(t, f64x2.sub(one, f64x2.mul(s, sum))));
}

/** Loads one number of two records into two lanes. */
// @inline
function both(a: usize, b: usize): v128 {
  return f64x2.replace_lane(v128.load64_splat(a), 1, load<f64>(b));
}

/** Returns one component of a cross product. */
// @inline
function cross(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
}

// @inline
function dot3(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

// @inline
function addVectors(a: usize, b: usize, x: v128, y: v128, z: v128): void {
  addVector(a, f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0), f64x2.extract_lane(z, 0));
  addVector(b, f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1), f64x2.extract_lane(z, 1));
}

/**
 * Adds the forces of hinges, four vertices each (ends i, j of the edge, opposite k, l), to `loads`:
 * −κ (θ − θ₀ + rate (θ − θ at the start)) ∇θ, and writes θ into `angles` (f64 each). With `loads` of 0 it writes only the
 * angles. Two hinges at a time; the last of an odd number is paired with itself, without stiffness.
 */
export function clothHinges(
  vertices: usize,
  n: i32,
  hinges: usize,
  rate: f64,
  nodes: usize,
  loads: usize,
  angles: usize,
): void {
  for (
    let e: i32 = 0;
    e < n;
    e += 2, vertices += 2 * HingeVertices.BYTES, hinges += 2 * ClothHinge.BYTES, angles += 2 * NEXT_F64
  ) {
    const paired = e + 1 < n;
    const next: usize = paired ? vertices + HingeVertices.BYTES : vertices;
    const i0: usize = <usize>load<i32>(vertices, HingeVertices.I) * ClothNode.BYTES;
    const i1: usize = <usize>load<i32>(vertices, HingeVertices.J) * ClothNode.BYTES;
    const i2: usize = <usize>load<i32>(vertices, HingeVertices.K) * ClothNode.BYTES;
    const i3: usize = <usize>load<i32>(vertices, HingeVertices.L) * ClothNode.BYTES;
    const j0: usize = <usize>load<i32>(next, HingeVertices.I) * ClothNode.BYTES;
    const j1: usize = <usize>load<i32>(next, HingeVertices.J) * ClothNode.BYTES;
    const j2: usize = <usize>load<i32>(next, HingeVertices.K) * ClothNode.BYTES;
    const j3: usize = <usize>load<i32>(next, HingeVertices.L) * ClothNode.BYTES;
    const x0 = both(nodes + i0, nodes + j0),
      y0 = both(nodes + i0 + Y, nodes + j0 + Y),
      z0 = both(nodes + i0 + Z, nodes + j0 + Z);
    const ex = f64x2.sub(both(nodes + i1, nodes + j1), x0),
      ey = f64x2.sub(both(nodes + i1 + Y, nodes + j1 + Y), y0),
      ez = f64x2.sub(both(nodes + i1 + Z, nodes + j1 + Z), z0);
    const ax = f64x2.sub(both(nodes + i2, nodes + j2), x0),
      ay = f64x2.sub(both(nodes + i2 + Y, nodes + j2 + Y), y0),
      az = f64x2.sub(both(nodes + i2 + Z, nodes + j2 + Z), z0);
    const bx = f64x2.sub(both(nodes + i3, nodes + j3), x0),
      by = f64x2.sub(both(nodes + i3 + Y, nodes + j3 + Y), y0),
      bz = f64x2.sub(both(nodes + i3 + Z, nodes + j3 + Z), z0);
    // n₁ = e × a, n₂ = b × e: twice the areas
    const n1x = cross(ey, az, ez, ay),
      n1y = cross(ez, ax, ex, az),
      n1z = cross(ex, ay, ey, ax);
    const n2x = cross(by, ez, bz, ey),
      n2y = cross(bz, ex, bx, ez),
      n2z = cross(bx, ey, by, ex);
    const least = f64x2.splat(1e-40);
    const s1 = f64x2.max(dot3(n1x, n1y, n1z, n1x, n1y, n1z), least);
    const s2 = f64x2.max(dot3(n2x, n2y, n2z, n2x, n2y, n2z), least);
    const ee = f64x2.max(dot3(ex, ey, ez, ex, ey, ez), f64x2.splat(1e-20));
    const length = f64x2.sqrt(ee);
    const across = f64x2.div(f64x2.splat(1), f64x2.sqrt(f64x2.mul(s1, s2)));
    const cosine = f64x2.mul(dot3(n1x, n1y, n1z, n2x, n2y, n2z), across);
    const turn = dot3(
      cross(n1y, n2z, n1z, n2y),
      cross(n1z, n2x, n1x, n2z),
      cross(n1x, n2y, n1y, n2x),
      ex,
      ey,
      ez,
    );
    const angle = angles2(f64x2.div(f64x2.mul(turn, across), length), cosine);
    store<f64>(angles, f64x2.extract_lane(angle, 0));
    if (paired) store<f64>(angles, f64x2.extract_lane(angle, 1), NEXT_F64);
    if (loads === 0) continue;
    const other: usize = paired ? hinges + ClothHinge.BYTES : hinges;
    const stiffness = f64x2.replace_lane(
      v128.load64_splat(hinges, ClothHinge.STIFFNESS),
      1,
      paired ? load<f64>(other, ClothHinge.STIFFNESS) : 0,
    );
    const moment = f64x2.mul(
      stiffness,
      f64x2.add(
        f64x2.sub(angle, both(hinges + ClothHinge.REST_ANGLE, other + ClothHinge.REST_ANGLE)),
        f64x2.mul(
          f64x2.splat(rate),
          f64x2.sub(angle, both(hinges + ClothHinge.START_ANGLE, other + ClothHinge.START_ANGLE)),
        ),
      ),
    );
    const m1 = f64x2.div(moment, f64x2.mul(s1, length));
    const m2 = f64x2.div(moment, f64x2.mul(s2, length));
    const ea = dot3(ex, ey, ez, ax, ay, az);
    const eb = dot3(ex, ey, ez, bx, by, bz);
    // ∇θ of k, l and j; that of i balances them
    const k2 = f64x2.mul(m1, ee),
      k3 = f64x2.mul(m2, ee),
      j1x = f64x2.neg(f64x2.mul(m1, ea)),
      j2x = f64x2.neg(f64x2.mul(m2, eb));
    const f2x = f64x2.mul(k2, n1x),
      f2y = f64x2.mul(k2, n1y),
      f2z = f64x2.mul(k2, n1z);
    const f3x = f64x2.mul(k3, n2x),
      f3y = f64x2.mul(k3, n2y),
      f3z = f64x2.mul(k3, n2z);
    const f1x = f64x2.add(f64x2.mul(j1x, n1x), f64x2.mul(j2x, n2x)),
      f1y = f64x2.add(f64x2.mul(j1x, n1y), f64x2.mul(j2x, n2y)),
      f1z = f64x2.add(f64x2.mul(j1x, n1z), f64x2.mul(j2x, n2z));
    addVectors(loads + i2, loads + j2, f2x, f2y, f2z);
    addVectors(loads + i3, loads + j3, f3x, f3y, f3z);
    addVectors(loads + i1, loads + j1, f1x, f1y, f1z);
    addVectors(
      loads + i0,
      loads + j0,
      f64x2.neg(f64x2.add(f64x2.add(f1x, f2x), f3x)),
      f64x2.neg(f64x2.add(f64x2.add(f1y, f2y), f3y)),
      f64x2.neg(f64x2.add(f64x2.add(f1z, f2z), f3z)),
    );
  }
}

/** Returns ½ Σ κ ((θ − θ₀)² + rate (θ − θ at the start)²), J. */
export function clothBendEnergy(hinges: usize, angles: usize, n: i32, rate: f64): f64 {
  let energy: f64 = 0;
  for (let e: i32 = 0; e < n; e++, hinges += ClothHinge.BYTES, angles += NEXT_F64) {
    const turn = load<f64>(angles) - load<f64>(hinges, ClothHinge.REST_ANGLE);
    const change = load<f64>(angles) - load<f64>(hinges, ClothHinge.START_ANGLE);
    energy += 0.5 * load<f64>(hinges, ClothHinge.STIFFNESS) * (turn * turn + rate * change * change);
  }
  return energy;
}
