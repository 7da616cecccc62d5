/**
 * Courses: where vertices are expected to be until some moment T, by which lists of pairs are kept over sub-steps. A
 * course is a record like a vertex's (surface-distance.ts): place now, place at T, then what the vertex may stray from
 * the straight and even way between them (its allowance a, m), and whether it has (i32).
 *
 * Where a vertex is within a of its course at the start and at the end of a sub-step, it is so all the way, for both go
 * straight. A list has every pair that may touch while all of its vertices are within their allowances. So when some have
 * strayed, only pairs with one of these need to be found anew.
 */
import * as FeaturePair from '../../../layouts/generated/feature-pair';
import * as PredictedMotion from '../../../layouts/generated/predicted-motion';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { VECTOR } from '../memory';
import { vertexOf } from './contacts';

/** Courses of n vertices as they go in this sub-step, which is 1/ratio of the time to T. `allowances`: one f64 each. */
export function surfaceChart(vertices: usize, courses: usize, n: i32, ratio: f64, allowances: usize): void {
  for (let i = 0; i < n; i++) {
    const course = courses + <usize>i * SurfaceVertex.BYTES;
    steer(vertices + <usize>i * SurfaceVertex.BYTES, course, ratio);
    store<f64>(course + PredictedMotion.ALLOWANCE, load<f64>(allowances + ((<usize>i) << 3)));
    store<i32>(course + PredictedMotion.STRAYED, 0);
  }
}

// @inline
function steer(vertex: usize, course: usize, ratio: f64): void {
  for (let axis: usize = 0; axis < VECTOR; axis += 8) {
    const start = load<f64>(vertex + axis);
    store<f64>(course + axis, start);
    store<f64>(
      course + SurfaceVertex.END + axis,
      start + ratio * (load<f64>(vertex + SurfaceVertex.END + axis) - start),
    );
  }
}

/** Marks vertices that are off their courses at the shares s and e of the way, where the sub-step starts and ends; how many. */
export function surfaceStrays(vertices: usize, courses: usize, from: i32, end: i32, s: f64, e: f64): i32 {
  let strayed = 0;
  for (let i = from; i < end; i++) {
    const vertex = vertices + <usize>i * SurfaceVertex.BYTES;
    const course = courses + <usize>i * SurfaceVertex.BYTES;
    let first: f64 = 0;
    let last: f64 = 0;
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const now = load<f64>(course + axis);
      const goes = load<f64>(course + SurfaceVertex.END + axis) - now;
      const atStart = load<f64>(vertex + axis) - now - s * goes;
      const atEnd = load<f64>(vertex + SurfaceVertex.END + axis) - now - e * goes;
      first += atStart * atStart;
      last += atEnd * atEnd;
    }
    const allowance = load<f64>(course + PredictedMotion.ALLOWANCE);
    if (max(first, last) <= allowance * allowance) continue; // NaN strays too
    store<i32>(course + PredictedMotion.STRAYED, 1);
    strayed++;
  }
  return strayed;
}

/** Takes courses on by the share `share` of their way; those that strayed begin anew, as in surfaceChart. */
export function surfaceSteer(vertices: usize, courses: usize, n: i32, share: f64, ratio: f64): void {
  for (let i = 0; i < n; i++) {
    const course = courses + <usize>i * SurfaceVertex.BYTES;
    if (load<i32>(course + PredictedMotion.STRAYED) !== 0) {
      steer(vertices + <usize>i * SurfaceVertex.BYTES, course, ratio);
      continue;
    }
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const now = load<f64>(course + axis);
      store<f64>(course + axis, now + share * (load<f64>(course + SurfaceVertex.END + axis) - now));
    }
  }
}

/** Lists and marks (`stale`, i32 a triangle) the triangles with a vertex that strayed; how many of the first `count`. */
export function surfaceStale(triangles: usize, count: i32, courses: usize, stale: usize, list: usize): i32 {
  let found = 0;
  for (let t = 0; t < count; t++) {
    const at = triangles + <usize>t * SurfaceTriangle.BYTES;
    const is =
      hasStrayed(courses, load<i32>(at, SurfaceTriangle.A)) |
      hasStrayed(courses, load<i32>(at, SurfaceTriangle.B)) |
      hasStrayed(courses, load<i32>(at, SurfaceTriangle.C));
    store<i32>(stale + ((<usize>t) << 2), is);
    if (is === 0) continue;
    store<i32>(list + ((<usize>found) << 2), t);
    found++;
  }
  return found;
}

// @inline
export function hasStrayed(courses: usize, i: i32): i32 {
  return load<i32>(courses + <usize>i * SurfaceVertex.BYTES + PredictedMotion.STRAYED);
}

/** Takes the pairs with a vertex that strayed out of a list; how many are left. */
export function surfaceDrop(pairs: usize, wake: usize, count: i32, courses: usize): i32 {
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const pair = pairs + <usize>k * FeaturePair.BYTES;
    let strayed = 0;
    for (let j: usize = 0; j < 4; j++)
      strayed |= load<i32>(vertexOf(courses, pair, j) + PredictedMotion.STRAYED);
    if (strayed !== 0) continue;
    if (kept < k) {
      memory.copy(pairs + <usize>kept * FeaturePair.BYTES, pair, FeaturePair.BYTES);
      store<f64>(wake + ((<usize>kept) << 3), load<f64>(wake + ((<usize>k) << 3)));
    }
    kept++;
  }
  return kept;
}

/** After lists are right again. */
export function surfaceFollow(courses: usize, n: i32): void {
  for (let i = 0; i < n; i++)
    store<i32>(courses + <usize>i * SurfaceVertex.BYTES + PredictedMotion.STRAYED, 0);
}
