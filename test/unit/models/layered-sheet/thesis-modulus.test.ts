import { describe, expect, it } from 'vitest';
import { thesisModulus, uprightStiffness } from '../../../../src/models/layered-sheet/thesis-modulus.ts';

/** Table 3.1 in its units: cm and 10⁻³ N/m. */
const cell = { length: 0.25, width: 0.25, height: 0.1 };

describe('the modulus of the thesis', () => {
  it.each([
    ['Euler–Richardson', 205, 2050, 328],
    ['Runge–Kutta', 405, 4050, 648],
  ])('of its %s sheet comes out', (_, stiffness, along, through) => {
    const modulus = thesisModulus(stiffness, stiffness, cell);
    expect(modulus.along).toBeCloseTo(along, 9);
    expect(modulus.through).toBeCloseTo(through, 9);
  });

  it('is in tenths of a pascal there', () => {
    const metres = { length: 0.0025, width: 0.0025, height: 0.001 };
    expect(thesisModulus(0.205, 0.205, metres).along).toBeCloseTo(205, 9); // Pa: 2050 dyn/cm²
  });

  it('is that of K = E A/L along and through the sheet', () => {
    const oblong = { length: 0.02, width: 0.03, height: 0.001 };
    const back = thesisModulus((2e9 * 0.03 * 0.001) / 0.02, (2e9 * 0.03 * 0.02) / 0.001, oblong);
    expect(back.along / 2e9).toBeCloseTo(1, 12);
    expect(back.through / 2e9).toBeCloseTo(1, 12);
  });

  it('counts of a slanting tie the upright share', () => {
    expect(uprightStiffness(10, [2, 2, 2, 2], 1)).toBeCloseTo(20, 12); // four ties at 60°: cos θ = 1/2
    expect(uprightStiffness(10, [1], 1)).toBe(10);
  });

  it('refuses a cell without height', () => {
    expect(() => thesisModulus(1, 1, { ...cell, height: 0 })).toThrow('cell.height: must be > 0, got 0');
  });
});
