/**
 * Runs that end otherwise than planned: interrupted, killed, diverged, two at once, a disk that fails. Whatever
 * happens, what is in the output directory is whole, and a checkpoint goes on to the same bytes.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCK_NAME } from '../../cli/lock.ts';
import { startPliant, untilExists } from './cli-process.ts';
import { framesIn, hashAfter, RESULT, resultOf, runFolder } from './cli-run-folder.ts';
import { pliantHere } from './cli-session.ts';

const { at, small } = runFolder();

/** A run that would take minutes, with a checkpoint after every step. */
const LONG = ['--steps', '1000000', '--checkpoint', '0'];

describe('an interrupted run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s ends after its step with exit code %i and keeps its result', async (signal, code) => {
    const scene = small();
    const running = startPliant(['run', scene, '-o', at('out'), '--json', ...LONG]);
    await untilExists(at('out/unfinished.json'), running);
    running.process.kill(signal);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code, signal: null });
    expect(ended.stderr).toMatch(
      /^warning: the trajectory is thinned.*\nerror: interrupted at step \d+ .*continue with --resume .*out\n$/,
    );
    const { steps, interrupted, hash } = resultOf(ended);
    expect(interrupted).toBe(signal);
    const [unfinished, result] = [true, false].map((is) =>
      readdirSync(at('out')).filter((name) => name.startsWith('unfinished.') === is),
    );
    expect(result.sort()).toEqual(RESULT);
    expect(unfinished).toHaveLength(4);
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
    await untilExists(at('out/unfinished.json'), running);
    running.process.kill('SIGKILL');
    expect(await running.ended).toMatchObject({ signal: 'SIGKILL' });
    const left = readdirSync(at('out'));
    expect(left.filter((name) => RESULT.includes(name))).toEqual([]);
    expect(left).toContain(LOCK_NAME);

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
      `out: holds an unfinished run (unfinished.json, unfinished.plsn, unfinished.jsonl, unfinished.pltr); continue it with pliant run --resume ${at('out')}; --force overwrites it`,
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
    await untilExists(at('out/unfinished.json'), running);
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

  it.each([
    ['explicit and stiff', { implicit: false }, { young: 1e8 }, 'elasticity'],
    ['a fluid', {}, { soundSpeed: 200 }, 'sound'],
    ['a thick fluid', {}, { viscosity: 1e5 }, 'viscosity'],
  ])('of matter that is %s is refused, whichever engine moves the rest', async (_, body, material, cause) => {
    const phase = cause === 'elasticity' ? 'solid' : 'fluid';
    const box = { shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.3, 0], phase, material };
    const scene = {
      format: 1,
      bodies: [{ name: 'lump', model: 'lattice-matter', ...body, objects: [box] }],
      seconds: 0.02,
    };
    writeFileSync(at('lump.json'), JSON.stringify(scene));
    for (const engine of ['euler-cromer', 'sdirk2']) {
      const settings = (substeps: number | 'auto') =>
        [`engine.name=${engine}`, `engine.substeps=${substeps}`].flatMap((setting) => ['--set', setting]);
      const ended = await pliantHere(['run', at('lump.json'), ...settings(1)]);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(
        new RegExp(
          `engine.substeps: 1 sub-step of 0.0166667 s: cannot be stable with "lump": its ${cause} is held up to`,
        ),
      );
      const [, needed] = /engine.substeps=auto takes (\d+)/.exec(ended.stderr) ?? [];
      const some = await pliantHere(['run', at('lump.json'), ...settings(Number(needed))]);
      expect(some).toMatchObject({ code: 0, stderr: '' });
    }
  });

  it('of solid matter in any sub-step is none', async () => {
    const box = { shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, material: { young: 1e8, viscosity: 1e3 } };
    const scene = {
      format: 1,
      bodies: [{ name: 'lump', model: 'lattice-matter', objects: [box] }],
      seconds: 0.02,
    };
    writeFileSync(at('lump.json'), JSON.stringify(scene));
    const run = (dt: number) =>
      pliantHere(['run', at('lump.json'), '--set', 'engine.substeps=1', '--set', `dt=${dt}`]);
    expect(await run(1 / 60)).toMatchObject({ code: 0, stderr: '' });
    // But neighbours are to stay neighbours.
    expect((await run(0.1)).stderr).toContain(
      'particles of "lump" go 0.0980665 m, and more than half a spacing',
    );
  });

  it('is warned of where another engine could, and that it blew up is told with step, body, particle and advice', async () => {
    // The constant-acceleration step feeds energy to every mode; Provot's limit off, nothing holds the springs.
    const limits = await run('engine.name=analytical', 'engine.substeps=1', 'dt=1e-9', 'seconds=1e-9');
    const dt = 3 * resultOf(limits).stableStep;
    rmSync(at('out'), { recursive: true });
    const unstable = [
      'contact.self=false', // a sheet that touches itself loses there what the engine feeds it, and stays finite
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
