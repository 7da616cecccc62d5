/** A session seeks in scenes of every model: it goes back to a step and on from there with the same bytes. */
import { sceneById } from 'pliant/scenes';
import { expect, it } from 'vitest';
import { Session } from '../../../studio/session/session.ts';

it.each(['adaptive-poles', 'cloth-flag', 'tear', 'cold-rod', 'boxes-on-sheet'])('%s', async (id) => {
  const session = await Session.open(sceneById(id)!);
  const run = (steps: number) => {
    for (let k = 0; k < steps; k++) session.advance();
  };
  run(24);
  const end = session.hash;
  session.seek(11);
  run(13);
  expect(session.hash).toBe(end);
}, 60_000);
