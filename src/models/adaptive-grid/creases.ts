/**
 * Creases (Hutchinson et al. 1996, §3.1): at a mass of level ℓ, two springs from opposite directions (row, column, both
 * diagonals) turn by the angle φ between x₊ − x and x − x₋, x± the points at its own spacing. The cells around a mass are
 * split if φ > S + ℓ δS. Compared by cosines: cos φ = a·b / (|a| |b|).
 */
import { cos, PI } from '../../math/portable.ts';
import type { Net } from './net.ts';
import { NODE_NUMBERS } from './net-force.ts';

/** Columns and rows to one of the two points; the other is opposite. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** Returns cos(S + ℓ δS) for each level, angles in degrees; −2, which no cosine is below, from 180° on. */
export function splitCosines(angle: number, angleStep: number, maxLevel: number): Float64Array {
  return Float64Array.from({ length: maxLevel + 1 }, (_, level) => angleCosine(angle + level * angleStep));
}

export function angleCosine(degrees: number): number {
  return degrees >= 180 ? -2 : cos((degrees * PI) / 180);
}

/** Writes the masses at creases into `found`, which must be long enough for all. Returns their number. `nodes`: see NetForce. */
export function findCreases(net: Net, nodes: Float64Array, cosines: Float64Array, found: Int32Array): number {
  let count = 0;
  // Masses of the deepest level come first and are not split.
  for (let i = net.massesFrom(net.maxLevel - 1); i < net.count; i++) {
    const level = net.level[i];
    if (turnsBeyond(net, nodes, i, net.grid.side(level), cosines[level])) found[count++] = i;
  }
  return count;
}

/** Returns whether a pair of springs to the points `step` finest cells away turns by more than the angle of this cosine. */
function turnsBeyond(net: Net, n: Float64Array, i: number, step: number, cosine: number): boolean {
  const { pointColumns, slot } = net;
  const rows = net.grid.rows;
  const c = net.point[i] % pointColumns;
  const r = (net.point[i] - c) / pointColumns;
  const at = NODE_NUMBERS * i;
  const inColumns = c >= step && c + step < pointColumns;
  const inRows = r >= step && r + step <= rows;
  for (let k = 0; k < 4; k++) {
    if ((k !== 1 && !inColumns) || (k !== 0 && !inRows)) continue;
    const by = step * (DIRECTIONS[k][1] * pointColumns + DIRECTIONS[k][0]);
    const plus = NODE_NUMBERS * slot[net.point[i] + by];
    const minus = NODE_NUMBERS * slot[net.point[i] - by];
    const ax = n[plus] - n[at];
    const ay = n[plus + 1] - n[at + 1];
    const az = n[plus + 2] - n[at + 2];
    const cx = n[at] - n[minus];
    const cy = n[at + 1] - n[minus + 1];
    const cz = n[at + 2] - n[minus + 2];
    const ab = ax * cx + ay * cy + az * cz;
    const most = cosine * cosine * (ax * ax + ay * ay + az * az) * (cx * cx + cy * cy + cz * cz);
    // a·b < cos φ |a||b| without the root: squares compared according to the signs.
    if (cosine >= 0 ? ab < 0 || ab * ab < most : ab < 0 && ab * ab > most) return true;
  }
  return false;
}

/** Returns the least cosine over the four directions of points `step` finest cells away, extrapolated by `ahead` seconds. */
export function turn(net: Net, nodes: Float64Array, i: number, step: number, ahead: number): number {
  const { pointColumns, slot } = net;
  const rows = net.grid.rows;
  const c = net.point[i] % pointColumns;
  const r = (net.point[i] - c) / pointColumns;
  let least = 1;
  for (let k = 0; k < 4; k++) {
    const dc = step * DIRECTIONS[k][0];
    const dr = step * DIRECTIONS[k][1];
    if (c - dc < 0 || c + dc >= pointColumns || r - dr < 0 || r + dr < 0 || r + dr > rows || r - dr > rows)
      continue;
    const plus = slot[(r + dr) * pointColumns + c + dc];
    const minus = slot[(r - dr) * pointColumns + c - dc];
    if (plus < 0 || minus < 0) continue;
    const cosine = between(nodes, NODE_NUMBERS * minus, NODE_NUMBERS * i, NODE_NUMBERS * plus, ahead);
    if (cosine < least) least = cosine;
  }
  return least;
}

/** Returns the cosine of a turn; 1 if a spring has no length. */
function between(n: Float64Array, minus: number, at: number, plus: number, ahead: number): number {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let axis = 0; axis < 3; axis++) {
    const x = n[at + axis] + ahead * n[at + 3 + axis];
    const a = n[plus + axis] + ahead * n[plus + 3 + axis] - x;
    const b = x - n[minus + axis] - ahead * n[minus + 3 + axis];
    ab += a * b;
    aa += a * a;
    bb += b * b;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 1;
}
