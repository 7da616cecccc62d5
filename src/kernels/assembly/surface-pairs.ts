/**
 * Pairs of features that may come near each other: vertex and triangle, edge and edge. A pair is 40 bytes: four i32,
 * its vertices (the first as −1 − index if they are two edges); the unit direction that it was last seen apart along
 * (three f32); the distance it keeps (f32, m), and how much of that is the collider itself, a fat vertex or edge (f32).
 *
 * Radii are two f64 a vertex: towards other bodies, and towards its own. `bodies` is one i32 a vertex: the number of
 * its sheet, or −1 − the number of its collider. Against colliders edges and faces keep only the share EDGE_SHARE of
 * their radius, for a fine sheet lies on a rounded thing with its vertices. Edges of sheets keep EDGES_SHARE of what
 * vertices and faces do: where layers lie flat on each other, those keep all edges apart too.
 */
import { apart, END, NORMAL, pairDistance, relativeWay, VERTEX } from './surface-distance';
import { boxesMeet } from './surface-tree';

export const PAIR: usize = 40;
const EDGE_SHARE: f64 = 0.5;
const EDGES_SHARE: f64 = 0.9;
/** Cosine of an angle between neighbours that are as good as flat. */
const EVEN: f64 = 0.7;
/** Of their height, that they may move against each other meanwhile. */
const STEADY: f64 = 0.1;
/** m; that particles are held off what they touch besides: as in src/contact/sweep.ts. */
const SKIN: f64 = 1e-7;

/**
 * Lists the pairs that come within their distance and `reach` (m) on their way through the sub-step, of the triangles
 * `order` with those of a tree; `self`: the tree is over the same triangles. Two triangles that are both marked in
 * `left` (i32 a triangle) are left out. `shift` (three f64, m): how far the frame of the boxes moves. `even`: neighbours
 * that are as good as flat are left out. Writes at most `room` pairs and answers how many there are.
 */
export function surfacePairs(
  triangles: usize,
  order: usize,
  count: i32,
  treeOrder: usize,
  links: usize,
  boxes: usize,
  nodes: i32,
  triangleBoxes: usize,
  self: bool,
  vertices: usize,
  radii: usize,
  bodies: usize,
  left: usize,
  shift: usize,
  reach: f64,
  even: bool,
  pairs: usize,
  room: i32,
  out: usize,
): i32 {
  let found = 0;
  for (let k = 0; k < count; k++) {
    const s = load<i32>(order + ((<usize>k) << 2));
    const box = triangleBoxes + ((<usize>s) << 5);
    let node = 0;
    while (node < nodes) {
      const link = links + ((<usize>node) << 4);
      const first = load<i32>(link, 4);
      const below = load<i32>(link, 8);
      if ((self && first + below <= k + 1) || !boxesMeet(box, boxes + ((<usize>node) << 5))) {
        node = load<i32>(link);
        continue;
      }
      if (load<i32>(link, 12) == 1) {
        for (let j = self ? max(first, k + 1) : first; j < first + below; j++) {
          const t = load<i32>(treeOrder + ((<usize>j) << 2));
          if (!boxesMeet(box, triangleBoxes + ((<usize>t) << 5))) continue;
          if (load<i32>(left + ((<usize>s) << 2)) != 0 && load<i32>(left + ((<usize>t) << 2)) != 0) continue;
          found = features(triangles, s, t, even, triangleBoxes, shift, vertices, radii, bodies, reach, pairs, room, found, out);
        }
      }
      node++;
    }
  }
  return found;
}

function features(
  triangles: usize,
  s: i32,
  t: i32,
  even: bool,
  triangleBoxes: usize,
  shift: usize,
  vertices: usize,
  radii: usize,
  bodies: usize,
  reach: f64,
  pairs: usize,
  room: i32,
  found: i32,
  out: usize,
): i32 {
  const a = triangles + ((<usize>s) << 4);
  const b = triangles + ((<usize>t) << 4);
  if (even && areNeighbours(a, b, vertices) && isEven(a, b, vertices)) return found;
  // Bits as in the flags: what of each triangle stands for itself and comes into the box of the other.
  const fa = inBox(a, triangleBoxes + ((<usize>t) << 5), shift, vertices, radii, reach);
  const fb = inBox(b, triangleBoxes + ((<usize>s) << 5), shift, vertices, radii, reach);
  if (((fa | fb) & 63) == 0) return found;
  for (let corner = 0; corner < 3; corner++) {
    if ((fa >> corner) & 1 && fb & 64) {
      const v = load<i32>(a + ((<usize>corner) << 2));
      found = offer(false, v, load<i32>(b), load<i32>(b, 4), load<i32>(b, 8), vertices, radii, bodies, reach, pairs, room, found, out);
    }
    if ((fb >> corner) & 1 && fa & 64) {
      const v = load<i32>(b + ((<usize>corner) << 2));
      found = offer(false, v, load<i32>(a), load<i32>(a, 4), load<i32>(a, 8), vertices, radii, bodies, reach, pairs, room, found, out);
    }
  }
  for (let i = 0; i < 3; i++) {
    if (!((fa >> (3 + i)) & 1)) continue;
    const a0 = load<i32>(a + ((<usize>i) << 2));
    const a1 = load<i32>(a + ((<usize>(i == 2 ? 0 : i + 1)) << 2));
    for (let j = 0; j < 3; j++) {
      if (!((fb >> (3 + j)) & 1)) continue;
      const b0 = load<i32>(b + ((<usize>j) << 2));
      const b1 = load<i32>(b + ((<usize>(j == 2 ? 0 : j + 1)) << 2));
      found = offer(true, a0, a1, b0, b1, vertices, radii, bodies, reach, pairs, room, found, out);
    }
  }
  return found;
}

/** The flags of a triangle, but for vertices and edges that do not come into the box, which is grown by half the reach. */
function inBox(triangle: usize, box: usize, shift: usize, vertices: usize, radii: usize, reach: f64): i32 {
  const pad = 0.5 * reach + radius(load<i32>(triangle), false, radii);
  // For each axis and corner, whether the corner's way is below the box, or above it.
  let kept = load<i32>(triangle, 12);
  for (let axis: usize = 0; axis < 3; axis++) {
    const low = <f64>load<f32>(box + (axis << 2)) - pad;
    const high = <f64>load<f32>(box + 16 + (axis << 2)) + pad;
    const moves = load<f64>(shift + (axis << 3));
    let below = 0;
    let above = 0;
    for (let corner: usize = 0; corner < 3; corner++) {
      const v = vertices + <usize>load<i32>(triangle + (corner << 2)) * VERTEX + (axis << 3);
      const start = load<f64>(v);
      const end = load<f64>(v + END) - moves;
      if (max(start, end) < low) below |= 1 << (<i32>corner);
      if (min(start, end) > high) above |= 1 << (<i32>corner);
    }
    kept &= ~((below | above) | ((below & next(below)) << 3) | ((above & next(above)) << 3));
  }
  return kept;
}

/** Bit k for corner k + 1. */
// @ts-ignore: decorator
@inline
function next(bits: i32): i32 {
  return (bits >> 1) | ((bits & 1) << 2);
}

/** Do two triangles share an edge, or a vertex from which they go different ways? In a pleat they do not. */
function areNeighbours(a: usize, b: usize, vertices: usize): bool {
  let shared = -1;
  let count = 0;
  for (let i: usize = 0; i < 12; i += 4) {
    const v = load<i32>(a + i);
    if (v != load<i32>(b) && v != load<i32>(b, 4) && v != load<i32>(b, 8)) continue;
    shared = v;
    count++;
  }
  if (count != 1) return count > 1;
  let along: f64 = 0,
    first: f64 = 0,
    second: f64 = 0;
  const from = vertices + <usize>shared * VERTEX;
  for (let axis: usize = 0; axis < 24; axis += 8) {
    const x = load<f64>(from + axis);
    const p = corners(a, vertices, axis) - 3 * x;
    const q = corners(b, vertices, axis) - 3 * x;
    along += p * q;
    first += p * p;
    second += q * q;
  }
  return along <= 0 || along * along < 0.25 * first * second; // 60°
}

/** Sum of a coordinate over the corners of a triangle. */
// @ts-ignore: decorator
@inline
function corners(triangle: usize, vertices: usize, axis: usize): f64 {
  return (
    load<f64>(vertices + <usize>load<i32>(triangle) * VERTEX + axis) +
    load<f64>(vertices + <usize>load<i32>(triangle, 4) * VERTEX + axis) +
    load<f64>(vertices + <usize>load<i32>(triangle, 8) * VERTEX + axis)
  );
}

/**
 * Is the surface less than EVEN folded from one neighbour to the other, and do they hardly move against each other? Then
 * what they do not share is about a height of the triangles apart; and within the margin of a list, which is less than
 * half a height, they cannot fold together.
 */
function isEven(a: usize, b: usize, vertices: usize): bool {
  const p = vertices + <usize>load<i32>(a) * VERTEX,
    q = vertices + <usize>load<i32>(a, 4) * VERTEX,
    r = vertices + <usize>load<i32>(a, 8) * VERTEX;
  const s = vertices + <usize>load<i32>(b) * VERTEX,
    t = vertices + <usize>load<i32>(b, 4) * VERTEX,
    u = vertices + <usize>load<i32>(b, 8) * VERTEX;
  // (q − p) × (r − p) · (t − s) × (u − s) = the difference of two products of dots (Binet–Cauchy)
  const qt = dotBetween(p, q, s, t),
    ru = dotBetween(p, r, s, u),
    qu = dotBetween(p, q, s, u),
    rt = dotBetween(p, r, s, t);
  const product = qt * ru - qu * rt;
  if (product <= 0) return false;
  const uu = dotBetween(p, q, p, q),
    vv = dotBetween(p, r, p, r),
    uv = dotBetween(p, q, p, r);
  const areaA = uu * vv - uv * uv;
  // Heights are √area / longest side.
  const limit = (STEADY * STEADY * areaA) / max(uu, max(vv, uu + vv - 2 * uv));
  if (strays(p, q) > limit || strays(p, r) > limit) return false;
  if (strays(p, s) > limit || strays(p, t) > limit || strays(p, u) > limit) return false;
  const areaB = dotBetween(s, t, s, t) * dotBetween(s, u, s, u) - square(dotBetween(s, t, s, u));
  return product * product > EVEN * EVEN * areaA * areaB;
}

/** Square of the way of one vertex against another in the sub-step, m². */
// @ts-ignore: decorator
@inline
function strays(p: usize, q: usize): f64 {
  let sum: f64 = 0;
  for (let axis: usize = 0; axis < 24; axis += 8) {
    const way = load<f64>(q + END + axis) - load<f64>(q + axis) - load<f64>(p + END + axis) + load<f64>(p + axis);
    sum += way * way;
  }
  return sum;
}

// @ts-ignore: decorator
@inline
function square(x: f64): f64 {
  return x * x;
}

/** (q − p) · (s − r) at the start of the sub-step. */
// @ts-ignore: decorator
@inline
function dotBetween(p: usize, q: usize, r: usize, s: usize): f64 {
  return (
    (load<f64>(q) - load<f64>(p)) * (load<f64>(s) - load<f64>(r)) +
    (load<f64>(q, 8) - load<f64>(p, 8)) * (load<f64>(s, 8) - load<f64>(r, 8)) +
    (load<f64>(q, 16) - load<f64>(p, 16)) * (load<f64>(s, 16) - load<f64>(r, 16))
  );
}

/** Lists the pair if it comes near. */
function offer(
  isEdges: bool,
  a: i32,
  b: i32,
  c: i32,
  d: i32,
  vertices: usize,
  radii: usize,
  bodies: usize,
  reach: f64,
  pairs: usize,
  room: i32,
  found: i32,
  out: usize,
): i32 {
  if (a == c || a == d || (isEdges ? b == c || b == d : a == b)) return found;
  if (isEdges && c < a) {
    // The side with the lesser vertex first: pairs are the same whoever finds them.
    const a0 = a;
    const b0 = b;
    a = c;
    b = d;
    c = a0;
    d = b0;
  }
  const pa = vertices + <usize>a * VERTEX,
    pb = vertices + <usize>b * VERTEX,
    pc = vertices + <usize>c * VERTEX,
    pd = vertices + <usize>d * VERTEX;
  const keeps = keptDistance(isEdges, a, b, c, d, radii, bodies);
  const distance = pairDistance(isEdges, pa, pb, pc, pd, out);
  if (distance > keeps + reach) {
    if (distance - relativeWay(isEdges, pa, pb, pc, pd) > keeps + reach) return found;
    // Apart at the end too along the same direction: apart all the way.
    const nx = load<f64>(out + NORMAL),
      ny = load<f64>(out + NORMAL, 8),
      nz = load<f64>(out + NORMAL, 16);
    if (apart(isEdges, pa + END, pb + END, pc + END, pd + END, nx, ny, nz) > keeps + reach) return found;
  }
  if (found < room) {
    const at = pairs + (<usize>found) * PAIR;
    store<i32>(at, isEdges ? -1 - a : a);
    store<i32>(at, b, 4);
    store<i32>(at, c, 8);
    store<i32>(at, d, 12);
    for (let axis: usize = 0; axis < 3; axis++) {
      store<f32>(at + 16 + (axis << 2), <f32>load<f64>(out + 32 + (axis << 3)));
    }
    store<f32>(at, <f32>keeps, 28);
    store<f32>(at, <f32>fatness(isEdges ? c : b, a, radii, bodies), 32);
  }
  return found + 1;
}

function keptDistance(isEdges: bool, a: i32, b: i32, c: i32, d: i32, radii: usize, bodies: usize): f64 {
  const mine = load<i32>(bodies + ((<usize>a) << 2));
  const others = load<i32>(bodies + ((<usize>c) << 2));
  const own = mine == others;
  const ra = radius(a, own, radii);
  const rb = radius(b, own, radii);
  const rc = radius(c, own, radii);
  const rd = radius(d, own, radii);
  if (mine >= 0 && others >= 0) {
    return isEdges ? EDGES_SHARE * (min(ra, rb) + min(rc, rd)) : ra + min(rb, min(rc, rd));
  }
  // A sheet's vertex keeps all of its radius from a face, as it does for the particle stage.
  if (!isEdges && mine >= 0) return ra + rc + SKIN;
  return (mine >= 0 ? EDGE_SHARE : 1) * ra + (others >= 0 ? EDGE_SHARE : 1) * rc;
}

/** Of a collider's fat vertex or edge, on either side; 0 for others. */
function fatness(a: i32, b: i32, radii: usize, bodies: usize): f64 {
  if (load<i32>(bodies + ((<usize>a) << 2)) < 0) return radius(a, false, radii);
  return load<i32>(bodies + ((<usize>b) << 2)) < 0 ? radius(b, false, radii) : 0;
}

// @ts-ignore: decorator
@inline
function radius(i: i32, own: bool, radii: usize): f64 {
  return load<f64>(radii + ((<usize>i) << 4) + (own ? 8 : 0));
}
