/** Natural frequencies and the amplitude that a period keeps, against theory. */
import { describe, expect, it } from 'vitest';
import { cases, runCase, ValidationError } from '../../lab/validation/index.ts';
import { amplification, besselZero, readSwings } from '../../lab/validation/modes-theory.ts';

const modes = cases.find(({ name }) => name === 'modes') as (typeof cases)[number];

describe('the theory of modes', () => {
  it.each([
    // Abramowitz & Stegun, table 9.5
    [1, 2.4048255577],
    [2, 5.5200781103],
    [3, 8.6537279129],
  ])('zero %s of J₀', (n, zero) => {
    expect(besselZero(n)).toBeCloseTo(zero, 9);
  });

  it.each([
    ['implicit-euler', 1],
    ['sdirk2', 2],
  ])('%s turns by the angle of a step up to its order %s', (engine, order) => {
    const error = (angle: number) => {
      const { size, turn } = amplification(engine, angle);
      return Math.hypot(size * Math.cos(turn) - Math.cos(angle), size * Math.sin(turn) - Math.sin(angle));
    };
    // The next term of the error: a few per cent at these angles.
    expect(Math.log2(error(0.02) / error(0.01))).toBeCloseTo(order + 1, 1);
  });

  it('a damped oscillation is read from 20 samples a period', () => {
    const samples = Array.from({ length: 100 }, (_, k) => 0.9 ** (k / 20) * Math.cos((2 * Math.PI * k) / 20));
    const { frequency, kept, rise } = readSwings(samples, 0.05);
    // The error of secants and parabolas, of third and fourth order in π/20.
    expect(frequency / (2 * Math.PI)).toBeCloseTo(1, 3);
    expect(kept).toBeCloseTo(0.9, 3);
    expect(rise).toBeLessThan(1);
  });
});

describe('modes', () => {
  it.each([
    ['chain', 'implicit-euler', 0.01],
    ['chain', 'implicit-euler', 1e-4],
    ['membrane', 'implicit-euler', 0.01],
    ['plate', 'implicit-euler', 0.01],
    ['chain', 'sdirk2', 1e-6],
    ['membrane', 'sdirk2', 0.01],
    ['plate', 'sdirk2', 0.01],
  ])('of a %s with %s at tolerance %s', (system, engine, tolerance) => {
    expect(runCase(modes, { system, engine, tolerance })).toMatchObject({ pass: true });
  });

  it.each([
    ['chain', 2],
    ['membrane', 2],
    ['membrane', 3],
    ['plate', 2],
  ])('of a %s, number %s', (system, mode) => {
    expect(runCase(modes, { system, mode, cells: 24 })).toMatchObject({ pass: true });
  });

  it.each([
    ['provot-sheet', 'chain'],
    ['provot-sheet', 'membrane'],
    ['adaptive-grid', 'chain'],
    ['adaptive-grid', 'membrane'],
  ])('of a %s as a %s', (model, system) => {
    expect(runCase(modes, { model, system, engine: 'verlet' })).toMatchObject({ pass: true });
  });

  it('of a plate converge with the mesh', () => {
    const error = (cells: number) =>
      (runCase(modes, { system: 'plate', cells }) as unknown as { frequencyError: number }).frequencyError;
    // Second order would be a quarter.
    expect(error(16)).toBeLessThan(error(8) / 3);
  });

  it('need a body that the engine can advance and whose rigidity is known', () => {
    expect(() => runCase(modes, { model: 'provot-sheet', engine: 'sdirk2' })).toThrow(ValidationError);
    expect(() => runCase(modes, { model: 'provot-sheet', engine: 'verlet', system: 'plate' })).toThrow(
      '--system',
    );
  });
});
