/**
 * The published package in pages of others: the examples for pages built by Vite, and a page that needs no build, as the docs
 * have it. One browser opens them all.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docBlocks, root } from '../docs-blocks.ts';
import { packedApp } from '../packed-app.ts';
import { browser, openBrowser } from './opening.ts';
import { type Site, serve } from './static-site.ts';
import { eventually, lookAt, watchedPage } from './watched-page.ts';

const BESIDE = ['three', 'react', 'react-dom', '@react-three/fiber'];
const EXAMPLES = ['flag-three', 'react-page', 'worker'];
const pageOf = (script: string) => `<!doctype html>
<meta charset="utf-8" />
<link rel="icon" href="data:," />
<style>html, body, body > div { height: 100%; margin: 0; }</style>
<body><script type="module" src="${script}"></script></body>`;

let app: string;
let site: Site;

openBrowser();
beforeAll(async () => {
  app = packedApp(BESIDE);
  for (const name of EXAMPLES) {
    cpSync(join(root, 'examples', `${name}.mjs`), join(app, `${name}.mjs`));
    writeFileSync(join(app, `${name}.html`), pageOf(`./${name}.mjs`));
  }
  writeFileSync(join(app, 'hash.mjs'), HASH);
  writeFileSync(join(app, 'hash.html'), pageOf('./hash.mjs'));
  const plain = docBlocks(['docs/embedding.md']).find(({ language }) => language === 'html');
  writeFileSync(join(app, 'plain.html'), plain!.text);
  await build({
    root: app,
    base: './',
    configFile: false,
    logLevel: 'silent',
    worker: { format: 'es' },
    build: {
      target: 'esnext',
      rolldownOptions: { input: [...EXAMPLES, 'hash'].map((name) => join(app, `${name}.html`)) },
    },
  });
  site = await serve(app);
});
afterAll(async () => {
  await site?.close();
  rmSync(app, { recursive: true, force: true });
});

const HASH = `
import { buildScene, hash, run } from 'pliant';
import { sceneById } from 'pliant/scenes';
import { openWorkerWorld } from 'pliant/worker';
const scene = sceneById('flag');
const away = await openWorkerWorld(scene);
await away.step(20);
const here = buildScene(scene);
run(here, scene.dt, 20);
console.log(hash(here) === (await away.hash()) ? 'the same bytes' : 'other bytes');
away.dispose();
`;

async function opened(path: string) {
  const watched = await watchedPage(browser, site.address, { viewport: { width: 480, height: 360 } });
  const printed: string[] = [];
  watched.page.on('console', (message) => {
    if (message.type() === 'log') printed.push(message.text());
  });
  await watched.page.goto(`${site.address}${path}`);
  return { ...watched, printed };
}

describe('the published package in a page', () => {
  it.each([
    ['of three.js, built by Vite', 'dist/flag-three.html'],
    ['of React Three Fiber, built by Vite', 'dist/react-page.html'],
    ['without a build, with an import map', 'plain.html'],
  ])('%s draws a cloth that moves', async (_, path) => {
    const { page, complaints, strangers } = await opened(path);
    await eventually(async () => (await lookAt(page, 'canvas')).cloth).toBeGreaterThan(0.05);
    const { sum } = await lookAt(page, 'canvas');
    await eventually(async () => (await lookAt(page, 'canvas')).sum).not.toBe(sum);
    expect(complaints).toEqual([]);
    expect(strangers).toEqual([]);
    await page.close();
  });

  it('steps a world in a worker, built by Vite', async () => {
    const { page, printed, complaints } = await opened('dist/worker.html');
    await eventually(() => printed.length).toBe(5);
    expect(printed[4]).toMatch(/^0\.50 s {2}-?[\d.]+ J {2}\d+ contacts {2}lowest -[\d.]+ m$/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('has the same bytes in the worker as in the page', async () => {
    const { page, printed, complaints } = await opened('dist/hash.html');
    await eventually(() => printed).toEqual(['the same bytes']);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
