/**
 * Bounding volume hierarchy over the triangles of moving surfaces. Every vertex and edge belongs to one triangle, so that
 * pairs of triangles find each pair of features once (Curtis, Tamstorf & Manocha 2008). Nodes are stored depth first; each
 * splits its triangles at the median along the longest side.
 */
import * as BoundingBox from '../../../layouts/generated/bounding-box';
import * as SurfaceTriangle from '../../../layouts/generated/surface-triangle';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import * as TreeNode from '../../../layouts/generated/tree-node';
import { select } from './order';

/** Largest number of triangles in a leaf. */
const LEAF: i32 = 2;

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

/**
 * Writes the boxes of nodes and of triangles around those of vertices. `stale` (i32 a triangle) restricts this to marked
 * triangles; 0: all.
 */
export function surfaceTreeRefit(
  triangles: usize,
  nodes: i32,
  vertexBoxes: usize,
  order: usize,
  links: usize,
  boxes: usize,
  triangleBoxes: usize,
  stale: usize,
): void {
  for (let n = nodes - 1; n >= 0; n--) {
    const link = links + <usize>n * TreeNode.BYTES;
    const box = boxes + <usize>n * BoundingBox.BYTES;
    if (load<i32>(link, TreeNode.IS_LEAF) === 0) {
      const left = box + BoundingBox.BYTES;
      const right = boxes + <usize>load<i32>(link + TreeNode.BYTES, TreeNode.NEXT) * BoundingBox.BYTES;
      v128.store(
        box,
        f32x4.min(v128.load(left, BoundingBox.LOW), v128.load(right, BoundingBox.LOW)),
        BoundingBox.LOW,
      );
      v128.store(
        box,
        f32x4.max(v128.load(left, BoundingBox.HIGH), v128.load(right, BoundingBox.HIGH)),
        BoundingBox.HIGH,
      );
      continue;
    }
    const first = load<i32>(link, TreeNode.FIRST);
    const end = first + load<i32>(link, TreeNode.COUNT);
    if (stale !== 0 && !anyMarked(order, first, end, stale)) continue;
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    for (let k = first; k < end; k++) {
      const t = load<i32>(order + ((<usize>k) << 2));
      const to = triangleBoxes + <usize>t * BoundingBox.BYTES;
      if (stale === 0 || load<i32>(stale + ((<usize>t) << 2)) !== 0) {
        triangleBox(triangles + <usize>t * SurfaceTriangle.BYTES, vertexBoxes, to);
      }
      low = f32x4.min(low, v128.load(to, BoundingBox.LOW));
      high = f32x4.max(high, v128.load(to, BoundingBox.HIGH));
    }
    v128.store(box, low, BoundingBox.LOW);
    v128.store(box, high, BoundingBox.HIGH);
  }
}

/** Whether a leaf has a marked triangle. */
// @inline
function anyMarked(order: usize, first: i32, end: i32, stale: usize): bool {
  for (let k = first; k < end; k++) {
    if (load<i32>(stale + ((<usize>load<i32>(order + ((<usize>k) << 2))) << 2)) !== 0) return true;
  }
  return false;
}

/** Writes the box of a triangle. */
// @inline
function triangleBox(at: usize, vertexBoxes: usize, to: usize): void {
  const a = vertexBoxes + <usize>load<i32>(at, SurfaceTriangle.A) * BoundingBox.BYTES,
    b = vertexBoxes + <usize>load<i32>(at, SurfaceTriangle.B) * BoundingBox.BYTES,
    c = vertexBoxes + <usize>load<i32>(at, SurfaceTriangle.C) * BoundingBox.BYTES;
  v128.store(
    to,
    f32x4.min(
      v128.load(a, BoundingBox.LOW),
      f32x4.min(v128.load(b, BoundingBox.LOW), v128.load(c, BoundingBox.LOW)),
    ),
    BoundingBox.LOW,
  );
  v128.store(
    to,
    f32x4.max(
      v128.load(a, BoundingBox.HIGH),
      f32x4.max(v128.load(b, BoundingBox.HIGH), v128.load(c, BoundingBox.HIGH)),
    ),
    BoundingBox.HIGH,
  );
}

/** Whether two boxes overlap. */
// @inline
export function boxesMeet(a: usize, b: usize): bool {
  const apart = v128.or(
    f32x4.gt(v128.load(a, BoundingBox.LOW), v128.load(b, BoundingBox.HIGH)),
    f32x4.gt(v128.load(b, BoundingBox.LOW), v128.load(a, BoundingBox.HIGH)),
  );
  return !v128.any_true(apart);
}
