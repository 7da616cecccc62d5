/** The benchmark of live cloth: its scenes, the times and strains of a run, and verdicts that can be missed. */
import { hash, step } from 'pliant';
import { describe, expect, it } from 'vitest';
import type { LiveResult, LiveRow } from '../../../../lab/bench/live/index.ts';
import { measureLive } from '../../../../lab/bench/live/measure.ts';
import { LIVE_SCENES, liveScene, liveWorld } from '../../../../lab/bench/live/scenes.ts';
import { formatLive } from '../../../../lab/bench/live/table.ts';
import { judgeLive } from '../../../../lab/bench/live/targets.ts';
import { clothOf } from '../../../../lab/bench/peers/cloth.ts';
import { judge } from '../../../../lab/validation/index.ts';

describe.each(LIVE_SCENES.filter((name) => name !== 'garment'))('the scene %s', (scene) => {
  const sheet = { scene, n: 9, adaptive: false };

  it('has a sheet of 1 m² and 0.15 kg that touches nothing at the start', () => {
    const world = liveWorld(sheet);
    const mass = Array.from(world.particles.mass.view.subarray(0, 81)).reduce((sum, m) => sum + m, 0);
    expect(world.particles.count).toBe(81);
    expect(mass).toBeCloseTo(0.15, 12);
    const { crossings, wrong } = judge(world, liveScene(sheet));
    expect([...crossings, ...wrong]).toEqual([]);
  });

  it('has self-contact and edge contact, unless it is bare', () => {
    const { self, edges } = liveScene(sheet).contact;
    expect([self, edges]).toEqual([scene !== 'bare', scene !== 'bare']);
  });

  it('starts an adaptive sheet with few vertices', () => {
    const world = liveWorld({ ...sheet, n: 33, adaptive: true });
    expect(clothOf(world).count).toBe(25);
  });
});

describe('a measured run', () => {
  const make = () => liveWorld({ scene: 'crumple', n: 5, adaptive: false });
  const options = { warmUp: 1, frames: 4, rounds: 2, budget: 1e6 };

  /** Clock by which a frame lasts 3 ms in the first run and 2 ms in the second, but its last 10 ms in both. */
  function falseClock() {
    let now = 0;
    let reads = 0;
    return () => {
      const frame = (reads >> 1) % 5;
      if (reads % 2 === 1) now += frame === 4 ? 10 : reads < 10 ? 3 : 2;
      reads++;
      return now;
    };
  }

  it('counts the smaller time of each frame after the warm-up', () => {
    const measured = measureLive(make(), { ...options, clock: falseClock() });
    expect(measured).toMatchObject({ frames: 4, complete: true, fault: null, mean: 4, worst: 10, p99: 10 });
  });

  it('ends where a run without measuring ends', () => {
    const [measured, plain] = [make(), make()];
    measureLive(measured, { ...options, clock: falseClock() });
    for (let frame = 0; frame < 5; frame++) step(plain, 1 / 60);
    expect(hash(measured)).toBe(hash(plain));
  });

  it('is incomplete when its time is spent', () => {
    const budgeted = measureLive(make(), { ...options, budget: 7, clock: falseClock() });
    expect(budgeted).toMatchObject({ frames: 2, complete: false, mean: 3 });
    const spent = { ...options, budget: 2, clock: falseClock() };
    expect(() => measureLive(make(), spent)).toThrow('its time was spent before the first frame');
  });
});

describe('its targets', () => {
  const row: LiveRow = {
    kind: 'drape',
    adaptive: false,
    n: 65,
    frames: 120,
    complete: true,
    fault: null,
    mean: 16,
    p99: 30,
    worst: 33,
    phases: {
      start: 0,
      drive: 0,
      heat: 0,
      integrate: 1,
      matter: 0,
      limit: 0,
      contact: 0,
      adapt: 0,
      check: 0,
    },
    strain99: 0.01,
    strainMax: 0.04,
    solves: 2,
    iterations: 50,
    detections: null,
    vertices: 4225,
    speed: 0.1,
    crossings: 0,
    timesJolt: 4,
    timesCpp: 300,
    strainOfJolt: 0.3,
  };
  const threads = { n: 129, threads: 2, one: 16, shared: 10, timesOne: 1.6, sameBytes: true };
  const meets = (rows: LiveRow[], shared: LiveResult['threads'] = null) =>
    judgeLive(rows, shared).map((verdict) => verdict.meets);

  it('are met at their bounds', () => {
    expect(meets([row], threads)).toEqual([true, true, true, true, true]);
  });

  it('are missed beyond, by an incomplete run, and by other bytes', () => {
    expect(meets([{ ...row, worst: 34, strain99: 0.011 }])).toEqual([true, false, false, true]);
    const incomplete = judgeLive([{ ...row, complete: false }], null);
    expect(incomplete.map(({ meets }) => meets)).toEqual([false, false, false, false]);
    expect(incomplete[0].row).toBe('drape 65×65, incomplete');
    expect(meets([], { ...threads, sameBytes: false })).toEqual([false]);
    expect(meets([{ ...row, kind: 'crumple', mean: 40, crossings: 1 }])).toEqual([true, true, false]);
  });

  it('are not met without Jolt, and the text says what is missing', () => {
    const bare: LiveRow = {
      ...row,
      kind: 'bare',
      n: 73,
      timesJolt: null,
      timesCpp: null,
      strainOfJolt: null,
    };
    expect(meets([bare])).toEqual([false, false]);
    const text = formatLive({
      machine: 'a machine',
      date: '2026-11-18',
      rows: [bare],
      failures: ['rest 65×65 was not measured: no time'],
      yardsticks: [{ n: 73, joltMs: null, joltStrain99: null, joltNote: 'not installed', productMs: null }],
      threads: null,
      threadsNote: 'no shared memory',
      complete: true,
    });
    expect(text).toContain('73×73: Jolt, stiff: not installed; a product in C++: no g++');
    expect(text).toContain('bare 73×73: time not measured (at most 1): missed');
    expect(text).toContain('rest 65×65 was not measured: no time');
    expect(text).toContain('two threads were not measured: no shared memory');
  });
});
