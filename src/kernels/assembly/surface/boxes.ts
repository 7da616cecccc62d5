/** Bounding boxes of the predicted motion of vertices, and a test of whether neighbouring triangles stay side by side. */
import * as BoundingBox from '../../../layouts/generated/bounding-box';
import * as ContactRadii from '../../../layouts/generated/contact-radii';
import * as FrameShift from '../../../layouts/generated/frame-shift';
import * as PredictedMotion from '../../../layouts/generated/predicted-motion';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as TriangleFold from '../../../layouts/generated/triangle-fold';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { VECTOR } from '../memory';
import { APART, NEAR, SEPARATION } from './pairs';

/** Relative rounding error of f32 (2⁻²⁴) in two conversions and a difference, rounded up: boxes are enlarged by it. */
const ROUNDING: f64 = 4.0 / 16777216;
/** Cosine of the angle between the normals of neighbours that count as nearly flat. */
const FLAT: f32 = 0.7;

/**
 * Writes the boxes of the vertices `from` to `end` in a frame moved by `shift` (frameShift), enlarged by radius and
 * allowance. `part`: only of vertices that have strayed.
 */
export function surfaceVertexBoxes(
  predictions: usize,
  radii: usize,
  from: i32,
  end: i32,
  shift: usize,
  part: bool,
  boxes: usize,
): void {
  for (let i = from; i < end; i++) {
    const prediction = predictions + <usize>i * SurfaceVertex.BYTES;
    if (part && load<i32>(prediction + PredictedMotion.STRAYED) === 0) continue;
    const wide =
      load<f64>(prediction + PredictedMotion.ALLOWANCE) +
      (1 + NEAR) * load<f64>(radii + <usize>i * ContactRadii.BYTES) +
      SEPARATION;
    const to = boxes + <usize>i * BoundingBox.BYTES;
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const start = load<f64>(prediction + axis) - load<f64>(shift + axis, FrameShift.START);
      const goal = load<f64>(prediction + SurfaceVertex.END + axis) - load<f64>(shift + axis, FrameShift.END);
      const grown = max(abs(start), abs(goal)) * ROUNDING + wide;
      store<f32>(to + (axis >> 1), <f32>(min(start, goal) - grown), BoundingBox.LOW);
      store<f32>(to + (axis >> 1), <f32>(max(start, goal) + grown), BoundingBox.HIGH);
    }
    store<f32>(to, 0, BoundingBox.LOW + Vector32.W);
    store<f32>(to, 0, BoundingBox.HIGH + Vector32.W);
    if (!(wide + size(prediction) < Infinity)) empty(to);
  }
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
  for (let byte: usize = 0; byte < <usize>Vector32.W; byte += 4) {
    store<f32>(box + byte, Infinity, BoundingBox.LOW);
    store<f32>(box + byte, -Infinity, BoundingBox.HIGH);
  }
}

/** Writes the fold records of the first `count` triangles. */
export function surfaceFolds(
  triangles: usize,
  count: i32,
  predictions: usize,
  radii: usize,
  folds: usize,
): void {
  for (let t = 0; t < count; t++) {
    const at = triangles + <usize>t * SurfaceTriangle.BYTES;
    const to = folds + <usize>t * TriangleFold.BYTES;
    const a = predictions + <usize>load<i32>(at, SurfaceTriangle.A) * SurfaceVertex.BYTES,
      b = predictions + <usize>load<i32>(at, SurfaceTriangle.B) * SurfaceVertex.BYTES,
      c = predictions + <usize>load<i32>(at, SurfaceTriangle.C) * SurfaceVertex.BYTES;
    const height = min(
      face(a, b, c, to),
      face(a + SurfaceVertex.END, b + SurfaceVertex.END, c + SurfaceVertex.END, to + TriangleFold.END_NORMAL),
    );
    const keeps =
      2 * max(own(at, radii), max(own(at + SurfaceTriangle.B, radii), own(at + SurfaceTriangle.C, radii)));
    store<f32>(to, <f32>(APART * height - (1 + NEAR) * keeps), TriangleFold.CLEARANCE);
    const mx = (way(a, 0) + way(b, 0) + way(c, 0)) / 3,
      my = (way(a, Y) + way(b, Y) + way(c, Y)) / 3,
      mz = (way(a, Z) + way(b, Z) + way(c, Z)) / 3;
    const spread = max(deviation(a, mx, my, mz), max(deviation(b, mx, my, mz), deviation(c, mx, my, mz)));
    store<f32>(to, <f32>Math.sqrt(spread), TriangleFold.SPREAD);
    store<f32>(to, <f32>mx, TriangleFold.MEAN_MOTION);
    store<f32>(to, <f32>my, TriangleFold.MEAN_MOTION + Vector32.Y);
    store<f32>(to, <f32>mz, TriangleFold.MEAN_MOTION + Vector32.Z);
    const allowance = max(
      load<f64>(a + PredictedMotion.ALLOWANCE),
      max(load<f64>(b + PredictedMotion.ALLOWANCE), load<f64>(c + PredictedMotion.ALLOWANCE)),
    );
    store<f32>(to, <f32>allowance, TriangleFold.ALLOWANCE);
  }
}

/** Contact radius of the vertex at `corner` towards its own sheet, m. */
// @inline
function own(corner: usize, radii: usize): f64 {
  return load<f64>(radii + <usize>load<i32>(corner) * ContactRadii.BYTES, ContactRadii.OWN);
}

/** Writes the unit normal, 0 if there is none; returns the least height, m. */
function face(a: usize, b: usize, c: usize, to: usize): f64 {
  const ux = load<f64>(b) - load<f64>(a),
    uy = load<f64>(b, Y) - load<f64>(a, Y),
    uz = load<f64>(b, Z) - load<f64>(a, Z);
  const vx = load<f64>(c) - load<f64>(a),
    vy = load<f64>(c, Y) - load<f64>(a, Y),
    vz = load<f64>(c, Z) - load<f64>(a, Z);
  const wx = vx - ux,
    wy = vy - uy,
    wz = vz - uz;
  const nx = uy * vz - uz * vy,
    ny = uz * vx - ux * vz,
    nz = ux * vy - uy * vx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const unit = area > 0 ? 1 / area : 0;
  store<f32>(to, <f32>(unit * nx));
  store<f32>(to, <f32>(unit * ny), Vector32.Y);
  store<f32>(to, <f32>(unit * nz), Vector32.Z);
  const longest = max(
    ux * ux + uy * uy + uz * uz,
    max(vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz),
  );
  return longest > 0 ? area / Math.sqrt(longest) : 0;
}

/** One coordinate of the predicted displacement of a vertex. */
// @inline
function way(prediction: usize, axis: usize): f64 {
  return load<f64>(prediction + SurfaceVertex.END + axis) - load<f64>(prediction + axis);
}

/** Squared deviation of the displacement of a vertex from (mx, my, mz). */
// @inline
function deviation(prediction: usize, mx: f64, my: f64, mz: f64): f64 {
  const x = way(prediction, 0) - mx,
    y = way(prediction, Y) - my,
    z = way(prediction, Z) - mz;
  return x * x + y * y + z * z;
}

/**
 * Whether two neighbours stay side by side: the angle between them stays within FLAT now and at the horizon. Then the
 * vertices that they do not share are APART of a height h from each other at both times, by the clearance APART h − r more
 * than the distance r kept. In between they approach by at most half of their relative motion, and by their allowances.
 */
// @inline
export function staysFlat(folds: usize, s: i32, t: i32): bool {
  const a = folds + <usize>s * TriangleFold.BYTES;
  const b = folds + <usize>t * TriangleFold.BYTES;
  const now =
    load<f32>(a, TriangleFold.NORMAL) * load<f32>(b, TriangleFold.NORMAL) +
    load<f32>(a, TriangleFold.NORMAL + Vector32.Y) * load<f32>(b, TriangleFold.NORMAL + Vector32.Y) +
    load<f32>(a, TriangleFold.NORMAL + Vector32.Z) * load<f32>(b, TriangleFold.NORMAL + Vector32.Z);
  if (!(now > FLAT)) return false;
  const then =
    load<f32>(a, TriangleFold.END_NORMAL) * load<f32>(b, TriangleFold.END_NORMAL) +
    load<f32>(a, TriangleFold.END_NORMAL + Vector32.Y) * load<f32>(b, TriangleFold.END_NORMAL + Vector32.Y) +
    load<f32>(a, TriangleFold.END_NORMAL + Vector32.Z) * load<f32>(b, TriangleFold.END_NORMAL + Vector32.Z);
  if (!(then > FLAT)) return false;
  const clear =
    min<f32>(load<f32>(a, TriangleFold.CLEARANCE), load<f32>(b, TriangleFold.CLEARANCE)) -
    load<f32>(a, TriangleFold.ALLOWANCE) -
    load<f32>(b, TriangleFold.ALLOWANCE);
  const over: f32 = 2 * clear - load<f32>(a, TriangleFold.SPREAD) - load<f32>(b, TriangleFold.SPREAD);
  if (!(over > 0)) return false;
  const x = load<f32>(a, TriangleFold.MEAN_MOTION) - load<f32>(b, TriangleFold.MEAN_MOTION),
    y =
      load<f32>(a, TriangleFold.MEAN_MOTION + Vector32.Y) -
      load<f32>(b, TriangleFold.MEAN_MOTION + Vector32.Y),
    z =
      load<f32>(a, TriangleFold.MEAN_MOTION + Vector32.Z) -
      load<f32>(b, TriangleFold.MEAN_MOTION + Vector32.Z);
  return x * x + y * y + z * z < over * over;
}
