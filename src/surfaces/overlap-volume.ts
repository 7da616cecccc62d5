/**
 * The volume that a closed mesh counts more or less than once: where pieces of it overlap, the winding number w is 2 or more;
 * where a piece is turned inside out, it is negative. Inside is where w ≠ 0, so that the body has the volume ∫ [w ≠ 0] dV,
 * while the signed volume of the mesh is ∫ w dV. The difference, m³, is integrated along rows on a grid: it is 0 for a mesh
 * that does not pass through itself.
 */
import { boundsOf } from '../math/box.ts';
import type { RowCrossings } from './row-crossings.ts';

/** Rows per side of the grid that detects overlaps, and of the one that measures them. */
const DETECTING = 64;
const MEASURING = 512;

export function overlapVolume(rows: RowCrossings, positions: ArrayLike<number>): number {
  const [, y0, z0, , y1, z1] = boundsOf(positions);
  const excessBy = (side: number) => {
    let length = 0;
    for (let j = 0; j < side; j++) {
      for (let k = 0; k < side; k++) {
        rows.find(y0 + ((j + 0.5) / side) * (y1 - y0), z0 + ((k + 0.5) / side) * (z1 - z0));
        length += excessAlong(rows);
      }
    }
    return (length * (y1 - y0) * (z1 - z0)) / (side * side);
  };
  return excessBy(DETECTING) === 0 ? 0 : excessBy(MEASURING);
}

/** ∫ (w − [w ≠ 0]) dx along a row, m. */
function excessAlong({ x, turn, count }: RowCrossings): number {
  let [winding, length] = [0, 0];
  for (let c = 0; c + 1 < count; c++) {
    winding += turn[c];
    if (winding !== 0 && winding !== 1) length += (winding - 1) * (x[c + 1] - x[c]);
  }
  return length;
}
