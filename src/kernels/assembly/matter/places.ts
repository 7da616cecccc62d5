/**
 * Where slots are, in short: 16 bytes each, so that four neighbours fill as many vectors. FIXED_POSITION has x, y, z as i32 in units of
 * D/2²², modulo 2³² (1024 D), and a number of f32. Differences of such places are exact however far from the origin they are, and those of
 * neighbours come out in f32, in units of D, good to 2 · 10⁻⁷. What is farther apart than lists reach may seem near by a whole turn:
 * where particles are spread over more than that, FAR is not 0 and pairs are looked at in f64 too.
 *
 * After the last slot there is one more, for rows that are filled up to four: it has no mass.
 */
import * as FixedPosition from '../../../layouts/generated/fixed-position';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import { Y, Z } from '../../../layouts/generated/vector';
import { number } from '../memory';
import { address, slot, word } from './record';

export const UNITS: f64 = 4194304;
/** D over a unit. */
export const UNIT: f32 = 2.384185791015625e-7;
/** 1.5 · 2⁵²: added to an f64 it leaves the nearest whole number in the low bits, modulo 2³². */
const ROUND: f64 = 6755399441055744;

// @inline
export function place(x: f64): i32 {
  return <i32>reinterpret<i64>(x + ROUND);
}

/** Writes x, y, z of all slots; the fourth numbers stay. */
export function writePlaces(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const places = address(w, Words.FIXED_POSITION);
  const scale = UNITS / number(c, Numbers.SPACING);
  // From the first slot: for bodies far from the origin.
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

/** Four records as rows → their first, second, third or fourth numbers. */
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
