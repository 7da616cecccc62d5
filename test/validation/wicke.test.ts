/**
 * The experiments with lattice matter find what they say: those in the plane as they are, the others at a fraction of
 * their sizes (`pliant reproduce` runs the full ones).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { experiments, runExperiment } from '#lab/experiments';
import { diceExperimentOf } from '../../lab/experiments/wicke/dice.ts';
import { gooExperimentOf } from '../../lab/experiments/wicke/goo.ts';
import { meltExperimentOf } from '../../lab/experiments/wicke/melt.ts';

const documented = readFileSync(new URL('../../docs/experiments.md', import.meta.url), 'utf8');

const small = new Map([
  ['wicke-dice', diceExperimentOf({ particles: 60, dice: 2, young: 1e8 })],
  ['wicke-goo', gooExperimentOf({ rod: 200, goo: 600 })],
  ['wicke-melt', meltExperimentOf({ particles: 300 })],
]);

describe.each(experiments.filter(({ name }) => name.startsWith('wicke-')))('$name', (one) => {
  it('finds what it says, names its size and cost, and draws its pictures', () => {
    let [last, now] = [0, 0];
    const progress = (fraction: number) => {
      last = fraction;
    };
    const clock = () => now++; // every frame takes a millisecond
    let worked = 0;
    const processor = () => (worked += 0.5);
    const result = runExperiment(small.get(one.name) ?? one, { progress, clock, processor });
    expect(result.facts.filter((fact) => !fact.holds)).toEqual([]);
    expect(last).toBeCloseTo(1, 9);
    const told = JSON.parse(JSON.stringify(result));
    expect(told.particles).toBeGreaterThan(100);
    expect(told).toMatchObject({ msPerFrame: 1, processorMsPerFrame: 0.5, framesPerSecond: 2000 });
    expect(told).toHaveProperty('paperSecondsPerFrame', one.name.includes('2d') ? null : expect.any(Number));
    expect(result.figures.length).toBe(one.figures.length);
    for (const { positions } of result.figures.flatMap(({ rows }) =>
      rows.flatMap(({ frames }) => frames.flatMap(({ sheets }) => sheets)),
    ))
      expect(positions.every(Number.isFinite)).toBe(true);
  });

  it('is documented', () => {
    expect(documented).toContain(`| \`${one.name}\` |`);
  });
});

describe('twenty frames per second of wicke-melt', () => {
  const holds = (msOfFrame: number, msOfWork: number) => {
    let [now, worked] = [0, 0];
    const clock = () => (now += msOfFrame);
    const processor = () => (worked += msOfWork);
    const { facts } = runExperiment(meltExperimentOf({ particles: 60 }), { clock, processor });
    return facts.find(({ what }) => what.startsWith('frames per second'))?.holds;
  };

  it('fail where a frame is more than 50 ms of work, and not where the machine is busy with something else', () => {
    expect(holds(60, 60)).toBe(false);
    expect(holds(500, 40)).toBe(true);
  });
});

it('the picture of the goo says as many frozen as its facts', () => {
  const { facts, figures } = runExperiment(gooExperimentOf({ rod: 200, goo: 600 }), {
    progress: () => {},
    clock: () => 0,
  });
  const frozen = facts.find(({ what }) => what.startsWith('particles frozen'))?.measured;
  expect(figures[0].rows[0].frames.at(-1)?.caption).toContain(` ${frozen} frozen`);
});
