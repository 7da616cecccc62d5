/**
 * A tree of boxes over triangles (bounding volume hierarchy). It is built top-down; a node is split at the boundary between
 * bins that minimises ∑ area × count, the expected cost of a query (Wald 2007). Nothing is random or sorted, so the tree is the
 * same everywhere.
 *
 * Nodes are stored in depth-first order: the first child follows its parent, and `skip` is the node after the whole subtree,
 * where a query that rejects a node continues, without a stack.
 */

/** Triangles of a leaf, at most. */
const LEAF = 4;
/** Bins along the longest axis; Wald uses 8 to 16. */
const BINS = 12;
/** Depth beyond which nodes are halved, so that no input makes the tree deeper than MAX_DEPTH. */
const BINNED_DEPTH = 40;
/** Greatest depth: 40 binned levels, then halvings of at most 2^31 triangles. */
export const MAX_DEPTH = 72;

export interface Bvh {
  readonly nodes: number;
  /** Box of each node: least x, y, z, then greatest x, y, z. */
  readonly boxes: Float64Array;
  readonly skip: Int32Array;
  /** Triangles `first` to `first + count − 1` of the reordered mesh; count is 0 for inner nodes. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** Index of the given triangle at each position of the reordered mesh. */
  readonly order: Int32Array;
}

/** Builds the tree over boxes of triangles, six numbers each. */
export function buildBvh(boxes: Float64Array): Bvh {
  return new Builder(boxes).build();
}

class Builder {
  readonly #source: Float64Array;
  readonly #order: Int32Array;
  readonly #boxes: Float64Array;
  readonly #skip: Int32Array;
  readonly #first: Int32Array;
  readonly #count: Int32Array;
  #nodes = 0;

  constructor(source: Float64Array) {
    this.#source = source;
    const triangles = source.length / 6;
    this.#order = Int32Array.from({ length: triangles }, (_, i) => i);
    const most = 2 * triangles;
    this.#boxes = new Float64Array(6 * most);
    this.#skip = new Int32Array(most);
    this.#first = new Int32Array(most);
    this.#count = new Int32Array(most);
  }

  build(): Bvh {
    this.#node(0, this.#order.length, 0);
    const n = this.#nodes;
    return {
      nodes: n,
      boxes: this.#boxes.slice(0, 6 * n),
      skip: this.#skip.slice(0, n),
      first: this.#first.slice(0, n),
      count: this.#count.slice(0, n),
      order: this.#order,
    };
  }

  #node(from: number, to: number, depth: number): void {
    const node = this.#nodes++;
    const box = emptyBox();
    for (let i = from; i < to; i++) growBox(box, this.#source, 6 * this.#order[i]);
    this.#boxes.set(box, 6 * node);
    if (to - from <= LEAF) {
      this.#first[node] = from;
      this.#count[node] = to - from;
    } else {
      const middle = this.#split(from, to, depth);
      this.#node(from, middle, depth + 1);
      this.#node(middle, to, depth + 1);
    }
    this.#skip[node] = this.#nodes;
  }

  /** Reorders the range into two parts and returns the start of the second. */
  #split(from: number, to: number, depth: number): number {
    const half = (from + to) >> 1;
    const spread = emptyBox();
    for (let i = from; i < to; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const c = this.#centre(this.#order[i], axis);
        spread[axis] = Math.min(spread[axis], c);
        spread[3 + axis] = Math.max(spread[3 + axis], c);
      }
    }
    let axis = 0;
    for (let k = 1; k < 3; k++) if (spread[3 + k] - spread[k] > spread[3 + axis] - spread[axis]) axis = k;
    const width = spread[3 + axis] - spread[axis];
    if (!(width > 0) || depth >= BINNED_DEPTH) return half;
    const edge = this.#bestBoundary(from, to, axis, spread[axis], width);
    const middle = this.#partition(from, to, axis, spread[axis], width, edge);
    return middle > from && middle < to ? middle : half;
  }

  #centre(triangle: number, axis: number): number {
    return 0.5 * (this.#source[6 * triangle + axis] + this.#source[6 * triangle + 3 + axis]);
  }

  #bin(triangle: number, axis: number, least: number, width: number): number {
    return Math.min(BINS - 1, Math.floor((BINS * (this.#centre(triangle, axis) - least)) / width));
  }

  #bestBoundary(from: number, to: number, axis: number, least: number, width: number): number {
    const counts = new Int32Array(BINS);
    const boxes = Array.from({ length: BINS }, emptyBox);
    for (let i = from; i < to; i++) {
      const bin = this.#bin(this.#order[i], axis, least, width);
      counts[bin]++;
      growBox(boxes[bin], this.#source, 6 * this.#order[i]);
    }
    const below = sideCosts(counts, boxes, false);
    const above = sideCosts(counts, boxes, true);
    let best = 1;
    for (let k = 2; k < BINS; k++) if (below[k] + above[k] < below[best] + above[best]) best = k;
    return best;
  }

  #partition(from: number, to: number, axis: number, least: number, width: number, edge: number): number {
    const order = this.#order;
    let middle = from;
    for (let i = from; i < to; i++) {
      if (this.#bin(order[i], axis, least, width) >= edge) continue;
      const kept = order[middle];
      order[middle++] = order[i];
      order[i] = kept;
    }
    return middle;
  }
}

/** Returns area × count of the bins below each boundary, or of those above it. */
function sideCosts(counts: Int32Array, boxes: readonly Float64Array[], above: boolean): Float64Array {
  const cost = new Float64Array(BINS);
  const box = emptyBox();
  let count = 0;
  for (let step = 1; step < BINS; step++) {
    const bin = above ? BINS - step : step - 1;
    growBox(box, boxes[bin], 0);
    count += counts[bin];
    cost[above ? bin : bin + 1] = count > 0 ? count * area(box) : 0;
  }
  return cost;
}

function emptyBox(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

function growBox(box: Float64Array, by: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = Math.min(box[axis], by[at + axis]);
    box[3 + axis] = Math.max(box[3 + axis], by[at + 3 + axis]);
  }
}

/** Returns half the surface of a box. */
function area(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}
