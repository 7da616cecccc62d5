/**
 * Supports (core/implicit.ts) in the linear system of a cloth. With d = x − x̂ of a vertex, the force f at its goal x̂ and the stiffness K,
 *
 *   load: f − K d,   block on the diagonal: h² K,   potential: −f · d + ½ d · K d.
 */
import type { Constraints } from '../../core/implicit.ts';
import * as Support from '../../layouts/generated/support.ts';
import { MATRIX_NUMBERS, NODE_NUMBERS, VECTOR_NUMBERS } from './system-blocks.ts';

/** Positions by row of the system. */
interface SystemNodes {
  /** Vertex of each row, and the first particle of the cloth. */
  readonly order: Int32Array;
  readonly first: number;
  readonly nodes: Float64Array;
  readonly goals: Float64Array;
}

interface SystemArrays extends SystemNodes {
  readonly own: Float32Array;
  readonly loads: Float64Array;
}

const d = new Float64Array(3);
/** Fields of a support that are the entries of K, column by column. */
const { XX, XY, XZ, YY, YZ, ZZ } = Support;
const ENTRIES = [XX, XY, XZ, XY, YY, YZ, XZ, YZ, ZZ];

/** Adds the loads, blocks and `own` of all supports; h in s. */
export function addSupports(constraints: Constraints, h: number, system: SystemArrays): void {
  const { supports } = constraints;
  const { loads, own } = system;
  eachSupport(constraints, system, (row, at) => {
    for (let axis = 0; axis < 3; axis++) {
      let pull = supports[at + axis];
      for (let b = 0; b < 3; b++) pull -= supports[at + ENTRIES[3 * axis + b]] * d[b];
      loads[NODE_NUMBERS * row + axis] += pull;
    }
    for (let c = 0; c < 3; c++) {
      for (let r = 0; r < 3; r++)
        own[MATRIX_NUMBERS * row + VECTOR_NUMBERS * c + r] += h * h * supports[at + ENTRIES[3 * c + r]];
    }
  });
}

/** Returns the potential of all supports relative to the goals, J. */
export function supportPotential(constraints: Constraints, system: SystemNodes): number {
  let sum = 0;
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
