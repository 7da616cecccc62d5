/** Ovens and heaters of the Aurora thesis, repeated: every fact holds, and again with the same numbers. */

import { expect, it } from 'vitest';
import { experiments, runExperiment } from '#lab/experiments';

const heated = experiments.filter(({ name }) => /-(oven|heater)-/.test(name));

it('there are four', () => {
  expect(heated.map(({ name }) => name).sort()).toEqual([
    'aurora-heater-hemisphere',
    'aurora-heater-wedge',
    'aurora-oven-hemisphere',
    'aurora-oven-wedge',
  ]);
});

it.each(heated)('$name', (one) => {
  const { facts, pass, figures } = runExperiment(one);
  expect(facts.filter(({ holds }) => !holds)).toEqual([]);
  expect(pass).toBe(true);
  expect(figures.length).toBe(one.figures.length);
});
