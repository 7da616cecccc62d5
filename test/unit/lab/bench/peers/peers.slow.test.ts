/** The peer benchmark: its engines in the common scenes, short runs of it, and what is asked of ours. */
import { describe, expect, it } from 'vitest';
import { cannon } from '../../../../../lab/bench/peers/cannon.ts';
import { startMesh } from '../../../../../lab/bench/peers/cloth.ts';
import {
  benchPeers,
  formatPeers,
  judgePeers,
  peers,
  plotPeers,
} from '../../../../../lab/bench/peers/index.ts';
import { withoutThreads } from '../../../../../lab/bench/peers/jolt-build.ts';
import type { Peer } from '../../../../../lab/bench/peers/peer.ts';
import {
  frameTime,
  gravity,
  pinnedMasses,
  restPositions,
  scenarios,
} from '../../../../../lab/bench/peers/scenario.ts';
import { acted, row, sample } from './sample-results.ts';

const { flag, drape } = scenarios;

describe.each(peers.filter(({ version }) => version))('$name', (peer) => {
  const n = 9;
  // Ammo's and Jolt's coordinates are single precision: 2⁻²⁴ of a metre, and of Ammo's tenfold world.
  const tolerance = 1e-6;

  it('begins at rest in the common shape and holds its pins', { timeout: 60_000 }, async () => {
    const run = await peer.create(flag, n, 'stiff');
    const positions = new Float64Array(3 * n * n);
    const rest = restPositions(flag, n);
    run.positions(positions);
    for (let i = 0; i < rest.length; i++) expect(Math.abs(positions[i] - rest[i])).toBeLessThan(tolerance);
    for (let frame = 0; frame < 12; frame++) run.frame();
    run.positions(positions);
    for (const k of pinnedMasses(flag, n)) {
      for (let axis = 0; axis < 3; axis++) {
        expect(Math.abs(positions[3 * k + axis] - rest[3 * k + axis])).toBeLessThan(tolerance);
      }
    }
    expect(positions[3 * (n * n - 1) + 1]).toBeLessThan(-0.05); // the free corners fell
    run.dispose();
  });

  it('lets an unpinned sheet fall freely until the ball', { timeout: 60_000 }, async () => {
    const run = await peer.create(drape, n, 'stiff');
    const positions = new Float64Array(3 * n * n);
    for (let frame = 0; frame < 4; frame++) run.frame();
    run.positions(positions);
    const time = 4 * frameTime;
    // Free fall within the first order error of one step of 1/60 s, g·t·h; the air's 1/s takes a thirtieth off.
    const slack = gravity * time * frameTime * 1.1;
    for (let k = 0; k < n * n; k++) {
      const fallen = drape.height - positions[3 * k + 1];
      expect(Math.abs(fallen - (gravity * time * time) / 2)).toBeLessThan(slack);
    }
    run.dispose();
  });
});

const clock = () => performance.now();

describe('the benchmark', () => {
  it('runs a peer and reports each row', async () => {
    const steps: string[] = [];
    const result = await benchPeers({
      sizes: [9],
      frames: 3,
      warmUp: 2,
      peers: [cannon],
      clock,
      progress: (done, total, label) => steps.push(`${done}/${total} ${label}`),
    });
    expect(result.rows.map(({ scenario, setting, status }) => `${scenario} ${setting} ${status}`)).toEqual([
      'flag default ok',
      'flag stiff ok',
      'drape default ok',
      'drape stiff ok',
    ]);
    for (const row of result.rows) {
      expect(row.msMin).toBeGreaterThan(0);
      expect(row.msMedian).toBeGreaterThanOrEqual(row.msMin!);
      expect(row.strainMax).toBeGreaterThanOrEqual(row.strainMean!);
    }
    expect(steps).toHaveLength(5);
    expect(steps[4]).toBe('4/4 done');
    expect(() => JSON.parse(JSON.stringify(result))).not.toThrow();
  });

  it('makes a row of an engine that is missing, throws or is asked for too much', async () => {
    const broken: Peer = {
      name: 'Broken',
      version: '1',
      licence: 'MIT',
      settings: ['default'],
      about: () => 'throws',
      tooLarge: (n) => (n > 10 ? 'it says so' : undefined),
      create: async () => {
        throw new RangeError('Invalid array length\n  at somewhere');
      },
    };
    const absent: Peer = { ...broken, name: 'Absent', version: undefined };
    const { rows } = await benchPeers({
      sizes: [9, 17],
      scenarios: ['flag'],
      peers: [broken, absent],
      clock,
    });
    expect(rows.map(({ status, note }) => [status, note])).toEqual([
      ['failed', 'failed: Invalid array length'],
      ['not installed', 'not installed'],
      ['slow', 'too slow: it says so'],
      ['not installed', 'not installed'],
    ]);
  });
});

describe('several rounds', () => {
  it('keep the least time of each frame, and leave alone what was too slow', async () => {
    let now = 0;
    let created = 0;
    const peer = (name: string, times: readonly (readonly number[])[]): Peer => ({
      name,
      version: '1',
      licence: 'MIT',
      settings: ['stiff'],
      about: () => 'as told',
      async create(_, n) {
        created++;
        const run = times[Math.min(created - 1, times.length - 1)];
        const { run: acting } = acted(n, () => {});
        let frame = 0;
        return { ...acting, frame: () => void (now += run[frame++]) };
      },
    });
    const options = { sizes: [5], scenarios: ['flag'] as const, warmUp: 1, frames: 3, rounds: 2 };
    const twice = peer('Twice', [
      [9, 2, 8, 4],
      [9, 3, 2, 7],
    ]);
    const { rows } = await benchPeers({ ...options, peers: [twice], clock: () => now });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ msMin: 2, msMedian: 2, msMean: 8 / 3 });
    created = 0;
    const slow = peer('Slow', [[9, 90, 90, 90]]);
    const late = await benchPeers({ ...options, budget: 50, peers: [slow], clock: () => now });
    expect(created).toBe(1);
    expect(late.rows[0].note).toBe('slow: 1 of 3 frames measured');
  });
});

describe('the targets of the implicit cloth', () => {
  const stiff = { setting: 'stiff', n: 73 } as const;
  const other = row({ ...stiff, peer: 'Jolt', msMin: 8, msMean: 10, strainMean: 0.005 });

  it('are judged by the mean time beside Jolt, and by strain', () => {
    const good = row({
      ...stiff,
      peer: 'Pliant cloth',
      msMin: 5,
      msMean: 5,
      strainWithin: 0.99,
      strainMax: 0.059,
    });
    const [{ meets, timeOfJolt, quickestOfJolt }] = judgePeers([good, other]);
    expect({ meets, timeOfJolt, quickestOfJolt }).toEqual({
      meets: { time: true, within: true, largest: true },
      timeOfJolt: 0.5,
      quickestOfJolt: 0.625,
    });
    const adaptive = { ...good, peer: 'Pliant cloth, adaptive', strainWithin: 0.98 };
    expect(judgePeers([adaptive, other])[0].meets).toEqual({ time: false, within: false, largest: true });
    const drapes = [good, other].map((one) => ({ ...one, scenario: 'drape' as const }));
    expect(judgePeers(drapes)[0].meets.largest).toBe(false);
  });

  it('are missed by a run that failed, and beside one that did', () => {
    const failed = row({
      ...stiff,
      peer: 'Pliant cloth',
      status: 'failed',
      strainWithin: null,
      strainMax: null,
    });
    expect(judgePeers([failed, other])[0].meets).toEqual({ time: false, within: false, largest: false });
    const beside = judgePeers([row({ ...stiff, peer: 'Pliant cloth' }), { ...other, status: 'exploded' }]);
    expect(beside[0]).toMatchObject({ timeOfJolt: null, meets: { time: false } });
    expect(formatPeers({ ...sample, rows: [failed, other] })).toMatch(
      /flag 73×73 Pliant cloth: – of .*missed/,
    );
  });

  it('begin from few squares and many halvings', () => {
    expect([33, 73, 129, 10].map(startMesh)).toEqual([
      { cells: 4, level: 6 },
      { cells: 9, level: 6 },
      { cells: 4, level: 10 },
      { cells: 9, level: 0 },
    ]);
  });
});

it('Jolt starts no threads, or is refused', () => {
  expect(withoutThreads('function b(){for(var a=16;a--;)c();}')).toBe('function b(){for(var a=0;a--;)c();}');
  expect(() => withoutThreads('for(var a=8;a--;)c()')).toThrow('in an unknown way');
});

describe('the benchmark, stopped,', () => {
  it.each([0, 1, 3])('returns the %i rows that it had by then', async (until) => {
    let begun = 0;
    const result = await benchPeers({
      sizes: [5],
      frames: 1,
      warmUp: 1,
      peers: [cannon],
      clock,
      progress: () => begun++,
      stop: () => begun === until,
    });
    expect(result.rows).toHaveLength(until);
    expect(result).toMatchObject({ complete: false, planned: 4 });
    expect(formatPeers(result)).toContain(`stopped early: ${until} of 4 rows`);
    expect(plotPeers(result)).toMatch(/^<svg /);
  });

  it('is complete when nobody stops it', async () => {
    const options = { sizes: [5], frames: 1, warmUp: 1, peers: [cannon], clock };
    const result = await benchPeers({ ...options, stop: () => false });
    expect(result.complete).toBe(true);
    expect(formatPeers(result)).not.toContain('stopped early');
  });
});
