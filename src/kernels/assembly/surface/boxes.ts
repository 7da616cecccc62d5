/**
 * Boxes of predicted motion, one now and one at the horizon. What two of them enclose stays apart if both are apart along the
 * same axis in the same order, because vertices move uniformly: common motion does not bring boxes together.
 */
import * as ContactRadii from '../../../layouts/generated/contact-radii';
import * as MovingBox from '../../../layouts/generated/moving-box';
import * as PredictedMotion from '../../../layouts/generated/predicted-motion';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as Vector32 from '../../../layouts/generated/vector32';
import { VECTOR } from '../memory';
import { NEAR, SEPARATION } from './pairs';

/** Relative rounding error of f32 (2⁻²⁴) in a conversion, doubled: boxes are enlarged by it. */
const ROUNDING: f64 = 2.0 / 16777216;
/**
 * Half widths of boxes along the fourth axis. A vertex that may have new pairs is wide. The others are inside out: they
 * overlap with those that are wide, but not with each other.
 */
const WIDE: f32 = 2;
const INSIDE_OUT: f32 = -1;

/**
 * Writes the boxes of the vertices in a range, enlarged by radius and allowance. New pairs are sought of the first `mobile`
 * ones; with `part` only of those that have strayed.
 */
export function writeVertexBoxes(
  from: i32,
  end: i32,
  predictions: usize,
  radii: usize,
  mobile: i32,
  part: bool,
  boxes: usize,
): void {
  for (let i = from; i < end; i++) {
    const prediction = predictions + <usize>i * SurfaceVertex.BYTES;
    const sought = i < mobile && !(part && load<i32>(prediction + PredictedMotion.STRAYED) === 0);
    const radius = radii + <usize>i * ContactRadii.BYTES;
    const wide =
      load<f64>(prediction + PredictedMotion.ALLOWANCE) +
      (1 + NEAR) * max(load<f64>(radius, ContactRadii.OTHERS), load<f64>(radius, ContactRadii.OWN)) +
      SEPARATION;
    const to = boxes + <usize>i * MovingBox.BYTES;
    const half = sought ? WIDE : INSIDE_OUT;
    place(prediction, wide, half, to);
    place(prediction + SurfaceVertex.END, wide, half, to + MovingBox.END_LOW);
    if (!(wide + size(prediction) < Infinity)) empty(to);
  }
}

/** Writes the box around a position. */
// @inline
function place(position: usize, wide: f64, half: f32, to: usize): void {
  for (let axis: usize = 0; axis < VECTOR; axis += 8) {
    const at = load<f64>(position + axis);
    const grown = abs(at) * ROUNDING + wide;
    store<f32>(to + (axis >> 1), <f32>(at - grown), MovingBox.LOW);
    store<f32>(to + (axis >> 1), <f32>(at + grown), MovingBox.HIGH);
  }
  store<f32>(to, -half, MovingBox.LOW + Vector32.W);
  store<f32>(to, half, MovingBox.HIGH + Vector32.W);
}

/** Sum of the absolute coordinates: not finite if one of them is not. */
// @inline
function size(prediction: usize): f64 {
  let sum: f64 = 0;
  for (let byte: usize = 0; byte < <usize>PredictedMotion.ALLOWANCE; byte += 8)
    sum += abs(load<f64>(prediction + byte));
  return sum;
}

/** Writes a box that overlaps none: a vertex without a position touches nothing, and the step reports the fault. */
function empty(box: usize): void {
  for (let byte: usize = 0; byte < <usize>MovingBox.HIGH; byte += 16) {
    v128.store(box + byte, f32x4.splat(Infinity), MovingBox.LOW);
    v128.store(box + byte, f32x4.splat(-Infinity), MovingBox.HIGH);
  }
}

/** Writes the box around three. */
// @inline
export function enclose(a: usize, b: usize, c: usize, to: usize): void {
  v128.store(to, lowest(a, b, c, MovingBox.LOW), MovingBox.LOW);
  v128.store(to, lowest(a, b, c, MovingBox.END_LOW), MovingBox.END_LOW);
  v128.store(to, highest(a, b, c, MovingBox.HIGH), MovingBox.HIGH);
  v128.store(to, highest(a, b, c, MovingBox.END_HIGH), MovingBox.END_HIGH);
}

// @inline
function lowest(a: usize, b: usize, c: usize, at: usize): v128 {
  return f32x4.min(v128.load(a + at), f32x4.min(v128.load(b + at), v128.load(c + at)));
}

// @inline
function highest(a: usize, b: usize, c: usize, at: usize): v128 {
  return f32x4.max(v128.load(a + at), f32x4.max(v128.load(b + at), v128.load(c + at)));
}

/** Mask of the axes along which a stays below b. */
// @inline
export function staysBelow(a: usize, b: usize): v128 {
  return v128.and(
    f32x4.lt(v128.load(a, MovingBox.HIGH), v128.load(b, MovingBox.LOW)),
    f32x4.lt(v128.load(a, MovingBox.END_HIGH), v128.load(b, MovingBox.END_LOW)),
  );
}

/** Whether two boxes may overlap. */
// @inline
export function boxesMeet(a: usize, b: usize): bool {
  return !v128.any_true(v128.or(staysBelow(a, b), staysBelow(b, a)));
}
