/** Places on a sheet's grid by name: corners, edges, the centre, or [column, row] with [0, 0] at the top left. */
import type { GridPlace } from './parameters.ts';

export type GridPoint = readonly [column: number, row: number];

/** Every grid point of a place, in the order of the grid. */
export function gridPoints(
  at: GridPlace | 'centre',
  [columns, rows]: readonly [number, number],
): GridPoint[] {
  if (typeof at !== 'string') return [at];
  const right = columns - 1;
  const bottom = rows - 1;
  switch (at) {
    case 'top-left':
      return [[0, 0]];
    case 'top-right':
      return [[right, 0]];
    case 'bottom-left':
      return [[0, bottom]];
    case 'bottom-right':
      return [[right, bottom]];
    case 'centre':
      return [[Math.floor(right / 2), Math.floor(bottom / 2)]];
    case 'top':
    case 'bottom':
      return Array.from({ length: columns }, (_, c) => [c, at === 'top' ? 0 : bottom] as const);
    case 'left':
    case 'right':
      return Array.from({ length: rows }, (_, r) => [at === 'left' ? 0 : right, r] as const);
  }
}
