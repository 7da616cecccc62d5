/** Every scene of the corpus runs and does what its `expect` block says: group Adaptive sheets. */
import { scenes } from 'pliant/scenes';
import { expect, it } from 'vitest';
import { brokenExpectations } from './scene-run.ts';

const groups = ['Adaptive sheets'];

it.each(scenes.filter(({ group }) => groups.includes(group)))('$id', { timeout: 300_000 }, async (scene) => {
  expect(await brokenExpectations(scene)).toEqual([]);
});
