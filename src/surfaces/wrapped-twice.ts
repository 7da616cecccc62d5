/**
 * The volume that a closed mesh counts otherwise than once: where pieces of it overlap the winding number w is 2 or more, where a
 * piece turns itself inside out it is negative. Inside is where it is not 0, so the body has ∫ [w ≠ 0] dV, and the signed volume
 * of the mesh is ∫ w dV. Their difference, m³, along rows on a grid: 0 for a mesh that does not pass through itself.
 */
import type { RowCrossings } from './row-crossings.ts';

/** Rows a side that look for overlaps, and that measure them where there are any. */
const LOOKED = 64;
const MEASURED = 512;

export function wrappedTwice(rows: RowCrossings, positions: ArrayLike<number>): number {
  const [y, z] = [extentOf(positions, 1), extentOf(positions, 2)];
  const excessBy = (side: number) => {
    let length = 0;
    for (let j = 0; j < side; j++) {
      for (let k = 0; k < side; k++) {
        rows.look(at(y, (j + 0.5) / side), at(z, (k + 0.5) / side));
        length += excessAlong(rows);
      }
    }
    return (length * (y[1] - y[0]) * (z[1] - z[0])) / (side * side);
  };
  return excessBy(LOOKED) === 0 ? 0 : excessBy(MEASURED);
}

/** m; of ∫ (w − [w ≠ 0]) dx. */
function excessAlong({ x, turn, count }: RowCrossings): number {
  let [winding, length] = [0, 0];
  for (let c = 0; c + 1 < count; c++) {
    winding += turn[c];
    if (winding !== 0 && winding !== 1) length += (winding - 1) * (x[c + 1] - x[c]);
  }
  return length;
}

function extentOf(positions: ArrayLike<number>, axis: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return [low, high];
}

function at([low, high]: [number, number], share: number): number {
  return low + share * (high - low);
}
