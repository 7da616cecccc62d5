/**
 * Broad phase of features: lists pairs of a vertex and a triangle, or of two edges, that may come into contact
 * (layouts/surface.ts: featurePair).
 *
 * `bodies` is one i32 a vertex: the number of its sheet, or −1 − the number of its collider. Against colliders, edges and
 * faces of sheets keep the share EDGE_SHARE of their radius: a fine sheet rests on a rounded collider with its vertices.
 * Edges of sheets keep EDGES_SHARE of the distance of a vertex and a face: where layers lie flat on each other, those keep
 * the edges apart too.
 */
import * as BoundingBox from '../../../layouts/generated/bounding-box';
import * as ContactRadii from '../../../layouts/generated/contact-radii';
import * as FeaturePair from '../../../layouts/generated/feature-pair';
import * as Proximity from '../../../layouts/generated/proximity';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as TreeNode from '../../../layouts/generated/tree-node';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { staysFlat } from './boxes';
import { apart, pairAllowance, pairDistance, relativeWay } from './distance';
import { hasStrayed } from './predicted-motion';
import { boxesMeet } from './tree';

/**
 * Distance beyond that which a pair keeps, as a share of it without the radius of a collider, within which it is in contact.
 * Test: kept-distances.test.ts.
 */
export const NEAR: f64 = 0.05;
/** Shares of the distance that edges keep, see above. Tests: kept-distances.test.ts. */
const EDGE_SHARE: f64 = 0.5;
const EDGES_SHARE: f64 = 0.9;
/** Least distance of the vertices that nearly flat neighbours do not share, over their height: sin 40°. */
export const APART: f64 = 0.64;
/** Squared cosine of the angle to a side beyond which points are farther from it than APART of its length. */
const WEDGE: f64 = 1 - APART * APART;
/** Gap that vertices keep from colliders, m: SEPARATION of src/contact/particles/sweep.ts. */
export const SEPARATION: f64 = 1e-7;

/** Kinds of a search, besides 0 for two surfaces: one surface with itself; only stale triangles, with others or itself. */
const ITSELF: i32 = 1;
const STALE_OTHERS: i32 = 2;
const STALE_ITSELF: i32 = 3;

/**
 * Lists the pairs that may come within their distance while all vertices are within the allowances of their predicted
 * motion, of the triangles `order` with those of a tree. Two triangles are skipped if areExcluded says so by their marks in
 * `excluded` (i32 a triangle), or if they are neighbours that stay nearly flat. Pairs are written from number `found` on, at
 * most `room`. Returns their number.
 */
export function surfacePairs(
  triangles: usize,
  order: usize,
  count: i32,
  treeOrder: usize,
  links: usize,
  boxes: usize,
  nodes: i32,
  ownBoxes: usize,
  treeBoxes: usize,
  vertexBoxes: usize,
  folds: usize,
  kind: i32,
  stale: usize,
  predictions: usize,
  radii: usize,
  bodies: usize,
  excluded: usize,
  pairs: usize,
  found: i32,
  room: i32,
  out: usize,
): i32 {
  const part = kind === STALE_OTHERS || kind === STALE_ITSELF;
  const own = kind === ITSELF || kind === STALE_ITSELF;
  for (let k = 0; k < count; k++) {
    const s = load<i32>(order + ((<usize>k) << 2));
    const box = ownBoxes + <usize>s * BoundingBox.BYTES;
    let node = 0;
    while (node < nodes) {
      const link = links + <usize>node * TreeNode.BYTES;
      const first = load<i32>(link, TreeNode.FIRST);
      const below = load<i32>(link, TreeNode.COUNT);
      if (
        (kind === ITSELF && first + below <= k + 1) ||
        !boxesMeet(box, boxes + <usize>node * BoundingBox.BYTES)
      ) {
        node = load<i32>(link, TreeNode.NEXT);
        continue;
      }
      if (load<i32>(link, TreeNode.IS_LEAF) === 1) {
        for (let j = kind === ITSELF ? max(first, k + 1) : first; j < first + below; j++) {
          const t = load<i32>(treeOrder + ((<usize>j) << 2));
          if (!boxesMeet(box, treeBoxes + <usize>t * BoundingBox.BYTES)) continue;
          if (areExcluded(load<i32>(excluded + ((<usize>s) << 2)), load<i32>(excluded + ((<usize>t) << 2))))
            continue;
          // Of two stale triangles the one with the lower number finds the pair.
          if (kind === STALE_ITSELF && (t === s || (t < s && load<i32>(stale + ((<usize>t) << 2)) !== 0)))
            continue;
          if (own && areNeighbours(triangles, s, t, predictions) && staysFlat(folds, s, t)) continue;
          const other = treeBoxes + <usize>t * BoundingBox.BYTES;
          found = features(
            triangles,
            s,
            t,
            box,
            other,
            vertexBoxes,
            part,
            predictions,
            radii,
            bodies,
            pairs,
            room,
            found,
            out,
          );
        }
      }
      node++;
    }
  }
  return found;
}

/** Whether both triangles are tangled (bit 0), or one is below a plane (bits 1 to 15) of the other (bits 16 to 30). */
// @inline
function areExcluded(a: i32, b: i32): bool {
  return ((a & b & 1) | ((a >>> 15) & b & 0xfffe) | ((b >>> 15) & a & 0xfffe)) !== 0;
}

/** Adds the pairs of features of two triangles. */
function features(
  triangles: usize,
  s: i32,
  t: i32,
  boxOfA: usize,
  boxOfB: usize,
  vertexBoxes: usize,
  part: bool,
  predictions: usize,
  radii: usize,
  bodies: usize,
  pairs: usize,
  room: i32,
  found: i32,
  out: usize,
): i32 {
  const a = triangles + <usize>s * SurfaceTriangle.BYTES;
  const b = triangles + <usize>t * SurfaceTriangle.BYTES;
  // Features that each triangle represents and that come into the box of the other, as bits of its flags.
  const fa = inBox(a, boxOfB, vertexBoxes);
  const fb = inBox(b, boxOfA, vertexBoxes);
  if (((fa | fb) & 63) === 0) return found;
  for (let k = 0; k < 6; k++) {
    // Each corner of the first triangle with the face of the second, and the reverse.
    const corner = k >> 1;
    const reverse = (k & 1) === 1;
    if (!(((reverse ? fb : fa) >> corner) & 1 && (reverse ? fa : fb) & 64)) continue;
    const v = load<i32>((reverse ? b : a) + ((<usize>corner) << 2));
    const face = reverse ? a : b;
    const f0 = load<i32>(face, SurfaceTriangle.A);
    const f1 = load<i32>(face, SurfaceTriangle.B);
    const f2 = load<i32>(face, SurfaceTriangle.C);
    found = offer(false, v, f0, f1, f2, part, predictions, radii, bodies, pairs, room, found, out);
  }
  for (let i = 0; i < 3; i++) {
    if (!((fa >> (3 + i)) & 1)) continue;
    const a0 = load<i32>(a + ((<usize>i) << 2));
    const a1 = load<i32>(a + ((<usize>(i === 2 ? 0 : i + 1)) << 2));
    for (let j = 0; j < 3; j++) {
      if (!((fb >> (3 + j)) & 1)) continue;
      const b0 = load<i32>(b + ((<usize>j) << 2));
      const b1 = load<i32>(b + ((<usize>(j === 2 ? 0 : j + 1)) << 2));
      found = offer(true, a0, a1, b0, b1, part, predictions, radii, bodies, pairs, room, found, out);
    }
  }
  return found;
}

/** Flags of a triangle without the vertices and edges whose motion is separated from the box along an axis. */
// @inline
function inBox(triangle: usize, box: usize, vertexBoxes: usize): i32 {
  const low = v128.load(box, BoundingBox.LOW);
  const high = v128.load(box, BoundingBox.HIGH);
  const a = vertexBoxes + <usize>load<i32>(triangle, SurfaceTriangle.A) * BoundingBox.BYTES,
    b = vertexBoxes + <usize>load<i32>(triangle, SurfaceTriangle.B) * BoundingBox.BYTES,
    c = vertexBoxes + <usize>load<i32>(triangle, SurfaceTriangle.C) * BoundingBox.BYTES;
  const belowA = f32x4.lt(v128.load(a, BoundingBox.HIGH), low),
    belowB = f32x4.lt(v128.load(b, BoundingBox.HIGH), low),
    belowC = f32x4.lt(v128.load(c, BoundingBox.HIGH), low);
  const aboveA = f32x4.gt(v128.load(a, BoundingBox.LOW), high),
    aboveB = f32x4.gt(v128.load(b, BoundingBox.LOW), high),
    aboveC = f32x4.gt(v128.load(c, BoundingBox.LOW), high);
  let out = 0;
  if (v128.any_true(v128.or(belowA, aboveA))) out |= 1;
  if (v128.any_true(v128.or(belowB, aboveB))) out |= 2;
  if (v128.any_true(v128.or(belowC, aboveC))) out |= 4;
  if (v128.any_true(v128.or(v128.and(belowA, belowB), v128.and(aboveA, aboveB)))) out |= 8;
  if (v128.any_true(v128.or(v128.and(belowB, belowC), v128.and(aboveB, aboveC)))) out |= 16;
  if (v128.any_true(v128.or(v128.and(belowC, belowA), v128.and(aboveC, aboveA)))) out |= 32;
  return load<i32>(triangle, SurfaceTriangle.FLAGS) & ~out;
}

/** Whether two triangles share an edge, or a vertex from which they extend in different directions, unlike in a pleat. */
function areNeighbours(triangles: usize, s: i32, t: i32, predictions: usize): bool {
  const a = triangles + <usize>s * SurfaceTriangle.BYTES;
  const b = triangles + <usize>t * SurfaceTriangle.BYTES;
  let inA: usize = 0;
  let inB: usize = 0;
  let count = 0;
  for (let i: usize = 0; i < 3; i++) {
    const v = load<i32>(a + (i << 2));
    for (let j: usize = 0; j < 3; j++) {
      if (v !== load<i32>(b + (j << 2))) continue;
      inA = i;
      inB = j;
      count++;
    }
  }
  if (count !== 1) return count > 1;
  const from = corner(a, inA, predictions),
    p = corner(a, inA + 1, predictions),
    q = corner(a, inA + 2, predictions),
    r = corner(b, inB + 1, predictions),
    u = corner(b, inB + 2, predictions);
  return (
    goApart(from, p, q, r, u) &&
    goApart(
      from + SurfaceVertex.END,
      p + SurfaceVertex.END,
      q + SurfaceVertex.END,
      r + SurfaceVertex.END,
      u + SurfaceVertex.END,
    )
  );
}

/**
 * Whether all sides of the triangles o p q and o r s that meet in o are at angles beyond WEDGE, and the bisectors of their
 * angles at o beyond 60°. Bisectors are sums of unit vectors: sums of the sides would lean to the longer side.
 */
function goApart(o: usize, p: usize, q: usize, r: usize, s: usize): bool {
  const pr = dotFrom(o, p, r),
    ps = dotFrom(o, p, s),
    qr = dotFrom(o, q, r),
    qs = dotFrom(o, q, s);
  const pp = dotFrom(o, p, p),
    qq = dotFrom(o, q, q),
    rr = dotFrom(o, r, r),
    ss = dotFrom(o, s, s);
  if (pr > 0 && pr * pr > WEDGE * pp * rr) return false;
  if (ps > 0 && ps * ps > WEDGE * pp * ss) return false;
  if (qr > 0 && qr * qr > WEDGE * qq * rr) return false;
  if (qs > 0 && qs * qs > WEDGE * qq * ss) return false;
  const p1 = Math.sqrt(pp),
    q1 = Math.sqrt(qq),
    r1 = Math.sqrt(rr),
    s1 = Math.sqrt(ss);
  const along = (pr / r1 + ps / s1) / p1 + (qr / r1 + qs / s1) / q1;
  if (along <= 0) return true;
  // Squared lengths of the sums; NaN for a side without length, which answers no.
  const one = 2 + (2 * dotFrom(o, p, q)) / (p1 * q1);
  const other = 2 + (2 * dotFrom(o, r, s)) / (r1 * s1);
  return along * along < 0.25 * one * other;
}

/** Returns the record of corner k of a triangle, modulo 3. */
// @inline
function corner(triangle: usize, k: usize, predictions: usize): usize {
  return predictions + <usize>load<i32>(triangle + ((k > 2 ? k - 3 : k) << 2)) * SurfaceVertex.BYTES;
}

/** (p − o) · (q − o) */
// @inline
function dotFrom(o: usize, p: usize, q: usize): f64 {
  return (
    (load<f64>(p) - load<f64>(o)) * (load<f64>(q) - load<f64>(o)) +
    (load<f64>(p, Y) - load<f64>(o, Y)) * (load<f64>(q, Y) - load<f64>(o, Y)) +
    (load<f64>(p, Z) - load<f64>(o, Z)) * (load<f64>(q, Z) - load<f64>(o, Z))
  );
}

/** Adds the pair if it may come into contact; if only a `part` is asked for, if one of its vertices has strayed. */
function offer(
  isEdges: bool,
  a: i32,
  b: i32,
  c: i32,
  d: i32,
  part: bool,
  predictions: usize,
  radii: usize,
  bodies: usize,
  pairs: usize,
  room: i32,
  found: i32,
  out: usize,
): i32 {
  if (a === c || a === d || (isEdges ? b === c || b === d : a === b)) return found;
  if (
    part &&
    (hasStrayed(predictions, a) |
      hasStrayed(predictions, b) |
      hasStrayed(predictions, c) |
      hasStrayed(predictions, d)) ===
      0
  ) {
    return found;
  }
  if (isEdges && c < a) {
    // The side with the lowest vertex first: a pair is the same whichever triangle finds it.
    const a0 = a;
    const b0 = b;
    a = c;
    b = d;
    c = a0;
    d = b0;
  }
  const pa = predictions + <usize>a * SurfaceVertex.BYTES,
    pb = predictions + <usize>b * SurfaceVertex.BYTES,
    pc = predictions + <usize>c * SurfaceVertex.BYTES,
    pd = predictions + <usize>d * SurfaceVertex.BYTES;
  const keeps = keptDistance(isEdges, a, b, c, d, radii, bodies);
  const reach = pairAllowance(isEdges, pa, pb, pc, pd) + NEAR * keeps;
  const distance = pairDistance(isEdges, pa, pb, pc, pd, out);
  if (distance > keeps + reach) {
    if (distance - relativeWay(isEdges, pa, pb, pc, pd) > keeps + reach) return found;
    // Apart along the same direction at the end too: apart throughout.
    const nx = load<f64>(out + Proximity.NORMAL),
      ny = load<f64>(out + Proximity.NORMAL, Y),
      nz = load<f64>(out + Proximity.NORMAL, Z);
    if (
      apart(
        isEdges,
        pa + SurfaceVertex.END,
        pb + SurfaceVertex.END,
        pc + SurfaceVertex.END,
        pd + SurfaceVertex.END,
        nx,
        ny,
        nz,
      ) >
      keeps + reach
    )
      return found;
  }
  if (found < room) {
    const at = pairs + <usize>found * FeaturePair.BYTES;
    writePair(at, isEdges, a, b, c, d, keeps, radii, bodies);
    for (let axis: usize = 0; axis < 3; axis++) {
      store<f32>(at + FeaturePair.NORMAL + (axis << 2), <f32>load<f64>(out + Proximity.NORMAL + (axis << 3)));
    }
  }
  return found + 1;
}

/** Writes a pair without its direction. */
// @inline
function writePair(
  at: usize,
  isEdges: bool,
  a: i32,
  b: i32,
  c: i32,
  d: i32,
  keeps: f64,
  radii: usize,
  bodies: usize,
): void {
  store<i32>(at, isEdges ? -1 - a : a, FeaturePair.VERTICES);
  store<i32>(at, b, FeaturePair.VERTICES + Quad32.B);
  store<i32>(at, c, FeaturePair.VERTICES + Quad32.C);
  store<i32>(at, d, FeaturePair.VERTICES + Quad32.D);
  store<f32>(at, <f32>keeps, FeaturePair.KEPT_DISTANCE);
  store<f32>(at, <f32>colliderRadius(isEdges ? c : b, a, radii, bodies), FeaturePair.COLLIDER_RADIUS);
  store<i32>(at, 0, FeaturePair.MARK);
}

/** Lists the pairs of remembered contacts (contactMemory) as pairs whose direction is not known. */
export function surfaceRecalled(
  memory: usize,
  stride: usize,
  count: i32,
  radii: usize,
  bodies: usize,
  pairs: usize,
): void {
  for (let k = 0; k < count; k++, memory += stride, pairs += FeaturePair.BYTES) {
    const first = load<i32>(memory);
    const isEdges = first < 0;
    const a = isEdges ? -1 - first : first;
    const b = load<i32>(memory, Quad32.B),
      c = load<i32>(memory, Quad32.C),
      d = load<i32>(memory, Quad32.D);
    writePair(pairs, isEdges, a, b, c, d, keptDistance(isEdges, a, b, c, d, radii, bodies), radii, bodies);
    for (let axis: usize = 0; axis < <usize>Vector32.W; axis += 4)
      store<f32>(pairs + axis, 0, FeaturePair.NORMAL);
  }
}

/** Distance that a pair keeps, m. */
function keptDistance(isEdges: bool, a: i32, b: i32, c: i32, d: i32, radii: usize, bodies: usize): f64 {
  const mine = load<i32>(bodies + ((<usize>a) << 2));
  const others = load<i32>(bodies + ((<usize>c) << 2));
  const own = mine === others;
  const ra = radius(a, own, radii);
  const rb = radius(b, own, radii);
  const rc = radius(c, own, radii);
  const rd = radius(d, own, radii);
  if (mine >= 0 && others >= 0) {
    return isEdges ? EDGES_SHARE * (min(ra, rb) + min(rc, rd)) : ra + min(rb, min(rc, rd));
  }
  // A vertex of a sheet keeps its whole radius from a face, as in contact of particles.
  if (!isEdges && mine >= 0) return ra + rc + SEPARATION;
  return (mine >= 0 ? EDGE_SHARE : 1) * ra + (others >= 0 ? EDGE_SHARE : 1) * rc;
}

/** Radius of the collider on either side, m; 0 for none. */
function colliderRadius(a: i32, b: i32, radii: usize, bodies: usize): f64 {
  if (load<i32>(bodies + ((<usize>a) << 2)) < 0) return radius(a, false, radii);
  return load<i32>(bodies + ((<usize>b) << 2)) < 0 ? radius(b, false, radii) : 0;
}

/** Contact radius of a vertex, m. */
// @inline
function radius(i: i32, own: bool, radii: usize): f64 {
  return load<f64>(radii + <usize>i * ContactRadii.BYTES + (own ? ContactRadii.OWN : ContactRadii.OTHERS));
}
