/** Every experiment of a paper finds what it says, agrees as far as is documented, and comes out the same again. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ExperimentResult, experiments, runExperiment } from '#lab/experiments';

/** Those with heat have their own test, and those of lattice matter, which take minutes at their full sizes. */
const cold = experiments.filter(({ name }) => !/-(oven|heater)-|^wicke-/.test(name));

/** Each is run once; the tests below look at the same result. */
const results = new Map<string, ExperimentResult>();

const documented = readFileSync(new URL('../../docs/experiments.md', import.meta.url), 'utf8');

describe.each(cold)('$name', (one) => {
  let result: ExperimentResult;

  it('finds what it says, fact by fact', () => {
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
    results.set(one.name, result);
  });

  it('bears the paper out as far as the documentation says', () => {
    const row = documented.split('\n').find((line) => line.startsWith(`| \`${one.name}\` |`));
    expect(row?.split('|')[3].trim().split(':')[0]).toBe(result.agreement);
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

it('hutchinson-hang has the keys that all experiments on adaptive grids have', () => {
  const result = JSON.parse(JSON.stringify(results.get('hutchinson-hang')));
  for (const key of ['adaptive', 'uniform', 'meanDistancePercent', 'maxDistancePercent', 'points'])
    expect(result).toHaveProperty(key);
  expect(result.pass).toBe(true);
});

it('an experiment gives the same facts every time', () => {
  const one = experiments.find(({ name }) => name === 'aurora-structures')!;
  expect(runExperiment(one).facts).toEqual(results.get(one.name)!.facts);
});
