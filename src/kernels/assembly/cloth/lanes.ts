/** Two elements at a time, one in each lane of f64: their numbers come from records, which lie anywhere in memory. */
import * as ClothNode from '../../../layouts/generated/cloth-node';
import { Z } from '../../../layouts/generated/vector';

/** The first numbers of two pairs. */
// @inline
export function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** The second numbers of two pairs. */
// @inline
export function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** Loads one number of two records. */
// @inline
export function both(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/** Returns x and y of the way between two nodes. */
// @inline
export function wayXy(from: usize, to: usize): v128 {
  return f64x2.sub(v128.load(to), v128.load(from));
}

/** Returns z of the way between two nodes, and 0. */
// @inline
export function wayZ(from: usize, to: usize): v128 {
  return f64x2.sub(v128.load(to, Z), v128.load(from, Z));
}

/** Returns the record of the node whose index is at `at`. */
// @inline
export function nodeOf(nodes: usize, at: usize): usize {
  return nodes + <usize>load<i32>(at) * ClothNode.BYTES;
}

/** Returns a b − c d: one component of a cross product. */
// @inline
export function cross(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
}

// @inline
export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** Returns a x + b y. */
// @inline
export function blend(a: v128, x: v128, b: v128, y: v128): v128 {
  return f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y));
}

/** Returns the sum of both lanes. */
// @inline
export function total(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

/** Adds one vector of each lane to the records at `a` and `b`. */
// @inline
export function addTo(a: usize, b: usize, x: v128, y: v128, z: v128): void {
  const zero = f64x2.splat(0);
  v128.store(a, f64x2.add(v128.load(a), firsts(x, y)));
  v128.store(a, f64x2.add(v128.load(a, Z), firsts(z, zero)), Z);
  v128.store(b, f64x2.add(v128.load(b), seconds(x, y)));
  v128.store(b, f64x2.add(v128.load(b, Z), seconds(z, zero)), Z);
}
