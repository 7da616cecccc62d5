/** What the experiments with lattice matter measure is right where it is known. */
import { FLUID } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { energyRise } from '../../../../lab/experiments/wicke/course.ts';
import { heldBy, shapeChange, touching } from '../../../../lab/experiments/wicke/measure.ts';
import { rotation } from '../../models/lattice-matter/matter-world.ts';

const CLOUD = [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 1, 1, -1, 0.5, 0.2];
const FLAT = CLOUD.map((value, k) => (k % 3 === 2 ? 0 : value));

function moved(places: readonly number[], turn: readonly number[], shift: readonly number[]): number[] {
  return places.map((_, k) => {
    const [at, row] = [k - (k % 3), 3 * (k % 3)];
    return shift[k % 3] + [0, 1, 2].reduce((sum, b) => sum + turn[row + b] * places[at + b], 0);
  });
}

describe('change of shape', () => {
  it.each([
    ['in space', CLOUD, [1, -2, 0.5], 2.4],
    ['in space, half a turn', CLOUD, [0, 1, 0], Math.PI],
    ['in the plane', FLAT, [0, 0, 1], -1.1],
  ] as const)('is none where all was moved and turned %s', (_, places, axis, angle) => {
    const { max, rms } = shapeChange(moved(places, rotation(axis, angle), [3, -1, 2]), places);
    expect(max).toBeLessThan(1e-12);
    expect(rms).toBeLessThan(1e-12);
  });

  it('is that of what was stretched: 1 % of two points 2 m apart are 1 cm on either side', () => {
    const { max, rms } = shapeChange([-1.01, 0, 0, 1.01, 0, 0], [-1, 0, 0, 1, 0, 0]);
    expect(max).toBeCloseTo(0.01, 12);
    expect(rms).toBeCloseTo(0.01, 12);
  });

  it('takes no mirror image for a turn', () => {
    const mirrored = CLOUD.map((value, k) => (k % 3 === 0 ? -value : value));
    expect(shapeChange(mirrored, CLOUD).max).toBeGreaterThan(0.3);
  });
});

it('groups touch that have particles nearer than the distance, across cells too', () => {
  const places = [0, 0, 0, 0.99, 0, 0, 2.5, 0, 0, 2.5, 0.5, 0, -0.9, 0, 0];
  expect([...touching(places, [0, 1, 2, 2, FLUID], 1)]).toEqual(['0.1']);
  expect(touching(places, [0, 1, 2, 3, 4], 1.6).size).toBe(5);
});

it('what holds to the rod counts, the rod and what is fluid do not', () => {
  const pieceOf = Int32Array.from([0, 0, 0, FLUID, 1, 0]);
  expect(heldBy({ pieceOf, sizes: [4, 1] }, new Array(pieceOf.length).fill(1), 2)).toBe(2);
  expect(heldBy({ pieceOf, sizes: [4, 1] }, new Array(pieceOf.length).fill(0.5), 2)).toBe(0);
});

it('a rise of energy is told against the least before it', () => {
  expect(energyRise([10, 8, 5, 6, 4, 4], 0)).toBeCloseTo(0.1, 12);
  expect(energyRise([10, 8, 5], 2)).toBe(0);
});
