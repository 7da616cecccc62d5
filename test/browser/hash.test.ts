/** The same bytes in Node, in a page and in a worker. */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { buildScene, hash, rigidSolverFor, run } from 'pliant';
import { sceneById } from 'pliant/scenes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../studio/page-api.ts';
import { launchBrowser } from './browser.ts';
import { type Site, serve } from './static-site.ts';

let site: Site;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  site = await serve(fileURLToPath(new URL('../../dist/studio', import.meta.url)));
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(site.address);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function hashInNode(id: string, steps: number): Promise<string> {
  const scene = sceneById(id)!;
  const world = buildScene(scene, { rigid: await rigidSolverFor(scene) });
  run(world, scene.dt, steps);
  return hash(world);
}

// A sheet by itself, one in gusts (sines), one in contact with a sphere, one on a keyframed, turning ball, and one with solids on it.
describe.each([
  ['flag', 60],
  ['wind', 20],
  ['drape', 40],
  ['spin', 30],
  ['boxes-on-sheet', 30],
])('%s after %i steps', (id, steps) => {
  it('has the same hash in Node, in Chromium and in a worker', async () => {
    const expected = await hashInNode(id, steps);
    expect(await page.evaluate(([s, n]) => window.pliant.runHash(s, n), [id, steps] as const)).toBe(expected);
    const inWorker = await page.evaluate(([s, n]) => window.pliant.runHashInWorker(s, n), [
      id,
      steps,
    ] as const);
    expect(inWorker).toBe(expected);
  });
});
