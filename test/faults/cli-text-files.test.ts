/** Sheets and polyhedra on the command line: sound, unsound, and not what their names say. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pliantHere } from './cli-session.ts';

const page = readFileSync(new URL('../../docs/file-formats.md', import.meta.url), 'utf8');
const example = (language: string) => page.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))![1];
const folder = mkdtempSync(join(tmpdir(), 'pliant-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const sheet = put('square.sht', example('sht'));
const wedge = put('wedge.pol', example('pol'));

describe('pliant check', () => {
  it('says what is in a sheet and in polyhedra', async () => {
    const { code, stdout, stderr } = await pliantHere(['check', sheet, wedge]);
    expect(stdout).toContain('square.sht: ok (sheet: samm, 2 x 2 x 2: 5 masses, 8 springs, 0.008 kg)');
    expect(stdout).toContain('wedge.pol: ok (polyhedra: 1 polyhedron, 5 faces, 1 of them hot: 1 solid)');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('knows them under any name', async () => {
    const { stdout } = await pliantHere([
      'check',
      put('square.txt', example('sht')),
      put('w.txt', example('pol')),
      '--json',
    ]);
    expect(JSON.parse(stdout).files.map(({ kind }: { kind: string }) => kind)).toEqual([
      'sheet',
      'polyhedra',
    ]);
  });

  it('warns of units that it has to guess, unless they are given', async () => {
    const bare = put('bare.pol', example('pol').replace('U si\n', ''));
    expect((await pliantHere(['check', bare])).stderr).toContain('bare.pol: states no units; SI is assumed');
    expect(await pliantHere(['check', bare, '--units', 'cgs'])).toMatchObject({ code: 0, stderr: '' });
    expect((await pliantHere(['check', bare, '--units', 'inch'])).code).toBe(2);
  });

  it.each([
    ['cut.sht', example('sht').slice(0, 600), /cut\.sht: line \d+: /],
    ['cut.pol', example('pol').replace('*\n', ''), /cut\.pol: line 25: the file ends without \*/],
    ['empty.sht', '', /empty\.sht: line 1: the file ends; expected M, a mass/],
    [
      'wide.sht',
      Uint8Array.from(Buffer.from(`\ufeff${example('sht')}`, 'utf16le')),
      /wide\.sht: is UTF-16; save it as UTF-8/,
    ],
    [
      'wide.pol',
      Uint8Array.from(Buffer.from(example('pol'), 'utf16le')),
      /wide\.pol: line 1: is not UTF-8 text/,
    ],
    [
      'flat.pol',
      'U si\nV 0 0 0\nV 1 0 0\nV 2 0 0\nF\nP\n*\n',
      /flat\.pol: polyhedra\[0\]: triangles: none has an area/,
    ],
  ])('%s is refused with line and cause', async (name, content, message) => {
    const { code, stdout, stderr } = await pliantHere(['check', put(name, content)]);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('gives line and cause apart as JSON', async () => {
    const bad = put('bad.sht', example('sht').replace('S x 200', 'S x two'));
    const { stdout } = await pliantHere(['check', bad, '--json']);
    const [{ errors }] = JSON.parse(stdout).files;
    expect(errors).toEqual([{ path: 'line 9', message: 'stiffness must be a finite number, got "two"' }]);
  });
});

describe('pliant run', () => {
  /** A sheet with a cell in every layer, and a wedge that is not hot. */
  const card = join(folder, 'card.sht');
  const cold = put('cold.pol', example('pol').replace(' hot 453.15', ''));

  it('lets a sheet file fall, on polyhedra too', async () => {
    expect((await pliantHere(['sheet', '--material', 'rubber', '--size', '4x2x4', '-o', card])).code).toBe(0);
    for (const more of [[], ['--onto', cold]]) {
      const { code, stdout } = await pliantHere(['run', card, ...more, '--steps', '2', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ scene: 'card', particles: { end: 25 } });
    }
  });

  it.each([
    [['run', wedge], /wedge\.pol: holds polyhedra and no sheet/],
    [['run', 'flag', '--onto', wedge], /--onto is for sheet files \(\.sht\); flag is a scene/],
    [['run', sheet, '--onto', join(folder, 'none.pol')], /none\.pol: no such file or directory/],
    [['run', sheet, '--onto', sheet], /square\.sht: line \d+: expected V, F, P or \*/],
    [['run', sheet, '--units', 'inch'], /Allowed choices are si, cgs/],
    [['sheet', '--onto', wedge], /--onto needs a scene to write: use -o FILE\.json/],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await pliantHere(args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('runs a scene that pliant sheet wrote, with polyhedra', async () => {
    const scene = join(folder, 'scene.json');
    const made = await pliantHere([
      'sheet',
      '--material',
      'rubber',
      '--size',
      '5x2x5',
      '--onto',
      cold,
      '-o',
      scene,
    ]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(await pliantHere(['check', scene])).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse((await pliantHere(['run', scene, '--steps', '2', '--json'])).stdout)).toMatchObject({
      scene: 'scene',
      particles: { end: 41 },
    });
  });
});
