/** The same bytes in Node, in a page and in a worker. */
import { buildScene, hash, rigidSolverFor, run } from 'pliant';
import { sceneById } from 'pliant/scenes';
import { beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../studio/page-api.ts';
import { address, openStudioPage, page } from './opening.ts';

openStudioPage();
beforeAll(() => page.goto(address));

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
