/**
 * Supports (core/implicit.ts) in the linear system of a cloth. A support acts on one vertex, or on several with weights s_j;
 * with d = Σ s_j (x_j − x̂_j), its force f at the goals x̂ and its stiffness K,
 *
 *   load on j: s_j (f − K d),   block i j: h² s_i s_j K,   potential: −f · d + ½ d · K d.
 *
 * The system forms its diagonal from the blocks of each row, D_i = own − Σ_j B_ij, so `own` gets h² s_i (Σ s) K.
 */
import type { Constraints } from '../../core/implicit.ts';
import * as SharedSupport from '../../layouts/generated/shared-support.ts';
import * as Support from '../../layouts/generated/support.ts';
import { blockAt } from './structure.ts';
import { MATRIX_NUMBERS, NODE_NUMBERS, VECTOR_NUMBERS } from './system-blocks.ts';

/** Positions by row of the system. */
interface SystemNodes {
  /** Vertex of each row, row of each vertex, and the first particle of the cloth. */
  readonly order: Int32Array;
  readonly rowOf: Int32Array;
  readonly first: number;
  readonly nodes: Float64Array;
  readonly goals: Float64Array;
}

interface SystemArrays extends SystemNodes {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly blocks: Float32Array;
  readonly own: Float32Array;
  readonly loads: Float64Array;
}

const d = new Float64Array(3);
const pull = new Float64Array(3);
const sharedRows = new Int32Array(4);
/** Fields of a support that are the entries of K, column by column. */
const { XX, XY, XZ, YY, YZ, ZZ } = Support;
const ENTRIES = [XX, XY, XZ, XY, YY, YZ, XZ, YZ, ZZ];

/** Adds the loads, blocks and `own` of all supports; h in s. */
export function addSupports(constraints: Constraints, h: number, system: SystemArrays): void {
  const { shared, supports } = constraints;
  const { loads, blocks, own } = system;
  for (let k = 0; k < constraints.sharedCount; k++) {
    if (!gatherShared(constraints, k, system)) continue;
    const weights = SharedSupport.LENGTH * k + SharedSupport.WEIGHTS;
    const at = SharedSupport.LENGTH * k + SharedSupport.SUPPORT;
    setPull(shared, at, 1);
    let sum = 0;
    for (let j = 0; j < 4; j++) if (sharedRows[j] >= 0) sum += shared[weights + j];
    for (let i = 0; i < 4; i++) {
      const row = sharedRows[i];
      if (row < 0) continue;
      const weight = shared[weights + i];
      addLoad(loads, row, weight);
      addBlock(own, MATRIX_NUMBERS * row, VECTOR_NUMBERS, h * h * weight * sum, shared, at);
      for (let j = 0; j < 4; j++) {
        if (j === i || sharedRows[j] < 0) continue;
        const factor = h * h * weight * shared[weights + j];
        addBlock(blocks, 9 * blockAt(system, row, sharedRows[j]), 3, factor, shared, at);
      }
    }
  }
  eachSupport(constraints, system, (row, at) => {
    setPull(supports, at, 1);
    addLoad(loads, row, 1);
    addBlock(own, MATRIX_NUMBERS * row, VECTOR_NUMBERS, h * h, supports, at);
  });
}

/** Returns the potential of all supports relative to the goals, J. */
export function supportPotential(constraints: Constraints, system: SystemNodes): number {
  let sum = 0;
  for (let k = 0; k < constraints.sharedCount; k++) {
    if (!gatherShared(constraints, k, system)) continue;
    setPull(constraints.shared, SharedSupport.LENGTH * k + SharedSupport.SUPPORT, 0.5);
    sum -= pull[0] * d[0] + pull[1] * d[1] + pull[2] * d[2];
  }
  const s = constraints.supports;
  eachSupport(constraints, system, (_row, at) => {
    const [dx, dy, dz] = [d[0], d[1], d[2]];
    sum -= s[at + Support.FORCE_X] * dx + s[at + Support.FORCE_Y] * dy + s[at + Support.FORCE_Z] * dz;
    sum += 0.5 * (s[at + XX] * dx * dx + s[at + YY] * dy * dy + s[at + ZZ] * dz * dz);
    sum += s[at + XY] * dx * dy + s[at + XZ] * dx * dz + s[at + YZ] * dy * dz;
  });
  return sum;
}

/** Visits the supports of one vertex in the order of rows, with `d` set. */
function eachSupport(
  { supportCount, supportIndex }: Constraints,
  { order, first, nodes, goals }: SystemNodes,
  visit: (row: number, at: number) => void,
): void {
  for (let i = 0; i < order.length && supportCount > 0; i++) {
    const entry = supportIndex[first + order[i]];
    if (entry < 0) continue;
    for (let axis = 0; axis < 3; axis++)
      d[axis] = nodes[NODE_NUMBERS * i + axis] - goals[NODE_NUMBERS * i + axis];
    visit(i, Support.LENGTH * entry);
  }
}

/** Sets `d` and `sharedRows` (−1: none) of a shared support. Returns false if it belongs to another body. */
function gatherShared({ sharers, shared }: Constraints, k: number, system: SystemNodes): boolean {
  const { rowOf, first, nodes, goals } = system;
  d.fill(0);
  let any = false;
  for (let j = 0; j < 4; j++) {
    const vertex = sharers[4 * k + j] - first;
    const row = vertex >= 0 && vertex < rowOf.length ? rowOf[vertex] : -1;
    sharedRows[j] = row;
    if (row < 0) continue;
    any = true;
    const weight = shared[SharedSupport.LENGTH * k + SharedSupport.WEIGHTS + j];
    for (let axis = 0; axis < 3; axis++) {
      d[axis] += weight * (nodes[NODE_NUMBERS * row + axis] - goals[NODE_NUMBERS * row + axis]);
    }
  }
  return any;
}

/** Sets `pull` to f − share K d. */
function setPull(supports: Float64Array, at: number, share: number): void {
  for (let axis = 0; axis < 3; axis++) {
    pull[axis] = supports[at + axis];
    for (let b = 0; b < 3; b++) pull[axis] -= share * supports[at + ENTRIES[3 * axis + b]] * d[b];
  }
}

function addLoad(loads: Float64Array, row: number, weight: number): void {
  for (let axis = 0; axis < 3; axis++) loads[NODE_NUMBERS * row + axis] += weight * pull[axis];
}

/** Adds `factor` K to the block at `to`, whose columns are `column` numbers apart. */
function addBlock(
  out: Float32Array,
  to: number,
  column: number,
  factor: number,
  supports: Float64Array,
  at: number,
): void {
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) out[to + column * c + r] += factor * supports[at + ENTRIES[3 * c + r]];
  }
}
