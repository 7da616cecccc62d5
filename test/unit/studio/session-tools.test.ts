/** Tools of the studio as commands of a session: done, undone, done again and told whole by the journal. */
import { parseScene } from 'pliant';
import { PINNED } from 'pliant/engine';
import { sceneById } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../studio/session/commands.ts';
import { Session } from '../../../studio/session/session.ts';
import { TOOL_BODIES } from '../core/tool-worlds.ts';

const run = (session: Session, steps: number) => {
  for (let k = 0; k < steps; k++) session.advance();
};
const still = (model: string, change: object = {}, scene: object = {}) =>
  parseScene({
    format: 1,
    gravity: [0, 0, 0],
    engine: { name: model === 'adaptive-cloth' ? 'implicit-euler' : 'euler-cromer' },
    bodies: [{ name: 'sheet', ...TOOL_BODIES[model], ...change }],
    ...scene,
  });
const DOWN = { point: [0, 0.3, 0], direction: [0, -1, 0], radius: 0.08 } as const;
const WALL = [0.011, -1, -1, 0.011, -1, 1, 0.011, 1, 1, 0.011, -1, -1, 0.011, 1, 1, 0.011, 1, -1];

const TOOLS: [string, Command[], ReturnType<typeof still>][] = [
  [
    'pins',
    [{ kind: 'pin', point: [0, 0, 0], radius: 0.1 }],
    still('provot-sheet', {}, { gravity: [0, -9, 0] }),
  ],
  [
    'a blower',
    [{ kind: 'blow', ...DOWN, point: [0, 0.3, 0], direction: [0, -1, 0], speed: 5 }],
    still('adaptive-cloth'),
  ],
  [
    'a heat gun',
    [{ kind: 'heat', ...DOWN, point: [0, 0.3, 0], direction: [0, -1, 0], temperature: 400 }],
    still('layered-sheet', { points: [7, 7], thermal: 'styrene-0.25' }, { heat: { mode: 'physical' } }),
  ],
  ['a cut', [{ kind: 'cut', blade: WALL }], still('provot-sheet', {}, { air: { wind: [0, 3, 1] } })],
  ['a cut', [{ kind: 'cut', blade: WALL }], still('adaptive-cloth', {}, { air: { wind: [0, 3, 1] } })],
];

describe.each(TOOLS)('%s in a session', (_, commands, scene) => {
  it('changes the run, is undone and done again, and survives another change', async () => {
    const session = await Session.open(scene);
    run(session, 3);
    const before = session.hash;
    for (const command of commands) expect(await session.apply(command)).toEqual({ done: true });
    run(session, 6);
    const changed = session.hash;
    session.undo();
    expect(session.hash).toBe(before);
    run(session, 6);
    expect(session.hash).not.toBe(changed);
    expect(await session.redo()).toBe(true);
    run(session, 6);
    expect(session.hash).toBe(changed);
    session.seek(5);
    run(session, 4);
    expect(session.hash).toBe(changed);
    // Gravity is changed in the running world: what tools have done to it stays.
    const { count } = session.world.particles;
    const triangles = session.world.bodies[0].triangles.length;
    const outcome = await session.apply({ kind: 'set', path: 'gravity', value: [0, -1, 0] });
    expect(outcome).toEqual({ done: true });
    expect(session.world.steps).toBe(9);
    expect(session.world.particles.count).toBe(count);
    expect(session.world.bodies[0].triangles.length).toBe(triangles);
    run(session, 2);
    expect(session.world.fault).toBeUndefined();
  });
});

describe('tools in a session', () => {
  it('say why they could not', async () => {
    const session = await Session.open(still('provot-sheet'));
    const say = async (command: Command) => (await session.apply(command)).message;
    expect(
      await say({ kind: 'heat', point: [0, 1, 0], direction: [0, -1, 0], radius: 1, temperature: 400 }),
    ).toMatch(/take up no heat/);
    expect(await say({ kind: 'cut', blade: WALL.map((value) => value + 5) })).toMatch(/met nothing/);
    expect(await say({ kind: 'unpin', point: [0, 0, 0], radius: 0.1 })).toBe('Nothing is pinned here.');
    expect(session.edits).toHaveLength(0);
  });

  it('pull the heat gun along as one gesture', async () => {
    const session = await Session.open(
      still('layered-sheet', { points: [5, 5], thermal: 'styrene-0.25' }, { heat: { mode: 'physical' } }),
    );
    const heat = (x: number): Command => ({
      kind: 'heat',
      point: [x, 0.6, 0],
      direction: [0, -1, 0],
      radius: 0.05,
      temperature: 500,
    });
    for (const x of [0, 0.01, 0.02]) {
      expect((await session.apply(heat(x))).done).toBe(true);
      run(session, 1);
    }
    await session.apply({ kind: 'heat-off' });
    expect(session.edits).toHaveLength(4);
    session.undo();
    expect(session.edits).toHaveLength(0);
  });

  it('free a flag from its pole', async () => {
    const session = await Session.open(sceneById('flag')!);
    const p = session.world.particles;
    const held = [...p.flags.view].filter((flags) => flags & PINNED).length;
    expect(held).toBeGreaterThan(0);
    const i = p.flags.view.findIndex((flags) => (flags & PINNED) !== 0);
    const outcome = await session.apply({ kind: 'unpin', point: [p.x[i], p.y[i], p.z[i]], radius: 5 });
    expect(outcome.done).toBe(true);
    expect([...session.world.particles.flags.view].some((flags) => flags & PINNED)).toBe(false);
  });
});
