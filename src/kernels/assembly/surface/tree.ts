/**
 * Bounding volume hierarchy over the triangles of moving surfaces. Every vertex and edge belongs to one triangle, so that
 * pairs of triangles find each pair of features once (Curtis, Tamstorf & Manocha 2008). Nodes are stored depth first; each
 * splits its triangles at the middle of the longest side of the box of their centroids.
 */
import * as MovingBox from '../../../layouts/generated/moving-box';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as TreeNode from '../../../layouts/generated/tree-node';
import { Y, Z } from '../../../layouts/generated/vector';
import { VECTOR } from '../memory';
import { enclose } from './boxes';

/** Largest number of triangles in a leaf; a search has 32 bits for them. */
const LEAF: i32 = 8;
/** Depth from which nodes are halved, so that no input makes a tree deeper than the stack of a search allows. */
const MIDDLE_DEPTH: i32 = 32;
/** Bytes of an entry: the centroid of a triangle times three (f32 each), and its number among the triangles of the tree. */
const ENTRY: usize = 16;
const NUMBER: usize = 12;

/**
 * Writes `order` and the nodes `links` for `count` triangles from number `from` on; `entries` is space for four f32 a triangle.
 * Returns the number of nodes.
 */
export function surfaceTreeBuild(
  triangles: usize,
  from: i32,
  count: i32,
  vertices: usize,
  order: usize,
  entries: usize,
  links: usize,
): i32 {
  if (count === 0) return 0;
  for (let k = 0; k < count; k++) {
    const at = triangles + <usize>(from + k) * SurfaceTriangle.BYTES;
    const to = entries + <usize>k * ENTRY;
    for (let axis: usize = 0; axis < 3; axis++) {
      const shift = vertices + (axis << 3);
      const sum =
        load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.A) * SurfaceVertex.BYTES) +
        load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.B) * SurfaceVertex.BYTES) +
        load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.C) * SurfaceVertex.BYTES);
      store<f32>(to + (axis << 2), <f32>sum);
    }
    store<i32>(to, from + k, NUMBER);
  }
  const nodes = node(entries, links, 0, count, 0, 0);
  for (let k = 0; k < count; k++)
    store<i32>(order + ((<usize>k) << 2), load<i32>(entries + <usize>k * ENTRY, NUMBER));
  return nodes;
}

/** Writes a node and its subtree; returns the number of the node after it. */
function node(entries: usize, links: usize, first: i32, count: i32, index: i32, depth: i32): i32 {
  const at = links + <usize>index * TreeNode.BYTES;
  store<i32>(at, first, TreeNode.FIRST);
  store<i32>(at, count, TreeNode.COUNT);
  store<i32>(at, count <= LEAF ? 1 : 0, TreeNode.IS_LEAF);
  let next = index + 1;
  if (count > LEAF) {
    const below = depth < MIDDLE_DEPTH ? split(entries + <usize>first * ENTRY, count) : 0;
    const left = below > 0 && below < count ? below : count >> 1;
    next = node(entries, links, first, left, next, depth + 1);
    next = node(entries, links, first + left, count - left, next, depth + 1);
  }
  store<i32>(at, next, TreeNode.NEXT);
  return next;
}

/**
 * Moves the entries below the middle of the longest side of the box of centroids before the others, and returns their number. It has
 * no branch, which would be predicted wrong for half of them.
 */
function split(entries: usize, count: i32): i32 {
  const end = entries + <usize>count * ENTRY;
  let low = v128.load(entries);
  let high = low;
  for (let at = entries + ENTRY; at < end; at += ENTRY) {
    const entry = v128.load(at);
    low = f32x4.pmin(low, entry);
    high = f32x4.pmax(high, entry);
  }
  const sides = f32x4.sub(high, low);
  const x = f32x4.extract_lane(sides, 0),
    y = f32x4.extract_lane(sides, 1),
    z = f32x4.extract_lane(sides, 2);
  const axis: usize = z > x && z > y ? 8 : y > x ? 4 : 0;
  const sum = f32x4.add(low, high);
  const middle =
    0.5 *
    (axis === 0
      ? f32x4.extract_lane(sum, 0)
      : axis === 4
        ? f32x4.extract_lane(sum, 1)
        : f32x4.extract_lane(sum, 2));
  let to = entries;
  for (let at = entries; at < end; at += ENTRY) {
    const entry = v128.load(at);
    const isBelow = load<f32>(at + axis) < middle;
    v128.store(at, v128.load(to));
    v128.store(to, entry);
    to += <usize>isBelow * ENTRY;
  }
  return <i32>((to - entries) / ENTRY);
}

/** Writes the boxes of the leaves among the nodes in a range, and of their triangles in the tree's order, around those of vertices. */
export function writeLeafBoxes(
  from: i32,
  last: i32,
  triangles: usize,
  vertexBoxes: usize,
  order: usize,
  links: usize,
  boxes: usize,
  triangleBoxes: usize,
): void {
  for (let n = from; n < last; n++) {
    const link = links + <usize>n * TreeNode.BYTES;
    if (load<i32>(link, TreeNode.IS_LEAF) === 0) continue;
    const box = boxes + <usize>n * MovingBox.BYTES;
    const first = load<i32>(link, TreeNode.FIRST);
    const end = first + load<i32>(link, TreeNode.COUNT);
    let low = f32x4.splat(Infinity),
      endLow = low;
    let high = f32x4.splat(-Infinity),
      endHigh = high;
    for (let k = first; k < end; k++) {
      const at = triangles + <usize>load<i32>(order + ((<usize>k) << 2)) * SurfaceTriangle.BYTES;
      const to = triangleBoxes + <usize>k * MovingBox.BYTES;
      enclose(
        vertexBoxes + <usize>load<i32>(at, SurfaceTriangle.A) * MovingBox.BYTES,
        vertexBoxes + <usize>load<i32>(at, SurfaceTriangle.B) * MovingBox.BYTES,
        vertexBoxes + <usize>load<i32>(at, SurfaceTriangle.C) * MovingBox.BYTES,
        to,
      );
      low = f32x4.min(low, v128.load(to, MovingBox.LOW));
      endLow = f32x4.min(endLow, v128.load(to, MovingBox.END_LOW));
      high = f32x4.max(high, v128.load(to, MovingBox.HIGH));
      endHigh = f32x4.max(endHigh, v128.load(to, MovingBox.END_HIGH));
    }
    v128.store(box, low, MovingBox.LOW);
    v128.store(box, endLow, MovingBox.END_LOW);
    v128.store(box, high, MovingBox.HIGH);
    v128.store(box, endHigh, MovingBox.END_HIGH);
  }
}

/** Writes the boxes of all other nodes around those of their halves. */
export function surfaceNodeBoxes(nodes: i32, links: usize, boxes: usize): void {
  for (let n = nodes - 1; n >= 0; n--) {
    const link = links + <usize>n * TreeNode.BYTES;
    if (load<i32>(link, TreeNode.IS_LEAF) !== 0) continue;
    const left = boxes + <usize>(n + 1) * MovingBox.BYTES;
    const right = boxes + <usize>load<i32>(link + TreeNode.BYTES, TreeNode.NEXT) * MovingBox.BYTES;
    enclose(left, right, right, boxes + <usize>n * MovingBox.BYTES);
  }
}

/**
 * Lists the triangles whose boxes now may overlap a box, least and greatest x, y, z in m, and returns their number. The boxes of
 * vertices are wider than the error of rounding it to f32.
 */
export function surfaceWithin(
  nodes: i32,
  order: usize,
  links: usize,
  boxes: usize,
  triangleBoxes: usize,
  box: usize,
  list: usize,
): i32 {
  let low = f32x4.splat(-Infinity);
  let high = f32x4.splat(Infinity);
  low = f32x4.replace_lane(low, 0, <f32>load<f64>(box));
  low = f32x4.replace_lane(low, 1, <f32>load<f64>(box, Y));
  low = f32x4.replace_lane(low, 2, <f32>load<f64>(box, Z));
  high = f32x4.replace_lane(high, 0, <f32>load<f64>(box, VECTOR));
  high = f32x4.replace_lane(high, 1, <f32>load<f64>(box, VECTOR + Y));
  high = f32x4.replace_lane(high, 2, <f32>load<f64>(box, VECTOR + Z));
  let found: i32 = 0;
  for (let n: i32 = 0; n < nodes; ) {
    const link = links + <usize>n * TreeNode.BYTES;
    if (!overlaps(boxes + <usize>n * MovingBox.BYTES, low, high)) {
      n = load<i32>(link, TreeNode.NEXT);
      continue;
    }
    n++;
    if (load<i32>(link, TreeNode.IS_LEAF) === 0) continue;
    const first = load<i32>(link, TreeNode.FIRST);
    const end = first + load<i32>(link, TreeNode.COUNT);
    for (let k = first; k < end; k++) {
      if (!overlaps(triangleBoxes + <usize>k * MovingBox.BYTES, low, high)) continue;
      store<i32>(list + ((<usize>found) << 2), load<i32>(order + ((<usize>k) << 2)));
      found++;
    }
  }
  return found;
}

// @inline
function overlaps(box: usize, low: v128, high: v128): bool {
  return !v128.any_true(
    v128.or(f32x4.lt(v128.load(box, MovingBox.HIGH), low), f32x4.gt(v128.load(box, MovingBox.LOW), high)),
  );
}
