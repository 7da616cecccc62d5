/** What the experiments on adaptive grids print, beyond what all experiments do. */
import { describe, expect, it } from 'vitest';
import { compare } from '../../lab/experiments/hutchinson/compare.ts';
import { OVER_CUP } from '../../lab/experiments/hutchinson/scenes.ts';
import { ratios, stagesOf, sumOf } from '../../lab/experiments/hutchinson/table.ts';

describe('a short fall on the cup with a clock', () => {
  it('has the rows of Table 1 for both sheets, masses, distances', () => {
    // A clock of calls: what takes more stages takes longer, the same on every machine.
    let calls = 0;
    const short = { ...OVER_CUP, steps: 8, height: 0.114 };
    const { adaptive, uniform, distances } = compare(short, [8], { clock: () => calls++, progress() {} }, 1);
    const [quick, slow] = [adaptive, uniform].map(({ times }) => sumOf(times));
    for (const { total, ...rows } of [quick, slow]) {
      expect(Object.keys(rows)).toEqual(['collision', 'dynamics', 'detecting', 'backingUp', 'refinement']);
      expect(total).toBeCloseTo(
        Object.values(rows).reduce((all, time) => all + time, 0),
        6,
      );
    }
    expect(slow.detecting + slow.backingUp + slow.refinement).toBe(0);
    expect(quick.detecting).toBeGreaterThan(0);
    expect(quick.backingUp).toBeGreaterThan(0);
    expect(ratios(quick, slow).totalRatio).toBeCloseTo(slow.total / quick.total, 12);
    expect(distances[0].max).toBeGreaterThan(distances[0].mean);
    expect(adaptive.points[0]).toBe(100);
    expect(Math.max(...adaptive.points)).toBeGreaterThan(100);
    expect(uniform.points).toEqual(Array(9).fill(73 * 73));
  });
});

describe('rows of times', () => {
  const report = (contact: number, integrate: number, adapt: number) =>
    ({
      phases: { start: 0, drive: 2, heat: 0, integrate, matter: 0, limit: 0, contact, adapt, check: 100 },
      refinement: { active: 0, split: 0, merged: 0, detect: 2, keep: 1, backUp: 2, refine: 4 },
    }) as unknown as Parameters<typeof stagesOf>[0];

  it('are those of the stages, without the audit, and add up', () => {
    const steps = [report(10, 20, 9), report(30, 40, 11)].map(stagesOf);
    expect(sumOf(steps)).toEqual({
      collision: 40,
      dynamics: 62,
      detecting: 4,
      backingUp: 6,
      refinement: 12,
      total: 124,
    });
  });

  it('make ratios of the uniform sheet over the adaptive one', () => {
    const adaptive = stagesOf(report(10, 19, 9));
    const uniform = { ...adaptive, dynamics: 200, total: 400 };
    expect(ratios(adaptive, uniform)).toEqual({ totalRatio: 10, dynamicsRatio: 10, overheadPercent: 25 });
  });
});
