/**
 * Distances between features of surfaces: a vertex and a triangle, or two edges (Ericson 2005, chapter 5), and continuous
 * collision detection of moving features. Vertices move uniformly within a sub-step.
 *
 * A pair has four vertices: p of a vertex and a, b, c of a triangle; or a, b of an edge and c, d of another. Results go to
 * `out` (layouts/surface.ts: proximity): weights, normal and distance of the closest points.
 */
import * as PredictedMotion from '../../../layouts/generated/predicted-motion';
import * as Proximity from '../../../layouts/generated/proximity';
import * as Quad from '../../../layouts/generated/quad';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { Y, Z } from '../../../layouts/generated/vector';
import { VECTOR } from '../memory';

/** Rounds of conservative advancement. Most pairs need a few; features that rotate while they slide are bisected instead. */
const MAX_ROUNDS: i32 = 24;
/**
 * Shortest interval, as a share of the sub-step: a pair that it cannot separate counts as touching, early but never late.
 */
const SHORTEST: f64 = 1e-4;

/** Distance of the point p and the triangle a b c (three f64 each). */
export function vertexTriangle(p: usize, a: usize, b: usize, c: usize, out: usize): f64 {
  const ax = load<f64>(a),
    ay = load<f64>(a, Y),
    az = load<f64>(a, Z);
  const ux = load<f64>(b) - ax,
    uy = load<f64>(b, Y) - ay,
    uz = load<f64>(b, Z) - az;
  const vx = load<f64>(c) - ax,
    vy = load<f64>(c, Y) - ay,
    vz = load<f64>(c, Z) - az;
  const px = load<f64>(p) - ax,
    py = load<f64>(p, Y) - ay,
    pz = load<f64>(p, Z) - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const d1 = ux * px + uy * py + uz * pz;
  const d2 = vx * px + vy * py + vz * pz;
  const d3 = d1 - uu,
    d4 = d2 - uv,
    d5 = d1 - uv,
    d6 = d2 - vv;
  let wb: f64 = 0;
  let wc: f64 = 0;
  const overAB = d1 * d4 - d3 * d2;
  const overAC = d5 * d2 - d1 * d6;
  const overBC = d3 * d6 - d5 * d4;
  let face = false;
  if (d1 <= 0 && d2 <= 0) {
    wb = 0;
  } else if (d3 >= 0 && d4 <= d3) {
    wb = 1;
  } else if (overAB <= 0 && d1 >= 0 && d3 <= 0) {
    wb = d1 / uu;
  } else if (d6 >= 0 && d5 <= d6) {
    wc = 1;
  } else if (overAC <= 0 && d2 >= 0 && d6 <= 0) {
    wc = d2 / vv;
  } else if (overBC <= 0 && d4 >= d3 && d5 >= d6) {
    wc = (d4 - d3) / (d4 - d3 + (d5 - d6));
    wb = 1 - wc;
  } else {
    const sum = overAB + overAC + overBC;
    face = sum > 0; // otherwise it has no area
    wb = face ? overAC / sum : 0;
    wc = face ? overAB / sum : 0;
  }
  store<f64>(out, 1, Proximity.WEIGHTS);
  store<f64>(out, wb + wc - 1, Proximity.WEIGHTS + Quad.B);
  store<f64>(out, -wb, Proximity.WEIGHTS + Quad.C);
  store<f64>(out, -wc, Proximity.WEIGHTS + Quad.D);
  let rx = px - wb * ux - wc * vx;
  let ry = py - wb * uy - wc * vy;
  let rz = pz - wb * uz - wc * vz;
  if (face) {
    // Normalising a short difference would lose the digits of the normal.
    const nx = uy * vz - uz * vy,
      ny = uz * vx - ux * vz,
      nz = ux * vy - uy * vx;
    const square = nx * nx + ny * ny + nz * nz;
    const height = (nx * px + ny * py + nz * pz) / square;
    rx = height * nx;
    ry = height * ny;
    rz = height * nz;
    if (height === 0) {
      const unit = 1 / Math.sqrt(square);
      return keep(out, nx * unit, ny * unit, nz * unit, 0);
    }
  }
  const d = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const unit = d > 0 ? 1 / d : 0;
  return keep(out, rx * unit, ry * unit, rz * unit, d);
}

/** Writes normal and distance; returns the distance. */
// @inline
function keep(out: usize, nx: f64, ny: f64, nz: f64, d: f64): f64 {
  store<f64>(out + Proximity.NORMAL, nx);
  store<f64>(out + Proximity.NORMAL, ny, Y);
  store<f64>(out + Proximity.NORMAL, nz, Z);
  store<f64>(out + Proximity.DISTANCE, d);
  return d;
}

/** Distance of the edges a b and c d; for parallel edges, at the middle of the part where they overlap. */
export function edgeEdge(a: usize, b: usize, c: usize, d: usize, out: usize): f64 {
  const ux = load<f64>(b) - load<f64>(a),
    uy = load<f64>(b, Y) - load<f64>(a, Y),
    uz = load<f64>(b, Z) - load<f64>(a, Z);
  const vx = load<f64>(d) - load<f64>(c),
    vy = load<f64>(d, Y) - load<f64>(c, Y),
    vz = load<f64>(d, Z) - load<f64>(c, Z);
  const rx = load<f64>(a) - load<f64>(c),
    ry = load<f64>(a, Y) - load<f64>(c, Y),
    rz = load<f64>(a, Z) - load<f64>(c, Z);
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const ur = ux * rx + uy * ry + uz * rz;
  const vr = vx * rx + vy * ry + vz * rz;
  const cross = uu * vv - uv * uv;
  let s: f64 = 0;
  let t: f64 = 0;
  if (uu <= 0) t = vv > 0 ? vr / vv : 0;
  else if (vv <= 0) s = -ur / uu;
  else {
    // 1e-9: squared sines below that do not distinguish directions at coordinates of a few metres
    if (cross > 1e-9 * uu * vv) s = (uv * vr - ur * vv) / cross;
    else {
      const first = -ur / uu;
      const second = first + uv / uu;
      s = 0.5 * (max(0, min(1, first)) + max(0, min(1, second)));
    }
    s = max(0, min(1, s));
    t = (uv * s + vr) / vv;
  }
  if (t < 0) {
    t = 0;
    if (uu > 0) s = -ur / uu;
  } else if (t > 1) {
    t = 1;
    if (uu > 0) s = (uv - ur) / uu;
  }
  s = max(0, min(1, s));
  t = max(0, min(1, t));
  store<f64>(out, 1 - s, Proximity.WEIGHTS);
  store<f64>(out, s, Proximity.WEIGHTS + Quad.B);
  store<f64>(out, t - 1, Proximity.WEIGHTS + Quad.C);
  store<f64>(out, -t, Proximity.WEIGHTS + Quad.D);
  const x = rx + s * ux - t * vx;
  const y = ry + s * uy - t * vy;
  const z = rz + s * uz - t * vz;
  const length = Math.sqrt(x * x + y * y + z * z);
  const unit = length > 0 ? 1 / length : 0;
  return keep(out, x * unit, y * unit, z * unit, length);
}

/** Distance of two features. */
// @inline
export function pairDistance(isEdges: bool, a: usize, b: usize, c: usize, d: usize, out: usize): f64 {
  return isEdges ? edgeEdge(a, b, c, d, out) : vertexTriangle(a, b, c, d, out);
}

/** Coordinate n · x of the position at p. */
// @inline
export function along(p: usize, nx: f64, ny: f64, nz: f64): f64 {
  return nx * load<f64>(p) + ny * load<f64>(p, Y) + nz * load<f64>(p, Z);
}

/** Distance of the first side beyond the second along n, m. */
// @inline
export function apart(isEdges: bool, a: usize, b: usize, c: usize, d: usize, nx: f64, ny: f64, nz: f64): f64 {
  const pa = along(a, nx, ny, nz),
    pb = along(b, nx, ny, nz),
    pc = along(c, nx, ny, nz),
    pd = along(d, nx, ny, nz);
  return isEdges ? min(pa, pb) - max(pc, pd) : pa - max(pb, max(pc, pd));
}

/** The same at the start of the motion and at its end. */
// @inline
export function apartBoth(
  isEdges: bool,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  nx: f64,
  ny: f64,
  nz: f64,
): v128 {
  const pa = bothAlong(a, nx, ny, nz),
    pb = bothAlong(b, nx, ny, nz),
    pc = bothAlong(c, nx, ny, nz),
    pd = bothAlong(d, nx, ny, nz);
  const others = f64x2.max(pc, pd);
  return isEdges ? f64x2.sub(f64x2.min(pa, pb), others) : f64x2.sub(pa, f64x2.max(pb, others));
}

/** Coordinates n · x of a vertex at the start of the motion and at its end. */
// @inline
function bothAlong(v: usize, nx: f64, ny: f64, nz: f64): v128 {
  const x = v128.load64_lane(v, v128.load64_zero(v), 1, SurfaceVertex.END),
    y = v128.load64_lane(v + Y, v128.load64_zero(v, Y), 1, SurfaceVertex.END),
    z = v128.load64_lane(v + Z, v128.load64_zero(v, Z), 1, SurfaceVertex.END);
  return f64x2.add(
    f64x2.add(f64x2.mul(f64x2.splat(nx), x), f64x2.mul(f64x2.splat(ny), y)),
    f64x2.mul(f64x2.splat(nz), z),
  );
}

/** Largest approach of the two sides by deviations from the predicted motions a, b, c, d, m. */
// @inline
export function pairAllowance(isEdges: bool, a: usize, b: usize, c: usize, d: usize): f64 {
  const first = load<f64>(a + PredictedMotion.ALLOWANCE),
    second = load<f64>(b + PredictedMotion.ALLOWANCE),
    others = max(load<f64>(c + PredictedMotion.ALLOWANCE), load<f64>(d + PredictedMotion.ALLOWANCE));
  return isEdges ? max(first, second) + others : first + max(second, others);
}

/**
 * Continuous collision detection: share of the sub-step at which the vertices a, b, c, d come within `limit` (m); 2 if they
 * do not. With the normal n at some time, no two points of the sides are closer than n · (x − y), which is linear in time
 * for each pair of vertices: advancing to its first root never passes the contact (conservative advancement, Mirtich
 * 1996). Ends at most `near` (m) above the limit; weights, normal and distance there are in `out`.
 */
export function firstTouch(
  isEdges: bool,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  limit: f64,
  near: f64,
  out: usize,
): f64 {
  const stop = limit + 0.5 * near;
  let t: f64 = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const distance = distanceAt(isEdges, a, b, c, d, t, out);
    if (distance <= limit + near) return t;
    const share = shareTo(isEdges, a, b, c, d, stop, out);
    t += share;
    if (t >= 1) return 2;
  }
  return bisect(isEdges, a, b, c, d, limit, near, t, out);
}

/** The same from the share t on: an interval is free if both ends are apart along the normal in its middle; else halved. */
function bisect(
  isEdges: bool,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  limit: f64,
  near: f64,
  t: f64,
  out: usize,
): f64 {
  const pa = out + Proximity.POSITIONS,
    pb = pa + VECTOR,
    pc = pb + VECTOR,
    pd = pc + VECTOR;
  let span: f64 = 0.5 * (1 - t);
  while (t < 1) {
    const end = min(1, t + span);
    distanceAt(isEdges, a, b, c, d, 0.5 * (t + end), out);
    const nx = load<f64>(out + Proximity.NORMAL),
      ny = load<f64>(out + Proximity.NORMAL, Y),
      nz = load<f64>(out + Proximity.NORMAL, Z);
    move(a, b, c, d, t, out);
    let clear = apart(isEdges, pa, pb, pc, pd, nx, ny, nz) > limit + 0.5 * near;
    if (clear) {
      move(a, b, c, d, end, out);
      clear = apart(isEdges, pa, pb, pc, pd, nx, ny, nz) > limit + 0.5 * near;
    }
    if (clear) {
      t = end;
      span *= 2;
    } else if (span > SHORTEST) span *= 0.5;
    else {
      distanceAt(isEdges, a, b, c, d, t, out);
      return t;
    }
  }
  return 2;
}

/** Distance at the share t of the sub-step. */
function distanceAt(isEdges: bool, a: usize, b: usize, c: usize, d: usize, t: f64, out: usize): f64 {
  move(a, b, c, d, t, out);
  const at = out + Proximity.POSITIONS;
  return pairDistance(isEdges, at, at + VECTOR, at + 2 * VECTOR, at + 3 * VECTOR, out);
}

/** Writes the positions at the share t of the sub-step to `out`. */
function move(a: usize, b: usize, c: usize, d: usize, t: f64, out: usize): void {
  moveTo(a, t, out + Proximity.POSITIONS);
  moveTo(b, t, out + Proximity.POSITIONS + VECTOR);
  moveTo(c, t, out + Proximity.POSITIONS + 2 * VECTOR);
  moveTo(d, t, out + Proximity.POSITIONS + 3 * VECTOR);
}

/** Writes the position of one vertex at the share t. */
// @inline
function moveTo(vertex: usize, t: f64, to: usize): void {
  for (let axis: usize = 0; axis < VECTOR; axis += 8) {
    const start = load<f64>(vertex + axis);
    store<f64>(to + axis, start + t * (load<f64>(vertex + SurfaceVertex.END + axis) - start));
  }
}

/** Share of the sub-step after which two vertices may first be `stop` apart along the normal in `out`. */
function shareTo(isEdges: bool, a: usize, b: usize, c: usize, d: usize, stop: f64, out: usize): f64 {
  const nx = load<f64>(out + Proximity.NORMAL),
    ny = load<f64>(out + Proximity.NORMAL, Y),
    nz = load<f64>(out + Proximity.NORMAL, Z);
  const distance = load<f64>(out + Proximity.DISTANCE);
  const first = isEdges ? 2 : 1; // vertices of the first side
  let least: f64 = 2;
  for (let i = 0; i < first; i++) {
    const p = out + Proximity.POSITIONS + <usize>(VECTOR * i);
    const vp = i === 0 ? a : b;
    const here = nx * load<f64>(p) + ny * load<f64>(p, Y) + nz * load<f64>(p, Z);
    const goes = wayAlong(vp, nx, ny, nz);
    for (let j = first; j < 4; j++) {
      const q = out + Proximity.POSITIONS + <usize>(VECTOR * j);
      const vq = j === 1 ? b : j === 2 ? c : d;
      const closing = wayAlong(vq, nx, ny, nz) - goes;
      if (closing <= 0) continue;
      // No two points are closer than the distance, whatever the rounding of long triangles gives.
      const apart = max(here - (nx * load<f64>(q) + ny * load<f64>(q, Y) + nz * load<f64>(q, Z)), distance);
      least = min(least, (apart - stop) / closing);
    }
  }
  return least;
}

/** Displacement of a vertex along n in the sub-step, m. */
// @inline
function wayAlong(v: usize, nx: f64, ny: f64, nz: f64): f64 {
  return (
    nx * (load<f64>(v + SurfaceVertex.END) - load<f64>(v)) +
    ny * (load<f64>(v + SurfaceVertex.END, Y) - load<f64>(v, Y)) +
    nz * (load<f64>(v + SurfaceVertex.END, Z) - load<f64>(v, Z))
  );
}
