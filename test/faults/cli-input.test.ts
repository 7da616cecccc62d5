/** Bad input and bad usage: refused with exit code 2, the place and the reason on stderr, and nothing on stdout. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pliant, startPliant } from './cli-process.ts';
import { pliantHere } from './cli-session.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-cli-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
function put(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

function expectRefusal(
  ended: { code: number | null; stdout: string; stderr: string },
  reason: RegExp | string,
): void {
  expect(ended.stderr).toMatch(reason);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr, 'a stack trace').not.toMatch(/^\s+at /m);
}

const SHEET = { name: 'sheet', model: 'provot-sheet', points: [3, 3] };
const SCENE = { format: 1, id: 'small', bodies: [SHEET] };

describe('usage', () => {
  it.each([
    [[], /Usage: pliant/],
    [['rnu'], /unknown command 'rnu'\n\(Did you mean run\?\)/],
    [['run'], /missing required argument 'scene'/],
    [['run', 'flag', 'drape'], /too many arguments/],
    [['run', 'flag', '--sead', '1'], /unknown option '--sead'\n\(Did you mean --seed\?\)/],
    [
      ['run', 'flag', '--engine', 'rk4'],
      /unknown option '--engine'\n.*--set engine\.name=<value>, one of .*\brk4\b/,
    ],
    [['run', 'flag', '--steps'], /option '--steps <n>' argument missing/],
    [['run', 'flag', '--steps', '5', '--seconds', '1'], /Give one of them/],
    [['validate', 'inclin'], /no check is named "inclin"; did you mean "incline"\?/],
    [['validate', 'oscillator', '--dt', 'fast'], /--dt.*must be a number/i],
    [['validate', 'oscillator', '--integrator', 'magic'], /--integrator.*rk4/],
    [['validate', 'oscillator', '--dt', '-1'], /--dt/],
    [
      ['validate', 'cantilever', '--structure', 'samm', '--layers', '1'],
      /--layers: must be 2 or more for .*samm/,
    ],
    [['validate', 'cantilever', '--structure', 'provot-3d', '--layers', '1'], /--layers: must be 2 or more/],
    [['validate', 'cantilever', '--layers', '2.5'], /--layers: must be a whole number, got 2.5/],
    [['validate', 'cantilever', '--layers', '6'], /--layers.*from 1 up to 3, got "6"/],
    [['validate', 'cantilever', '--masses', '19.5'], /--masses: must be a whole number, got 19.5/],
    [['bench', 'everything'], /no benchmark is named "everything"/],
    [['studio', '--port', '99999'], /--port.*up to 65535/],
    [['check'], /missing required argument 'file'/],
  ])('%j is refused with exit code 2', async (args, reason) => {
    expectRefusal(await pliantHere(args), reason);
  });

  it('of the process itself ends with the same code and message', () => {
    expectRefusal(pliant(['run', 'flag', '--steps', '1e600']), /^error: option '--steps <n>'.*\n/);
  });

  it('has help with an example for every command', async () => {
    const help = await pliantHere(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['scenes', 'run', 'validate', 'reproduce', 'check', 'bench', 'studio']) {
      expect(help.stdout).toContain(`  ${name} `);
      const { code, stdout, stderr } = await pliantHere([name, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`Examples:\n  \\$ pliant ${name}`));
    }
    expect((await pliantHere(['validate', 'incline', '--help'])).stdout).toMatch(
      /--friction.*; from 0 up to 10\s[\s\S]*--angle.*; from 0 up to 85\s/,
    );
    expect((await pliantHere(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('numbers on the command line', () => {
  it.each([
    [['--steps', '0'], /--steps.*whole number from 1 up to 10000000/],
    [['--steps', '1.5'], /--steps.*whole number/],
    [['--steps', '1e600'], /--steps.*up to 10000000/],
    [['--steps', '20000000'], /--steps.*up to 10000000/],
    [['--seconds', 'NaN'], /--seconds.*number above 0/],
    [['--seconds', '-1'], /--seconds/],
    [['--seconds', '1e6', '--set', 'dt=1e-6'], /seconds: .*the limit is 10000000/],
    [['--seed', '-1'], /--seed/],
    [['--seed', '4294967296'], /--seed.*up to 4294967295/],
    [['--set', 'dt'], /--set: expected path=value, got "dt"/],
    [['--set', 'dt=0'], /--set: dt: must be > 0, got 0/],
    [['--set', 'dt=abc'], /--set: dt: must be a number, got "abc"/],
    [['--set', 'bodies[0].material.density=-1'], /bodies\[0\].material.density: must be > 0, got -1/],
    [['--set', 'bodies[7].size=1'], /bodies\[7\] does not exist/],
    [['--set', 'gravty=0'], /gravty: unknown path; did you mean gravity\?/],
    [['--set', '__proto__.x=1'], /__proto__/],
    [['--set', 'engine.name=euler'], /engine.name: must be one of/],
    [['--set', 'bodies[0].points=1e9'], /points/],
  ])('run flag %j is refused', async (args, reason) => {
    expectRefusal(await pliantHere(['run', 'flag', ...args]), reason);
  });
});

describe('a scene that cannot be read', () => {
  it('is refused with its path and the reason, and never waited for', async () => {
    mkdirSync(at('dir'));
    execFileSync('mkfifo', [at('pipe')]);
    expectRefusal(
      await pliantHere(['run', 'flog']),
      /no scene or file is named "flog"; did you mean "flag"\?/,
    );
    expectRefusal(
      await pliantHere(['run', at('none.json')]),
      `${at('none.json')}: no such file or directory`,
    );
    expectRefusal(await pliantHere(['run', at('dir')]), `${at('dir')}: is a directory, not a file`);
    expectRefusal(pliant(['run', at('pipe')], { timeout: 10_000 }), `${at('pipe')}: is a pipe, not a file`);
    expectRefusal(pliant(['run', '/dev/zero'], { timeout: 10_000 }), '/dev/zero: is a device, not a file');
  });

  it('for want of permission is refused', () => {
    const scene = put('private.json', JSON.stringify(SCENE));
    chmodSync(scene, 0);
    // The superuser may read anything: become nobody, as far as the test may.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    expectRefusal(pliant(['run', scene], user), `${scene}: no permission`);
  });
});

describe('a scene file', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /the file is empty/],
    ['cut short', JSON.stringify(SCENE).slice(0, -5), /line 1, column \d+:/],
    ['not JSON', 'id: small', /line 1, column 1/],
    ['with text after its end', '{"format": 1}\n\n{', /line 3, column 1: text after the end/],
    ['nested 100 000 deep', '['.repeat(1e5), /nested more than \d+ deep/],
    ['in UTF-16', new Uint8Array(Buffer.from(`\uFEFF${JSON.stringify(SCENE)}`, 'utf16le')), /is UTF-16/],
    ['with a broken character', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), /is not UTF-8 text/],
    ['with NaN', '{"format": 1, "dt": NaN}', /NaN is not a number/],
    ['with a number past all bounds', '{"format": 1, "dt": 1e999}', /dt: /],
    ['with a decimal comma', '{"format": 1, "dt": 0,01}', /line 1, column \d+/],
    ['with __proto__', '{"format": 1, "__proto__": {"seconds": 1}}', /"__proto__" is not allowed/],
    ['with an escaped __proto__', '{"format": 1, "\\u005f_proto__": {}}', /"__proto__" is not allowed/],
    ['of another format', '{"format": 2}', /format: must be 1, got 2/],
    ['with an unknown key', '{"format": 1, "bodis": []}', /bodis: unknown key; did you mean "bodies"\?/],
    [
      'that asks for 1e18 particles',
      '{"format":1,"bodies":[{"name":"a","model":"provot-sheet","points":[1e9,1e9]}]}',
      /bodies\[0\].points/,
    ],
  ])('%s is refused with the place', async (name, content, reason) => {
    const file = put(`${name.replaceAll(' ', '-')}.json`, content);
    const ended = await pliantHere(['run', file, '--json']);
    expectRefusal(ended, reason);
    expect(ended.stderr).toContain(file);
    expectRefusal(await pliantHere(['check', file]), reason);
  });

  it('cannot drive the terminal through its names', async () => {
    const file = put(
      'escape.json',
      JSON.stringify({ ...SCENE, title: '\x1b]0;hacked\x07', '\x1b[2Jkey': 1 }),
    );
    const { code, stderr } = await pliantHere(['check', file]);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('may begin with a byte-order mark and have CRLF line ends', async () => {
    const text = JSON.stringify(SCENE, undefined, 2).replaceAll('\n', '\r\n');
    const file = put('windows.json', `\uFEFF${text}`);
    expect(await pliantHere(['check', file])).toMatchObject({
      code: 0,
      stdout: `${file}: ok (scene)\n`,
      stderr: '',
    });
    expect(await pliantHere(['run', file, '--steps', '2', '--json'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a result that is given as an input', () => {
  it('is called by its name, by check and by run', async () => {
    expect((await pliantHere(['run', 'flag', '--steps', '1', '-o', at('out')])).code).toBe(0);
    for (const [name, words] of [
      ['run.json', 'is a run summary that pliant wrote, not an input'],
      ['report.html', 'is an HTML page, not an input'],
    ]) {
      for (const command of ['check', 'run']) {
        const { code, stderr } = await pliantHere([command, at(`out/${name}`)]);
        expect({ code, stderr }).toEqual({ code: 2, stderr: `error: ${at(`out/${name}`)}: ${words}\n` });
      }
    }
  });
});

describe('pliant check', () => {
  it('goes on past a bad file and tells of all', async () => {
    const good = put('good.json', JSON.stringify(SCENE));
    const bad = put(
      'bad.json',
      JSON.stringify({
        ...SCENE,
        bodies: [
          { ...SHEET, size: [0, 1] },
          { ...SHEET, pinz: [] },
        ],
      }),
    );
    const ended = await pliantHere(['check', good, bad, at('none.json')]);
    expect(ended).toMatchObject({ code: 2, stdout: `${good}: ok (scene)\n` });
    expect(ended.stderr).toContain(`${bad}: bodies[0].size[0]: must be > 0, got 0`);
    expect(ended.stderr).toContain(`${bad}: bodies[1].pinz: unknown key; did you mean "pins"?`);
    expect(ended.stderr).toContain(`${at('none.json')}: no such file or directory`);
  });

  it('says the same as JSON', async () => {
    const bad = put('bad2.json', '{"format": 1, "dt": -1}');
    const { code, stdout } = await pliantHere(['check', bad, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      files: [
        {
          file: bad,
          kind: 'scene',
          ok: false,
          errors: [{ path: 'dt', message: 'must be > 0, got -1' }],
          warnings: [],
        },
      ],
    });
  });
});

describe('output that nobody can take', () => {
  it('whose reader has gone is no fault', async () => {
    const running = startPliant(['scenes', '--json']);
    running.process.stdout?.destroy();
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('that a full device refuses is a failure, in one line', () => {
    const full = openSync('/dev/full', 'w');
    const { code, stderr } = pliant(['scenes'], { stdio: ['ignore', full, 'pipe'] });
    expect(stderr).toBe('error: the output was not written: no space left on the device\n');
    expect(code).toBe(1);
  });
});

describe('JSON on stdout', () => {
  it.each([
    [['scenes', '--json']],
    [['run', 'flag', '--steps', '2', '--json']],
    [['validate', 'oscillator', '--json']],
    [['validate', '--json', 'oscillator']],
  ])('of %j is one document without colours, and nothing else is printed', (args) => {
    const { code, stdout, stderr } = pliant(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toBeTypeOf('object');
    expect(stdout.endsWith('\n')).toBe(true);
    expect(stdout).not.toContain('\x1b');
  });

  it('and text in a pipe have no colours', () => {
    expect(pliant(['scenes']).stdout).not.toContain('\x1b');
  });
});

describe('a benchmark', () => {
  it('prints JSON alone, whatever other engines say, and overwrites none of its files', async () => {
    const args = ['bench', 'peers', '--quick', '-o', at('bench')];
    const { code, stdout, stderr } = pliant([...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ bench: 'peers' });
    expect(readdirSync(at('bench')).sort()).toEqual(['peers.json', 'peers.svg']);
    rmSync(at('bench/peers.json'));
    writeFileSync(at('bench/peers.svg'), 'mine');
    expectRefusal(await pliantHere(args), /holds an earlier result \(peers.svg\); --force overwrites it/);
    expect(readFileSync(at('bench/peers.svg'), 'utf8')).toBe('mine');
    rmSync(at('bench'), { recursive: true });
  });
});

it('leaves nothing behind where it refused', async () => {
  const before = readdirSync(folder);
  await pliantHere(['run', 'flag', '--set', 'dt=0', '-o', at('out')]);
  await pliantHere(['run', 'flag', '--from', at('none.plsn'), '-o', at('out')]);
  expect(readdirSync(folder)).toEqual(before);
});
