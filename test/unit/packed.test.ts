/** The package as npm would publish it, in projects of others: Vite, webpack, types; and how small a flag can be. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { packedApp } from '../packed-app.ts';

let app: string;
afterAll(() => rmSync(app, { recursive: true, force: true }));

const FLAG = `
import { pinParticles, resolveMaterial, run, World } from 'pliant';
import { addProvotSheet, createIntegrator, gravity, wind } from 'pliant/engine';
const world = new World(createIntegrator('euler-cromer'));
const material = { density: 0.1, stretch: 400, shear: 100, bend: 1, damping: 0.01 };
export const flag = () => addProvotSheet(world, { name: 'flag', size: [1, 0.6], points: [25, 15], material });
export { gravity, pinParticles, run, wind };
`;
const PAGE = `
import { buildScene, parseScene, step } from 'pliant';
import { SheetMesh, worldBody } from 'pliant/three';
import { openWorkerWorld } from 'pliant/worker';
const scene = parseScene({ format: 1, id: 'a', bodies: [{ name: 'flag', model: 'provot-sheet', points: [5, 5], pins: [{ at: 'top' }] }] });
const world = buildScene(scene);
const mesh = new SheetMesh(worldBody(world, 'flag'));
step(world, scene.dt);
mesh.update();
console.log(mesh.geometry.drawRange.count, world.steps, typeof openWorkerWorld);
`;

beforeAll(() => {
  app = packedApp(['three']);
  writeFileSync(join(app, 'flag.mjs'), FLAG);
  writeFileSync(join(app, 'page.mjs'), PAGE);
}, 240_000);

describe('the package, as it is published', () => {
  it('has no fault that publint knows', async () => {
    const { messages } = await publint({ pkgDir: join(app, 'node_modules', 'pliant'), pack: false });
    expect(messages).toEqual([]);
  });

  it('is found by Node in another project', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['page.mjs'], { cwd: app, encoding: 'utf8' });
    expect(stdout, stderr).toBe('96 1 function\n');
  });

  it('shakes down to a flag of less than 150 kB in Vite', async () => {
    const files = await viteBuild('flag.mjs');
    const bytes = files.reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(bytes).toBeLessThan(150_000);
  });

  it('builds in Vite with its worker', async () => {
    const files = await viteBuild('page.mjs');
    expect(files.some((text) => text.includes('no scene is open'))).toBe(true); // the worker's own words
  });

  it('builds in webpack with its worker', async () => {
    const compiler = webpack({
      mode: 'development',
      devtool: false,
      context: app,
      entry: './page.mjs',
      output: { path: join(app, 'packed') },
      ignoreWarnings: [() => true],
      resolve: { fallback: { path: false, fs: false } },
      externals: { 'node:fs': '{}', 'node:path': '{}' },
    });
    const errors = await new Promise<unknown[]>((done, failed) => {
      compiler.run((error, stats) => (error ? failed(error) : done(stats?.compilation.errors ?? [])));
    });
    expect(errors.map(String)).toEqual([]);
    expect(readdirSync(join(app, 'packed')).length).toBeGreaterThan(1);
  });
});

/** The texts of what Vite makes of an entry. */
async function viteBuild(entry: string): Promise<string[]> {
  const made = await build({
    root: app,
    configFile: false,
    logLevel: 'silent',
    worker: { format: 'es' },
    build: {
      write: false,
      rolldownOptions: { input: join(app, entry), external: ['three'], preserveEntrySignatures: 'strict' },
    },
  });
  const { output } = (Array.isArray(made) ? made[0] : made) as {
    output: { code?: string; source?: string | Uint8Array }[];
  };
  return output.map(({ code, source }) => code ?? String(source ?? ''));
}
