/**
 * Supports that several vertices share (core/implicit.ts), in the linear system of a cloth: with weights s_j, d = Σ s_j
 * (x_j − x̂_j), the support's force f at the goals x̂ and its stiffness K,
 *
 *   load on j: s_j (f − K d),   block i j: h² s_i s_j K.
 *
 * The system makes its diagonal of the blocks of each row, D_i = own − Σ_j B_ij, so `own` gets h² s_i (Σ s) K.
 */
import type { Constraints } from '../../core/implicit.ts';
import * as SharedSupport from '../../layouts/generated/shared-support.ts';
import * as Support from '../../layouts/generated/support.ts';
import { blockAt } from './structure.ts';
import { MATRIX_NUMBERS, NODE_NUMBERS, VECTOR_NUMBERS } from './system-blocks.ts';

interface SharedRoom {
  /** Row of a vertex, and the first of the cloth's particles. */
  readonly rowOf: Int32Array;
  readonly first: number;
  /** Records of four numbers by row. */
  readonly nodes: Float64Array;
  readonly goals: Float64Array;
}

interface SystemRoom extends SharedRoom {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly blocks: Float32Array;
  readonly own: Float32Array;
  readonly loads: Float64Array;
}

const d = new Float64Array(3);
const pull = new Float64Array(3);
const rowsOf = new Int32Array(4);
/** Place of K's entries in a column of three, column by column, in the six numbers of a support. */
const { XX, XY, XZ, YY, YZ, ZZ } = Support;
const ENTRIES = [XX, XY, XZ, XY, YY, YZ, XZ, YZ, ZZ];

/** Sets `d` and `rowsOf`, −1 for none; false if the support is another body's. */
function gather({ sharers, shared }: Constraints, k: number, room: SharedRoom): boolean {
  const { rowOf, first, nodes, goals } = room;
  d.fill(0);
  let any = false;
  for (let j = 0; j < 4; j++) {
    const vertex = sharers[4 * k + j] - first;
    rowsOf[j] = vertex >= 0 && vertex < rowOf.length ? rowOf[vertex] : -1;
    if (rowsOf[j] < 0) continue;
    any = true;
    const weight = shared[SharedSupport.LENGTH * k + SharedSupport.WEIGHTS + j];
    for (let axis = 0; axis < 3; axis++) {
      d[axis] += weight * (nodes[NODE_NUMBERS * rowsOf[j] + axis] - goals[NODE_NUMBERS * rowsOf[j] + axis]);
    }
  }
  return any;
}

/** Sets `pull` to f − share K d. */
function setPull(shared: Float64Array, at: number, share: number): void {
  for (let axis = 0; axis < 3; axis++) {
    pull[axis] = shared[at + axis];
    for (let b = 0; b < 3; b++) pull[axis] -= share * shared[at + ENTRIES[3 * axis + b]] * d[b];
  }
}

/** Adds what they do to loads, blocks and `own`; h in s. */
export function addShared(constraints: Constraints, h: number, room: SystemRoom): void {
  const { shared } = constraints;
  const { loads, blocks, own } = room;
  for (let k = 0; k < constraints.sharedCount; k++) {
    if (!gather(constraints, k, room)) continue;
    const weights = SharedSupport.LENGTH * k + SharedSupport.WEIGHTS;
    const at = SharedSupport.LENGTH * k + SharedSupport.SUPPORT;
    setPull(shared, at, 1);
    let sum = 0;
    for (let j = 0; j < 4; j++) if (rowsOf[j] >= 0) sum += shared[weights + j];
    for (let i = 0; i < 4; i++) {
      const row = rowsOf[i];
      if (row < 0) continue;
      const weight = shared[weights + i];
      for (let axis = 0; axis < 3; axis++) loads[NODE_NUMBERS * row + axis] += weight * pull[axis];
      addBlock(own, MATRIX_NUMBERS * row, VECTOR_NUMBERS, h * h * weight * sum, shared, at);
      for (let j = 0; j < 4; j++) {
        if (j === i || rowsOf[j] < 0) continue;
        addBlock(
          blocks,
          9 * blockAt(room, row, rowsOf[j]),
          3,
          h * h * weight * shared[weights + j],
          shared,
          at,
        );
      }
    }
  }
}

/** Adds `factor` K to a block whose columns begin `column` numbers after each other. */
function addBlock(
  out: Float32Array,
  to: number,
  column: number,
  factor: number,
  shared: Float64Array,
  at: number,
): void {
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) out[to + column * c + r] += factor * shared[at + ENTRIES[3 * c + r]];
  }
}

/** J: what they would do on the way from the goals, −f · d + ½ d · K d. */
export function sharedPotential(constraints: Constraints, room: SharedRoom): number {
  let sum = 0;
  for (let k = 0; k < constraints.sharedCount; k++) {
    if (!gather(constraints, k, room)) continue;
    setPull(constraints.shared, SharedSupport.LENGTH * k + SharedSupport.SUPPORT, 0.5);
    sum -= pull[0] * d[0] + pull[1] * d[1] + pull[2] * d[2];
  }
  return sum;
}
