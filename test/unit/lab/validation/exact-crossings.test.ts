/** The exact test for crossings that contact is judged by: right in the cases that rounding or a shared corner spoil. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossings, crossingsBetween } from '../../../../lab/validation/exact/crossings.ts';
import { trianglesCross } from '../../../../lab/validation/exact/triangles.ts';

const two = (...points: number[][]) => points.flat();

describe('two triangles', () => {
  const floor = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  it.each<[string, number[][], boolean]>([
    [
      'one stands through the other',
      [
        [0.2, -1, 0.2],
        [0.3, 1, 0.2],
        [0.2, 1, 0.3],
      ],
      true,
    ],
    [
      'one stands on the other with a corner',
      [
        [0.2, 0, 0.2],
        [0.3, 1, 0.2],
        [0.2, 1, 0.3],
      ],
      true,
    ],
    [
      'a corner is one rounding above',
      [
        [0.2, Number.MIN_VALUE, 0.2],
        [0.3, 1, 0.2],
        [0.2, 1, 0.3],
      ],
      false,
    ],
    [
      'beside each other in one plane',
      [
        [1, 0, 1],
        [1, 0, 0.1],
        [0.1, 0, 1],
      ],
      false,
    ],
    [
      'over each other in one plane',
      [
        [0.2, 0, 0.2],
        [1, 0, 0.3],
        [0.3, 0, 1],
      ],
      true,
    ],
    [
      'one within the other in one plane',
      [
        [0.2, 0, 0.2],
        [0.3, 0, 0.2],
        [0.2, 0, 0.3],
      ],
      true,
    ],
    [
      'edges meet in one point',
      [
        [0.5, -1, 0],
        [0.5, 1, 0],
        [0.5, 0, -1],
      ],
      true,
    ],
    [
      'apart, planes cross',
      [
        [2, -1, 0.2],
        [2, 1, 0.2],
        [3, 1, 0.3],
      ],
      false,
    ],
  ])('%s', (_, other, cross) => {
    const x = two(...floor, ...other);
    expect(trianglesCross(x, [0, 1, 2, 3, 4, 5], 0, 1)).toBe(cross);
    expect(trianglesCross(x, [4, 3, 5, 2, 0, 1], 0, 1)).toBe(cross);
  });

  it('that share a corner cross only beyond it', () => {
    const x = two([0, 0, 0], [1, 0, 0], [0, 0, 1], [0.5, 1, 0.4], [0.5, -1, 0.4], [0.5, 2, 0.4], [-1, 0, -1]);
    expect(trianglesCross(x, [0, 1, 2, 0, 3, 4], 0, 1)).toBe(true);
    expect(trianglesCross(x, [0, 1, 2, 0, 3, 5], 0, 1)).toBe(false);
    expect(trianglesCross(x, [0, 1, 2, 0, 3, 6], 0, 1)).toBe(false);
  });

  it('that share an edge cross only if folded flat', () => {
    const x = two([0, 0, 0], [1, 0, 0], [0, 0, 1], [0.2, 0, 2], [0.2, Number.MIN_VALUE, 2], [0.2, 0, -2]);
    expect(trianglesCross(x, [0, 1, 2, 1, 0, 3], 0, 1)).toBe(true);
    expect(trianglesCross(x, [0, 1, 2, 1, 0, 4], 0, 1)).toBe(false);
    expect(trianglesCross(x, [0, 1, 2, 1, 0, 5], 0, 1)).toBe(false);
  });
});

/** A wavy grid, and what a triangle through it meets. */
function grid(n: number, height: (u: number, v: number) => number) {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) positions.push(i, height(i, j), j);
  for (let j = 0; j + 1 < n; j++) {
    for (let i = 0; i + 1 < n; i++) {
      const a = j * n + i;
      triangles.push(a, a + 1, a + n, a + 1, a + n + 1, a + n);
    }
  }
  return { positions, triangles };
}

describe('a surface', () => {
  it('that is flat, or waves, does not cross itself', () => {
    const flat = grid(12, () => 0.1);
    expect(crossings(flat.positions, flat.triangles)).toEqual([]);
    const { positions, triangles } = grid(12, (u, v) => Math.sin(1.7 * u) + Math.cos(0.9 * v));
    expect(crossings(positions, triangles)).toEqual([]);
  });

  it('is found crossing wherever all pairs say so', () => {
    const coordinate = fc.integer({ min: -8, max: 8 }).map((k) => k / 4);
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 30, maxLength: 60 }), (numbers) => {
        const positions = numbers.slice(0, 3 * Math.floor(numbers.length / 3));
        const count = positions.length / 3;
        const triangles = Array.from({ length: 3 * count }, (_, k) => (k * 7 + Math.floor(k / 3)) % count);
        const all: number[][] = [];
        for (let i = 0; i < count; i++) {
          for (let j = i + 1; j < count; j++)
            if (trianglesCross(positions, triangles, i, j)) all.push([i, j]);
        }
        expect(crossings(positions, triangles)).toEqual(all);
      }),
      { numRuns: 50 },
    );
  });

  it('meets a thing that stands in the middle of one of its cells', () => {
    const sheet = grid(12, () => 0);
    const spike = { positions: [5.6, -1, 5.7, 5.7, -1, 5.6, 5.65, 0.01, 5.65], triangles: [0, 1, 2] };
    const hits = crossingsBetween(sheet, spike);
    expect(hits.length).toBeGreaterThan(0);
    const below = { ...spike, positions: [5.6, -1, 5.7, 5.7, -1, 5.6, 5.65, -0.01, 5.65] };
    expect(crossingsBetween(sheet, below)).toEqual([]);
  });
});
