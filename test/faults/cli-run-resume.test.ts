/** Runs that go on after they were killed, at whichever moment, to the bytes of a run that never was; and branches. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { random, seedRandom } from 'pliant/engine';
import { readTrajectory } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { disk, type FileSystem } from '../../cli/disk.ts';
import { startPliant, untilExists } from './cli-process.ts';
import { RESULT, resultOf, runFolder } from './cli-run-folder.ts';
import { pliantHere } from './cli-session.ts';

const { at, small } = runFolder();
/** What must be the same; the rest tells how long things took. */
const SAME = ['trajectory.pltr', 'checkpoint.plsn', 'scene.json', 'quantities.csv'];
const UNFINISHED = ['unfinished.json', 'unfinished.jsonl', 'unfinished.plsn', 'unfinished.pltr'];

function bytesOf(folder: string): Record<string, string> {
  return Object.fromEntries(SAME.map((name) => [name, readFileSync(at(`${folder}/${name}`), 'latin1')]));
}

/** A run without its times. */
function facts(folder: string): object {
  const { wallMs: _, phases: __, ...rest } = JSON.parse(readFileSync(at(`${folder}/run.json`), 'utf8'));
  return rest;
}

/** A killed process needs no flushed disk, and flushing takes most of the time of these runs. */
const quick: FileSystem = { ...disk, sync() {} };

/** From operation `n` on that could change the disk, nothing does any more: what a killed process leaves. */
function dyingAt(n: number): FileSystem & { count: number } {
  const fs = { ...quick, count: 0 };
  for (const name of [
    'open',
    'write',
    'sync',
    'rename',
    'link',
    'remove',
    'makeFolder',
    'removeFolder',
  ] as const) {
    const work = quick[name] as (...args: unknown[]) => unknown;
    (fs as Record<string, unknown>)[name] = (...args: unknown[]) => {
      if (fs.count++ >= n) {
        // A process may be killed in the middle of a write.
        if (name === 'write' && fs.count === n + 1)
          disk.write(args[0] as number, (args[1] as Uint8Array).subarray(0, 5 + (n % 60)), args[2] as number);
        throw Object.assign(new Error('EIO: the process is dead'), { code: 'EIO' });
      }
      return work(...args);
    };
  }
  return fs;
}

describe('a run killed at any moment', () => {
  it('goes on to the same bytes, whichever operation of the disk was its last, of every other one', async () => {
    const args = ['run', small(), '--steps', '2', '--checkpoint', '0'];
    await pliantHere([...args, '-o', at('unbroken')], { fs: quick });
    const [bytes, run] = [bytesOf('unbroken'), facts('unbroken')];
    let resumed = 0;
    for (let n = 0; ; n += 2) {
      rmSync(at('out'), { recursive: true, force: true });
      const fs = dyingAt(n);
      await pliantHere([...args, '-o', at('out')], { fs });
      if (fs.count <= n) break;
      // Before the scene of the unfinished run is there, the run has not begun; after it is gone, it has ended.
      if (!existsSync(at('out/unfinished.json'))) continue;
      // Some are killed once more while they go on.
      if (n % 12 === 0)
        await pliantHere(['run', '--resume', at('out'), '--checkpoint', '0'], {
          fs: dyingAt(3 + ((7 * n) % 60)),
        });
      if (existsSync(at('out/unfinished.json'))) {
        const ended = await pliantHere(['run', '--resume', at('out')], { fs: quick });
        expect(ended.code, `operation ${n}: ${ended.stderr}`).toBe(0);
      }
      expect(bytesOf('out'), `operation ${n}`).toEqual(bytes);
      expect(facts('out'), `operation ${n}`).toEqual(run);
      resumed++;
    }
    expect(resumed).toBeGreaterThan(10);
    expect(readdirSync(at('out')).sort()).toEqual(RESULT);
  });

  it('goes on to the same bytes however often it is killed: a hundred times, at random', async () => {
    const args = ['run', small(), '--steps', '40', '--checkpoint', '0'];
    await pliantHere([...args, '-o', at('unbroken')], { fs: quick });
    const [bytes, run] = [bytesOf('unbroken'), facts('unbroken')];
    const state = new Int32Array(4);
    seedRandom(state, 2026);
    let [kills, ends] = [0, 0];
    while (kills < 100) {
      const isUnderWay = existsSync(at('out/unfinished.json'));
      if (!isUnderWay) rmSync(at('out'), { recursive: true, force: true });
      const fs = dyingAt(Math.floor(160 * random(state)));
      const { code, stderr } = await pliantHere(
        isUnderWay ? ['run', '--resume', at('out'), '--checkpoint', '0'] : [...args, '-o', at('out')],
        { fs },
      );
      if (code !== 0) {
        expect(stderr).toMatch('input/output error'); // the kill, and nothing that it could not go on from
        kills++;
      }
      if (existsSync(at('out/run.json')) && !existsSync(at('out/unfinished.json'))) {
        expect(bytesOf('out'), `after ${kills} kills`).toEqual(bytes);
        expect(facts('out'), `after ${kills} kills`).toEqual(run);
        ends++;
      }
    }
    expect(ends).toBeGreaterThan(3);
  });

  it('goes on with sheets that refine themselves, frames thinned and quantised', async () => {
    const grid = {
      name: 'sheet',
      model: 'adaptive-grid',
      size: [0.4, 0.4],
      points: [5, 5],
      pins: [{ at: 'top' }],
    };
    const scene = small({ bodies: [grid], seconds: 0.3 });
    const args = ['run', scene, '--quantise', '--checkpoint', '0'];
    await pliantHere([...args, '-o', at('unbroken')]);
    const whole = bytesOf('unbroken');
    for (const n of [40, 90, 150]) {
      rmSync(at('out'), { recursive: true, force: true });
      await pliantHere([...args, '-o', at('out')], { fs: dyingAt(n) });
      expect((await pliantHere(['run', '--resume', at('out')])).code).toBe(0);
      expect(bytesOf('out')).toEqual(whole);
    }
  });

  it('is a process that may really be killed, twice', async () => {
    const scene = small({ seconds: 40 });
    const args = ['--checkpoint', '0.05', '--json'];
    const unbroken = pliantHere(['run', scene, '-o', at('unbroken'), '--json']);
    const first = startPliant(['run', scene, '-o', at('out'), ...args]);
    await untilExists(at('out/unfinished.json'), first);
    await new Promise((done) => setTimeout(done, 137));
    first.process.kill('SIGKILL');
    expect((await first.ended).signal).toBe('SIGKILL');
    expect(readdirSync(at('out')).filter((name) => name.startsWith('unfinished'))).toEqual(UNFINISHED);
    // What it wrote can be read while it is unfinished.
    expect(readTrajectory(readFileSync(at('out/unfinished.pltr'))).frames.length).toBeGreaterThan(0);
    const { mtimeMs } = statSync(at('out/unfinished.plsn'));
    const second = startPliant(['run', '--resume', at('out'), ...args]);
    while (existsSync(at('out/unfinished.plsn')) && statSync(at('out/unfinished.plsn')).mtimeMs === mtimeMs)
      await new Promise((done) => setTimeout(done, 5));
    second.process.kill('SIGKILL');
    await second.ended;
    const { hash } = resultOf(await unbroken);
    if (existsSync(at('out/unfinished.json'))) {
      const ended = await pliantHere(['run', '--resume', at('out'), '--json']);
      expect(resultOf(ended).hash, ended.stderr).toBe(hash);
    }
    expect(bytesOf('out')).toEqual(bytesOf('unbroken'));
  });
});

describe('--resume', () => {
  it('refuses what has ended, what never began, and what is not whole, naming it', async () => {
    const scene = small();
    const refused = async (args: string[], reason: RegExp | string) => {
      const ended = await pliantHere(['run', ...args]);
      expect(ended.stderr).toMatch(reason);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
    };
    await refused([], "missing required argument 'scene'");
    await refused(['--resume', at('nowhere')], 'nowhere: no such directory; there is nothing to resume');
    await refused(['--resume', dirname(scene)], 'has no unfinished run; there is nothing to resume');
    await pliantHere(['run', scene, '-o', at('whole')]);
    await refused(['--resume', at('whole')], 'its run has ended; there is nothing to resume');
    await refused([scene, '--resume', at('whole')], '--resume uses the scene of the directory');
    await refused(
      ['--resume', at('whole'), '--set', 'seed=2'],
      /--resume continues a run unchanged; remove --set\. .*pliant run DIR --from FRAME/,
    );

    await pliantHere(['run', scene, '-o', at('out'), '--checkpoint', '0'], { fs: dyingAt(200) });
    await refused(
      [scene, '-o', at('out')],
      /holds an unfinished run .*; continue it with pliant run --resume .*out/,
    );
    const keep = (name: string) => readFileSync(at(`out/${name}`));
    const [trajectory, journal] = [keep('unfinished.pltr'), keep('unfinished.jsonl')];
    truncateSync(at('out/unfinished.pltr'), trajectory.length - 1200);
    await refused(
      ['--resume', at('out')],
      /unfinished\.pltr: has \d+ frames of the \d+ before the checkpoint/,
    );
    const bad = Uint8Array.from(trajectory);
    bad[200] ^= 4;
    writeFileSync(at('out/unfinished.pltr'), bad);
    await refused(['--resume', at('out')], /unfinished\.pltr: trajectory: byte \d+: /);
    rmSync(at('out/unfinished.pltr'));
    await refused(['--resume', at('out')], 'unfinished.pltr: missing, so the run cannot be resumed');
    writeFileSync(at('out/unfinished.pltr'), trajectory);
    writeFileSync(at('out/unfinished.jsonl'), journal.subarray(0, 10));
    await refused(['--resume', at('out')], 'has no entry for the start of the run');
    writeFileSync(at('out/unfinished.jsonl'), '{"run":{"target":9}}\n{oh\n');
    await refused(['--resume', at('out')], 'line 2: is not JSON');
    writeFileSync(at('out/unfinished.jsonl'), journal);
    expect((await pliantHere(['run', '--resume', at('out')])).code).toBe(0);
  });
});

describe('a branch from a frame', () => {
  it('is the run itself where nothing is changed, and says what is', async () => {
    const scene = small();
    const { hash } = resultOf(await pliantHere(['run', scene, '-o', at('out'), '--json']));
    const branch = (...args: string[]) => pliantHere(['run', at('out'), '--json', '--from', ...args]);
    for (const frame of ['0', '12']) {
      const same = await branch(frame);
      expect(same.stderr).toBe('');
      expect(resultOf(same)).toMatchObject({ hash, from: { steps: Number(frame) } });
    }
    const other = await branch('12', '--set', 'gravity[1]=-1', '-o', at('branch'));
    expect(other.code).toBe(0);
    expect(other.stderr).toMatch(
      /out, frame 12: the checkpoint was made with other parameters \(gravity\[1\]\)/,
    );
    expect(resultOf(other).hash).not.toBe(hash);
    const { frames } = readTrajectory(readFileSync(at('branch/trajectory.pltr')));
    const whole = readTrajectory(readFileSync(at('out/trajectory.pltr')));
    expect(frames[0].time).toBe(whole.frames[12].time);
    expect(frames[0].positions).toEqual(whole.frames[12].positions);
    expect(frames.at(-1)?.positions).not.toEqual(whole.frames.at(-1)?.positions);
    const late = await branch('99');
    expect(late).toMatchObject({ code: 2 });
    expect(late.stderr).toMatch(/has frames 0 to 30, not 99/);
    const lost = await pliantHere(['run', at('branch'), '--from', '2']);
    expect(lost.stderr).toMatch(/started from a checkpoint of another run/);
  });
});

describe('what was found before the break', () => {
  const away = (x: number, y: number, z: number) => ({ offset: [x, y, z] });
  /** Begins in a block, lies on glue, is drawn beyond what it bears, and is let go of all of it by 0.2 s. */
  const eventful = () =>
    small({
      seconds: 0.4,
      bodies: [
        {
          name: 'sheet',
          model: 'provot-sheet',
          size: [0.3, 0.3],
          points: [4, 4],
          position: [0, 0.0005, 0],
          rotation: { axis: [1, 0, 0], angle: -90 },
          material: { density: 0.2, stretch: 300, shear: 100, bend: 1, damping: 0.2, thickness: 1e-3 },
          elongationLimit: 0,
          pins: [
            {
              at: 'left',
              keyframes: [
                { time: 0.05, ...away(0, 0, 0) },
                { time: 0.2, ...away(0, 0.2, 0) },
              ],
            },
            {
              at: 'right',
              keyframes: [
                { time: 0.05, ...away(0, 0, 0) },
                { time: 0.1, ...away(0.8, 0.1, 0) },
                { time: 0.2, ...away(0, 0.2, 0) },
              ],
            },
          ],
        },
      ],
      colliders: [
        { name: 'plate', shape: { kind: 'plane' }, stick: { temperature: 0, strength: 50 } },
        { name: 'knob', shape: { kind: 'sphere', radius: 0.02 }, position: [0.05, 0, 0.05] },
      ],
    });
  const told = ({ stdout }: { stdout: string }) => {
    const { wallMs: _, phases: __, ...facts } = JSON.parse(stdout);
    return facts;
  };

  it('is told by the run that goes on, which ends as one that never broke', async () => {
    const args = ['run', eventful(), '--strict', '1e-4', '--json', '--checkpoint', '0', '-o'];
    const all = dyingAt(Number.POSITIVE_INFINITY);
    const whole = await pliantHere([...args, at('unbroken')], { fs: all });
    expect(whole.code).toBe(1);
    const facts = told(whole);
    expect(facts.strict.worst.step).toBeLessThan(6);
    expect(facts.penetrations).toEqual([]);
    expect(facts.overstrained[0].seconds).toBeLessThan(0.2);
    expect(facts.stuck).toMatchObject([{ body: 'sheet', to: 'plate', particles: 0 }]);
    expect(facts.stuck[0].most).toBeGreaterThan(0);
    expect(facts.warnings).toHaveLength(2);

    await pliantHere([...args, at('out')], { fs: dyingAt(Math.round(0.7 * all.count)) });
    const again = await pliantHere(['run', '--resume', at('out'), '--json']);
    expect(told(again)).toEqual(facts);
    expect({ ...again, stdout: '' }).toEqual({ ...whole, stdout: '' });
  });

  it('cannot be asked for differently by the run that goes on', async () => {
    const ended = await pliantHere(['run', '--resume', at('out'), '--strict']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch('--resume continues a run unchanged; remove --strict');
  });
});

it('a run is not begun whose report could not be made', async () => {
  const fs: FileSystem = {
    ...quick,
    open(path, flags) {
      if (path.endsWith('template.html')) throw Object.assign(new Error(), { code: 'ENOENT' });
      return quick.open(path, flags);
    },
  };
  const ended = await pliantHere(['run', small(), '-o', at('out')], { fs });
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(
    /the template of report\.html cannot be read \(run "npm run build" first\): .*template/,
  );
  expect(existsSync(at('out'))).toBe(false);
});
