/**
 * Pairs of boxes that overlap, found by a tree: each node splits its boxes at the median of their centres along its longest
 * side. A box is min x, y, z, then max x, y, z.
 */

/** Boxes per leaf. */
const LEAF = 4;

export class BoxTree {
  readonly #boxes: Float64Array;
  /** Boxes in the order of the leaves. */
  readonly #order: Int32Array;
  readonly #nodes: Float64Array;
  /**
   * Per node: its range in the order, and the index of its second child (0 for a leaf; the first child is next).
   */
  readonly #first: number[] = [];
  readonly #end: number[] = [];
  readonly #second: number[] = [];

  constructor(boxes: Float64Array) {
    const count = boxes.length / 6;
    this.#boxes = boxes;
    this.#order = Int32Array.from({ length: count }, (_, i) => i);
    this.#nodes = new Float64Array(6 * Math.max(1, 2 * count));
    if (count > 0) this.#build(0, count);
  }

  /** Calls `visit` with every overlapping pair (box of this tree, box of the other). */
  meet(other: BoxTree, visit: (mine: number, theirs: number) => void): void {
    if (this.#first.length === 0 || other.#first.length === 0) return;
    const stack = [0, 0];
    while (stack.length > 0) {
      const theirs = stack.pop() as number;
      const mine = stack.pop() as number;
      if (!meets(this.#nodes, mine, other.#nodes, theirs)) continue;
      const deeper = this.#second[mine] > 0;
      if (!deeper && other.#second[theirs] === 0) {
        this.#meetLeaves(mine, other, theirs, visit);
        continue;
      }
      const wide = this.#end[mine] - this.#first[mine] >= other.#end[theirs] - other.#first[theirs];
      if (deeper && (wide || other.#second[theirs] === 0)) {
        stack.push(mine + 1, theirs, this.#second[mine], theirs);
      } else {
        stack.push(mine, theirs + 1, mine, other.#second[theirs]);
      }
    }
  }

  /** Calls `visit` once with every overlapping pair of different boxes of the tree, the smaller index first. */
  meetItself(visit: (i: number, j: number) => void): void {
    this.meet(this, (i, j) => {
      if (i < j) visit(i, j);
    });
  }

  #meetLeaves(mine: number, other: BoxTree, theirs: number, visit: (i: number, j: number) => void): void {
    for (let k = this.#first[mine]; k < this.#end[mine]; k++) {
      for (let l = other.#first[theirs]; l < other.#end[theirs]; l++) {
        const [i, j] = [this.#order[k], other.#order[l]];
        if (meets(this.#boxes, i, other.#boxes, j)) visit(i, j);
      }
    }
  }

  #build(first: number, end: number): void {
    const node = this.#first.length;
    this.#first.push(first);
    this.#end.push(end);
    this.#second.push(0);
    const box = this.#nodes.subarray(6 * node, 6 * node + 6);
    box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    for (let k = first; k < end; k++) {
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], this.#boxes[6 * this.#order[k] + axis]);
        box[axis + 3] = Math.max(box[axis + 3], this.#boxes[6 * this.#order[k] + axis + 3]);
      }
    }
    if (end - first <= LEAF) return;
    const extents = [0, 1, 2].map((axis) => box[axis + 3] - box[axis]);
    const axis = extents.indexOf(Math.max(...extents));
    const middle = (i: number) => this.#boxes[6 * i + axis] + this.#boxes[6 * i + axis + 3];
    this.#order.subarray(first, end).sort((i, j) => middle(i) - middle(j) || i - j);
    const half = (first + end) >> 1;
    this.#build(first, half);
    this.#second[node] = this.#first.length;
    this.#build(half, end);
  }
}

function meets(one: Float64Array, i: number, two: Float64Array, j: number): boolean {
  const [a, b] = [6 * i, 6 * j];
  return (
    one[a] <= two[b + 3] &&
    two[b] <= one[a + 3] &&
    one[a + 1] <= two[b + 4] &&
    two[b + 1] <= one[a + 4] &&
    one[a + 2] <= two[b + 5] &&
    two[b + 2] <= one[a + 5]
  );
}

/** Bounding box of each triangle. */
export function triangleBoxes(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[3 * triangles[3 * t] + axis];
      const b = positions[3 * triangles[3 * t + 1] + axis];
      const c = positions[3 * triangles[3 * t + 2] + axis];
      boxes[6 * t + axis] = Math.min(a, b, c);
      boxes[6 * t + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}
