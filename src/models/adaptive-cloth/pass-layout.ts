/**
 * The passes of a hierarchy as the kernel walks them (kernels/assembly/solve.ts): for each, those that stay with the
 * shares they get, and those that go with where theirs come from; all in two flat arrays, by rows of the solver.
 */
import type { Pass } from './hierarchy.ts';
import type { Structure } from './structure.ts';
import { MATRIX_NUMBERS, VECTOR_NUMBERS } from './system-blocks.ts';

/** Where the numbers of a pass begin in the two arrays. */
export interface PassPlace {
  parents: number;
  removed: number;
  parentNodes: number;
  parentStarts: number;
  children: number;
  childShares: number;
  removedNodes: number;
  removedShares: number;
  inverses: number;
  smoothed: number;
  parentShares: number;
}

/** All passes in two flat arrays, by rows of the solver. Records of four numbers begin at multiples of four. */
export function layOutPasses(
  passes: readonly Pass[],
  { rowOf, vertexCount }: Structure,
  masses: Float64Array,
) {
  const numbers: Int32Array[] = [];
  const reals: Float32Array[] = [];
  let numbersEnd = 0;
  let realsEnd = 0;
  const addNumbers = (list: Int32Array) => {
    numbers.push(list);
    numbersEnd += list.length;
    return numbersEnd - list.length;
  };
  const addReals = (list: Float32Array) => {
    const padded = new Float32Array(4 * Math.ceil(list.length / 4));
    padded.set(list);
    reals.push(padded);
    realsEnd += padded.length;
    return realsEnd - padded.length;
  };
  const mass = new Float64Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) mass[rowOf[v]] = masses[v];
  const weight = new Float64Array(vertexCount).fill(1);
  const gone = new Uint8Array(vertexCount);
  const childCount = new Int32Array(vertexCount);
  const slotOf = new Int32Array(vertexCount);
  const places: PassPlace[] = [];
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
      parents,
      removed,
      parentNodes: addNumbers(parentNodes),
      parentStarts: addNumbers(parentStarts),
      children: addNumbers(children),
      childShares: addReals(childShares),
      removedNodes: addNumbers(removedNodes),
      removedShares: addReals(removedShares),
      inverses: addReals(new Float32Array(MATRIX_NUMBERS * parents)),
      smoothed: addReals(new Float32Array(VECTOR_NUMBERS * parents)),
      parentShares: addReals(parentShares),
    });
  }
  const left: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (!gone[v]) left.push(v);
  const last = {
    count: left.length,
    nodes: addNumbers(Int32Array.from(left)),
    shares: addReals(Float32Array.from(left.flatMap((v) => [1 / weight[v], mass[v]]))),
    inverses: addReals(new Float32Array(MATRIX_NUMBERS * left.length)),
  };
  return {
    places,
    last,
    numbers: joined(numbers, numbersEnd, Int32Array),
    reals: joined(reals, realsEnd, Float32Array),
  };
}

function joined<T extends Int32Array | Float32Array>(
  lists: readonly T[],
  length: number,
  make: new (length: number) => T,
): T {
  const all = new make(length);
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
