/** A disk that fails at any one operation of a whole run: the earlier result is untouched, or the new one is whole. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disk, type FileSystem } from '../../cli/disk.ts';
import { pliantHere } from './cli-session.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-disk-'));
  const sheet = { name: 'sheet', model: 'provot-sheet', points: [3, 3], pins: [{ at: 'top' }] };
  writeFileSync(join(folder, 'scene.json'), JSON.stringify({ format: 1, id: 'small', bodies: [sheet] }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Fails operation number `n` of all that can change the disk, or read it. */
function failing(n: number, code: string): FileSystem & { count: number } {
  // To flush takes most of the time of these runs; whether it fails is what counts here.
  const quick: FileSystem = { ...disk, sync() {} };
  const fs = { ...quick, count: 0 };
  for (const name of [
    'open',
    'read',
    'write',
    'sync',
    'close',
    'link',
    'rename',
    'makeFolder',
    'stat',
    'list',
  ] as const) {
    const work = quick[name] as (...args: unknown[]) => unknown;
    (fs as Record<string, unknown>)[name] = (...args: unknown[]) => {
      if (fs.count++ === n) {
        if (name === 'close') disk.close(args[0] as number);
        throw Object.assign(new Error(`${code}: injected`), { code });
      }
      return work(...args);
    };
  }
  return fs;
}

/** Times differ from run to run; all else must not. */
function contents(): Record<string, string> {
  const files = readdirSync(join(folder, 'out'));
  return Object.fromEntries(
    files.map((name) => {
      const text = readFileSync(join(folder, 'out', name), 'latin1');
      return [
        name,
        name === 'run.json'
          ? JSON.parse(text).hash
          : name === 'report.html'
            ? String(text.length > 1000)
            : text,
      ];
    }),
  );
}

describe('a run on a failing disk', () => {
  it('keeps the earlier result or gives the new one, whichever operation fails', async () => {
    const run = (steps: number, fs?: FileSystem) =>
      pliantHere(
        [
          'run',
          join(folder, 'scene.json'),
          '--steps',
          String(steps),
          '--checkpoint',
          '0',
          '--force',
          '-o',
          join(folder, 'out'),
        ],
        { fs },
      );
    await run(2);
    const fresh = contents();
    rmSync(join(folder, 'out'), { recursive: true });
    await run(1);
    const old = contents();
    expect(Object.keys(old)).toHaveLength(6);

    const outcomes = new Set<number>();
    for (let n = 0; ; n++) {
      const fs = failing(n, 'ENOSPC');
      const { code, stderr } = await run(2, fs);
      outcomes.add(code);
      const result = Object.fromEntries(
        Object.entries(contents()).filter(([name]) => !name.startsWith('unfinished.')),
      );
      if (code === 0) {
        expect(result, `operation ${n}`).toEqual(fresh);
        if (fs.count <= n) break;
        await run(1);
      } else {
        expect(stderr, `operation ${n}`).toMatch(/^error: .*no space left on the device(; .*)?\n$/);
        // Whoever is told that it goes on is told the truth.
        const isKept = readdirSync(join(folder, 'out')).includes('unfinished.json');
        expect(
          /continue from the last checkpoint with pliant run --resume .*out/.test(stderr),
          `operation ${n}: ${stderr}`,
        ).toBe(isKept);
        expect(result, `operation ${n}`).toEqual(old);
        for (const name of readdirSync(join(folder, 'out')))
          if (name.startsWith('unfinished.')) rmSync(join(folder, 'out', name));
      }
    }
    // Refused at the door, failed later, and (flushing the directory, a checkpoint's clean-up) without harm.
    expect([...outcomes].sort()).toEqual([0, 1, 2]);
  });
});

describe('a run at a terminal', () => {
  /** A clock that is a tenth of a second on at every look, so that the shortest run takes its time. */
  const slowClock = () => {
    let now = 0;
    return () => (now += 100);
  };
  const args = () => ['run', join(folder, 'scene.json'), '--steps', '30'];

  it('shows its progress and the time left, and colours', async () => {
    const { code, stdout, stderr } = await pliantHere(args(), { isTTY: true, clock: slowClock() });
    expect(code).toBe(0);
    expect(stderr).toMatch(/small {2}█+░+ {2}[ \d]+ % {2}\d\d:\d\d left/);
    expect(stderr.endsWith('\r\x1b[2K')).toBe(true);
    expect(stdout).toContain('\x1b[1m');
  });

  it('has no colours where NO_COLOR is set', async () => {
    const { stdout } = await pliantHere(args(), { isTTY: true, env: { NO_COLOR: '1' } });
    expect(stdout).not.toContain('\x1b');
  });

  it('shows nothing of the kind in a pipe', async () => {
    const { stdout, stderr } = await pliantHere(args(), { clock: slowClock() });
    expect(stderr).toBe('');
    expect(stdout).not.toContain('\x1b');
  });
});

describe('a fault of Pliant itself', () => {
  const broken = () => {
    throw new Error('the clock stopped');
  };

  it('is one line with the way to more, and exit code 1', async () => {
    const { code, stdout, stderr } = await pliantHere(['run', join(folder, 'scene.json')], { clock: broken });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'error: Error: the clock stopped (a bug in Pliant; set PLIANT_DEBUG=1 to see the stack trace)\n',
    );
  });

  it('shows where it was when asked', async () => {
    const env = { PLIANT_DEBUG: '1' };
    const { code, stderr } = await pliantHere(['run', join(folder, 'scene.json')], { clock: broken, env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/the clock stopped\n\s+at /);
  });
});
