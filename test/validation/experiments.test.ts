/** Every experiment of a paper holds, and comes out the same again. */
import { type ExperimentResult, experiments, runExperiment } from 'pliant/experiments';
import { describe, expect, it } from 'vitest';

/** Those with heat have their own test. */
const cold = experiments.filter(({ name }) => !/-(oven|heater)-/.test(name));

describe.each(cold)('$name', (one) => {
  let result: ExperimentResult;

  it('reproduces the finding, fact by fact', () => {
    let last = 0;
    result = runExperiment(one, {
      progress: (fraction) => {
        expect(fraction).toBeGreaterThanOrEqual(0);
        last = fraction;
      },
    });
    expect(result.facts.filter((fact) => !fact.holds)).toEqual([]);
    expect(result.facts.length).toBeGreaterThan(0);
    expect(result.ours).not.toBe('');
    expect(last).toBeGreaterThan(0.9);
  });

  it('has the pictures it names, with as many frames a row as letters allow', () => {
    expect(result.figures.length).toBe(one.figures.length);
    for (const { rows } of result.figures) {
      for (const { frames } of rows) {
        expect(frames.length).toBeGreaterThan(0);
        expect(frames.length).toBeLessThanOrEqual(26);
        for (const { positions } of frames.flatMap((frame) => frame.sheets))
          expect(positions.every(Number.isFinite)).toBe(true);
      }
    }
  });
});

it('an experiment gives the same facts every time', () => {
  const one = experiments.find(({ name }) => name === 'aurora-structures')!;
  expect(runExperiment(one).facts).toEqual(runExperiment(one).facts);
});
