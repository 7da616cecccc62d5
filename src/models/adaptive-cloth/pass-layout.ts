/**
 * The passes of a hierarchy as the kernel reads them (kernels/assembly/cloth/solve.ts), by rows of the system: for each the
 * vertices that stay with the weights of their children, and the removed ones with the weights of their parents.
 */
import type { Pass } from './hierarchy.ts';
import { MATRIX_NUMBERS, VECTOR_NUMBERS } from './system-blocks.ts';
import type { RecordPlaces } from './system-job.ts';

export interface PassLayout {
  readonly passes: readonly RecordPlaces[];
  /** Vertices that the last pass leaves. */
  readonly last: RecordPlaces;
  /** All integers and all reals of the passes. Records of four reals begin at multiples of four. */
  readonly numbers: Int32Array;
  readonly reals: Float32Array;
}

export function layOutPasses(passes: readonly Pass[], rowOf: Int32Array, masses: Float64Array): PassLayout {
  const vertexCount = rowOf.length;
  const [numbers, reals] = [new Packed(Int32Array, 1), new Packed(Float32Array, 4)];
  const mass = new Float64Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) mass[rowOf[v]] = masses[v];
  const weight = new Float64Array(vertexCount).fill(1);
  const gone = new Uint8Array(vertexCount);
  const childCount = new Int32Array(vertexCount);
  const slotOf = new Int32Array(vertexCount);
  const places: RecordPlaces[] = [];
  for (const { removed: triples, share } of passes) {
    const removed = share.length;
    const removedNodes = new Int32Array(3 * removed);
    const removedShares = new Float32Array(2 * removed);
    childCount.fill(0);
    for (let k = 0; k < removed; k++) {
      for (let c = 0; c < 3; c++) removedNodes[3 * k + c] = rowOf[triples[3 * k + c]];
      removedShares[2 * k] = share[k];
      removedShares[2 * k + 1] = 1 - share[k];
      gone[removedNodes[3 * k]] = 1;
      for (const c of [1, 2]) {
        const parent = removedNodes[3 * k + c];
        const s = c === 1 ? share[k] : 1 - share[k];
        childCount[parent]++;
        weight[parent] += s * weight[removedNodes[3 * k]];
        mass[parent] += s * mass[removedNodes[3 * k]];
      }
    }
    let parents = 0;
    for (let v = 0; v < vertexCount; v++) if (childCount[v] > 0) slotOf[v] = parents++;
    const parentNodes = new Int32Array(parents);
    const parentStarts = new Int32Array(parents + 1);
    const parentShares = new Float32Array(2 * parents);
    for (let v = 0; v < vertexCount; v++) {
      if (childCount[v] === 0) continue;
      const slot = slotOf[v];
      parentNodes[slot] = v;
      parentStarts[slot + 1] = parentStarts[slot] + childCount[v];
      parentShares[2 * slot] = 1 / weight[v];
      parentShares[2 * slot + 1] = mass[v];
    }
    const children = new Int32Array(2 * removed);
    const childShares = new Float32Array(2 * removed);
    const at = parentStarts.slice();
    for (let k = 0; k < removed; k++) {
      for (const c of [1, 2]) {
        const slot = slotOf[removedNodes[3 * k + c]];
        children[at[slot]] = removedNodes[3 * k];
        childShares[at[slot]++] = removedShares[2 * k + c - 1];
      }
    }
    places.push({
      counts: { PARENTS: parents, REMOVED: removed },
      numbers: {
        PARENT_NODES: numbers.add(parentNodes),
        PARENT_STARTS: numbers.add(parentStarts),
        CHILDREN: numbers.add(children),
        REMOVED_NODES: numbers.add(removedNodes),
      },
      reals: {
        CHILD_SHARES: reals.add(childShares),
        REMOVED_SHARES: reals.add(removedShares),
        INVERSE: reals.add(new Float32Array(MATRIX_NUMBERS * parents)),
        SMOOTHED: reals.add(new Float32Array(VECTOR_NUMBERS * parents)),
        PARENT_SHARES: reals.add(parentShares),
      },
    });
  }
  const left: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (!gone[v]) left.push(v);
  const shares = Float32Array.from(left.flatMap((v) => [1 / weight[v], mass[v]]));
  const last = {
    counts: { LAST_COUNT: left.length },
    numbers: { LAST_NODES: numbers.add(Int32Array.from(left)) },
    reals: {
      LAST_SHARES: reals.add(shares),
      LAST_INVERSES: reals.add(new Float32Array(MATRIX_NUMBERS * left.length)),
    },
  };
  return { passes: places, last, numbers: numbers.joined(), reals: reals.joined() };
}

/** Arrays one after another, each from a multiple of `alignment` on. */
class Packed<T extends Int32Array | Float32Array> {
  readonly #make: new (
    length: number,
  ) => T;
  readonly #alignment: number;
  readonly #lists: { at: number; list: T }[] = [];
  #end = 0;

  constructor(make: new (length: number) => T, alignment: number) {
    this.#make = make;
    this.#alignment = alignment;
  }

  /** Appends an array and returns where it begins. */
  add(list: T): number {
    const at = this.#end;
    this.#lists.push({ at, list });
    this.#end += this.#alignment * Math.ceil(list.length / this.#alignment);
    return at;
  }

  joined(): T {
    const all = new this.#make(this.#end);
    for (const { at, list } of this.#lists) all.set(list, at);
    return all;
  }
}
