/**
 * The state of every shipped scene after half a second of it, as a hash: a change of a single bit anywhere shows here.
 * Where the change is meant, `PLIANT_UPDATE_GOLDEN=1 npm test -- golden` writes the new hashes, and the changelog
 * says what changed physically. Hashes are written of unbroken runs and compared with those of resumed ones: one
 * run shows both that nothing changed and that a snapshot half-way goes on byte for byte.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { scenes } from '../../scenes/index.ts';
import { buildScene, hash, parseScene, restore, rigidSolverFor, snapshot, step } from '../../src/index.ts';

const file = new URL('hashes.json', import.meta.url);
const update = process.env.PLIANT_UPDATE_GOLDEN === '1';
const golden: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const found: Record<string, string> = {};

describe('golden hashes', () => {
  it.each(scenes.map((scene) => scene.id))('%s', async (id) => {
    const scene = parseScene(scenes.find((one) => one.id === id));
    const options = { rigid: await rigidSolverFor(scene) };
    const world = buildScene(scene, options);
    const half = Math.round(0.25 / scene.dt);
    for (let i = 0; i < half; i++) step(world, scene.dt);
    const resumed = buildScene(scene, options);
    restore(resumed, snapshot(world));
    for (let i = 0; i < half; i++) step(resumed, scene.dt);
    if (update) {
      for (let i = 0; i < half; i++) step(world, scene.dt);
      found[id] = hash(world);
    }
    expect(hash(resumed)).toBe(update ? found[id] : golden[id]);
  });

  afterAll(() => {
    if (update) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  });
});
