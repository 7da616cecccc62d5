/** The measure of the peer benchmark on shapes whose strain and depth are known, its table, plot and a short run. */
import { describe, expect, it } from 'vitest';
import { judgeKernels } from '../../bench/index.ts';
import type { KernelRow } from '../../bench/kernels/index.ts';
import { cannon } from '../../bench/peers/cannon.ts';
import { startMesh } from '../../bench/peers/cloth.ts';
import {
  benchPeers,
  formatPeers,
  judgePeers,
  type PeerRow,
  type PeersResult,
  peers,
  plotPeers,
} from '../../bench/peers/index.ts';
import { withoutThreads } from '../../bench/peers/jolt-build.ts';
import {
  edgeStrain,
  hasExploded,
  measure,
  median,
  spherePenetration,
  strainOf,
} from '../../bench/peers/measure.ts';
import type { Peer, PeerRun } from '../../bench/peers/peer.ts';
import { placeLabels, textWidth } from '../../bench/peers/plot-labels.ts';
import { frameTime, gravity, pinnedMasses, restPositions, scenarios } from '../../bench/peers/scenario.ts';
import { lettersOf, textPlot } from '../../bench/peers/text-plot.ts';

const { flag, drape } = scenarios;

describe('strain of the edges', () => {
  it('is zero for the sheet at rest', () => {
    // l/l₀ − 1 of lengths near 1/16 is rounded at 2⁻⁵² relative to coordinates of 1/2: 8 edges a half.
    expect(edgeStrain(restPositions(flag, 17), 17).max).toBeLessThan(1e-14);
  });

  it('is 5 % everywhere for a sheet stretched by 5 %', () => {
    const strain = edgeStrain(
      restPositions(flag, 33).map((x) => 1.05 * x),
      33,
    );
    expect(strain.mean).toBeCloseTo(0.05, 12);
    expect(strain.max).toBeCloseTo(0.05, 12);
  });

  it('counts shortening like stretching, and averages over both directions', () => {
    const narrowed = restPositions(drape, 9).map((x, i) => (i % 3 === 0 ? 0.9 * x : x));
    const strain = edgeStrain(narrowed, 9);
    expect(strain.max).toBeCloseTo(0.1, 12);
    expect(strain.mean).toBeCloseTo(0.05, 12); // half of the edges lie along x
  });

  it('does not hide a mass that is not a number', () => {
    const positions = restPositions(flag, 9);
    positions[100] = Number.NaN;
    expect(hasExploded(edgeStrain(positions, 9))).toBe(true);
    expect(edgeStrain(positions, 9).max).toBeNaN();
  });

  it('tells what 99 % of the edges stay below, and how many are below 1 %', () => {
    const thousandths = Float64Array.from({ length: 100 }, (_, i) => (i + 1) / 1000);
    const strain = strainOf([thousandths.subarray(50), thousandths.subarray(0, 50)]);
    expect(strain).toEqual({ mean: expect.closeTo(0.0505, 12), p99: 0.099, within: 0.09, max: 0.1 });
    expect(strainOf([Float64Array.of(0, 0.002)]).within).toBe(1);
  });
});

describe('depth inside the ball', () => {
  const sphere = drape.sphere!;

  it('is that of the deepest mass', () => {
    expect(spherePenetration(new Float64Array([0, 0.24, 0, 0.15, 0, 0, 0, 0, 3]), sphere)).toBeCloseTo(
      0.1,
      15,
    );
  });

  it('is zero outside and without a ball', () => {
    expect(spherePenetration(restPositions(drape, 9), sphere)).toBe(0);
    expect(spherePenetration(new Float64Array(3), undefined)).toBe(0);
  });
});

/** A sheet that does as it is told, a frame of it lasting as long as told by the false clock. */
function acted(n: number, play: (frame: number, positions: Float64Array) => void, frameMs = 2) {
  let now = 0;
  let frame = 0;
  const positions = restPositions(flag, n);
  const run: PeerRun = {
    frame() {
      now += frameMs;
      play(++frame, positions);
    },
    positions: (out) => out.set(positions),
    dispose() {},
  };
  return { run, clock: () => now };
}

describe('a measurement', () => {
  it('judges the frames after the warm-up only', async () => {
    // Stretched by a fifth during the warm-up, by a tenth in the first two of four measured frames.
    const rest = restPositions(flag, 5);
    const { run, clock } = acted(5, (frame, positions) => {
      const factor = frame <= 3 ? 1.2 : frame <= 5 ? 1.1 : 1;
      positions.set(rest.map((x) => factor * x));
    });
    const m = await measure(run, flag, 5, { warmUp: 3, frames: 4, budget: 1000, clock });
    expect(m).toMatchObject({
      status: 'ok',
      frames: 7,
      measured: 4,
      msMin: 2,
      msMedian: 2,
      penetration: null,
    });
    expect(m.strain!.mean).toBeCloseTo(0.05, 12);
    expect(m.strain!.max).toBeCloseTo(0.1, 12);
  });

  it('stops where a sheet explodes', async () => {
    const { run, clock } = acted(5, (frame, positions) => {
      if (frame === 2) positions[7] = Number.POSITIVE_INFINITY;
    });
    const m = await measure(run, flag, 5, { warmUp: 3, frames: 4, budget: 1000, clock });
    expect(m).toMatchObject({ status: 'exploded', frames: 2, strain: null });
  });

  it.each([
    { frameMs: 500, frames: 3 }, // thirty would take 15 s of the 10 s
    { frameMs: 2000, frames: 1 }, // by far too long, even for a first frame
  ])('gives up on a sheet of $frameMs ms a frame after $frames, and tells its time', async ({
    frameMs,
    frames,
  }) => {
    const { run, clock } = acted(5, () => {}, frameMs);
    const m = await measure(run, flag, 5, { warmUp: 30, frames: 60, budget: 10_000, clock });
    expect(m).toMatchObject({ status: 'slow', frames, measured: 0, msMedian: frameMs, strain: null });
  });

  it('is cut short when its time is up', async () => {
    const { run, clock } = acted(5, () => {}, 500);
    const m = await measure(run, flag, 5, { warmUp: 10, frames: 60, budget: 7000, clock });
    expect(m).toMatchObject({ status: 'ok', frames: 15, measured: 5 });
  });

  it('takes the middle as median', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 100])).toBe(3.5);
  });
});

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
  expect(() => withoutThreads('for(var a=8;a--;)c()')).toThrow('not known here');
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

function row(change: Partial<PeerRow>): PeerRow {
  return {
    peer: 'Pliant',
    version: '1',
    licence: 'MIT',
    setting: 'default',
    about: 'as is',
    scenario: 'flag',
    n: 33,
    status: 'ok',
    frames: 90,
    measured: 60,
    msMin: 1,
    msMedian: 2,
    msMean: 2.5,
    strainMean: 0.004,
    strain99: 0.03,
    strainWithin: 0.95,
    strainMax: 0.1,
    penetration: null,
    vertices: null,
    distance: null,
    note: '',
    ...change,
  };
}

const sample: PeersResult = {
  machine: 'Counting <frame> & Sons',
  date: '2000-01-01',
  warmUp: 30,
  frames: 60,
  rounds: 1,
  planned: 6,
  complete: true,
  rows: [
    row({ msMin: 2, msMedian: 3 }),
    row({ setting: 'stiff', msMin: 4, strainMean: 0.002 }),
    row({ peer: 'Jolt', msMedian: 1.5, strainMean: 0.05 }),
    row({
      peer: 'Jolt',
      setting: 'stiff',
      status: 'exploded',
      strainMean: null,
      note: 'exploded in frame 7',
    }),
    row({ peer: 'Other', scenario: 'drape', penetration: 0.0123 }),
    row({
      peer: 'Other',
      scenario: 'drape',
      status: 'failed',
      msMedian: null,
      msMin: null,
      strainMean: null,
    }),
  ],
};

describe('the table', () => {
  it('has a line for each row, with the time beside ours at the same setting', () => {
    const lines = formatPeers(sample).split('\n');
    const line = (start: RegExp) => lines.find((text) => start.test(text))!.split(/\s{2,}/);
    expect(line(/^Jolt +default/).slice(0, 9)).toEqual([
      'Jolt',
      'default',
      '1.00',
      '1.50',
      '2.50',
      '0.50',
      '5.00',
      '3.00',
      '10.0',
    ]);
    expect(lines.some((text) => /^Jolt +stiff .*exploded in frame 7$/.test(text))).toBe(true);
    expect(line(/^Other +default .*12\.3/)).toBeDefined();
  });
});

describe('the plot in characters', () => {
  /** Column and line of a letter inside the axes. */
  function find(plot: string, letter: string) {
    const lines = plot.split('\n').filter((line) => /[│┤]/.test(line));
    const line = lines.findIndex((text) => text.slice(8).includes(letter));
    return { line, column: line < 0 ? -1 : lines[line].indexOf(letter, 8) };
  }

  it('has the quicker lower and the stiffer to the left, an engine to a letter', () => {
    const plot = textPlot([
      row({ msMin: 1, strainMean: 0.004 }),
      row({ setting: 'stiff', msMin: 4, strainMean: 0.002 }),
      row({ peer: 'Jolt', msMin: 0.5, strainMean: 0.05 }),
    ])!;
    const [p, P, j] = ['p', 'P', 'j'].map((letter) => find(plot, letter));
    expect(P.line).toBeLessThan(p.line);
    expect(p.line).toBeLessThan(j.line);
    expect(P.column).toBeLessThan(p.column);
    expect(p.column).toBeLessThan(j.column);
    // Equal ratios are equal lengths: 2× of strain from P to p, 12.5× from p to j, each within half a cell.
    expect(Math.abs((j.column - p.column) / (p.column - P.column) - Math.log2(12.5))).toBeLessThan(0.5);
    expect(plot).toContain('p P Pliant   j J Jolt');
    expect(Math.max(...plot.split('\n').map((line) => line.length))).toBeLessThan(80);
  });

  it('hides no engine behind another, and keeps their letters apart', () => {
    const rows = ['Pliant', 'Plaid', 'Lap', '3'].map((peer) => row({ peer }));
    expect([...lettersOf(rows).values()]).toEqual(['p', 'l', 'a', 'b']);
    const plot = textPlot(rows)!;
    for (const letter of 'plab') expect(find(plot, letter).column).toBeGreaterThan(0);
  });

  it('marks real time where it is in sight', () => {
    const slow = [row({ msMin: 5 }), row({ msMin: 50, peer: 'Jolt' })];
    expect(textPlot(slow)).toMatch(/^ +16\.7 ┤·+ real time$/m);
    expect(textPlot([row({ msMin: 0.1 })])).not.toContain('real time');
  });

  it('follows each table, and is left out where nothing was measured', () => {
    expect(formatPeers(sample).match(/mean strain, %/g)).toHaveLength(2);
    expect(textPlot([row({ status: 'failed', msMin: null, strainMean: null })])).toBeUndefined();
  });
});

describe('the plot', () => {
  const svg = plotPeers(sample);

  it('has one mark for each row that was measured', () => {
    expect(svg.match(/class="mark"/g)).toHaveLength(4);
    expect(svg).toContain('exploded: Jolt stiff');
  });

  it('is well-formed, with what is not ours escaped', () => {
    expect(svg).toContain('Counting &#60;frame&#62; &#38; Sons');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    const open: string[] = [];
    for (const [, close, name, , self] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!self) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('is only as high as what was not measured needs below it', () => {
    const height = (rows: PeerRow[]) => Number(/ height="([\d.]+)"/.exec(plotPeers({ ...sample, rows }))![1]);
    const failed = row({ peer: 'Jolt', status: 'failed', msMin: null, strainMean: null });
    expect(height([row({}), failed])).toBeGreaterThan(height([row({})]));
  });

  it('is drawn even of nothing', () => {
    expect(plotPeers({ ...sample, rows: [] })).toMatch(/^<svg /);
  });

  it('keeps labels off marks and off each other', () => {
    const room = { width: 330, height: 270 };
    const at = [100, 104, 108, 112, 325].map((x, i) => ({ name: `engine${i}`, x, y: 100 + i }));
    const marks = at.map(({ x, y }) => ({ x: x - 8, y: y - 8, width: 16, height: 16 }));
    const boxes = placeLabels(at, marks, room).map(({ name, x, y }) => ({
      x,
      y: y - 10.5,
      width: textWidth(name),
      height: 13,
    }));
    const things = [...boxes, ...marks];
    boxes.forEach((a, i) => {
      expect(a.x + a.width).toBeLessThanOrEqual(room.width);
      for (const [j, b] of things.entries()) {
        if (i === j) continue;
        const apart =
          a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
        expect(apart, `${i} and ${j}`).toBe(true);
      }
    });
  });
});

describe('the kernels', () => {
  const measured = (fasterThanTypescript: number, slowerThanCpp: number | null): KernelRow => ({
    kernel: 'dot',
    n: 33,
    wasm: 1,
    typescript: fasterThanTypescript,
    cpp: slowerThanCpp === null ? null : 1 / slowerThanCpp,
    cppIndexed: null,
    fasterThanTypescript,
    slowerThanCpp,
  });

  it.each([
    [4, 2, true], // just so
    [3.99, 1, false],
    [9, 2.01, false],
    [4, null, true], // no g++ to be beside
    [3, null, false],
  ])('at %f × TypeScript and %f of C++ meet their targets: %s', (typescript, cpp, meets) => {
    const { json, text } = judgeKernels([measured(typescript, cpp)]);
    expect(json).toMatchObject({ targets: { timesTypescript: 4, timesCpp: 2 }, rows: [{ meets }] });
    const [head, , line] = text.split('\n');
    expect(head).toMatch(/ target$/);
    expect(line).toMatch(meets ? / met$/ : / missed$/);
  });
});
