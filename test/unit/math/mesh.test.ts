/** Triangles of grids, and the edges and rims of meshes. */
import { describe, expect, it } from 'vitest';
import { edgeKey, gridTriangles, nextCorner, rimEdges } from '../../../src/math/mesh.ts';

describe('a grid', () => {
  it.each([
    ['one diagonal', () => false],
    ['alternating diagonals', (row: number, column: number) => (row + column) % 2 === 1],
  ])('of 4 × 3 points with %s covers its area once, anticlockwise seen from above', (_, isTurned) => {
    const triangles = gridTriangles(4, 3, isTurned);
    expect(triangles.length).toBe(3 * 12);
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [...triangles.subarray(t, t + 3)].map((i) => [i % 4, Math.floor(i / 4)]);
      // y component of (b − a) × (c − a), with columns along x and rows along z
      expect((b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1])).toBe(1);
    }
    expect(rimEdges(triangles, 12).length).toBe(2 * (3 + 2));
  });

  it('that is closed has no rim', () => {
    expect(rimEdges([0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0], 4)).toEqual([]);
    expect(rimEdges([0, 1, 2], 3)).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
  });
});

it('edges have one key in both directions, and corners a next one in their triangle', () => {
  expect(edgeKey(3, 8, 10)).toBe(edgeKey(8, 3, 10));
  expect(edgeKey(3, 8, 10)).not.toBe(edgeKey(3, 9, 10));
  expect([3, 4, 5].map(nextCorner)).toEqual([4, 5, 3]);
});
