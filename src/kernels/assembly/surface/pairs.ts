/**
 * Broad phase of features: lists pairs of a vertex and a triangle, or of two edges, that may come into contact
 * (layouts/surface.ts: featurePair).
 *
 * `bodies` is one i32 a vertex: the number of its sheet, or −1 − the number of its collider. Against colliders, edges and
 * faces of sheets keep the share EDGE_SHARE of their radius: a fine sheet rests on a rounded collider with its vertices.
 * Edges of sheets keep EDGES_SHARE of the distance of a vertex and a face: where layers lie flat on each other, those keep
 * the edges apart too.
 */
import * as ContactRadii from '../../../layouts/generated/contact-radii';
import * as FeaturePair from '../../../layouts/generated/feature-pair';
import * as MovingBox from '../../../layouts/generated/moving-box';
import * as PairJob from '../../../layouts/generated/pair-job';
import * as PairScratch from '../../../layouts/generated/pair-scratch';
import * as Proximity from '../../../layouts/generated/proximity';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as TreeNode from '../../../layouts/generated/tree-node';
import { Y, Z } from '../../../layouts/generated/vector';
import { word } from '../memory';
import { barrier } from '../threads';
import { boxesMeet, staysBelow } from './boxes';
import { apart, pairAllowance, pairDistance } from './distance';
import { goApart, staysFlat } from './flat';
import { joinParts, partLength } from './parts';
import { hasStrayed } from './predicted-motion';

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
/** Gap that vertices keep from colliders, m: SEPARATION of src/contact/particles/sweep.ts. */
export const SEPARATION: f64 = 1e-7;

/** Tasks that a search on several threads is divided into, about twice as many as this. */
const TASKS: i32 = 32;

/**
 * Lists the pairs that may come within their distance while all vertices are within the allowances of their predicted
 * motion, of the triangles of two trees, which may be the same; their boxes tell whose pairs are sought (boxes.ts), and with
 * PART these are those of vertices that have strayed. Two triangles are skipped if areExcluded says so by their marks, or if they
 * are neighbours that stay nearly flat. Pairs of nodes that are still to be searched are on a stack.
 *
 * Threads share the pairs of nodes below a size in turn. Each writes to its own part of the list; thread 0 joins them. If a part is too
 * short, the list is as it was, and ROOM says how long it must be.
 */
export function searchPairs(job: usize, thread: i32, threads: i32): void {
  const triangles = word(job, PairJob.TRIANGLES),
    firstOrder = word(job, PairJob.FIRST_ORDER),
    firstLinks = word(job, PairJob.FIRST_LINKS),
    firstNodes = word(job, PairJob.FIRST_NODES),
    firstBoxes = word(job, PairJob.FIRST_BOXES),
    order = word(job, PairJob.ORDER),
    links = word(job, PairJob.LINKS),
    nodes = word(job, PairJob.NODES),
    boxes = word(job, PairJob.BOXES),
    vertexBoxes = word(job, PairJob.VERTEX_BOXES),
    flat = word(job, PairJob.FLAT),
    folds = word(job, PairJob.FOLDS),
    predictions = word(job, PairJob.PREDICTIONS),
    radii = word(job, PairJob.RADII),
    bodies = word(job, PairJob.BODIES),
    excluded = word(job, PairJob.EXCLUDED),
    pairs = word(job, PairJob.PAIRS);
  const part = load<i32>(job, PairJob.PART) !== 0;
  const before = load<i32>(job, PairJob.FOUND);
  const share = partLength(before, load<i32>(job, PairJob.ROOM), threads);
  const start = before + thread * share;
  const room = start + share;
  const scratch = word(job, PairJob.SCRATCH) + <usize>thread * PairScratch.BYTES;
  const out = scratch + PairScratch.PROXIMITY;
  let found = start;
  const own = firstNodes === nodes;
  const whole = load<i32>(firstLinks, TreeNode.COUNT) + load<i32>(links, TreeNode.COUNT);
  const small = threads > 1 ? whole / TASKS : whole;
  let tasks = 0;
  /** Top of the stack below the task in hand. */
  let task = usize.MAX_VALUE;
  const bottom = scratch + PairScratch.STACK;
  let top = push(bottom, 0, 0);
  while (top > bottom) {
    top -= 8;
    const m = load<i32>(top);
    const n = load<i32>(top, 4);
    const box = nodes + <usize>n * MovingBox.BYTES;
    if (!boxesMeet(firstNodes + <usize>m * MovingBox.BYTES, box)) continue;
    const one = firstLinks + <usize>m * TreeNode.BYTES;
    const other = links + <usize>n * TreeNode.BYTES;
    const same = own && m === n;
    const ends = load<i32>(one, TreeNode.IS_LEAF) + load<i32>(other, TreeNode.IS_LEAF);
    if (top < task) {
      task = usize.MAX_VALUE;
      if (ends === 2 || load<i32>(one, TreeNode.COUNT) + load<i32>(other, TreeNode.COUNT) <= small) {
        if (tasks++ % threads !== thread) continue;
        task = top;
      }
    }
    if (ends < 2) {
      const splitsFirst =
        same ||
        (ends > 0
          ? load<i32>(other, TreeNode.IS_LEAF) !== 0
          : load<i32>(one, TreeNode.COUNT) > load<i32>(other, TreeNode.COUNT));
      const left = (splitsFirst ? m : n) + 1;
      const right = load<i32>((splitsFirst ? one : other) + TreeNode.BYTES, TreeNode.NEXT);
      top = splitsFirst
        ? push(push(top, left, same ? left : n), right, same ? right : n)
        : push(push(top, m, left), m, right);
      if (same) top = push(top, left, right);
      continue;
    }
    const from = load<i32>(other, TreeNode.FIRST);
    const to = from + load<i32>(other, TreeNode.COUNT);
    const end = load<i32>(one, TreeNode.FIRST) + load<i32>(one, TreeNode.COUNT);
    for (let i = load<i32>(one, TreeNode.FIRST); i < end; i++) {
      const boxOfA = firstBoxes + <usize>i * MovingBox.BYTES;
      if (!boxesMeet(boxOfA, box)) continue;
      const s = load<i32>(firstOrder + ((<usize>i) << 2));
      const a = triangles + <usize>s * SurfaceTriangle.BYTES;
      const skipped = own ? flatCorners(a, flat) : 0;
      // Bits of the triangles to look at: branches on each would often be predicted wrong.
      let hits = 0;
      for (let j = same ? i + 1 : from; j < to; j++) {
        const b = triangles + <usize>load<i32>(order + ((<usize>j) << 2)) * SurfaceTriangle.BYTES;
        const hit =
          <i32>boxesMeet(boxOfA, boxes + <usize>j * MovingBox.BYTES) &
          <i32>((sharedCorners(a, b) & skipped) === 0);
        hits |= hit << (j - from);
      }
      for (; hits !== 0; hits &= hits - 1) {
        const j = from + ctz(hits);
        const boxOfB = boxes + <usize>j * MovingBox.BYTES;
        const t = load<i32>(order + ((<usize>j) << 2));
        const b = triangles + <usize>t * SurfaceTriangle.BYTES;
        const shared = own ? sharedCorners(a, b) : 0;
        if (shared && staysFlat(folds, s, t) && extendApart(shared, a, b, flat, predictions)) continue;
        if (areExcluded(load<i32>(excluded + ((<usize>s) << 2)), load<i32>(excluded + ((<usize>t) << 2))))
          continue;
        found = features(
          a,
          b,
          boxOfA,
          boxOfB,
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
  }
  store<i32>(scratch, found - start, PairScratch.FOUND);
  barrier(thread, threads);
  if (thread !== 0) return;
  const counts = word(job, PairJob.SCRATCH) + PairScratch.FOUND;
  const all = joinParts(pairs, FeaturePair.BYTES, before, share, counts, PairScratch.BYTES, threads);
  if (all < 0) store<i32>(job, -all, PairJob.ROOM);
  else store<i32>(job, all, PairJob.FOUND);
}

/** Puts a pair of nodes on the stack; returns its new top. */
// @inline
function push(top: usize, m: i32, n: i32): usize {
  store<i32>(top, m);
  store<i32>(top, n, 4);
  return top + 8;
}

/** Whether both triangles are tangled (bit 0), or one is below a plane (bits 1 to 15) of the other (bits 16 to 30). */
// @inline
function areExcluded(a: i32, b: i32): bool {
  return ((a & b & 1) | ((a >>> 15) & b & 0xfffe) | ((b >>> 15) & a & 0xfffe)) !== 0;
}

/** Adds the pairs of features of two triangles. */
function features(
  a: usize,
  b: usize,
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
      if (edgesApart(vertexBoxes, a0, a1, b0, b1)) continue;
      found = offer(true, a0, a1, b0, b1, part, predictions, radii, bodies, pairs, room, found, out);
    }
  }
  return found;
}

/** Flags of a triangle without the vertices and edges whose motion is separated from the box along an axis. */
// @inline
function inBox(triangle: usize, box: usize, vertexBoxes: usize): i32 {
  const a = vertexBoxes + <usize>load<i32>(triangle, SurfaceTriangle.A) * MovingBox.BYTES,
    b = vertexBoxes + <usize>load<i32>(triangle, SurfaceTriangle.B) * MovingBox.BYTES,
    c = vertexBoxes + <usize>load<i32>(triangle, SurfaceTriangle.C) * MovingBox.BYTES;
  const belowA = staysBelow(a, box),
    belowB = staysBelow(b, box),
    belowC = staysBelow(c, box);
  const aboveA = staysBelow(box, a),
    aboveB = staysBelow(box, b),
    aboveC = staysBelow(box, c);
  let out = 0;
  if (v128.any_true(v128.or(belowA, aboveA))) out |= 1;
  if (v128.any_true(v128.or(belowB, aboveB))) out |= 2;
  if (v128.any_true(v128.or(belowC, aboveC))) out |= 4;
  if (v128.any_true(v128.or(v128.and(belowA, belowB), v128.and(aboveA, aboveB)))) out |= 8;
  if (v128.any_true(v128.or(v128.and(belowB, belowC), v128.and(aboveB, aboveC)))) out |= 16;
  if (v128.any_true(v128.or(v128.and(belowC, belowA), v128.and(aboveC, aboveA)))) out |= 32;
  return load<i32>(triangle, SurfaceTriangle.FLAGS) & ~out;
}

/** Whether the motions of two edges are separated along an axis. */
// @inline
function edgesApart(vertexBoxes: usize, a: i32, b: i32, c: i32, d: i32): bool {
  const pa = vertexBoxes + <usize>a * MovingBox.BYTES,
    pb = vertexBoxes + <usize>b * MovingBox.BYTES,
    pc = vertexBoxes + <usize>c * MovingBox.BYTES,
    pd = vertexBoxes + <usize>d * MovingBox.BYTES;
  const below = v128.and(
    v128.and(staysBelow(pa, pc), staysBelow(pa, pd)),
    v128.and(staysBelow(pb, pc), staysBelow(pb, pd)),
  );
  const above = v128.and(
    v128.and(staysBelow(pc, pa), staysBelow(pd, pa)),
    v128.and(staysBelow(pc, pb), staysBelow(pd, pb)),
  );
  return v128.any_true(v128.or(below, above));
}

/** Corners of a triangle around which all stay flat, as bits. */
// @inline
function flatCorners(a: usize, flat: usize): i32 {
  return (
    (load<i32>(flat + ((<usize>load<i32>(a, SurfaceTriangle.A)) << 2)) & 1) |
    ((load<i32>(flat + ((<usize>load<i32>(a, SurfaceTriangle.B)) << 2)) & 1) << 1) |
    ((load<i32>(flat + ((<usize>load<i32>(a, SurfaceTriangle.C)) << 2)) & 1) << 2)
  );
}

/** Corners of a triangle that another has too, as bits. */
// @inline
function sharedCorners(a: usize, b: usize): i32 {
  const corners = v128.load(a);
  const shared = v128.or(
    i32x4.eq(corners, v128.load32_splat(b, SurfaceTriangle.A)),
    v128.or(
      i32x4.eq(corners, v128.load32_splat(b, SurfaceTriangle.B)),
      i32x4.eq(corners, v128.load32_splat(b, SurfaceTriangle.C)),
    ),
  );
  return i32x4.bitmask(shared) & 7;
}

/** Whether two triangles share an edge, or a vertex from which they extend in different directions, unlike in a pleat. */
function extendApart(shared: i32, a: usize, b: usize, flat: usize, predictions: usize): bool {
  const inA = <usize>ctz(shared);
  if (popcnt(shared) > 1 || (load<i32>(flat + ((<usize>load<i32>(a + (inA << 2))) << 2)) & 2) !== 0)
    return true;
  const inB = <usize>ctz(sharedCorners(b, a));
  return goApart(
    corner(a, inA, predictions),
    corner(a, inA + 1, predictions),
    corner(a, inA + 2, predictions),
    corner(b, inB + 1, predictions),
    corner(b, inB + 2, predictions),
  );
}

/** Returns the record of corner k of a triangle, modulo 3. */
// @inline
function corner(triangle: usize, k: usize, predictions: usize): usize {
  return predictions + <usize>load<i32>(triangle + ((k > 2 ? k - 3 : k) << 2)) * SurfaceVertex.BYTES;
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
