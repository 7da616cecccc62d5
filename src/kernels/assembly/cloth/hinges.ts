/**
 * Bending at the edges between triangles; src/models/adaptive-cloth/energy.ts states the energy. Forces on a triangle are along
 * its normal, so that the triangles add them (triangles.ts), from the moments of their hinges.
 */
import * as ClothHinge from '../../../layouts/generated/cloth-hinge';
import * as ClothMeasures from '../../../layouts/generated/cloth-measures';
import * as ClothNormal from '../../../layouts/generated/cloth-normal';
import * as HingeSides from '../../../layouts/generated/hinge-sides';
import * as HingeVertices from '../../../layouts/generated/hinge-vertices';
import { Z } from '../../../layouts/generated/vector';
import { NEXT_F64 } from '../memory';
import { both, cross, dot, firsts, nodeOf, seconds, total, wayXy, wayZ } from './lanes';

/** Returns θ = 2 atan t for t = tan(θ/2), in both lanes. */
// @inline
function angles2(t: v128): v128 {
  const one = f64x2.splat(1);
  let times: f64 = 2;
  // Halves the angle until the series below is exact to rounding; nearly flat cloth needs no halving.
  while (v128.any_true(f64x2.gt(f64x2.abs(t), f64x2.splat(0.2)))) {
    t = f64x2.div(t, f64x2.add(one, f64x2.sqrt(f64x2.add(one, f64x2.mul(t, t)))));
    times *= 2;
  }
  // 1 − s/3 + s²/5 − …, s = t², with even and odd powers apart, whose sums need not wait for each other
  const s = f64x2.mul(t, t);
  const q = f64x2.mul(s, s);
  let odd = power(q, f64x2.splat(1.0 / 19), 1.0 / 15);
  odd = power(q, odd, 1.0 / 11);
  odd = power(q, odd, 1.0 / 7);
  odd = power(q, odd, 1.0 / 3);
  let even = power(q, f64x2.splat(1.0 / 21), 1.0 / 17);
  even = power(q, even, 1.0 / 13);
  even = power(q, even, 1.0 / 9);
  even = power(q, even, 1.0 / 5);
  const rest = f64x2.mul(s, f64x2.sub(f64x2.mul(s, even), odd));
  return f64x2.mul(f64x2.splat(times), f64x2.add(t, f64x2.mul(t, rest)));
}

/** Returns c + q × sum. */
// @inline
function power(q: v128, sum: v128, c: f64): v128 {
  return f64x2.add(f64x2.splat(c), f64x2.mul(q, sum));
}

// @inline
function normalOf(normals: usize, at: usize): usize {
  return normals + <usize>load<i32>(at) * ClothNormal.BYTES;
}

/**
 * Writes the angles of hinges and the inverse lengths of their edges (f64 each), and both energies of bending into `out`.
 * Two hinges at a time; the last of an odd number is paired with itself.
 */
export function clothAngles(
  vertices: usize,
  sides: usize,
  n: i32,
  hinges: usize,
  nodes: usize,
  normals: usize,
  angles: usize,
  inverses: usize,
  out: usize,
): void {
  let energy = f64x2.splat(0);
  let changes = f64x2.splat(0);
  for (let e: i32 = 0; e < n; e += 2) {
    const next: usize = e + 1 < n ? 1 : 0;
    const i0 = nodeOf(nodes, vertices + HingeVertices.I),
      j0 = nodeOf(nodes, vertices + HingeVertices.J),
      i1 = nodeOf(nodes, vertices + next * HingeVertices.BYTES + HingeVertices.I),
      j1 = nodeOf(nodes, vertices + next * HingeVertices.BYTES + HingeVertices.J);
    const s0 = normalOf(normals, sides + HingeSides.FIRST),
      t0 = normalOf(normals, sides + HingeSides.SECOND),
      s1 = normalOf(normals, sides + next * HingeSides.BYTES + HingeSides.FIRST),
      t1 = normalOf(normals, sides + next * HingeSides.BYTES + HingeSides.SECOND);
    const e0 = wayXy(i0, j0),
      e1 = wayXy(i1, j1);
    const ex = firsts(e0, e1),
      ey = seconds(e0, e1),
      ez = firsts(wayZ(i0, j0), wayZ(i1, j1));
    const sx = firsts(v128.load(s0), v128.load(s1)),
      sy = seconds(v128.load(s0), v128.load(s1)),
      sz = both(s0 + Z, s1 + Z);
    const tx = firsts(v128.load(t0), v128.load(t1)),
      ty = seconds(v128.load(t0), v128.load(t1)),
      tz = both(t0 + Z, t1 + Z);
    const square = f64x2.pmax(dot(ex, ey, ez, ex, ey, ez), f64x2.splat(1e-20));
    const length = f64x2.sqrt(square);
    const inverse = f64x2.div(f64x2.splat(1), length);
    const turn = dot(cross(sy, tz, sz, ty), cross(sz, tx, sx, tz), cross(sx, ty, sy, tx), ex, ey, ez);
    // 1 + cos θ; the tangent of a hinge folded by π is infinite, and the bound keeps it finite.
    const cosine = f64x2.add(f64x2.splat(1), dot(sx, sy, sz, tx, ty, tz));
    // tan(θ/2) = sin θ/(1 + cos θ)
    const angle = angles2(f64x2.div(turn, f64x2.mul(length, f64x2.pmax(cosine, f64x2.splat(1e-12)))));
    const other = hinges + next * ClothHinge.BYTES;
    const stiffness = f64x2.mul(
      both(hinges + ClothHinge.STIFFNESS, other + ClothHinge.STIFFNESS),
      f64x2.replace_lane(f64x2.splat(1), 1, <f64>next),
    );
    const bend = f64x2.sub(angle, both(hinges + ClothHinge.REST_ANGLE, other + ClothHinge.REST_ANGLE));
    const change = f64x2.sub(angle, both(hinges + ClothHinge.START_ANGLE, other + ClothHinge.START_ANGLE));
    energy = f64x2.add(energy, f64x2.mul(stiffness, f64x2.mul(bend, bend)));
    changes = f64x2.add(changes, f64x2.mul(stiffness, f64x2.mul(change, change)));
    v128.store64_lane(angles + next * NEXT_F64, angle, 1);
    v128.store64_lane(angles, angle, 0);
    v128.store64_lane(inverses + next * NEXT_F64, inverse, 1);
    v128.store64_lane(inverses, inverse, 0);
    vertices += 2 * HingeVertices.BYTES;
    sides += 2 * HingeSides.BYTES;
    hinges += 2 * ClothHinge.BYTES;
    angles += 2 * NEXT_F64;
    inverses += 2 * NEXT_F64;
  }
  store<f64>(out, 0.5 * total(energy), ClothMeasures.BEND_ENERGY);
  store<f64>(out, 0.5 * total(changes), ClothMeasures.BEND_CHANGE_ENERGY);
}

/** Writes κ (θ − θ₀ + rate (θ − θ at the start)) over the length of the edge for each hinge. */
export function clothMoments(
  hinges: usize,
  angles: usize,
  inverses: usize,
  n: i32,
  rate: f64,
  moments: usize,
): void {
  for (let e: i32 = 0; e < n; e++, hinges += ClothHinge.BYTES) {
    const angle = load<f64>(angles);
    const bend = angle - load<f64>(hinges, ClothHinge.REST_ANGLE);
    const change = angle - load<f64>(hinges, ClothHinge.START_ANGLE);
    const stiffness = load<f64>(hinges, ClothHinge.STIFFNESS);
    store<f64>(moments, stiffness * (bend + rate * change) * load<f64>(inverses));
    angles += NEXT_F64;
    inverses += NEXT_F64;
    moments += NEXT_F64;
  }
}

/** Makes the present angles those at the start of the step. */
export function clothStartAngles(hinges: usize, angles: usize, n: i32): void {
  for (let e: i32 = 0; e < n; e++, hinges += ClothHinge.BYTES, angles += NEXT_F64) {
    store<f64>(hinges, load<f64>(angles), ClothHinge.START_ANGLE);
  }
}
