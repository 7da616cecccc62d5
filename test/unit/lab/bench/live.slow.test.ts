/** A quick run of the benchmark of live cloth, beside Jolt and C++ where they are installed. */
import { expect, it } from 'vitest';
import { benches } from '../../../../lab/bench/index.ts';
import type { LiveResult } from '../../../../lab/bench/live/index.ts';

it('a quick run measures the rows that are chosen', { timeout: 60_000 }, async () => {
  const live = benches.find(({ name }) => name === 'live')!;
  const { json, text } = await live.run({
    quick: true,
    only: ['crumple uniform', 'bare adaptive'],
    clock: () => performance.now(),
  });
  const { rows, yardsticks, threads, complete } = json as LiveResult;
  expect(rows.map(({ kind, n, adaptive }) => [kind, n, adaptive])).toEqual([
    ['crumple', 9, false],
    ['bare', 9, true],
  ]);
  const [{ joltMs, productMs }] = yardsticks;
  for (const { mean, worst, phases, crossings, kind, timesJolt, timesCpp } of rows) {
    expect(worst).toBeGreaterThanOrEqual(mean);
    expect(Object.values(phases).reduce((sum, share) => sum + share)).toBeCloseTo(1, 12);
    expect(crossings).toBe(kind === 'bare' ? null : 0);
    expect(timesJolt).toBe(joltMs === null ? null : mean / joltMs);
    expect(timesCpp).toBe(productMs === null ? null : mean / productMs);
  }
  expect([threads, complete]).toEqual([null, true]);
  expect(text).toContain('crumple 9×9');
});
