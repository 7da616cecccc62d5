/** `pliant render`: what is refused before a browser is started, and a machine without one. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pliantHere } from './cli-session.ts';

/** One result for all: none of these may change anything. */
const folder = mkdtempSync(join(tmpdir(), 'pliant-render-faults-'));
const at = (name: string) => join(folder, name);
let before: string[];

beforeAll(async () => {
  await pliantHere(['run', 'flag', '--set', 'flag.points=5', '--steps', '30', '-o', at('out')]);
  writeFileSync(at('there.png'), '');
  writeFileSync(at('damaged.pltr'), Uint8Array.of(0x89, 0x50, 0x4c, 0x54));
  before = readdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A browser that must not be started. */
const env = { PLIANT_BROWSER: process.execPath };

describe('pliant render', () => {
  it('says what to install where there is no browser, before anything is run', async () => {
    const ended = await pliantHere(['render', 'flag', '-o', at('a.png')], {
      env: { PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' },
    });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^error: no Chromium was found to draw the pictures: install chromium/);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('says so where the browser that is named is not there', async () => {
    const ended = await pliantHere(['render', 'flag', '-o', at('a.png')], {
      env: { PLIANT_BROWSER: '/nowhere/chrome' },
    });
    expect(ended).toMatchObject({
      code: 2,
      stderr: 'error: PLIANT_BROWSER names /nowhere/chrome, which does not exist\n',
    });
  });

  it('gives up a browser that ends early, and leaves nothing behind', async () => {
    const ended = await pliantHere(['render', at('out'), '-o', at('frames/%02d.png')], { env });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /ended early \(exit code \d+\); its last output: .*bad option: --remote-debugging-pipe/s,
    );
    expect(existsSync(at('frames'))).toBe(false);
  });

  it.each<[string[], string]>([
    [['out', '-o', 'a.gif'], 'the name must end with .webm, .mp4 or .png'],
    [['out', '-o', 'no/a.png'], 'no: no such file or directory'],
    [['out', '-o', 'there.png'], 'there.png: exists already; --force overwrites it'],
    [['out', '-o', '%d.webm'], 'a film is one file'],
    [['out', '-o', '%d/a.png'], "the number belongs in the file's name"],
    [['out', '-o', 'there.png/%d.png'], 'there.png: is a file'],
    [['out', '-o', 'a.mp4', '--size', '321x180'], '--size: a film'],
    [['out', '-o', 'a.png', '--size', '9x9'], 'such as 1280x720'],
    [['out', '-o', 'a.png', '--size', 'large'], 'such as 1280x720'],
    [['out', '-o', 'a.png', '--camera', 'below'], 'two angles such as 30,20'],
    [['out', '-o', 'a.png', '--camera', '30,95'], 'two angles such as 30,20'],
    [['out', '-o', 'a.png', '--camera', '1,2,3'], 'two angles such as 30,20'],
    [['out', '-o', 'a.png', '--stage', 'moon'], 'Allowed choices are studio, plain, none'],
    [
      ['out', '-o', 'a.png', '--colour', 'temperature'],
      '--colour temperature: not recorded in this run; it has strain',
    ],
    [['out', '-o', 'a.png', '--frame', '99'], 'has frames 0 to 30, not 99 to 99'],
    [['out', '-o', 'a.png', '--set', 'dt=1'], '--set is for scenes; out has been run already'],
    [['out', '-o', 'a.png', '--fps', '0'], 'from 1 up to 240'],
    [['damaged.pltr', '-o', 'a.png'], 'damaged.pltr: trajectory: byte'],
    [['nobody', '-o', 'a.png'], 'no scene or file is named "nobody"'],
    [['.', '-o', 'a.png'], 'holds no result of a run'],
  ])('refuses %o', async (args, reason) => {
    const here = process.cwd();
    process.chdir(folder);
    try {
      const ended = await pliantHere(['render', ...args], { env });
      expect(ended.stderr).toContain(reason);
      expect(ended.code).toBe(2);
      expect(readdirSync('.')).toEqual(before);
    } finally {
      process.chdir(here);
    }
  });
});
