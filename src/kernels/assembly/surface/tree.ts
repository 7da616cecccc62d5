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

/** Largest number of triangles in a leaf; a search has 32 bits for them. */
const LEAF: i32 = 8;
/** Bytes of a centroid and of a key. */
const CENTROID: usize = 16;
const KEY: usize = 8;

/**
 * Writes `order` and the nodes `links` for `count` triangles from number `from` on. `keys` is space for three f64 a triangle: their
 * centroids times three (f32[4]), then one key each: a coordinate of the centroid above the number of the triangle, so that
 * keys of equal coordinates differ. Returns the number of nodes.
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
  if (count === 0) return 0;
  const list = keys + <usize>count * CENTROID;
  for (let k = 0; k < count; k++) {
    const at = triangles + <usize>(from + k) * SurfaceTriangle.BYTES;
    const to = keys + <usize>k * CENTROID;
    for (let axis: usize = 0; axis < 3; axis++) {
      const shift = vertices + (axis << 3);
      const sum =
        load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.A) * SurfaceVertex.BYTES) +
        load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.B) * SurfaceVertex.BYTES) +
        load<f64>(shift + <usize>load<i32>(at, SurfaceTriangle.C) * SurfaceVertex.BYTES);
      store<f32>(to + (axis << 2), <f32>sum);
    }
    store<f32>(to, 0, 12);
    store<i64>(list + <usize>k * KEY, k);
  }
  const nodes = node(keys, list, links, 0, count, 0);
  for (let k = 0; k < count; k++)
    store<i32>(order + ((<usize>k) << 2), from + load<i32>(list + <usize>k * KEY));
  return nodes;
}

/** Writes a node and its subtree; returns the number of the node after it. */
function node(centroids: usize, list: usize, links: usize, first: i32, count: i32, index: i32): i32 {
  const at = links + <usize>index * TreeNode.BYTES;
  store<i32>(at, first, TreeNode.FIRST);
  store<i32>(at, count, TreeNode.COUNT);
  store<i32>(at, count <= LEAF ? 1 : 0, TreeNode.IS_LEAF);
  let next = index + 1;
  if (count > LEAF) {
    chooseKeys(centroids, list + <usize>first * KEY, count);
    const half = count >> 1;
    select(list, first, first + count - 1, first + half);
    next = node(centroids, list, links, first, half, next);
    next = node(centroids, list, links, first + half, count - half, next);
  }
  store<i32>(at, next, TreeNode.NEXT);
  return next;
}

/** Writes the keys along the longest side of the box of centroids. */
function chooseKeys(centroids: usize, list: usize, count: i32): void {
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  const end = list + <usize>count * KEY;
  for (let at = list; at < end; at += KEY) {
    const centroid = v128.load(centroids + <usize>load<u32>(at) * CENTROID);
    low = f32x4.min(low, centroid);
    high = f32x4.max(high, centroid);
  }
  const sides = f32x4.sub(high, low);
  const x = f32x4.extract_lane(sides, 0),
    y = f32x4.extract_lane(sides, 1),
    z = f32x4.extract_lane(sides, 2);
  const axis: usize = z > x && z > y ? 8 : y > x ? 4 : 0;
  for (let at = list; at < end; at += KEY) {
    // the bits of a float as an integer in the same order
    const bits = load<i32>(centroids + <usize>load<u32>(at) * CENTROID + axis);
    store<i32>(at, bits ^ ((bits >> 31) & 0x7fffffff), 4);
  }
}

/** Moves the k-th key to place k of list[low..high], lesser ones before it (quickselect, Hoare 1961). */
function select(list: usize, low: i32, high: i32, k: i32): void {
  while (low < high) {
    const pivot = keyAt(list, (low + high) >> 1);
    let i = low;
    let j = high;
    while (i <= j) {
      while (keyAt(list, i) < pivot) i++;
      while (pivot < keyAt(list, j)) j--;
      if (i > j) break;
      const kept = keyAt(list, i);
      store<i64>(list + <usize>i * KEY, keyAt(list, j));
      store<i64>(list + <usize>j * KEY, kept);
      i++;
      j--;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}

// @inline
function keyAt(list: usize, k: i32): i64 {
  return load<i64>(list + <usize>k * KEY);
}

/** Writes the boxes of nodes, and of triangles in the tree's order, around those of vertices. */
export function surfaceTreeRefit(
  triangles: usize,
  nodes: i32,
  vertexBoxes: usize,
  order: usize,
  links: usize,
  boxes: usize,
  triangleBoxes: usize,
): void {
  for (let n = nodes - 1; n >= 0; n--) {
    const link = links + <usize>n * TreeNode.BYTES;
    const box = boxes + <usize>n * MovingBox.BYTES;
    if (load<i32>(link, TreeNode.IS_LEAF) === 0) {
      const left = box + MovingBox.BYTES;
      const right = boxes + <usize>load<i32>(link + TreeNode.BYTES, TreeNode.NEXT) * MovingBox.BYTES;
      enclose(left, right, right, box);
      continue;
    }
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
  low = f32x4.replace_lane(low, 1, <f32>load<f64>(box, 8));
  low = f32x4.replace_lane(low, 2, <f32>load<f64>(box, 16));
  high = f32x4.replace_lane(high, 0, <f32>load<f64>(box, 24));
  high = f32x4.replace_lane(high, 1, <f32>load<f64>(box, 32));
  high = f32x4.replace_lane(high, 2, <f32>load<f64>(box, 40));
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
