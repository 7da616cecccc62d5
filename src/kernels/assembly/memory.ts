/** Numbers, vectors of three f64 and symmetric matrices in memory. */
import * as Elongation from '../../layouts/generated/elongation';
import * as Quad32 from '../../layouts/generated/quad32';
import * as Symmetric from '../../layouts/generated/symmetric';
import * as Vector from '../../layouts/generated/vector';
import { Y, Z } from '../../layouts/generated/vector';

/** Bytes of a vector, as a bound of loops over its coordinates. */
export const VECTOR: usize = Vector.BYTES;
/** Bytes of four i32, as a bound of loops over the vertices of two features. */
export const VERTICES: usize = Quad32.BYTES;

/** Bytes from one element of an array to the next. */
export const NEXT_I32: usize = 4;
export const NEXT_F64: usize = 8;

/** Returns a word of a job: an address or a count. */
// @inline
export function word(job: usize, at: usize): usize {
  return <usize>load<u32>(job + at);
}

/** Element k of the f64 at `at`. */
// @inline
export function number(at: usize, k: i32): f64 {
  return load<f64>(at + ((<usize>k) << 3));
}

/** Sets element k of the f64 at `at`. */
// @inline
export function put(at: usize, k: i32, value: f64): void {
  store<f64>(at + ((<usize>k) << 3), value);
}

/** Element k of the i32 at `at`. */
// @inline
export function index(at: usize, k: i32): i32 {
  return load<i32>(at + ((<usize>k) << 2));
}

/** Sets element k of the i32 at `at`. */
// @inline
export function putIndex(at: usize, k: i32, value: i32): void {
  store<i32>(at + ((<usize>k) << 2), value);
}

/** Adds a number to the one at `at`. */
// @inline
export function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}

/** Adds (x, y, z) to the vector at `at`. */
// @inline
export function addVector(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, load<f64>(at) + x);
  store<f64>(at, load<f64>(at, Y) + y, Y);
  store<f64>(at, load<f64>(at, Z) + z, Z);
}

/** Writes (x, y, z) to `at`. */
// @inline
export function storeVector(at: usize, x: f64, y: f64, z: f64): void {
  store<f64>(at, x);
  store<f64>(at, y, Y);
  store<f64>(at, z, Z);
}

/** Writes an elongation record. */
// @inline
export function storeElongation(out: usize, energy: f64, sum: f64, largest: f64, count: f64): void {
  store<f64>(out, energy, Elongation.ENERGY);
  store<f64>(out, sum, Elongation.SUM);
  store<f64>(out, largest, Elongation.LARGEST);
  store<f64>(out, count, Elongation.COUNT);
}

/** First coordinate of S (x, y, z), S the symmetric matrix at `s`. */
// @inline
export function symmetricX(s: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(s, Symmetric.XX) * x + load<f64>(s, Symmetric.XY) * y + load<f64>(s, Symmetric.XZ) * z;
}

/** Second coordinate of S (x, y, z). */
// @inline
export function symmetricY(s: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(s, Symmetric.XY) * x + load<f64>(s, Symmetric.YY) * y + load<f64>(s, Symmetric.YZ) * z;
}

/** Third coordinate of S (x, y, z). */
// @inline
export function symmetricZ(s: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(s, Symmetric.XZ) * x + load<f64>(s, Symmetric.YZ) * y + load<f64>(s, Symmetric.ZZ) * z;
}
