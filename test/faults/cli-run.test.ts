/**
 * Runs that end otherwise than planned: interrupted, killed, diverged, two at once, a disk that fails. Whatever
 * happens, what is in the output directory is whole, and a checkpoint goes on to the same bytes.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTrajectory } from 'pliant';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCK_NAME } from '../../cli/lock.ts';
import { startPliant, untilExists } from './cli-process.ts';
import { pliantHere } from './cli-session.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const RESULT = ['checkpoint.plsn', 'report.html', 'run.json', 'scene.json', 'trajectory.pltr'];

function small(changes: object = {}): string {
  const sheet = { name: 'sheet', model: 'provot-sheet', points: [5, 5], pins: [{ at: 'top' }] };
  const scene = { format: 1, id: 'small', seconds: 0.5, bodies: [sheet], ...changes };
  writeFileSync(at('small.json'), JSON.stringify(scene));
  return at('small.json');
}

/** A run that would take minutes, with a checkpoint after every step. */
const LONG = ['--steps', '1000000', '--checkpoint', '0'];

function resultOf({ stdout }: { stdout: string }) {
  return JSON.parse(stdout);
}

async function hashAfter(scene: string, steps: number, ...more: string[]): Promise<string> {
  const ended = await pliantHere(['run', scene, '--steps', String(steps), '--json', ...more]);
  expect(ended.code, ended.stderr).toBe(0);
  return resultOf(ended).hash;
}

function framesIn(directory: string): number[] {
  const { frames, torn } = readTrajectory(readFileSync(join(directory, 'trajectory.pltr')));
  expect(torn).toBeUndefined();
  return frames.map((frame) => frame.time);
}

describe('a run', () => {
  it('says what it did', async () => {
    const ended = await pliantHere(['run', small(), '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const result = resultOf(ended);
    expect(result).toMatchObject({
      scene: 'small',
      steps: 30,
      particles: { start: 25, end: 25, max: 25 },
      penetrationMax: 0,
      finite: true,
      faults: [],
    });
    expect(result.seconds).toBe(0.5);
    expect(result).not.toHaveProperty('trajectory');
    expect(result).not.toHaveProperty('from');
    expect(result.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(result.strain.max).toBeGreaterThanOrEqual(result.strain.mean);
    expect(Object.keys(result.stages)).toEqual([
      'drive',
      'heat',
      'advance',
      'limit',
      'contact',
      'adapt',
      'check',
    ]);
    expect(result.wallMs).toBeGreaterThan(0);
    expect(result.energy.total).toBeTypeOf('number');
  });

  it('of a formed sheet leaves its walls, which go when another result takes their place', async () => {
    const walls = ['thickness.csv', 'thickness.json', 'thickness.svg'];
    const pressure = [{ time: 0, pascals: 2000 }];
    const disc = { name: 'disc', model: 'membrane-sheet', outline: 'disc', points: [9, 9], pressure };
    const formed = await pliantHere([
      'run',
      small({ seconds: 0.05, bodies: [disc] }),
      '-o',
      at('a'),
      '--json',
    ]);
    expect(formed.code, formed.stderr).toBe(0);
    const { walls: figures } = resultOf(formed);
    expect(figures.disc.rest).toBe(0.001);
    expect(figures.disc.thinnest).toBeLessThan(figures.disc.mean);
    expect(readdirSync(at('a')).sort()).toEqual([...RESULT, ...walls].sort());
    const map = JSON.parse(readFileSync(at('a/thickness.json'), 'utf8'));
    expect(Math.min(...map.bodies[0].thickness)).toBeCloseTo(figures.disc.thinnest, 8);
    expect((await pliantHere(['run', small(), '-o', at('a'), '--force'])).code).toBe(0);
    expect(readdirSync(at('a')).sort()).toEqual(RESULT);
  });

  it('leaves a result that is whole, and gives the same bytes again', async () => {
    const scene = small();
    expect((await pliantHere(['run', scene, '-o', at('a')])).stderr).toBe('');
    expect((await pliantHere(['run', at('a/scene.json'), '-o', at('b')])).code).toBe(0);
    expect(readdirSync(at('a')).sort()).toEqual(RESULT);
    for (const name of ['trajectory.pltr', 'checkpoint.plsn', 'scene.json']) {
      expect(readFileSync(at(`b/${name}`)).equals(readFileSync(at(`a/${name}`))), name).toBe(true);
    }
    expect(framesIn(at('a'))).toHaveLength(31);
    const { hash } = JSON.parse(readFileSync(at('a/run.json'), 'utf8'));
    expect(hash).toBe(await hashAfter(scene, 30));
    const files = RESULT.filter((name) => !/run|report/.test(name)).map((name) => at(`a/${name}`));
    expect((await pliantHere(['check', ...files])).code).toBe(0);
  });

  it('is not written over an earlier one, nor over its input', async () => {
    const scene = small();
    await pliantHere(['run', scene, '-o', at('out')]);
    const before = readFileSync(at('out/run.json'), 'utf8');
    const again = await pliantHere(['run', scene, '-o', at('out')]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/holds an earlier result.*--force replaces it/);
    expect((await pliantHere(['run', at('out/scene.json'), '-o', at('out'), '--force'])).stderr).toMatch(
      /is the input/,
    );
    expect(readFileSync(at('out/run.json'), 'utf8')).toBe(before);
    expect((await pliantHere(['run', scene, '-o', at('out'), '--force', '--steps', '7'])).code).toBe(0);
    expect(JSON.parse(readFileSync(at('out/run.json'), 'utf8')).steps).toBe(7);
  });

  it('goes on from a checkpoint to the same bytes', async () => {
    const scene = small();
    await pliantHere(['run', scene, '--steps', '10', '-o', at('half')]);
    const checkpoint = at('half/checkpoint.plsn');
    expect(await hashAfter(scene, 30, '--from', checkpoint)).toBe(await hashAfter(scene, 30));
    expect((await pliantHere(['run', scene, '--steps', '10', '--from', checkpoint])).stderr).toMatch(
      /is at step 10/,
    );
  });

  it('is checked for the length that it will run, not for that of its scene', async () => {
    // The scene's 0.5 s would be 5e7 frames of 1e-8 s, more than there may be.
    const short = ['run', small(), '--set', 'dt=1e-8', '--json'];
    expect((await pliantHere(short)).stderr).toMatch(/seconds: .*the limit is 10000000/);
    const bySteps = await pliantHere([...short, '--steps', '10', '-o', at('out')]);
    expect(bySteps.code, bySteps.stderr).toBe(0);
    expect(resultOf(bySteps)).toMatchObject({ steps: 10, seconds: 1e-7 });
    expect((await pliantHere(['check', at('out/scene.json')])).code).toBe(0);
    const bySeconds = await pliantHere([...short, '--seconds', '1e-7']);
    expect(resultOf(bySeconds)).toMatchObject({ steps: 10, seconds: 1e-7 });
    const long = small({ dt: 1e-8 });
    expect(resultOf(await pliantHere(['run', long, '--steps', '3', '--json'])).steps).toBe(3);
  });

  it('from a checkpoint ends at the time asked for, whatever its step was before', async () => {
    const scene = small();
    await pliantHere(['run', scene, '-o', at('half')]);
    const checkpoint = at('half/checkpoint.plsn');
    const onwards = (...more: string[]) =>
      pliantHere(['run', scene, '--from', checkpoint, '--json', ...more]);
    // 50 steps of 8 ms are 0.4 s.
    const other = resultOf(await onwards('--seconds', '0.9', '--set', 'dt=0.008'));
    expect(other).toMatchObject({ steps: 30 + 50, seconds: 0.9 });
    // Less than half a step is left, but some time is.
    expect(resultOf(await onwards('--seconds', '0.501')).steps).toBe(31);
    for (const seconds of ['0.5', '0.25']) {
      const ended = await onwards('--seconds', seconds);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(
        `is at 0.5 s, and the run is to end at ${seconds} s; ask for a longer one`,
      );
    }
  });

  it('whose one step is longer than the scene says so', async () => {
    const { warnings, steps } = resultOf(await pliantHere(['run', small(), '--set', 'dt=1', '--json']));
    expect(warnings).toEqual(["dt: one step of 1 s is longer than the scene's 0.5 s"]);
    expect(steps).toBe(1);
  });

  it('of a sheet that begins inside a collider says how much of it does', async () => {
    const shape = { kind: 'box', size: [0.6, 0.6, 0.6] };
    const scene = (position: number[]) => {
      const sheet = {
        name: 'sheet',
        model: 'provot-sheet',
        size: [1, 1],
        points: [5, 5],
        position: [0, 0, 0],
      };
      return small({ bodies: [sheet], colliders: [{ name: 'box', shape, position }] });
    };
    // Of masses 0.25 m apart, 3 × 3 are within 0.3 m of the middle.
    const told =
      '9 particles began inside a collider; they are let out slowly, and the sheet may be stretched';
    const inside = await pliantHere(['run', scene([0, 0, 0]), '--steps', '3', '--json', '-o', at('out')]);
    expect(inside.stderr).toBe(`warning: ${told}\n`);
    expect(resultOf(inside).warnings).toEqual([told]);
    // It was said where the run began; going on from there is no beginning.
    const onwards = ['--steps', '5', '--from', at('out/checkpoint.plsn')];
    expect((await pliantHere(['run', scene([0, 0, 0]), ...onwards])).stderr).toBe('');
    expect((await pliantHere(['run', scene([0, 0, 1]), '--steps', '3'])).stderr).toBe('');
  });

  it('from a checkpoint tells where it began, and its speed by the time of its own', async () => {
    const scene = small();
    await pliantHere(['run', scene, '--steps', '90', '-o', at('half')]);
    const checkpoint = at('half/checkpoint.plsn');
    const from = ['run', scene, '--steps', '120', '--from', checkpoint];
    const json = await pliantHere([...from, '--json']);
    expect(json.stderr).toBe('');
    expect(resultOf(json)).toMatchObject({
      seconds: 2,
      steps: 120,
      warnings: [],
      from: { checkpoint, seconds: 1.5, steps: 90 },
    });
    const { stdout } = await pliantHere(from);
    expect(stdout).toContain(`${checkpoint}, step 90 (1.5 s)\n`);
    expect(stdout).toMatch(/^ +penetration +none$/m);
    const [, took, speed] = /took +([\d.e-]+) s, ([\d.e-]+) × real time/.exec(stdout)!;
    // 30 steps of 1/60 s; both figures are rounded to six digits.
    expect(Number(took) * Number(speed)).toBeCloseTo(0.5, 4);
  });

  it('that branches from a checkpoint under other parameters says which', async () => {
    const scene = small();
    const half = ['run', scene, '--steps', '10'];
    await pliantHere([...half, '-o', at('half')]);
    const checkpoint = at('half/checkpoint.plsn');
    const branch = async (...settings: string[]) => {
      const more = settings.flatMap((setting) => ['--set', setting]);
      const ended = await pliantHere([
        'run',
        scene,
        '--steps',
        '20',
        '--from',
        checkpoint,
        '--json',
        ...more,
      ]);
      expect(ended.code, ended.stderr).toBe(0);
      const { warnings, ...rest } = resultOf(ended);
      expect(ended.stderr).toBe(warnings.map((warning: string) => `warning: ${warning}\n`).join(''));
      return { warnings, ...rest };
    };
    const branches = (paths: string) => [
      `${checkpoint}: goes on from a checkpoint of other parameters (${paths}): the run branches from it`,
    ];
    expect((await branch('title=Another', 'seconds=9', 'expect.strainMax=1')).warnings).toEqual([]);
    const two = await branch('gravity[1]=-1', 'seed=2');
    expect(two.warnings).toEqual(branches('seed, gravity[1]'));
    const several = ['bodies[0].elongationLimit=0.2', 'air.wind=[1,2,3]', 'gravity[0]=1'];
    expect((await branch(...several)).warnings).toEqual(
      branches('gravity[0], air.wind[0], air.wind[1], air.wind[2], and 1 more'),
    );

    // The sub-steps are those asked for, and with "auto" those that the new step needs.
    const auto = (await branch()).substeps;
    expect((await branch(`engine.substeps=${auto + 3}`)).substeps).toBe(auto + 3);
    const longer = await branch('dt=0.1');
    expect(longer.warnings).toEqual(branches('dt'));
    expect(longer.substeps).toBeGreaterThan(5 * auto);
    // 10 steps of 1/60 s and 10 of 1/10 s.
    expect(longer.seconds).toBeCloseTo(1 / 6 + 1, 10);
    expect(longer.finite).toBe(true);
  });

  it('from a checkpoint without its scene says that parameters could not be compared', async () => {
    const scene = small();
    await pliantHere(['run', scene, '--steps', '1', '-o', at('half')]);
    const checkpoint = at('half/checkpoint.plsn');
    const warning = async () =>
      (await pliantHere(['run', scene, '--steps', '2', '--from', checkpoint])).stderr;
    expect(await warning()).toBe('');
    writeFileSync(at('half/scene.json'), '{');
    expect(await warning()).toMatch(/^warning: .*whether it is of these parameters is not known/);
    rmSync(at('half/scene.json'));
    expect(await warning()).toMatch(/scene.json is not there, or not a scene\n$/);
  });

  it('too long for a trajectory of every frame says that it is thinned', async () => {
    const tiny = small({ bodies: [{ name: 'sheet', model: 'provot-sheet', points: [2, 2] }] });
    const record = (steps: number, out: string) =>
      pliantHere(['run', tiny, '--steps', String(steps), '-o', at(out), '--json']);
    const short = resultOf(await record(7, 'short'));
    expect(short).toMatchObject({ warnings: [], trajectory: { frames: 8, interval: 1, thinned: false } });
    expect(framesIn(at('short'))).toHaveLength(8);
    const ended = await record(20_002, 'long');
    const long = resultOf(ended);
    expect(long.trajectory).toEqual({ frames: 10_002, interval: 2, thinned: true });
    expect(long.warnings).toEqual([
      expect.stringMatching(/^the trajectory is thinned: a frame every 2 steps/),
    ]);
    expect(ended.stderr).toBe(`warning: ${long.warnings[0]}\n`);
    expect(framesIn(at('long'))).toHaveLength(10_002);
    expect(JSON.parse(readFileSync(at('long/run.json'), 'utf8'))).toEqual(long);
  });

  it('refuses a checkpoint that is damaged, cut short, or of another scene', async () => {
    const scene = small();
    await pliantHere(['run', scene, '--steps', '2', '-o', at('out')]);
    const checkpoint = at('out/checkpoint.plsn');
    const bytes = readFileSync(checkpoint);
    const refused = async (reason: RegExp) => {
      const ended = await pliantHere(['run', scene, '--from', checkpoint]);
      expect(ended.stderr).toMatch(reason);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
    };
    bytes[bytes.length - 9] ^= 4;
    writeFileSync(checkpoint, bytes);
    await refused(/checksum/);
    expect((await pliantHere(['check', checkpoint])).code).toBe(2);
    truncateSync(checkpoint, 100);
    await refused(/checkpoint\.plsn/);
    writeFileSync(checkpoint, 'something else entirely');
    await refused(/not a Pliant snapshot/);
    await pliantHere(['run', 'flag', '--steps', '1', '-o', at('flag')]);
    writeFileSync(checkpoint, readFileSync(at('flag/checkpoint.plsn')));
    await refused(/is of another scene/);
    await pliantHere([
      'run',
      scene,
      '--set',
      'bodies[0].material.density=1',
      '--steps',
      '1',
      '-o',
      at('heavy'),
    ]);
    writeFileSync(checkpoint, readFileSync(at('heavy/checkpoint.plsn')));
    await refused(/of other parameters/);
  });
});

describe('a result file', () => {
  it.each([
    'checkpoint.plsn',
    'trajectory.pltr',
  ])('%s with any bit flipped, or cut anywhere, is found out', async (name) => {
    await pliantHere(['run', small(), '--steps', '2', '-o', at('out')]);
    const bytes = readFileSync(at(`out/${name}`));
    const verdict = async (damaged: Uint8Array) => {
      writeFileSync(at('damaged'), damaged);
      const { code, stderr } = await pliantHere(['check', at('damaged')]);
      return { code, names: stderr.includes(at('damaged')) };
    };
    expect(await verdict(bytes)).toEqual({ code: 0, names: false });
    const positions = Array.from({ length: 100 }, (_, i) => Math.floor((i / 100) * bytes.length));
    // Chunks of a trajectory end at multiples of 4 bytes; cut there, it is a shorter one, and sound.
    for (const position of [...positions, 0, 8, 12, 16, bytes.length - 3]) {
      const flipped = Uint8Array.from(bytes);
      flipped[position] ^= 1 << (position % 8);
      expect(await verdict(flipped), `bit of byte ${position}`).toEqual({ code: 2, names: true });
      expect(await verdict(bytes.subarray(0, position | 1)), `cut at byte ${position | 1}`).toEqual({
        code: 2,
        names: true,
      });
    }
  });
});

describe('an interrupted run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s ends after its step with exit code %i and keeps its result', async (signal, code) => {
    const scene = small();
    const running = startPliant(['run', scene, '-o', at('out'), '--json', ...LONG]);
    await untilExists(at('out/unfinished.plsn'), running);
    running.process.kill(signal);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code, signal: null });
    expect(ended.stderr).toMatch(
      /^warning: the trajectory is thinned.*\nerror: interrupted at step \d+ .*checkpoint\.plsn goes on from there\n$/,
    );
    const { steps, interrupted, hash } = resultOf(ended);
    expect(interrupted).toBe(signal);
    expect(readdirSync(at('out')).sort()).toEqual(RESULT);
    expect(JSON.parse(readFileSync(at('out/run.json'), 'utf8'))).toEqual(resultOf(ended));
    expect(framesIn(at('out')).at(-1)).toBeCloseTo(steps / 60, 9);
    expect(await hashAfter(scene, steps)).toBe(hash);
    const more = steps + 5;
    expect(await hashAfter(scene, more, '--from', at('out/checkpoint.plsn'))).toBe(
      await hashAfter(scene, more),
    );
  });
});

describe('a killed run', () => {
  it('leaves a checkpoint that goes on to the same bytes; its temporaries and its lock are no hindrance', async () => {
    const scene = small();
    const running = startPliant(['run', scene, '-o', at('out'), ...LONG]);
    await untilExists(at('out/unfinished.plsn'), running);
    running.process.kill('SIGKILL');
    expect(await running.ended).toMatchObject({ signal: 'SIGKILL' });
    const left = readdirSync(at('out'));
    expect(left.filter((name) => RESULT.includes(name))).toEqual([]);
    expect(left).toContain(LOCK_NAME);
    expect(left.some((name) => name.endsWith('.tmp'))).toBe(true);

    const checkpoint = at('out/unfinished.plsn');
    expect(await pliantHere(['check', checkpoint])).toMatchObject({
      code: 0,
      stdout: `${checkpoint}: ok (checkpoint)\n`,
    });
    // It is compared with its own scene, not with that of an earlier result in the directory.
    writeFileSync(at('out/scene.json'), readFileSync(small({ gravity: [0, -1, 0] })));
    small();
    const target = 20_000;
    const onwards = ['run', scene, '--steps', String(target), '--from', checkpoint];
    expect((await pliantHere(onwards)).stderr).toBe('');
    expect((await pliantHere([...onwards, '--set', 'gravity[1]=-1'])).stderr).toMatch(
      /other parameters \(gravity\[1\]\)/,
    );
    rmSync(at('out/scene.json'));
    const resumed = await hashAfter(scene, target, '--from', checkpoint, '-o', at('resumed'));
    expect(resumed).toBe(await hashAfter(scene, target));

    expect((await pliantHere(['run', scene, '-o', at('out')])).stderr).toMatch(
      `out: holds what a killed run left (unfinished.plsn, unfinished.json); --from ${checkpoint}, with another directory for -o, goes on from there; --force replaces it`,
    );
    expect((await pliantHere(['run', '--help'])).stdout).toContain('--from DIR/unfinished.plsn');
    expect((await pliantHere(['run', scene, '-o', at('out'), '--force'])).code).toBe(0);
    expect(readdirSync(at('out')).sort()).toEqual(RESULT);
  });
});

describe('two runs on one output', () => {
  it('do not mix: the second is refused', async () => {
    const scene = small();
    const running = startPliant(['run', scene, '-o', at('out'), ...LONG]);
    await untilExists(at('out/unfinished.plsn'), running);
    const second = await pliantHere(['run', scene, '-o', at('out'), '--force']);
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(second.stderr).toMatch(`is being written by process ${running.process.pid}`);
    running.process.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(existsSync(at(`out/${LOCK_NAME}`))).toBe(false);
  });
});

describe('an unstable run', () => {
  const run = (...settings: string[]) =>
    pliantHere([
      'run',
      small(),
      '-o',
      at('out'),
      '--json',
      ...settings.flatMap((setting) => ['--set', setting]),
    ]);

  it('is refused where no explicit engine could take its sub-step, naming the limit and the way out', async () => {
    const ended = await run('engine.substeps=1', 'dt=1');
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /cannot be stable; .*at most [\d.e-]+ s.*--set engine.substeps=auto takes \d+/,
    );
    expect(existsSync(at('out'))).toBe(false);
  });

  it('is warned of where another engine could, and that it blew up is told with step, body, particle and advice', async () => {
    // The constant-acceleration step feeds energy to every mode; Provot's limit off, nothing holds the springs.
    const limits = await run('engine.name=analytical', 'engine.substeps=1', 'dt=1e-9', 'seconds=1e-9');
    const dt = 3 * resultOf(limits).stableStep;
    rmSync(at('out'), { recursive: true });
    const unstable = [
      'engine.name=analytical',
      'engine.substeps=1',
      `dt=${dt}`,
      'bodies[0].elongationLimit=0',
    ];
    const ended = await run(...unstable, `seconds=${5000 * dt}`, 'bodies[0].material.damping=0');
    expect(ended.code).toBe(1);
    const result = resultOf(ended);
    expect(result.warnings).toEqual([
      expect.stringMatching(/above the stable limit of analytical, [\d.e-]+ s.*auto/),
    ]);
    expect(ended.stderr).toContain(`warning: ${result.warnings[0]}\n`);
    const { step, body, particle, cause, advice } = result.faults[0];
    expect(ended.stderr).toContain(`error: the run failed after step ${step} (`);
    expect(ended.stderr).toContain(`, body "${body}", particle ${particle}\n`);
    expect(ended.stderr).toContain(`cause:  ${cause}\n  advice: ${advice}\n`);

    // What is kept is the last good state: finite, and a checkpoint that loads.
    expect(result).toMatchObject({ finite: true, steps: step });
    expect(readdirSync(at('out')).sort()).toEqual(RESULT);
    expect(framesIn(at('out')).every(Number.isFinite)).toBe(true);
    expect((await pliantHere(['check', at('out/checkpoint.plsn'), at('out/scene.json')])).code).toBe(0);
  });
});
