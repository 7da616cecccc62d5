/** The package as npm would publish it in projects of users: what it brings, Vite, webpack, and how small a flag can be. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { packedApp } from '../../packed-app.ts';

let app: string;
afterAll(() => rmSync(app, { recursive: true, force: true }));

const FLAG = `
import { run, World } from 'pliant';
import { pinParticles, resolveMaterial, addProvotSheet, createIntegrator, gravity, wind } from 'pliant/engine';
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

describe('what an installation brings', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const installed = () => join(app, 'node_modules', 'pliant');

  it('is one package besides Pliant, and two optional ones', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['zod']);
    expect(Object.keys(manifest.optionalDependencies)).toEqual([
      '@dimforge/rapier3d-compat',
      '@gltf-transform/core',
    ]);
  });

  it('is no laboratory, no type of the command line and no temporary file', () => {
    const files = readdirSync(installed(), { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll('\\', '/'),
    );
    expect(files).toContain('dist/cli/vendor/LICENSE');
    expect(
      files.filter((name) => /^dist\/(lab|docs)|^dist\/cli\/.*\.d\.ts|tsbuildinfo|\/\./.test(name)),
    ).toEqual([]);
  });

  it('is enough to simulate, without the optional packages', () => {
    const plain = packedApp([], { optional: false });
    try {
      const program = `
        import { Simulation } from 'pliant';
        import * as engine from 'pliant/engine';
        import { writeGlbFilm } from 'pliant/formats';
        const sim = new Simulation();
        sim.addCloth({ size: [0.2, 0.2], cells: [4, 4] });
        sim.advance(0.1);
        const wrong = await writeGlbFilm([], 'a').catch((error) => error.message);
        console.log(sim.steps, typeof engine.Springs, wrong.includes('npm install @gltf-transform/core'));`;
      writeFileSync(join(plain, 'plain.mjs'), program);
      expect(output(plain, ['plain.mjs'])).toEqual({ status: 0, stdout: '6 function true\n', stderr: '' });
      const main = join('node_modules', 'pliant', 'dist', 'cli', 'main.js');
      expect(output(plain, [main, '--version'])).toEqual({
        status: 0,
        stdout: `${manifest.version}\n`,
        stderr: '',
      });
      expect(output(plain, [main, 'scenes', '--json']).status).toBe(0);
      for (const name of ['validate', 'reproduce', 'bench']) {
        const { status, stderr } = output(plain, [main, name, '--json']);
        expect([status, stderr]).toEqual([2, expect.stringContaining('a clone of Pliant')]);
      }
    } finally {
      rmSync(plain, { recursive: true, force: true });
    }
  });
});

/** Runs Node in a folder. */
function output(cwd: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

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
