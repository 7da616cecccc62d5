/** Runs that go on from a checkpoint: to the same bytes, under other parameters, or not at all where it is damaged. */
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hashAfter, resultOf, runFolder } from './cli-run-folder.ts';
import { pliantHere } from './cli-session.ts';

const { at, small } = runFolder();

describe('a run from a checkpoint', () => {
  it('goes on from a checkpoint to the same bytes', async () => {
    const scene = small();
    await pliantHere(['run', scene, '--steps', '10', '-o', at('half')]);
    const checkpoint = at('half/checkpoint.plsn');
    expect(await hashAfter(scene, 30, '--from', checkpoint)).toBe(await hashAfter(scene, 30));
    expect((await pliantHere(['run', scene, '--steps', '10', '--from', checkpoint])).stderr).toMatch(
      /is already at step 10/,
    );
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
        `is already at 0.5 s, and the run would end at ${seconds} s. Use a larger --seconds or --steps`,
      );
    }
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
      `${checkpoint}: the checkpoint was made with other parameters (${paths}); this run continues from it with the new ones`,
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
    expect(await warning()).toMatch(/^warning: .*cannot be compared with the present parameters/);
    rmSync(at('half/scene.json'));
    expect(await warning()).toMatch(/scene.json is missing or not a scene\n$/);
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
