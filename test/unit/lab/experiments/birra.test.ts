/** What the experiments with adaptive cloth measure is right where it is known. */
import { World } from 'pliant';
import { addAdaptiveCloth, createIntegrator } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { countsOf, summaryOf } from '../../../../lab/experiments/birra/compare.ts';
import { type ClothRun, COTTON, momentOf, threadStrains } from '../../../../lab/experiments/birra/cotton.ts';
import { levelsPicture } from '../../../../lab/experiments/birra/pictures.ts';
import { levelsByRegion } from '../../../../lab/experiments/birra/table.ts';

function cloth(
  startLevel: number,
  place: (u: number, v: number) => readonly [number, number, number],
): ClothRun {
  const world = new World(createIntegrator('implicit-euler'));
  const shape = { size: [1, 1], cells: [4, 4] } as const;
  return {
    world,
    cloth: addAdaptiveCloth(world, { name: 'cloth', shape, material: COTTON, startLevel, place }),
  };
}

describe('strains of threads', () => {
  it('are nothing in a flat cloth, whatever its level', () => {
    for (const level of [0, 3]) {
      expect(threadStrains(cloth(level, (u, v) => [u, 0.4, -v])).max).toBeLessThan(1e-12);
    }
  });

  it('are told apart: 3 % along the warp strains no weft', () => {
    const { median, percentile99, max } = threadStrains(cloth(3, (u, v) => [1.03 * u, 0, -v]));
    expect(max).toBeCloseTo(0.03, 12);
    expect(percentile99).toBeCloseTo(0.03, 12);
    expect(median).toBeLessThan(1e-12);
  });

  it('count compression, and leave shear out', () => {
    expect(threadStrains(cloth(2, (u, v) => [0.9 * u, 0, -0.9 * v])).median).toBeCloseTo(0.1, 12);
    const sheared = threadStrains(cloth(2, (u, v) => [u + 0.6 * v, 0, -0.8 * v]));
    expect(sheared.max).toBeLessThan(1e-12);
  });
});

describe('levels by region', () => {
  it('are the level of a uniform cloth, on the top and along the edge', () => {
    expect(levelsByRegion(momentOf(cloth(5, (u, v) => [u, 0.7, -v])))).toEqual({ top: 5, edge: 5 });
  });

  it('weigh by area, and leave out what hangs below the edge', () => {
    const far = [0.3, 0.3, 0.3];
    const corner = (x: number, y: number, z: number) => [x, y, z];
    const moment = {
      // Two triangles in the middle of the top, the second of three times the area, and one under the edge.
      positions: Float32Array.from([
        ...corner(0, 0.7, 0),
        ...corner(0.03, 0.7, 0),
        ...corner(0, 0.7, 0.03),
        ...corner(0, 0.7, -0.09),
        ...corner(0.25, 0.71, 0),
        ...corner(0.25, 0.71, 0.01),
        ...corner(0.25, 0.7, 0.01),
        ...corner(0.25, 0.4, 0),
        ...corner(0.25, 0.4, 0.01),
        ...far,
      ]),
      triangles: Int32Array.from([0, 1, 2, 0, 1, 3, 4, 5, 6, 7, 8, 9]),
      levels: Int32Array.from([2, 6, 3, 8]),
      time: 0,
    };
    const { top, edge } = levelsByRegion(moment);
    expect(top).toBeCloseTo(5, 6);
    expect(edge).toBe(3);
  });
});

it('a picture of levels has every triangle for itself, with its three sides', () => {
  const moment = momentOf(cloth(1, (u, v) => [u, 0, -v]));
  const { positions, triangles, values, springs } = levelsPicture(moment);
  expect(triangles.length).toBe(3 * 64);
  expect(positions.length).toBe(3 * triangles.length);
  expect(Array.from(values ?? [])).toEqual(Array(3 * 64).fill(1));
  expect(Array.from(springs ?? []).slice(0, 6)).toEqual([0, 1, 1, 2, 2, 0]);
});

it('counts through time have their start, mean, most and end', () => {
  expect(countsOf([32, 64, 48])).toEqual({ start: 32, mean: 48, most: 64, end: 48 });
  expect(summaryOf([3, 1, 2])).toEqual({ min: 1, mean: 2, max: 3 });
});
