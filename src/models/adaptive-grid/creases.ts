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

/**
 * Returns whether a pair of springs to the points `step` finest cells away turns by more than the angle of this cosine, with
 * positions extrapolated by `ahead` seconds.
 */
export function turnsBeyond(
  net: Net,
  n: Float64Array,
  i: number,
  step: number,
  cosine: number,
  ahead = 0,
): boolean {
  const { pointColumns, slot } = net;
  const c = net.point[i] % pointColumns;
  const r = (net.point[i] - c) / pointColumns;
  const at = NODE_NUMBERS * i;
  const x = n[at] + ahead * n[at + 3];
  const y = n[at + 1] + ahead * n[at + 4];
  const z = n[at + 2] + ahead * n[at + 5];
  const inColumns = c >= step && c + step < pointColumns;
  const inRows = r >= step && r + step <= net.grid.rows;
  for (let k = 0; k < 4; k++) {
    if ((k !== 1 && !inColumns) || (k !== 0 && !inRows)) continue;
    const offset = step * (DIRECTIONS[k][1] * pointColumns + DIRECTIONS[k][0]);
    const plus = NODE_NUMBERS * slot[net.point[i] + offset];
    const minus = NODE_NUMBERS * slot[net.point[i] - offset];
    if (plus < 0 || minus < 0) continue;
    const ax = n[plus] + ahead * n[plus + 3] - x;
    const ay = n[plus + 1] + ahead * n[plus + 4] - y;
    const az = n[plus + 2] + ahead * n[plus + 5] - z;
    const bx = x - n[minus] - ahead * n[minus + 3];
    const by = y - n[minus + 1] - ahead * n[minus + 4];
    const bz = z - n[minus + 2] - ahead * n[minus + 5];
    const ab = ax * bx + ay * by + az * bz;
    const most = cosine * cosine * (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz);
    // a·b < cos φ |a||b| without the root: squares compared according to the signs.
    if (cosine >= 0 ? ab < 0 || ab * ab < most : ab < 0 && ab * ab > most) return true;
  }
  return false;
}
