/** Distance of two surfaces, m: the smallest of vertex–triangle and edge–edge distances. */
import { BoxTree, triangleBoxes } from './box-tree.ts';
import type { Surface } from './crossings.ts';
import { type Point, pointToTriangle, segmentToSegment } from './distances.ts';

/** Returns at most `within` in m. A distance of 0 does not distinguish touching from crossing. */
export function gapBetween(one: Surface, two: Surface, within: number): number {
  let gap = within;
  const boxes = triangleBoxes(one.positions, one.triangles);
  for (let k = 0; k < boxes.length; k++) boxes[k] += k % 6 < 3 ? -within : within;
  new BoxTree(boxes).meet(new BoxTree(triangleBoxes(two.positions, two.triangles)), (i, j) => {
    gap = Math.min(gap, triangleGap(cornersOf(one, i), cornersOf(two, j)));
  });
  return gap;
}

function triangleGap(one: readonly Point[], two: readonly Point[]): number {
  let gap = Infinity;
  for (let k = 0; k < 3; k++) {
    gap = Math.min(gap, pointToTriangle(one[k], two), pointToTriangle(two[k], one));
    for (let l = 0; l < 3; l++) {
      gap = Math.min(gap, segmentToSegment(one[k], one[(k + 1) % 3], two[l], two[(l + 1) % 3]));
    }
  }
  return gap;
}

function cornersOf({ positions: x, triangles }: Surface, t: number): Point[] {
  return [0, 1, 2].map((k) => {
    const i = 3 * triangles[3 * t + k];
    return [x[i], x[i + 1], x[i + 2]];
  });
}
