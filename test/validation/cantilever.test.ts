/** Sheets hung by one edge, against the heavy elastica. */

import { describe, expect, it } from 'vitest';
import { cases, runCase } from '#lab/validation';
import { hangCloth } from '../../lab/validation/cloth-cantilever.ts';
import { elastica } from '../../lab/validation/elastica.ts';
import { STRUCTURE_NAMES } from '../../src/models/layered-sheet/structures.ts';

const cantilever = cases.find(({ name }) => name === 'cantilever');
if (!cantilever) throw new Error('no cantilever');

function hang(options: Record<string, number | string>) {
  return runCase(cantilever as NonNullable<typeof cantilever>, options) as unknown as {
    hOverL: number;
    wOverL: number;
    relativeError: number;
    pass: boolean;
  };
}

describe('the elastica', () => {
  // Independent solutions of the boundary value problem, ten digits.
  it.each([
    [0.5, 0.06230576815, 0.9977790003],
    [2, 0.2385065829, 0.9668929469],
    [10, 0.7001997155, 0.6563537612],
    [50, 0.9079171235, 0.2450147563],
    [200, 0.9567691962, 0.1074204362],
  ])('at Γ = %f', (gamma, drop, reach) => {
    const { hOverL, wOverL } = elastica(gamma);
    expect(hOverL).toBeCloseTo(drop, 9);
    expect(wOverL).toBeCloseTo(reach, 9);
  });

  it('is a beam for small Γ: H/L → Γ/8', () => {
    expect(elastica(1e-4).hOverL / (1e-4 / 8)).toBeCloseTo(1, 6);
  });
});

describe('a calibrated sheet hangs as its rigidity says', () => {
  it.each(STRUCTURE_NAMES)('%s', (structure) => {
    expect(hang({ structure, gamma: 30, masses: 21, width: 0.3 })).toMatchObject({ pass: true });
  });

  it.each([0.1, 3, 100])('from stiff to limp: Γ = %f', (gamma) => {
    expect(hang({ structure: 'trimm', gamma, masses: 25, width: 0.3 })).toMatchObject({ pass: true });
  });

  it('with three layers too', () => {
    const { relativeError } = hang({ structure: 'slamm2', gamma: 5, masses: 13, layers: 3, width: 0.5 });
    expect(relativeError).toBeLessThan(0.03);
  });

  it.each(['samm', 'trimm', 'provot-2d'])('better with finer masses: %s', (structure) => {
    const [coarse, fine] = [11, 21].map((masses) => hang({ structure, gamma: 30, masses }).relativeError);
    // Second order would be a quarter.
    expect(fine).toBeLessThan(coarse / 2);
  });

  // Of the length. A coarse stack of layers turns by κ times the spacing a cell and softens by the square of that.
  it.each(['trimm', 'samm', 'provot-2d'])('to the same shape with 11, 21 and 41 masses: %s', (structure) => {
    const shapes = [11, 21, 41].map((masses) => hang({ structure, gamma: 5, masses, width: 0.2 }));
    for (const { hOverL, wOverL } of shapes) {
      expect(Math.abs(hOverL - shapes[2].hOverL)).toBeLessThan(0.02);
      expect(Math.abs(wOverL - shapes[2].wOverL)).toBeLessThan(0.02);
    }
  });
});

describe('a cloth clamped by pinned cells', () => {
  // Coarse on purpose: a clamp that acts half a cell beyond its edge bends 8 to 18 % too far with 8 cells.
  it.each([0.3, 3, 10])('bends from the edge of the last pinned cell: Γ = %f', (gamma) => {
    const { hOverL } = hangCloth(gamma, 8, 'rows');
    expect(Math.abs(hOverL / elastica(gamma).hOverL - 1)).toBeLessThan(0.015);
  });

  it('hangs as over a rail', () => {
    const [rail, rows] = (['rail', 'rows'] as const).map((clamp) => hangCloth(30, 16, clamp));
    expect(Math.abs(rows.hOverL - rail.hOverL)).toBeLessThan(0.002);
    expect(Math.abs(rows.wOverL - rail.wOverL)).toBeLessThan(0.002);
  });
});
