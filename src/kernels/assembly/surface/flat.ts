/**
 * Tests of whether neighbouring triangles stay side by side, so that no pairs of their features are needed: for all
 * triangles around a vertex at once, which settles most of them, and for two triangles.
 */
import * as ContactRadii from '../../../layouts/generated/contact-radii';
import * as PredictedMotion from '../../../layouts/generated/predicted-motion';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as TriangleFold from '../../../layouts/generated/triangle-fold';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { APART, NEAR } from './pairs';
import { hasStrayed } from './predicted-motion';

/** Cosine of the angle between the normals of neighbours that count as nearly flat. */
const FLAT: f32 = 0.7;
/** Squared length of the difference of unit normals at that angle, less rounding errors. */
const BENT: f32 = 2 * (1 - FLAT) - 1e-5;
/** Cotangent of the least angle of a corner between two triangles that extend apart, rounded down: √(1 − APART²)/APART. */
const SHARP: f32 = 1.2;
/** Cosine of the angle to a side beyond which points are farther from it than APART of its length: √(1 − APART²). */
const WEDGE: f64 = 0.7683749;
/** Value of a vertex in `flat` that is not known. */
const UNKNOWN: i32 = -1;

/** Makes the vertices of the triangles in a range unknown in `flat` (i32 a vertex), if one of them has strayed. */
export function doubtFlat(from: i32, end: i32, triangles: usize, predictions: usize, flat: usize): void {
  for (let t = from; t < end; t++) doubt(triangles + <usize>t * SurfaceTriangle.BYTES, predictions, flat);
}

/** Writes the fold records of the triangles in a range that have a vertex which is not known. */
export function writeFolds(
  from: i32,
  end: i32,
  triangles: usize,
  predictions: usize,
  radii: usize,
  flat: usize,
  folds: usize,
): void {
  for (let t = from; t < end; t++) {
    const at = triangles + <usize>t * SurfaceTriangle.BYTES;
    const a = load<i32>(at, SurfaceTriangle.A),
      b = load<i32>(at, SurfaceTriangle.B),
      c = load<i32>(at, SurfaceTriangle.C);
    if ((flatOf(flat, a) | flatOf(flat, b) | flatOf(flat, c)) !== UNKNOWN) continue;
    fold(
      predictions + <usize>a * SurfaceVertex.BYTES,
      predictions + <usize>b * SurfaceVertex.BYTES,
      predictions + <usize>c * SurfaceVertex.BYTES,
      2 * max(own(a, radii), max(own(b, radii), own(c, radii))),
      folds + <usize>t * TriangleFold.BYTES,
    );
  }
}

/**
 * Writes the bits of fanBits for the vertices in a range that are not known. The corners around vertex v are those from number
 * starts[v] to starts[v + 1] of `corners` (see fans.ts).
 */
export function writeFlat(
  from: i32,
  end: i32,
  starts: usize,
  corners: usize,
  folds: usize,
  flat: usize,
): void {
  for (let v = from; v < end; v++) {
    if (flatOf(flat, v) !== UNKNOWN) continue;
    const range = starts + ((<usize>v) << 2);
    const bits = fanBits(corners, load<i32>(range), load<i32>(range, 4), folds);
    store<i32>(flat + ((<usize>v) << 2), bits);
  }
}

/** Marks the vertices of a triangle as unknown if one has strayed. */
// @inline
function doubt(triangle: usize, predictions: usize, flat: usize): void {
  const a = load<i32>(triangle, SurfaceTriangle.A),
    b = load<i32>(triangle, SurfaceTriangle.B),
    c = load<i32>(triangle, SurfaceTriangle.C);
  if ((hasStrayed(predictions, a) | hasStrayed(predictions, b) | hasStrayed(predictions, c)) === 0) return;
  store<i32>(flat + ((<usize>a) << 2), UNKNOWN);
  store<i32>(flat + ((<usize>b) << 2), UNKNOWN);
  store<i32>(flat + ((<usize>c) << 2), UNKNOWN);
}

// @inline
function flatOf(flat: usize, v: i32): i32 {
  return load<i32>(flat + ((<usize>v) << 2));
}

/** Contact radius of a vertex towards its own sheet, m. */
// @inline
function own(v: i32, radii: usize): f64 {
  return load<f64>(radii + <usize>v * ContactRadii.BYTES, ContactRadii.OWN);
}

/** Writes the fold record of the triangle a b c. The two lanes of coordinates are now and at the horizon. */
function fold(a: usize, b: usize, c: usize, keeps: f64, to: usize): void {
  const ux = side(a, b, 0),
    uy = side(a, b, Y),
    uz = side(a, b, Z);
  const vx = side(a, c, 0),
    vy = side(a, c, Y),
    vz = side(a, c, Z);
  const nx = f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy)),
    ny = f64x2.sub(f64x2.mul(uz, vx), f64x2.mul(ux, vz)),
    nz = f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx));
  const uu = dot(ux, uy, uz, ux, uy, uz),
    uv = dot(ux, uy, uz, vx, vy, vz),
    vv = dot(vx, vy, vz, vx, vy, vz);
  const square = dot(nx, ny, nz, nx, ny, nz);
  const unit = f64x2.div(f64x2.splat(1), f64x2.sqrt(square));
  storeVector(f64x2.mul(nx, unit), f64x2.mul(ny, unit), f64x2.mul(nz, unit), to);
  const atB = f64x2.sub(uu, uv),
    atC = f64x2.sub(vv, uv);
  storeLanes(f64x2.mul(uv, unit), to + TriangleFold.COTANGENTS);
  storeLanes(f64x2.mul(atB, unit), to + TriangleFold.COTANGENTS + 8);
  storeLanes(f64x2.mul(atC, unit), to + TriangleFold.COTANGENTS + 16);
  const heights = f64x2.div(square, f64x2.max(f64x2.add(atB, atC), f64x2.max(uu, vv)));
  const height = Math.sqrt(min(f64x2.extract_lane(heights, 0), f64x2.extract_lane(heights, 1)));
  store<f32>(to, <f32>(APART * height - (1 + NEAR) * keeps), TriangleFold.CLEARANCE);
  // Motion relative to a.
  const bx = change(ux),
    by = change(uy),
    bz = change(uz),
    cx = change(vx),
    cy = change(vy),
    cz = change(vz);
  const mx = (bx + cx) / 3,
    my = (by + cy) / 3,
    mz = (bz + cz) / 3;
  const spread = max(
    length2(mx, my, mz),
    max(length2(bx - mx, by - my, bz - mz), length2(cx - mx, cy - my, cz - mz)),
  );
  store<f32>(to, <f32>Math.sqrt(spread), TriangleFold.SPREAD);
  store<f32>(to, <f32>(load<f64>(a, SurfaceVertex.END) - load<f64>(a) + mx), TriangleFold.MEAN_MOTION);
  store<f32>(
    to,
    <f32>(load<f64>(a, SurfaceVertex.END + Y) - load<f64>(a, Y) + my),
    TriangleFold.MEAN_MOTION + Vector32.Y,
  );
  store<f32>(
    to,
    <f32>(load<f64>(a, SurfaceVertex.END + Z) - load<f64>(a, Z) + mz),
    TriangleFold.MEAN_MOTION + Vector32.Z,
  );
  const allowance = max(
    load<f64>(a, PredictedMotion.ALLOWANCE),
    max(load<f64>(b, PredictedMotion.ALLOWANCE), load<f64>(c, PredictedMotion.ALLOWANCE)),
  );
  store<f32>(to, <f32>allowance, TriangleFold.ALLOWANCE);
}

// @inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.mul(ax, bx), f64x2.add(f64x2.mul(ay, by), f64x2.mul(az, bz)));
}

/** Stores unit normals now and at the horizon, which are not numbers for a triangle without area. */
// @inline
function storeVector(x: v128, y: v128, z: v128, to: usize): void {
  const xy = v128.shuffle<f32>(f32x4.demote_f64x2_zero(x), f32x4.demote_f64x2_zero(y), 0, 4, 1, 5);
  const depth = f32x4.demote_f64x2_zero(z);
  v128.store(to, v128.shuffle<f32>(xy, depth, 0, 1, 4, 6), TriangleFold.NORMAL);
  v128.store(to, v128.shuffle<f32>(xy, depth, 2, 3, 5, 6), TriangleFold.END_NORMAL);
}

// @inline
function storeLanes(value: v128, to: usize): void {
  v128.store64_lane(to, f32x4.demote_f64x2_zero(value), 0);
}

/** Change of a coordinate from now to the horizon. */
// @inline
function change(coordinate: v128): f64 {
  return f64x2.extract_lane(coordinate, 1) - f64x2.extract_lane(coordinate, 0);
}

// @inline
function length2(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z;
}

/**
 * Bit 0: every two of the triangles around a vertex, whose corners there are those from number `first` to `end`, stay flat.
 * Bit 1, a condition of bit 0: every two of them go apart that share only the vertex.
 *
 * Their fold records lie in a box. All differences of their normals are shorter than its diagonal, so that all angles
 * between them are within FLAT, and those to the middle of the box within half of that, 22.8°. On a plane across this
 * direction, the sides at the vertex follow each other at angles of at least cos 22.8° of those of the corners. Two triangles
 * that share no side have a corner of 39.8° or more between them on either way round: their bisectors are then 73° apart on
 * that plane, and more than 60° in space; sides that no corner joins are 73° apart on the plane too, which is more than
 * 39.8° in space. Fans that go round twice would be an exception, but with up to 8 corners (fans.ts) the sum of
 * their cotangents is below that of n − 5.
 */
function fanBits(corners: usize, first: i32, end: i32, folds: usize): i32 {
  if (first === end) return 0;
  let low = f32x4.splat(Infinity),
    lowEnd = low,
    lowMotion = low;
  let high = f32x4.splat(-Infinity),
    highEnd = high,
    highMotion = high,
    sharpest = high;
  let sum = f32x4.splat(0);
  for (let k = first; k < end; k++) {
    const corner = load<i32>(corners + ((<usize>k) << 2));
    const at = folds + (<usize>corner >> 2) * TriangleFold.BYTES;
    const normal = v128.load(at, TriangleFold.NORMAL),
      endNormal = v128.load(at, TriangleFold.END_NORMAL),
      motion = v128.load(at, TriangleFold.MEAN_MOTION),
      cotangents = v128.load64_zero(at + ((<usize>corner & 3) << 3), TriangleFold.COTANGENTS);
    low = f32x4.min(low, normal);
    high = f32x4.max(high, normal);
    lowEnd = f32x4.min(lowEnd, endNormal);
    highEnd = f32x4.max(highEnd, endNormal);
    lowMotion = f32x4.min(lowMotion, motion);
    highMotion = f32x4.max(highMotion, motion);
    sharpest = f32x4.max(sharpest, cotangents);
    sum = f32x4.add(sum, cotangents);
  }
  const least = <f32>(end - first - 5);
  const apart =
    max(f32x4.extract_lane(sharpest, 0), f32x4.extract_lane(sharpest, 1)) < SHARP &&
    min(f32x4.extract_lane(sum, 0), f32x4.extract_lane(sum, 1)) > least &&
    diagonal(low, high) < BENT &&
    diagonal(lowEnd, highEnd) < BENT;
  if (!apart) return 0;
  const clear =
    f32x4.extract_lane(low, 3) - f32x4.extract_lane(highEnd, 3) - 2 * f32x4.extract_lane(highMotion, 3);
  return clear > 0 && diagonal(lowMotion, highMotion) < 4 * clear * clear ? 3 : 2;
}

/** Squared diagonal of a box. */
// @inline
function diagonal(low: v128, high: v128): f32 {
  const side = f32x4.sub(high, low);
  const square = f32x4.mul(side, side);
  return f32x4.extract_lane(square, 0) + f32x4.extract_lane(square, 1) + f32x4.extract_lane(square, 2);
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

/**
 * Whether all sides of the triangles o p q and o r s that meet in o are at angles beyond WEDGE, and the bisectors of their
 * angles at o beyond 60°, now and at the horizon. Bisectors are sums of unit vectors: sums of the sides would lean to the
 * longer side. A side without length answers no.
 */
export function goApart(o: usize, p: usize, q: usize, r: usize, s: usize): bool {
  const px = side(o, p, 0),
    py = side(o, p, Y),
    pz = side(o, p, Z);
  const qx = side(o, q, 0),
    qy = side(o, q, Y),
    qz = side(o, q, Z);
  const rx = side(o, r, 0),
    ry = side(o, r, Y),
    rz = side(o, r, Z);
  const sx = side(o, s, 0),
    sy = side(o, s, Y),
    sz = side(o, s, Z);
  const p1 = inverseRoot(dot(px, py, pz, px, py, pz)),
    q1 = inverseRoot(dot(qx, qy, qz, qx, qy, qz)),
    r1 = inverseRoot(dot(rx, ry, rz, rx, ry, rz)),
    s1 = inverseRoot(dot(sx, sy, sz, sx, sy, sz));
  // Cosines.
  const pr = f64x2.mul(dot(px, py, pz, rx, ry, rz), f64x2.mul(p1, r1)),
    ps = f64x2.mul(dot(px, py, pz, sx, sy, sz), f64x2.mul(p1, s1)),
    qr = f64x2.mul(dot(qx, qy, qz, rx, ry, rz), f64x2.mul(q1, r1)),
    qs = f64x2.mul(dot(qx, qy, qz, sx, sy, sz), f64x2.mul(q1, s1)),
    pq = f64x2.mul(dot(px, py, pz, qx, qy, qz), f64x2.mul(p1, q1)),
    rs = f64x2.mul(dot(rx, ry, rz, sx, sy, sz), f64x2.mul(r1, s1));
  const most = f64x2.max(f64x2.max(pr, ps), f64x2.max(qr, qs));
  const along = f64x2.add(f64x2.add(pr, ps), f64x2.add(qr, qs));
  // The product of the squared lengths of the sums of unit vectors, over 4.
  const lengths = f64x2.mul(f64x2.add(f64x2.splat(1), pq), f64x2.add(f64x2.splat(1), rs));
  const apart = v128.or(f64x2.le(along, f64x2.splat(0)), f64x2.lt(f64x2.mul(along, along), lengths));
  return i64x2.all_true(v128.and(apart, f64x2.le(most, f64x2.splat(WEDGE))));
}

/** A coordinate of the vector from o to p, now and at the horizon. */
// @inline
function side(o: usize, p: usize, axis: usize): v128 {
  return f64x2.sub(
    v128.load64_lane(p + axis, v128.load64_zero(p + axis), 1, SurfaceVertex.END),
    v128.load64_lane(o + axis, v128.load64_zero(o + axis), 1, SurfaceVertex.END),
  );
}

// @inline
function inverseRoot(x: v128): v128 {
  return f64x2.div(f64x2.splat(1), f64x2.sqrt(x));
}
