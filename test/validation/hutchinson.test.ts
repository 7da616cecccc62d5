/** What the experiments on adaptive grids print, beyond what all experiments do. */
import { experiments, runExperiment } from 'pliant/experiments';
import { describe, expect, it } from 'vitest';
import { ratios, stagesOf, sumOf } from '../../experiments/hutchinson/table.ts';

describe('hutchinson-cup with a clock', () => {
  it('has the rows of Table 1 for both sheets, their ratios, distances and masses', () => {
    // A clock of calls: what takes more stages takes longer, the same on every machine.
    let calls = 0;
    const one = experiments.find(({ name }) => name === 'hutchinson-cup')!;
    const result = JSON.parse(JSON.stringify(runExperiment(one, { clock: () => calls++ })));
    for (const sheet of ['adaptive', 'uniform']) {
      const { total, ...rows } = result[sheet];
      expect(Object.keys(rows)).toEqual(['collision', 'dynamics', 'detecting', 'backingUp', 'refinement']);
      const sum = Object.values<number>(rows).reduce((all, time) => all + time, 0);
      expect(total).toBeCloseTo(sum, 6);
    }
    const { adaptive, uniform, points } = result;
    expect(result.totalRatio).toBeCloseTo(uniform.total / adaptive.total, 12);
    expect(result.dynamicsRatio).toBeCloseTo(uniform.dynamics / adaptive.dynamics, 12);
    expect(uniform.detecting + uniform.backingUp + uniform.refinement).toBe(0);
    expect(adaptive.detecting).toBeGreaterThan(0);
    expect(adaptive.backingUp).toBeGreaterThan(0);
    expect(result.meanDistancePercent).toBeGreaterThan(0);
    expect(result.maxDistancePercent).toBeGreaterThan(result.meanDistancePercent);
    expect(points.start).toBe(100);
    expect(points.mean).toBeGreaterThan(points.start);
    expect(points.max).toBeGreaterThan(points.mean);
    expect(result.facts.map(({ what }: { what: string }) => what)).toContain(
      'total time, uniform over adaptive',
    );
    const later = result.numbers['once it is refined'];
    expect(later.adaptive.total).toBeLessThan(adaptive.total);
  });
});

describe('rows of times', () => {
  const report = (contact: number, advance: number, adapt: number) =>
    ({
      stages: { drive: 1, heat: 0, advance, limit: 0, contact, adapt, check: 100 },
      refinement: { active: 0, split: 0, merged: 0, detect: 2, backUp: 3, refine: 4 },
    }) as unknown as Parameters<typeof stagesOf>[0];

  it('are those of the stages, without the audit, and add up', () => {
    const steps = [report(10, 20, 9), report(30, 40, 11)].map(stagesOf);
    expect(sumOf(steps)).toEqual({
      collision: 40,
      dynamics: 62,
      detecting: 4,
      backingUp: 6,
      refinement: 10,
      total: 122,
    });
  });

  it('make ratios of the uniform sheet over the adaptive one', () => {
    const adaptive = stagesOf(report(10, 19, 10));
    const uniform = { ...adaptive, dynamics: 200, total: 400 };
    expect(ratios(adaptive, uniform)).toEqual({ totalRatio: 10, dynamicsRatio: 10, overheadPercent: 25 });
  });
});
