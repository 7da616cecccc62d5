/** Corners and faces of a box about its middle: bit `axis` of a corner's number says on which side of it the corner is. */

type Point = readonly [number, number, number];

/** Anticlockwise from outside. */
export const BOX_FACES: readonly (readonly number[])[] = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** `size`: its sides. */
export function boxCorners(size: readonly number[]): Point[] {
  return Array.from({ length: 8 }, (_, corner) => {
    const at = (axis: number) => (((corner >> axis) & 1) - 0.5) * size[axis];
    return [at(0), at(1), at(2)];
  });
}
