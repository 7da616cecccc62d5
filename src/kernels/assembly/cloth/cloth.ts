/** Vectors of a cloth by rows of its system: vertices are gathered into records of four f64 (x y z 0, 32 bytes), forces likewise. */
import * as ClothNode from '../../../layouts/generated/cloth-node';
import * as Matrix32 from '../../../layouts/generated/matrix32';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { add, NEXT_I32 } from '../memory';
import { times } from './solve';

/**
 * Gathers a planar vector from particle `first` on; record i is that of particle `first` + order[i] (i32). Returns whether a
 * record has changed.
 */
export function clothGather(
  position: usize,
  stride: i32,
  first: i32,
  order: usize,
  n: i32,
  nodes: usize,
): bool {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  const start: usize = position + ((<usize>first) << 3);
  let same = i64x2.splat(-1);
  for (let i: i32 = 0; i < n; i++, nodes += ClothNode.BYTES) {
    const x: usize = start + ((<usize>load<i32>(order + ((<usize>i) << 2))) << 3);
    const xy = v128.load64_lane(x + plane, v128.load64_zero(x), 1);
    const z = v128.load64_zero(x + plane2);
    same = v128.and(same, f64x2.eq(xy, v128.load(nodes)));
    same = v128.and(same, f64x2.eq(z, v128.load(nodes, Z)));
    v128.store(nodes, xy);
    v128.store(nodes, z, Z);
  }
  return !i64x2.all_true(same);
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

/** Moves particles by the solution (records of four f32). */
export function clothMove(
  solution: usize,
  order: usize,
  n: i32,
  position: usize,
  stride: i32,
  first: i32,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  const start: usize = position + ((<usize>first) << 3);
  for (let i: i32 = 0; i < n; i++, solution += Vector32.BYTES) {
    const x: usize = start + ((<usize>load<i32>(order + ((<usize>i) << 2))) << 3);
    add(x, <f64>load<f32>(solution, Vector32.X));
    add(x + plane, <f64>load<f32>(solution, Vector32.Y));
    add(x + plane2, <f64>load<f32>(solution, Vector32.Z));
  }
}

/** Returns Σ m |a − b|² over records of a and b; masses are f32. */
export function clothInertia(a: usize, b: usize, masses: usize, n: i32): f64 {
  let sum = f64x2.splat(0);
  for (let i: i32 = 0; i < n; i++, a += ClothNode.BYTES, b += ClothNode.BYTES, masses += NEXT_I32) {
    const xy = f64x2.sub(v128.load(a), v128.load(b));
    const z = f64x2.sub(v128.load(a, Z), v128.load(b, Z));
    const mass = f64x2.splat(<f64>load<f32>(masses));
    sum = f64x2.add(sum, f64x2.mul(mass, f64x2.add(f64x2.mul(xy, xy), f64x2.mul(z, z))));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

// @inline
function vector(x: f64, y: f64, z: f64): v128 {
  return f32x4.replace_lane(
    f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(0), 0, <f32>x), 1, <f32>y),
    2,
    <f32>z,
  );
}
