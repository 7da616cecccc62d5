/** Every scene of the corpus runs and does what its `expect` block says: group Heat. */
import { scenes } from 'pliant/scenes';
import { expect, it } from 'vitest';
import { brokenExpectations } from './scene-run.ts';

it.each(scenes.filter(({ group }) => group === 'Heat'))('$id', { timeout: 300_000 }, async (scene) => {
  expect(await brokenExpectations(scene)).toEqual([]);
});
