/**
 * Springs between masses in any order, some of them ending at a virtual point, the middle of two masses, whose force goes to
 * both half and half. The spring law is that of springs.ts.
 *
 * Masses are gathered into records, so that a spring's end is three loads: x y | z u | v w (m and m/s), 48 bytes;
 * forces into records fx fy | fz 0, 32 bytes. Virtual points follow the masses. Springs are processed in pairs; a list of
 * odd length must be completed by a spring from a mass to itself, which has no force.
 */
import * as BendPoints from '../../../layouts/generated/bend-points';
import * as Edge from '../../../layouts/generated/edge';
import * as NetLoad from '../../../layouts/generated/net-load';
import * as NetNode from '../../../layouts/generated/net-node';
import { Y, Z } from '../../../layouts/generated/vector';
import { add, NEXT_I32, storeElongation, VECTOR } from '../memory';

/**
 * Gathers the first `used` of `count` masses from index `first` on, and the first `virtualCount` middles of the pairs in
 * `parents` (i32, two each), whose records follow those of all masses.
 */
export function netGather(
  position: usize,
  velocity: usize,
  stride: i32,
  first: i32,
  count: i32,
  used: i32,
  parents: usize,
  virtualCount: i32,
  nodes: usize,
  loads: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  let x: usize = position + ((<usize>first) << 3);
  let v: usize = velocity + ((<usize>first) << 3);
  let node: usize = nodes;
  for (let i: i32 = 0; i < used; i++, x += 8, v += 8, node += NetNode.BYTES) {
    store<f64>(node, load<f64>(x), NetNode.X);
    store<f64>(node, load<f64>(x + plane), NetNode.Y);
    store<f64>(node, load<f64>(x + plane2), NetNode.Z);
    store<f64>(node, load<f64>(v), NetNode.U);
    store<f64>(node, load<f64>(v + plane), NetNode.V);
    store<f64>(node, load<f64>(v + plane2), NetNode.W);
  }
  const half = f64x2.splat(0.5);
  node = nodes + <usize>count * NetNode.BYTES;
  for (let i: i32 = 0; i < virtualCount; i++, node += NetNode.BYTES) {
    const a: usize = nodes + <usize>load<i32>(parents + <usize>i * Edge.BYTES, Edge.A) * NetNode.BYTES;
    const b: usize = nodes + <usize>load<i32>(parents + <usize>i * Edge.BYTES, Edge.B) * NetNode.BYTES;
    v128.store(node, f64x2.mul(half, f64x2.add(v128.load(a, NetNode.X), v128.load(b, NetNode.X))), NetNode.X);
    v128.store(node, f64x2.mul(half, f64x2.add(v128.load(a, NetNode.Z), v128.load(b, NetNode.Z))), NetNode.Z);
    v128.store(node, f64x2.mul(half, f64x2.add(v128.load(a, NetNode.V), v128.load(b, NetNode.V))), NetNode.V);
  }
  memory.fill(loads, 0, <usize>used * NetLoad.BYTES);
  memory.fill(loads + <usize>count * NetLoad.BYTES, 0, <usize>virtualCount * NetLoad.BYTES);
}

/** Adds `weight` times the forces of springs to the loads. `ends`: i32, two each; `n` is even. */
export function netForces(
  ends: usize,
  stiffness: usize,
  rest: usize,
  damping: usize,
  n: i32,
  weight: f64,
  nodes: usize,
  loads: usize,
): void {
  const one = f64x2.splat(1);
  const w2 = f64x2.splat(weight);
  for (let i: i32 = 0; i < n; i += 2) {
    const end: usize = ends + <usize>i * Edge.BYTES;
    const a0 = <usize>load<i32>(end, Edge.A);
    const b0 = <usize>load<i32>(end, Edge.B);
    const a1 = <usize>load<i32>(end, Edge.BYTES + Edge.A);
    const b1 = <usize>load<i32>(end, Edge.BYTES + Edge.B);
    const na0: usize = nodes + a0 * NetNode.BYTES;
    const nb0: usize = nodes + b0 * NetNode.BYTES;
    const na1: usize = nodes + a1 * NetNode.BYTES;
    const nb1: usize = nodes + b1 * NetNode.BYTES;
    const xy0 = f64x2.sub(v128.load(nb0, NetNode.X), v128.load(na0, NetNode.X));
    const zu0 = f64x2.sub(v128.load(nb0, NetNode.Z), v128.load(na0, NetNode.Z));
    const vw0 = f64x2.sub(v128.load(nb0, NetNode.V), v128.load(na0, NetNode.V));
    const xy1 = f64x2.sub(v128.load(nb1, NetNode.X), v128.load(na1, NetNode.X));
    const zu1 = f64x2.sub(v128.load(nb1, NetNode.Z), v128.load(na1, NetNode.Z));
    const vw1 = f64x2.sub(v128.load(nb1, NetNode.V), v128.load(na1, NetNode.V));
    const dx = v128.shuffle<f64>(xy0, xy1, 0, 2);
    const dy = v128.shuffle<f64>(xy0, xy1, 1, 3);
    const dz = v128.shuffle<f64>(zu0, zu1, 0, 2);
    const ux = v128.shuffle<f64>(zu0, zu1, 1, 3);
    const uy = v128.shuffle<f64>(vw0, vw1, 0, 2);
    const uz = v128.shuffle<f64>(vw0, vw1, 1, 3);
    const square = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
    const rate = f64x2.add(f64x2.add(f64x2.mul(dx, ux), f64x2.mul(dy, uy)), f64x2.mul(dz, uz));
    const w = f64x2.div(one, f64x2.sqrt(square));
    const at: usize = (<usize>i) << 3;
    let t = f64x2.add(
      f64x2.mul(v128.load(stiffness + at), f64x2.sub(one, f64x2.mul(v128.load(rest + at), w))),
      f64x2.mul(f64x2.mul(v128.load(damping + at), rate), f64x2.mul(w, w)),
    );
    t = v128.and(f64x2.mul(w2, t), f64x2.gt(square, f64x2.splat(0)));
    const fx = f64x2.mul(t, dx);
    const fy = f64x2.mul(t, dy);
    const fz = f64x2.mul(t, dz);
    const zero = f64x2.splat(0);
    const xyOf0 = v128.shuffle<f64>(fx, fy, 0, 2);
    const zOf0 = v128.shuffle<f64>(fz, zero, 0, 2);
    const xyOf1 = v128.shuffle<f64>(fx, fy, 1, 3);
    const zOf1 = v128.shuffle<f64>(fz, zero, 1, 3);
    addLoad(loads + a0 * NetLoad.BYTES, xyOf0, zOf0);
    addLoad(loads + b0 * NetLoad.BYTES, f64x2.neg(xyOf0), f64x2.neg(zOf0));
    addLoad(loads + a1 * NetLoad.BYTES, xyOf1, zOf1);
    addLoad(loads + b1 * NetLoad.BYTES, f64x2.neg(xyOf1), f64x2.neg(zOf1));
  }
}

// @inline
function addLoad(at: usize, xy: v128, z: v128): void {
  v128.store(at, f64x2.add(v128.load(at, NetLoad.X), xy), NetLoad.X);
  v128.store(at, f64x2.add(v128.load(at, NetLoad.Z), z), NetLoad.Z);
}

/**
 * Adds `weight` times the forces of bending to the loads: between a point and those on both sides of it, d = x₋ − 2x + x₊,
 * F = k d + c ḋ on each side's point against d, and twice that on the middle one along d. `points`: i32, three each
 * (one side, middle, other side).
 */
export function netBends(
  points: usize,
  stiffness: usize,
  damping: usize,
  n: i32,
  weight: f64,
  nodes: usize,
  loads: usize,
): void {
  const zero = f64x2.splat(0);
  for (let i: i32 = 0; i < n; i++) {
    const at: usize = points + <usize>i * BendPoints.BYTES;
    const a = <usize>load<i32>(at, BendPoints.BEFORE);
    const m = <usize>load<i32>(at, BendPoints.MIDDLE);
    const b = <usize>load<i32>(at, BendPoints.AFTER);
    const na: usize = nodes + a * NetNode.BYTES;
    const nm: usize = nodes + m * NetNode.BYTES;
    const nb: usize = nodes + b * NetNode.BYTES;
    const xy = second(na, nm, nb, NetNode.X);
    const zu = second(na, nm, nb, NetNode.Z);
    const vw = second(na, nm, nb, NetNode.V);
    const k = f64x2.splat(weight * load<f64>(stiffness + ((<usize>i) << 3)));
    const c = f64x2.splat(weight * load<f64>(damping + ((<usize>i) << 3)));
    const fxy = f64x2.add(f64x2.mul(k, xy), f64x2.mul(c, v128.shuffle<f64>(zu, vw, 1, 2)));
    const fz = f64x2.add(
      f64x2.mul(k, v128.shuffle<f64>(zu, zero, 0, 2)),
      f64x2.mul(c, v128.shuffle<f64>(vw, zero, 1, 2)),
    );
    addLoad(loads + a * NetLoad.BYTES, f64x2.neg(fxy), f64x2.neg(fz));
    addLoad(loads + m * NetLoad.BYTES, f64x2.add(fxy, fxy), f64x2.add(fz, fz));
    addLoad(loads + b * NetLoad.BYTES, f64x2.neg(fxy), f64x2.neg(fz));
  }
}

// @inline
function second(a: usize, m: usize, b: usize, part: usize): v128 {
  const middle = v128.load(m + part);
  return f64x2.sub(f64x2.add(v128.load(a + part), v128.load(b + part)), f64x2.add(middle, middle));
}

/** Returns Σ ½ k |d|², J. */
export function netBendEnergy(points: usize, stiffness: usize, n: i32, nodes: usize): f64 {
  let energy: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const at: usize = points + <usize>i * BendPoints.BYTES;
    const na: usize = nodes + <usize>load<i32>(at, BendPoints.BEFORE) * NetNode.BYTES;
    const nm: usize = nodes + <usize>load<i32>(at, BendPoints.MIDDLE) * NetNode.BYTES;
    const nb: usize = nodes + <usize>load<i32>(at, BendPoints.AFTER) * NetNode.BYTES;
    let square: f64 = 0;
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const d = load<f64>(na + axis) + load<f64>(nb + axis) - 2 * load<f64>(nm + axis);
      square += d * d;
    }
    energy += 0.5 * load<f64>(stiffness + ((<usize>i) << 3)) * square;
  }
  return energy;
}

/**
 * Adds the loads of virtual points to their parents, and those of the first `used` masses to a planar vector: forces, or with
 * `weights` (f64, inverse masses) other than 0 velocities, v += load / m.
 */
export function netScatter(
  loads: usize,
  count: i32,
  used: i32,
  parents: usize,
  virtualCount: i32,
  vector: usize,
  weights: usize,
  stride: i32,
  first: i32,
): void {
  distribute(loads, count, parents, virtualCount);
  const plane: usize = (<usize>stride) << 3;
  let to: usize = vector + ((<usize>first) << 3);
  let from: usize = loads;
  for (let i: i32 = 0; i < used; i++, to += 8, from += NetLoad.BYTES) {
    const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((<usize>(first + i)) << 3));
    add(to, weight * load<f64>(from, NetLoad.X));
    add(to + plane, weight * load<f64>(from, NetLoad.Y));
    add(to + (plane << 1), weight * load<f64>(from, NetLoad.Z));
  }
}

/** Adds half of the load of each virtual point to either parent. */
// @inline
function distribute(loads: usize, count: i32, parents: usize, virtualCount: i32): void {
  const half = f64x2.splat(0.5);
  let from: usize = loads + <usize>count * NetLoad.BYTES;
  for (let i: i32 = 0; i < virtualCount; i++, from += NetLoad.BYTES) {
    const xy = f64x2.mul(half, v128.load(from, NetLoad.X));
    const z = f64x2.mul(half, v128.load(from, NetLoad.Z));
    for (let k: usize = 0; k < <usize>Edge.BYTES; k += NEXT_I32) {
      const to: usize = loads + <usize>load<i32>(parents + <usize>i * Edge.BYTES + k) * NetLoad.BYTES;
      addLoad(to, xy, z);
    }
  }
}

/** Writes energy, Σ |L − L₀|/L₀, the largest strain and the number of springs, as springMeasures does. */
export function netMeasures(
  ends: usize,
  stiffness: usize,
  rest: usize,
  n: i32,
  nodes: usize,
  out: usize,
): void {
  let energy: f64 = 0;
  let sum: f64 = 0;
  let most: f64 = 0;
  let whole: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const k = load<f64>(stiffness + ((<usize>i) << 3));
    if (!(k > 0)) continue;
    const a: usize = nodes + <usize>load<i32>(ends + <usize>i * Edge.BYTES, Edge.A) * NetNode.BYTES;
    const b: usize = nodes + <usize>load<i32>(ends + <usize>i * Edge.BYTES, Edge.B) * NetNode.BYTES;
    const dx = load<f64>(b) - load<f64>(a);
    const dy = load<f64>(b, Y) - load<f64>(a, Y);
    const dz = load<f64>(b, Z) - load<f64>(a, Z);
    const length = load<f64>(rest + ((<usize>i) << 3));
    const stretch = sqrt(dx * dx + dy * dy + dz * dz) - length;
    const strain = abs(stretch) / length;
    energy += 0.5 * k * stretch * stretch;
    sum += strain;
    most = max(most, strain);
    whole += 1;
  }
  storeElongation(out, energy, sum, most, whole);
}
