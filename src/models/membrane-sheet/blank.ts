/**
 * Blanks, the flat sheets before forming, as grids of particles in the x–z plane, y up, centred; row 0 at −z, column 0 at −x.
 * A rectangle is a plain grid. A disc is the same grid with its square rings bent to circles (Shirley & Chiu 1997): ring k of
 * n has the radius k/n of the disc and its particles evenly around, so that the rim of the grid is the rim of the disc and
 * cells are about as long as wide.
 */
import { gridTriangles } from '../../math/mesh.ts';
import { cos, PI, sin } from '../../math/portable.ts';

export const OUTLINES = ['rectangle', 'disc'] as const;
export type Outline = (typeof OUTLINES)[number];

/** Returns x, z of each particle, m. */
export function blankPoints(
  outline: Outline,
  [width, depth]: readonly [number, number],
  [columns, rows]: readonly [number, number],
): Float64Array {
  const points = new Float64Array(2 * columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const u = (2 * column) / (columns - 1) - 1;
      const v = (2 * row) / (rows - 1) - 1;
      const [x, z] = outline === 'disc' ? squareToDisc(u, v) : [u, v];
      points.set([(x * width) / 2, (z * depth) / 2], 2 * (row * columns + column));
    }
  }
  return points;
}

/** Maps the square −1 … 1 to the unit disc. */
function squareToDisc(u: number, v: number): readonly [number, number] {
  const radius = Math.max(Math.abs(u), Math.abs(v));
  if (radius === 0) return [0, 0];
  const eighth = (PI / 4) * (Math.min(Math.abs(u), Math.abs(v)) / radius);
  const along = radius * cos(eighth);
  const across = radius * sin(eighth);
  const [x, z] = Math.abs(u) >= Math.abs(v) ? [along, across] : [across, along];
  return [u < 0 ? -x : x, v < 0 ? -z : z];
}

/**
 * Returns two triangles per cell, anticlockwise seen from above. Diagonals point to the centre: at the corner of a disc's grid,
 * where three particles lie on one arc, the other diagonal would make a sliver.
 */
export function blankTriangles(columns: number, rows: number): Int32Array {
  return gridTriangles(columns, rows, (r, c) => 2 * r + 1 < rows - 1 !== 2 * c + 1 < columns - 1);
}
