/** The files of examples/, each run as it stands, for a shorter time. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateBytes } from 'gltf-validator';
import { afterAll, afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';

const folder = fileURLToPath(new URL('../../../examples', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pliant-examples-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let lines: MockInstance;
beforeEach(() => {
  lines = vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => {
  lines.mockRestore();
  vi.unstubAllEnvs();
});

/** Its own exports, and what it printed. */
async function runExample(name: string, settings: Record<string, string> = {}) {
  for (const [key, value] of Object.entries(settings)) vi.stubEnv(key, value);
  const exports = await import(/* @vite-ignore */ join(folder, name));
  return { exports, printed: lines.mock.calls.map(([line]) => String(line)) };
}

describe('examples', () => {
  it('are eleven, of less than 60 lines, and all in the list', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
    expect(files).toHaveLength(11);
    const list = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const name of files) {
      expect(readFileSync(join(folder, name), 'utf8').split('\n').length, name).toBeLessThan(60);
      expect(list).toContain(`(${name})`);
    }
  });

  it('a flag in three.js blows', async () => {
    const { exports } = await runExample('flag-three.mjs');
    const { scene, flag, advance } = exports.makeFlag();
    expect(scene.children).toContain(flag);
    const places = flag.geometry.getAttribute('position').array;
    const before = places.slice();
    for (let i = 0; i < 5; i++) advance(1 / 60);
    expect(places.every(Number.isFinite)).toBe(true);
    expect(places).not.toEqual(before);
  });

  it('a React page is made of elements', async () => {
    const { exports } = await runExample('react-page.mjs');
    expect(exports.Page().props.children).toHaveLength(3);
    expect(exports.Hanging().props).toMatchObject({ size: [1, 1] });
  });

  it('a batch, a sweep, a force and a collider print what came of them', async () => {
    expect((await runExample('node-batch.mjs')).printed).toHaveLength(3);
    lines.mockClear();
    const sweep = (await runExample('parameter-sweep.mjs', { STEPS: '3' })).printed;
    expect(sweep.map((line) => line.split(':')[0])).toEqual(['9 × 9', '13 × 13', '17 × 17']);
    lines.mockClear();
    const [whirl] = (await runExample('custom-force.mjs')).printed;
    expect(Number(/with ([\d.]+) J/.exec(whirl)?.[1])).toBeGreaterThan(0.001);
    lines.mockClear();
    const [ball] = (await runExample('custom-collider.mjs')).printed;
    // The ball's top is 0.05 m below where the sheet began, and masses keep half a millimetre off it.
    expect(Number(/at (-[\d.]+) m/.exec(ball)?.[1])).toBeCloseTo(-0.0495, 3);
  });

  it('a tablecloth lies on its table and turns with it', async () => {
    const { printed } = await runExample('drape.mjs', { SECONDS: '0.5' });
    expect(Number(/lowest (-[\d.]+) m/.exec(printed[0])?.[1])).toBeLessThan(-0.1);
    // Folds reach onto the table: of 145 particles above it, 80 to 100 touch, also after four seconds.
    expect(Number(/: (\d+) of 625/.exec(printed[1])?.[1])).toBeGreaterThan(80);
  });

  it('a tablecloth from a GLB lies on its table', async () => {
    const [line] = (await runExample('tablecloth-glb.mjs', { STEPS: '4' })).printed;
    expect(line).toMatch(/^1656 triangles; .* [1-9]\d* contacts$/);
  });

  it('a cup becomes a GLB that its validator finds sound', async () => {
    const file = join(scratch, 'cup.glb');
    const [line] = (await runExample('thermoformed-cup.mjs', { SECONDS: '0.2', OUTPUT: file })).printed;
    expect(line).toMatch(/cup\.glb: 3 frames/);
    const { issues } = await validateBytes(new Uint8Array(readFileSync(file)));
    expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
  });

  it('a worker steps a sheet on a ball, as a process of its own', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'worker.mjs')], {
      encoding: 'utf8',
      timeout: 240_000,
    });
    expect(status, stderr).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(5);
    expect(stdout).toMatch(/0\.50 s .* [1-9]\d* contacts/);
  });

  it('wax melts', async () => {
    const { printed } = await runExample('melt.mjs', { STEPS: '60' });
    const solid = printed.map((line) => Number(/: ([\d.]+) % solid/.exec(line)?.[1]));
    expect(solid).toHaveLength(4);
    expect(solid[3]).toBeLessThan(solid[0]);
  });
});
