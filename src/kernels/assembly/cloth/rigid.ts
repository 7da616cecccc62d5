/** Vectors, motions and blocks of the levels of aggregates (coarse.ts) in memory. */
import * as RigidBlock from '../../../layouts/generated/rigid-block';
import * as RigidMotion from '../../../layouts/generated/rigid-motion';
import * as Vector32 from '../../../layouts/generated/vector32';

/** Bytes of a column of a block, and where its columns by rotation begin. */
export const COLUMN: usize = RigidMotion.BYTES;
export const TURNS: usize = 3 * COLUMN;
/** Returns the place of vector k in a list. */
// @inline
export function vector(at: usize, k: i32): usize {
  return at + <usize>k * Vector32.BYTES;
}

/** Returns the place of motion k in a list. */
// @inline
export function motion(at: usize, k: i32): usize {
  return at + <usize>k * RigidMotion.BYTES;
}

/** Returns the place of block k in a list. */
// @inline
export function rigid(at: usize, k: i32): usize {
  return at + <usize>k * RigidBlock.BYTES;
}

/** Returns a × b. */
// @inline
export function cross(a: v128, b: v128): v128 {
  const c = f32x4.sub(
    f32x4.mul(a, v128.shuffle<f32>(b, b, 1, 2, 0, 3)),
    f32x4.mul(v128.shuffle<f32>(a, a, 1, 2, 0, 3), b),
  );
  return v128.shuffle<f32>(c, c, 1, 2, 0, 3);
}

/** Adds four numbers to those at `at`. */
// @inline
export function addTo(at: usize, value: v128): void {
  v128.store(at, f32x4.add(v128.load(at), value));
}
