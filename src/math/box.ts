/** Boxes. Bit `axis` of the index of a corner is 1 on the positive side of that axis. */
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

/** Returns the least x, y, z and the greatest x, y, z of a list of points, x, y, z each. */
export function boundsOf(places: ArrayLike<number>): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < places.length; i++) {
    const axis = i % 3;
    if (places[i] < bounds[axis]) bounds[axis] = places[i];
    if (places[i] > bounds[3 + axis]) bounds[3 + axis] = places[i];
  }
  return bounds;
}
