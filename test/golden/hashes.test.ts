/**
 * The state of every shipped scene after half a second of it, as a hash: a change of a single bit anywhere shows here.
 * Where the change is meant, `PLIANT_UPDATE_GOLDEN=1 npm test -- golden` writes the new hashes, and the changelog
 * says what changed physically.
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
    const steps = 2 * Math.round(0.25 / scene.dt);
    for (let i = 0; i < steps / 2; i++) step(world, scene.dt);
    // Half-way into a fresh world: the hash is also that of a resumed run.
    const resumed = buildScene(scene, options);
    restore(resumed, snapshot(world));
    for (let i = 0; i < steps / 2; i++) step(resumed, scene.dt);
    found[id] = hash(resumed);
    if (update) return;
    for (let i = 0; i < steps / 2; i++) step(world, scene.dt);
    expect(hash(world)).toBe(found[id]);
    expect(found[id]).toBe(golden[id]);
  });

  afterAll(() => {
    if (update) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  });
});
