/**
 * Predicted motion: vertices are expected to move uniformly up to a horizon T, so that lists of pairs stay valid over
 * several sub-steps. A prediction (layouts/surface.ts: predictedMotion) allows a deviation a, its allowance.
 *
 * A vertex that is within a of its prediction at the start and at the end of a sub-step is so throughout, because both move
 * uniformly. A list contains every pair that may touch while all of its vertices are within their allowances. When some
 * vertices stray, only pairs with one of these are searched again.
 */
import * as FeaturePair from '../../../layouts/generated/feature-pair';
import * as PredictedMotion from '../../../layouts/generated/predicted-motion';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { VECTOR } from '../memory';
import { vertexOf } from './contacts';

/** Predicts the motion of n vertices from the present sub-step, which is 1/ratio of the time to T. */
export function surfacePredict(
  vertices: usize,
  predictions: usize,
  n: i32,
  ratio: f64,
  allowances: usize,
): void {
  for (let i = 0; i < n; i++) {
    const prediction = predictions + <usize>i * SurfaceVertex.BYTES;
    predict(vertices + <usize>i * SurfaceVertex.BYTES, prediction, ratio);
    store<f64>(prediction + PredictedMotion.ALLOWANCE, load<f64>(allowances + ((<usize>i) << 3)));
    store<i32>(prediction + PredictedMotion.STRAYED, 0);
  }
}

/** Predicts the motion of one vertex. */
// @inline
function predict(vertex: usize, prediction: usize, ratio: f64): void {
  for (let axis: usize = 0; axis < VECTOR; axis += 8) {
    const start = load<f64>(vertex + axis);
    store<f64>(prediction + axis, start);
    store<f64>(
      prediction + SurfaceVertex.END + axis,
      start + ratio * (load<f64>(vertex + SurfaceVertex.END + axis) - start),
    );
  }
}

/** Marks vertices off their prediction at its shares s and e, the start and end of the sub-step; returns their number. */
export function surfaceMarkStrayed(
  vertices: usize,
  predictions: usize,
  from: i32,
  end: i32,
  s: f64,
  e: f64,
): i32 {
  let strayed = 0;
  for (let i = from; i < end; i++) {
    const vertex = vertices + <usize>i * SurfaceVertex.BYTES;
    const prediction = predictions + <usize>i * SurfaceVertex.BYTES;
    let first: f64 = 0;
    let last: f64 = 0;
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const now = load<f64>(prediction + axis);
      const goes = load<f64>(prediction + SurfaceVertex.END + axis) - now;
      const atStart = load<f64>(vertex + axis) - now - s * goes;
      const atEnd = load<f64>(vertex + SurfaceVertex.END + axis) - now - e * goes;
      first += atStart * atStart;
      last += atEnd * atEnd;
    }
    const allowance = load<f64>(prediction + PredictedMotion.ALLOWANCE);
    if (max(first, last) <= allowance * allowance) continue; // NaN strays too
    store<i32>(prediction + PredictedMotion.STRAYED, 1);
    strayed++;
  }
  return strayed;
}

/** Advances predictions by the share `share` of their motion; those of vertices that strayed are made again. */
export function surfaceAdvance(vertices: usize, predictions: usize, n: i32, share: f64, ratio: f64): void {
  for (let i = 0; i < n; i++) {
    const prediction = predictions + <usize>i * SurfaceVertex.BYTES;
    if (load<i32>(prediction + PredictedMotion.STRAYED) !== 0) {
      predict(vertices + <usize>i * SurfaceVertex.BYTES, prediction, ratio);
      continue;
    }
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const now = load<f64>(prediction + axis);
      store<f64>(prediction + axis, now + share * (load<f64>(prediction + SurfaceVertex.END + axis) - now));
    }
  }
}

/** 1 if the vertex has strayed. */
// @inline
export function hasStrayed(predictions: usize, i: i32): i32 {
  return load<i32>(predictions + <usize>i * SurfaceVertex.BYTES + PredictedMotion.STRAYED);
}

/** Removes pairs with a vertex that strayed from a list; returns how many are left. */
export function surfaceDropStrayed(pairs: usize, wake: usize, count: i32, predictions: usize): i32 {
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const pair = pairs + <usize>k * FeaturePair.BYTES;
    let strayed = 0;
    for (let j: usize = 0; j < 4; j++)
      strayed |= load<i32>(vertexOf(predictions, pair, j) + PredictedMotion.STRAYED);
    if (strayed !== 0) continue;
    if (kept < k) {
      memory.copy(pairs + <usize>kept * FeaturePair.BYTES, pair, FeaturePair.BYTES);
      store<f64>(wake + ((<usize>kept) << 3), load<f64>(wake + ((<usize>k) << 3)));
    }
    kept++;
  }
  return kept;
}

/** Clears the marks of vertices that strayed, when the lists are valid again. */
export function surfaceClearStrayed(predictions: usize, n: i32): void {
  for (let i = 0; i < n; i++)
    store<i32>(predictions + <usize>i * SurfaceVertex.BYTES + PredictedMotion.STRAYED, 0);
}
