/** `pliant export`: a result for every kind of file, and what is refused. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import { readObj, readSheetFile } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { disk } from '../../cli/disk.ts';
import { SIGNAL_EXIT } from '../../cli/signals.ts';
import { startPliant } from './cli-process.ts';
import { runFolder } from './cli-run-folder.ts';
import { pliantHere } from './cli-session.ts';

const { at, small } = runFolder();

async function made(changes: object = {}, ...args: string[]) {
  await pliantHere(['run', small(changes), '-o', at('out'), ...args]);
  mkdirSync(at('to'));
  const to = (file: string, ...more: string[]) =>
    pliantHere(['export', at('out'), '-o', at(`to/${file}`), ...more]);
  return to;
}

/** So many writes, and then none. */
function dyingAfter(writes: number) {
  let count = 0;
  return {
    ...disk,
    write: (...args: Parameters<typeof disk.write>) => {
      if (count++ > writes) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      return disk.write(...args);
    },
  };
}

describe('pliant export', () => {
  it('writes files of every kind', async () => {
    const to = await made();
    for (const file of ['a.glb', 'a.usda', 'a.pc2', 'a.csv', 'a.json']) {
      const ended = await to(file);
      expect(ended, file).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout).toMatch(/^.*a\.\w+( and 1 more)?: [\d.e-]+ MB\n$/);
    }
    expect((await to('b.obj', '--first', '10', '--last', '20', '--every', '5')).code).toBe(0);
    expect((await to('b.ply', '--frame', '30')).code).toBe(0);
    expect(readdirSync(at('to')).sort()).toEqual([
      'a.csv',
      'a.glb',
      'a.json',
      'a.obj',
      'a.pc2',
      'a.usda',
      'b.ply',
      'b_0000.obj',
      'b_0001.obj',
      'b_0002.obj',
    ]);
    const { issues } = await validateBytes(new Uint8Array(readFileSync(at('to/a.glb'))));
    expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    expect(readObj(readFileSync(at('to/a.obj'), 'utf8')).positions).toHaveLength(75);
    expect(readFileSync(at('to/a.pc2')).length).toBe(32 + 31 * 25 * 12);
    const columns = JSON.parse(readFileSync(at('to/a.json'), 'utf8'));
    expect(columns.step).toEqual(Array.from({ length: 31 }, (_, i) => i));
    expect(columns['energy.total [J]']).toHaveLength(31);
    expect(readFileSync(at('to/a.csv'), 'utf8')).toBe(readFileSync(at('out/quantities.csv'), 'utf8'));
  });

  it('writes the layered sheet that a run ended with', async () => {
    const sheet = { name: 'sheet', model: 'layered-sheet', points: [4, 4], structure: 'samm' };
    const to = await made({ bodies: [sheet], seconds: 0.05 });
    const ended = await to('a.sht');
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    const { masses } = readSheetFile(readFileSync(at('to/a.sht'), 'utf8'));
    expect(masses[0].velocity[1]).toBeLessThan(0); // it falls
    // The same of a run that has not ended: as at its last checkpoint.
    const scene = small({ bodies: [sheet], seconds: 0.05 });
    await pliantHere(['run', scene, '-o', at('broken'), '--checkpoint', '0'], { fs: dyingAfter(12) });
    expect(existsSync(at('broken/scene.json'))).toBe(false);
    const unfinished = await pliantHere(['export', at('broken'), '-o', at('to/b.sht')]);
    expect(unfinished, unfinished.stderr).toMatchObject({ code: 0 });
    const earlier = readSheetFile(readFileSync(at('to/b.sht'), 'utf8')).masses[0].position[1];
    expect(earlier).toBeLessThanOrEqual(0.5 * 9.81 * 0.05 ** 2);
    expect(earlier).toBeGreaterThan(masses[0].position[1]);
    expect((await pliantHere(['export', at('to'), '-o', at('to/c.sht')])).stderr).toMatch('holds no result');
  });

  it('writes a Provot sheet as a layered sheet of its structure, which runs', async () => {
    const to = await made();
    const ended = await to('a.sht');
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(readSheetFile(readFileSync(at('to/a.sht'), 'utf8')).structure).toBe('provot-2d');
    const again = await pliantHere(['run', at('to/a.sht'), '--steps', '2', '--json']);
    expect(again, again.stderr).toMatchObject({ code: 0 });
  });

  it('reads a run that is under way, and refuses what it cannot do, by name', async () => {
    const to = await made();
    const refused = async (args: string[], reason: RegExp | string) => {
      const ended = await to(args[0], ...args.slice(1));
      expect(ended.stderr).toMatch(reason);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
    };
    await refused(['a.xyz'], 'must end with .glb, .usda, ');
    await refused(['a.glb', '--body', 'skirt'], /body: bodies with a surface are "sheet"/);
    await refused(
      ['a.glb', '--first', '31'],
      'frames: the trajectory has 0 to 30, and the choice contains none of them',
    );
    await refused(['a.obj', '--colour', 'strain'], 'colour: applies to glb, usda, not to obj');
    await refused(
      ['a.glb', '--colour', 'strain', '--range', '3'],
      '--range must be two numbers such as 0,0.1',
    );
    await refused(
      ['a.glb', '--colour', 'strain', '--range', '3,x'],
      'range: must be two numbers in ascending',
    );
    await refused(['a.glb', '--colour', 'heat'], 'colour: no vertex has heat; available: strain');
    await refused(['a.csv', '--colour', 'strain'], '--colour has no effect on .csv files');
    await refused(['a.json', '--body', 'sheet'], '--body has no effect on .json files');
    await refused(['a.sht', '--no-colliders'], '--no-colliders has no effect on .sht files');
    await refused(
      ['a.glb', '--frame', '3', '--last', '5'],
      '--frame selects one frame and cannot be combined with --last',
    );
    await refused(['a.sht', '--body', 'skirt'], /hold one layered sheet; .*out has "sheet"/);
    expect((await to('a.usda')).code).toBe(0);
    await refused(['a.usda'], 'exists already; --force overwrites it');
    const file = await pliantHere(['export', at('small.json'), '-o', at('to/x.glb')]);
    expect(file.stderr).toMatch(/small\.json: .*not a trajectory/);
    for (const [name, reason] of [
      ['x.csv', 'holds no quantities;'],
      ['x.sht', 'holds no result of a run'],
    ]) {
      const table = await pliantHere(['export', at('out/trajectory.pltr'), '-o', at(`to/${name}`)]);
      expect(table).toMatchObject({ code: 2, stdout: '' });
      expect(table.stderr).toMatch(`trajectory.pltr: ${reason}`);
    }
    const below = await pliantHere(['export', at('small.json/x'), '-o', at('to/x.glb')]);
    expect(below.stderr).toMatch(/small\.json.x: a part of the path is not a directory/);
    const none = await pliantHere(['export', at('to'), '-o', at('to/x.csv')]);
    expect(none.stderr).toMatch('holds no quantities;');
    expect((await pliantHere(['export', at('to'), '-o', at('to/x.glb')])).stderr).toMatch('holds no result');
    expect(existsSync(at('to/x.glb'))).toBe(false);

    // Killed on the way: what it has written so far.
    await pliantHere(['run', small(), '-o', at('broken'), '--checkpoint', '0'], { fs: dyingAfter(60) });
    for (const name of ['c.usda', 'c.csv'])
      expect(await pliantHere(['export', at('broken'), '-o', at(`to/${name}`)])).toMatchObject({ code: 0 });
    const again = await pliantHere(['run', at('broken'), '--from', '2']);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(`broken: holds an unfinished run. Continue it with pliant run --resume`);
  });

  it('says where a trajectory was cut short', async () => {
    await made();
    const whole = readFileSync(at('out/trajectory.pltr'));
    writeFileSync(at('torn.pltr'), whole.subarray(0, whole.length - 10));
    const ended = await pliantHere(['export', at('torn.pltr'), '-o', at('to/a.pc2')]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(/warning: .*torn\.pltr: cut short at byte \d+; the 30 frame\(s\) before it/);
    expect(readFileSync(at('to/a.pc2')).length).toBe(32 + 30 * 25 * 12);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind after %s', async (signal) => {
    await made();
    // Some hundred thousand frames: seconds of writing.
    const running = startPliant(['export', at('out'), '-o', at('to/a.pc2'), '--rate', '1e6']);
    while (readdirSync(at('to')).length === 0) await new Promise((done) => setTimeout(done, 10));
    running.process.kill(signal);
    expect(await running.ended).toMatchObject({ code: SIGNAL_EXIT[signal], signal: null });
    expect(readdirSync(at('to'))).toEqual([]);
  });
});
