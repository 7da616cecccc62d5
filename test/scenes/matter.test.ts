/** Every scene of the corpus runs and does what its `expect` block says: group Melting and freezing. */
import { scenes } from 'pliant/scenes';
import { expect, it } from 'vitest';
import { brokenExpectations } from './scene-run.ts';

const matter = scenes.filter(({ group }) => group === 'Melting and freezing');
it.each(matter)('$id', { timeout: 300_000 }, async (scene) => {
  expect(await brokenExpectations(scene)).toEqual([]);
});
