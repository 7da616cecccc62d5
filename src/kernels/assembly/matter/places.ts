/**
 * Compact positions of slots: 16 bytes each, so that four neighbours fill four vectors. FIXED_POSITION contains x, y, z as i32 in
 * units of D/2²², modulo 2³² (1024 D), and one f32. Differences are exact at any distance from the origin, and those of neighbours are
 * accurate to 2 · 10⁻⁷ D in f32. Particles farther apart than lists reach may appear near by the period: if the matter extends
 * over more than that, FAR is not 0 and pairs are checked in f64 too.
 *
 * One more slot without mass follows the last: rows are filled up to multiples of four with it.
 */
import * as FixedPosition from '../../../layouts/generated/fixed-position';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import { Y, Z } from '../../../layouts/generated/vector';
import { number } from '../memory';
import { address, slot, word } from './record';

export const UNITS: f64 = 4194304;
/** Length after which positions repeat, 2³² units, in units of D. */
export const PERIOD: f64 = 4294967296 / UNITS;
/** Length of a unit in units of D. */
export const UNIT: f32 = 2.384185791015625e-7;
/** 1.5 · 2⁵²: the sum of an f64 and this number has the nearest integer in its low bits, modulo 2³². */
const ROUND: f64 = 6755399441055744;

// @inline
export function place(x: f64): i32 {
  return <i32>reinterpret<i64>(x + ROUND);
}

/** Writes x, y, z of all slots; the fourth numbers are unchanged. */
export function writePlaces(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const places = address(w, Words.FIXED_POSITION);
  const scale = UNITS / number(c, Numbers.SPACING);
  // Relative to the first slot, for bodies far from the origin.
  const ox = load<f64>(x);
  const oy = load<f64>(x, Y);
  const oz = load<f64>(x, Z);
  for (let i: i32 = 0; i < n; i++) {
    const xi = slot(x, i);
    const to = places + <usize>i * FixedPosition.BYTES;
    store<i32>(to, place((load<f64>(xi) - ox) * scale), FixedPosition.X);
    store<i32>(to, place((load<f64>(xi, Y) - oy) * scale), FixedPosition.Y);
    store<i32>(to, place((load<f64>(xi, Z) - oz) * scale), FixedPosition.Z);
  }
}

/** Transposes: four records as rows → their first, second, third or fourth numbers. */
// @inline
export function low(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}
// @inline
export function high(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}
// @inline
export function even(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 1, 4, 5);
}
// @inline
export function odd(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 3, 6, 7);
}
