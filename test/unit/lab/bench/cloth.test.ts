/** The benchmark of the linear solve: the same work on both sides, and verdicts that can be missed. */
import { describe, expect, it } from 'vitest';
import { benchIterations, type SharedRow } from '../../../../lab/bench/cloth/index.ts';
import { prepareSolve } from '../../../../lab/bench/cloth/solve.ts';
import { judgeCloth } from '../../../../lab/bench/index.ts';

const clock = () => performance.now();

describe('the solve that is timed', () => {
  it('does the iterations asked for, the same each time, and comes nearer to the solution', () => {
    const few = prepareSolve(9, 3);
    few.solve(clock);
    const [residual, solution] = [few.residual(), few.solution()];
    few.solve(clock);
    expect(few.solution()).toEqual(solution);
    const more = prepareSolve(9, 12);
    more.solve(clock);
    expect(more.world).toBe(few.world);
    expect(more.residual()).toBeLessThan(0.1 * residual);
  });

  it('is the same work in C++', { timeout: 60_000 }, () => {
    const [row] = benchIterations({ sizes: [9], iterations: 4, samples: 1, rounds: 1, clock });
    expect(row.wasm).toBeGreaterThan(0);
    if (row.cpp === null) return; // there is no g++ here
    // Single precision, and C++ fuses products and sums: 2⁻²⁴ a number, of which a row has some thirty.
    expect(row.residualRatio).toBeCloseTo(1, 4);
    expect(row.slowerThanCpp).toBeCloseTo(row.wasm / row.cpp, 12);
  });
});

describe('its targets', () => {
  const shared: SharedRow = { n: 129, threads: 2, one: 30, shared: 20, timesOne: 1.5, sameBytes: true };
  const row = { n: 73, wasm: 0.2, cpp: 0.1, slowerThanCpp: 2, residualRatio: 1 };
  const verdicts = (rows: (typeof row)[], one: SharedRow) => {
    const { json, text } = judgeCloth(rows, one);
    const { rows: judged, shared: onThreads } = json as {
      rows: { meets: boolean }[];
      shared: { meets: boolean };
    };
    return { text, iteration: judged.map(({ meets }) => meets), threads: onThreads.meets };
  };

  it('are met at their bounds', () => {
    expect(verdicts([row], shared)).toMatchObject({ iteration: [true], threads: true });
  });

  it('are missed beyond, and by other bytes', () => {
    const slow = { ...row, slowerThanCpp: 2.1 };
    expect(verdicts([slow], { ...shared, timesOne: 1.4 })).toMatchObject({
      iteration: [false],
      threads: false,
    });
    const other = verdicts([row], { ...shared, sameBytes: false });
    expect(other.threads).toBe(false);
    expect(other.text).toContain('DIFFERENT BYTES');
  });
});
