/** `pliant sheet`: what it makes, what it says, what it refuses. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_NAMES, materialNames } from 'pliant';
import { STRUCTURE_NAMES } from 'pliant/engine';
import { readSheetFile } from 'pliant/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { disk } from '../../cli/disk.ts';
import { pliantHere } from './cli-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'pliant-sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

async function made(...args: string[]) {
  const { code, stdout, stderr } = await pliantHere(['sheet', ...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('pliant sheet', () => {
  it.each([
    ['slamm', '11x2x11', 221, 981],
    ['trimm', '8x2x8', 113, 428],
    ['trimm', '11x2x11', 221, 881],
    ['trimm', '14x2x14', 365, 1496],
    ['trimm', '17x2x17', 545, 2273],
  ])('%s %s has %i masses and %i springs', async (structure, size, masses, springs) => {
    const [columns, layers, rows] = size.split('x').map(Number);
    expect(await made('--structure', structure, '--size', size)).toMatchObject({
      structure,
      masses,
      springs,
      columns,
      layers,
      rows,
    });
  });

  it.each(STRUCTURE_NAMES)('says of a %s sheet what it will show', async (structure) => {
    const report = await made('--structure', structure, '--extent', '0.3x0.2');
    expect(report.size).toEqual([0.3, 0.2]);
    expect(report.totalMass).toBeCloseTo(0.26 * 0.3 * 0.2, 9); // styrene of 1040 kg/m³, 0.25 mm
    expect(Object.keys(report.stableStep)).toEqual([...ENGINE_NAMES]);
    for (const step of Object.values(report.stableStep)) expect(step).toBeGreaterThan(0);
    expect(report.stableStep.rk4).toBeGreaterThan(report.stableStep['euler-cromer']);
    for (const value of [
      report.layerDistance,
      report.stiffness.planar,
      report.modulus.young.x,
      report.modulus.stretch.z,
    ]) {
      expect(value).toBeGreaterThan(0);
    }
    expect(report.rigidity.hung / ((2e9 * 0.00025 ** 3) / 12 / (1 - 0.34 ** 2))).toBeCloseTo(1, 3); // D of the material
  });

  it('says that one layer of raw springs resists no bending', async () => {
    const { rigidity } = await made('--structure', 'trimm', '--size', '11x1x11', '--planar', '100');
    expect(rigidity).toMatchObject({ hung: null, x: 0, z: 0 });
  });

  it('takes every material', async () => {
    for (const material of materialNames)
      expect((await made('--material', material)).material).toBe(material);
  });

  it('takes raw stiffness, mass and damping', async () => {
    const raw = [
      '--planar',
      '205',
      '--interlayer',
      '100',
      '--mass',
      '0.5',
      '--masses',
      'equal',
      '--layer-distance',
      '0.1',
    ];
    const report = await made('--structure', 'slamm', '--extent', '2.5x2.5', ...raw);
    expect(report.stiffness).toEqual({ planar: 205, interlayer: 100 });
    expect(report.totalMass).toBeCloseTo(0.5, 12);
    expect(report.modulus.thesis.along).toBeCloseTo(2050, 9);
    expect((await made(...raw)).stiffness.interlayer).toBe(100);
  });

  it('writes what it reports, and the file is read', async () => {
    const file = at('sheet.sht');
    const report = await made('--material', 'pvc-0.4', '-o', file);
    expect(report.file).toBe(file);
    const sheet = readSheetFile(readFileSync(file, 'utf8'));
    expect(sheet).toMatchObject({ material: 'pvc-0.4', structure: 'trimm', thickness: 0.0004 });
    expect([sheet.masses.length, sheet.springs.length]).toEqual([report.masses, report.springs]);
    expect((await pliantHere(['check', file])).stdout).toContain('sheet: trimm, 11 x 2 x 11: 221 masses');
  });

  it('prints a table for people', async () => {
    const { stdout } = await pliantHere(['sheet', '--material', 'card']);
    expect(stdout).toContain('trimm, 11 x 2 x 11, card');
    for (const name of ['lattice', 'mass', 'springs', 'stretch', 'rigidity', 'stable step'])
      expect(stdout).toContain(name);
  });
});

describe('what pliant sheet refuses', () => {
  it.each([
    [['--structure', 'provot-2d', '--size', '2x1x2'], 'columns: must be a whole number >= 3, got 2'],
    [['--structure', 'tram'], /Allowed choices are samm/],
    [['--material', 'glass'], /Allowed choices are/],
    [['--size', '11x11'], /columns x layers x rows/],
    [['--size', '11x2x1e9'], /columns x layers x rows/],
    [['--size', '2x2x2'], /columns: must be a whole number >= 3, got 2/],
    [['--size', '5000x2x5000'], /--size: 5000x2x5000 makes 49990001 masses; the limit is 1000000/],
    [['--structure', 'provot-2d', '--size', '5x2x5'], /layers: structure provot-2d has one layer, got 2/],
    [
      ['--structure', 'samm', '--size', '5x1x5'],
      /layers: one layer of samm has nothing that resists bending/,
    ],
    [['--extent', '1'], /width x depth in m/],
    [['--extent', '1x0'], /above 0/],
    [['--extent', '1x2x3'], /width x depth in m/],
    [['--thickness', '0.001', '--material', 'silk'], /--thickness: preset "silk" is not made of a solid/],
    [['--planar', '-1'], /above 0/],
    [['--planar', 'nan'], /above 0/],
    [['--planar', '1', '--calibration', 'modulus'], /--planar and --calibration both/],
    [['--interlayer', '1'], /--interlayer needs --planar/],
    [['-o', at('sheet.txt')], /the name must end with/],
    [['-o', at('none/sheet.sht')], /none: no such file or directory/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await pliantHere(['sheet', ...args]);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('a file that is there, unless forced', async () => {
    const file = at('there.sht');
    writeFileSync(file, 'mine');
    const { code, stderr } = await pliantHere(['sheet', '-o', file]);
    expect(stderr).toContain('there.sht: exists already; --force overwrites it');
    expect({ code, text: readFileSync(file, 'utf8') }).toEqual({ code: 2, text: 'mine' });
    expect((await pliantHere(['sheet', '-o', file, '--force'])).code).toBe(0);
    readSheetFile(readFileSync(file, 'utf8'));
  });

  it('a directory', async () => {
    mkdirSync(at('folder.sht'));
    expect((await pliantHere(['sheet', '-o', at('folder.sht'), '--force'])).stderr).toContain(
      'is a directory, not a file',
    );
  });

  it('a full disk leaves nothing behind', async () => {
    const full = {
      ...disk,
      write: () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    };
    const { code, stderr } = await pliantHere(['sheet', '-o', at('full.sht')], { fs: full });
    expect(stderr).toContain('full.sht: not written: no space left on the device');
    expect(code).toBe(1);
    expect(existsSync(at('full.sht'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
