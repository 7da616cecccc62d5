/** The studio's plots without a page: samples in their order, a past that changes, and the numbers as a file. */
import type { StepReport } from 'pliant';
import { describe, expect, it } from 'vitest';
import { Samples } from '../../../studio/plots/samples.ts';
import { LINES, PLOTS, type Reported } from '../../../studio/plots/series.ts';

const line = (key: string) => LINES.find((other) => other.key === key)!;
const plot = (id: string) => PLOTS.find((other) => other.id === id)!;

function reported(step: number, kinetic = step, measures: Partial<Reported['measures']> = {}): Reported {
  const report = {
    step,
    time: step / 60,
    particles: 9,
    contacts: 0,
    energy: { kinetic, gravity: 2, total: kinetic + 2 },
    strain: { mean: 0.01, max: 0.05 },
    phases: {
      start: 0,
      drive: 0,
      heat: 0,
      integrate: 1.5,
      matter: 0,
      limit: 0,
      contact: 0.5,
      adapt: 0,
      check: 0.25,
    },
  } as unknown as StepReport;
  return { step, time: step / 60, report, measures: { triangles: 8, ...measures } };
}

function filled(steps: readonly number[]): Samples {
  const samples = new Samples();
  for (const step of steps) samples.put(reported(step));
  return samples;
}

describe('samples', () => {
  it('are in the order of steps, however they come, and once each', () => {
    const samples = filled([1, 2, 5, 3, 2, 9, 4]);
    expect(samples.steps).toEqual([1, 2, 3, 4, 5, 9]);
    samples.put(reported(3, 77));
    expect(samples.column(line('kinetic'))).toEqual([1, 2, 77, 4, 5, 9]);
  });

  it('forget the future when another one begins', () => {
    const samples = filled([0, 1, 2, 3, 4]);
    samples.cut(7);
    expect(samples.length).toBe(5);
    samples.cut(2);
    expect(samples.steps).toEqual([0, 1, 2]);
    expect(LINES.every((other) => samples.column(other).length === 3)).toBe(true);
    samples.clear();
    expect(samples.length).toBe(0);
  });

  it('have potential energy as what is not kinetic, strain in per cent, and gaps where nothing is known', () => {
    const samples = new Samples();
    samples.put({ step: 0, time: 0, measures: { triangles: 8 } });
    samples.put(reported(1, 3));
    expect(samples.column(line('potential'))).toEqual([null, 2]);
    expect(samples.column(line('strainMax'))).toEqual([null, 5]);
    expect(samples.column(line('triangles'))).toEqual([8, 8]);
    expect(samples.column(line('hottest'))).toEqual([null, null]);
    // A start shown again has no report, and must not wipe out one that is there.
    samples.put({ step: 1, time: 1 / 60, measures: { triangles: 8 } });
    expect(samples.column(line('kinetic'))).toEqual([null, 3]);
  });

  it('tell which lines have something to say', () => {
    const samples = filled([1, 2]);
    expect(samples.telling(plot('phases')).map(({ name }) => name)).toEqual([
      'integrate',
      'contact',
      'check',
    ]);
    expect(samples.telling(plot('temperature'))).toEqual([]);
    samples.put(reported(3, 3, { temperature: { min: 290, mean: 300, max: 320 } }));
    expect(samples.telling(plot('temperature'))).toHaveLength(3);
  });

  it('are found by time, and spread evenly over a table', () => {
    const samples = filled(Array.from({ length: 301 }, (_, i) => i));
    expect([0, 2.5, 99, -1].map((time) => samples.steps[samples.nearest(time)])).toEqual([0, 150, 300, 0]);
    expect(samples.spread(4)).toEqual([0, 100, 200, 300]);
    expect(filled([4, 5]).spread(40)).toEqual([0, 1]);
  });

  it('get thinner in a long run, and keep the last', () => {
    const samples = new Samples();
    for (let step = 0; step <= 20_000; step++) samples.put(reported(step));
    expect(samples.length).toBeLessThan(10_100);
    expect(samples.steps[0]).toBe(0);
    expect(samples.steps.at(-1)).toBe(20_000);
  });

  it('are a file that other programs read', () => {
    const rows = filled([1, 2])
      .csv([plot('energy')])
      .split('\n');
    expect(rows).toEqual([
      'step,time (s),Energy: kinetic (J),Energy: potential (J),Energy: total (J)',
      `1,${1 / 60},1,2,3`,
      `2,${2 / 60},2,2,4`,
      '',
    ]);
  });
});
