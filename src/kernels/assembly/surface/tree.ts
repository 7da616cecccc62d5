/**
 * Bounding volume hierarchy over the triangles of moving surfaces. Every vertex and edge belongs to one triangle, so that
 * pairs of triangles find each pair of features once (Curtis, Tamstorf & Manocha 2008). Nodes are stored depth first; each
 * splits its triangles at the median along the longest side.
 */
import * as MovingBox from '../../../layouts/generated/moving-box';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as TreeNode from '../../../layouts/generated/tree-node';
import { enclose } from './boxes';
import { select } from './order';

/** Largest number of triangles in a leaf; a search has 32 bits for them. */
const LEAF: i32 = 8;

/**
 * Sorts `order` and writes the nodes `links` for `count` triangles from number `from` on; `keys` is space for one f64 a
 * triangle. Returns the number of nodes.
 */
export function surfaceTreeBuild(
  triangles: usize,
  from: i32,
  count: i32,
  vertices: usize,
  order: usize,
  keys: usize,
  links: usize,
): i32 {
  for (let k = 0; k < count; k++) store<i32>(order + ((<usize>k) << 2), from + k);
  return count > 0 ? node(triangles, vertices, order, keys, links, 0, count, 0) : 0;
}

/** Writes a node and its subtree; returns the number of the node after it. */
function node(
  triangles: usize,
  vertices: usize,
  order: usize,
  keys: usize,
  links: usize,
  first: i32,
  count: i32,
  index: i32,
): i32 {
  const at = links + <usize>index * TreeNode.BYTES;
  store<i32>(at, first, TreeNode.FIRST);
  store<i32>(at, count, TreeNode.COUNT);
  store<i32>(at, count <= LEAF ? 1 : 0, TreeNode.IS_LEAF);
  let next = index + 1;
  if (count > LEAF) {
    chooseKeys(triangles, vertices, order, keys, first, count);
    const half = count >> 1;
    select(keys, order, first, first + count - 1, first + half);
    next = node(triangles, vertices, order, keys, links, first, half, next);
    next = node(triangles, vertices, order, keys, links, first + half, count - half, next);
  }
  store<i32>(at, next, TreeNode.NEXT);
  return next;
}

/** Writes the sort key of each triangle: three times its centroid along the longest side of the box of centroids. */
function chooseKeys(
  triangles: usize,
  vertices: usize,
  order: usize,
  keys: usize,
  first: i32,
  count: i32,
): void {
  let best: usize = 0;
  let longest: f64 = -1;
  for (let axis: usize = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = first; k < first + count; k++) {
      const key = middle(triangles, vertices, load<i32>(order + ((<usize>k) << 2)), axis);
      low = min(low, key);
      high = max(high, key);
    }
    if (high - low <= longest) continue;
    longest = high - low;
    best = axis;
  }
  for (let k = first; k < first + count; k++) {
    const t = load<i32>(order + ((<usize>k) << 2));
    store<f64>(keys + ((<usize>t) << 3), middle(triangles, vertices, t, best));
  }
}

/** Three times a coordinate of the centroid of a triangle. */
function middle(triangles: usize, vertices: usize, t: i32, axis: usize): f64 {
  const at = triangles + <usize>t * SurfaceTriangle.BYTES;
  const shift = vertices + (axis << 3);
  return (
    load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.A) * SurfaceVertex.BYTES) +
    load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.B) * SurfaceVertex.BYTES) +
    load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.C) * SurfaceVertex.BYTES)
  );
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
