/**
 * Every scene of the corpus runs and does what its `expect` block says: group Contact, but for those that
 * test/validation/contact-holds.test.ts runs with the same question.
 */
import { scenes } from 'pliant/scenes';
import { expect, it } from 'vitest';
import { brokenExpectations, WATCHED } from './scene-run.ts';

const ours = scenes.filter(({ id, group }) => group === 'Contact' && !WATCHED.includes(id));

it.each(ours)('$id', { timeout: 300_000 }, async (scene) => {
  expect(await brokenExpectations(scene)).toEqual([]);
});
