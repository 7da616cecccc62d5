/** A box about the origin. Bit `axis` of a corner's index is 1 on the positive side of that axis. */
import type { Vector } from './vec3.ts';

/** Corners of the six faces, anticlockwise from outside. */
export const BOX_FACES: readonly (readonly number[])[] = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** `size`: lengths of the edges along x, y, z. */
export function boxCorners(size: readonly number[]): Vector[] {
  return Array.from({ length: 8 }, (_, corner) => {
    const at = (axis: number) => (((corner >> axis) & 1) - 0.5) * size[axis];
    return [at(0), at(1), at(2)];
  });
}
