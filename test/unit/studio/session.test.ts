import { hash, parseScene, snapshot } from 'pliant';
import { readTrajectory } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { commandSchema } from '../../../studio/session/commands.ts';
import { Session } from '../../../studio/session/session.ts';

/** A small cloth that two corners hold, and a ball below it. */
const CLOTH = parseScene({
  format: 1,
  bodies: [
    {
      name: 'cloth',
      model: 'provot-sheet',
      points: [9, 9],
      position: [0, 1, 0],
      rotation: { axis: [1, 0, 0], angle: -80 },
      pins: [{ at: 'top-left' }, { at: 'top-right' }],
    },
  ],
  colliders: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.2 }, position: [0, 0.5, 0] }],
});

const run = (session: Session, steps: number) => {
  for (let k = 0; k < steps; k++) session.advance();
};
const lowest = ({ world }: Session) => Math.min(...world.particles.y);

describe('a session', () => {
  it('goes back to any step and on from there with the same bytes', async () => {
    const session = await Session.open(CLOTH);
    run(session, 47);
    const at47 = session.hash;
    session.seek(33);
    const at33 = session.hash;
    expect(session.world.steps).toBe(33);
    run(session, 14);
    expect(session.hash).toBe(at47);
    const other = await Session.open(CLOTH);
    run(other, 33);
    expect(at33).toBe(other.hash);
    expect(session.status.last).toBe(47);
  });

  it('takes a parameter while it runs, and gives it back', async () => {
    const session = await Session.open(CLOTH);
    run(session, 10);
    const before = session.hash;
    expect(await session.apply({ kind: 'set', path: 'gravity', value: [0, 9.8, 0] })).toEqual({ done: true });
    expect(session.world.steps).toBe(10);
    const low = lowest(session);
    run(session, 40);
    expect(lowest(session)).toBeGreaterThan(low);
    const up = session.hash;
    expect(session.status.undo).toBe('gravity');
    expect(session.undo()).toBe(true);
    expect(session.world.steps).toBe(10);
    expect(session.hash).toBe(before);
    expect(session.scene.gravity[1]).toBeLessThan(0);
    expect(await session.redo()).toBe(true);
    run(session, 40);
    expect(session.hash).toBe(up);
  });

  it('takes the drag of a slider back as one, and its next drag by itself', async () => {
    const session = await Session.open(CLOTH);
    const drag = (value: number, gesture: number) =>
      session.apply({ kind: 'set', path: 'bodies[0].material.density', value, gesture });
    for (const [value, gesture] of [
      [0.2, 1],
      [0.3, 1],
      [0.4, 2],
    ]) {
      await drag(value, gesture);
      run(session, 1);
    }
    expect(session.scene.bodies[0]).toMatchObject({ material: { density: 0.4 } });
    session.undo();
    expect(session.scene.bodies[0]).toMatchObject({ material: { density: 0.3 } });
    session.undo();
    expect(session.scene).toEqual(CLOTH);
  });

  it('knows how long a step its engine can take', async () => {
    const session = await Session.open(CLOTH);
    run(session, 3);
    const before = session.hash;
    const limit = session.stableStep();
    expect(session.hash).toBe(before);
    // The guard keeps the steps it chooses within 90 % of the limit, and takes no more of them than it must.
    const { dt } = session.scene;
    expect(session.world.substeps).toBe(Math.ceil(dt / (0.9 * limit)));
  });

  it('has changes that reshape the sheet wait for a restart', async () => {
    const session = await Session.open(CLOTH);
    run(session, 5);
    const outcome = await session.apply({ kind: 'set', path: 'bodies[0].points', value: [13, 13] });
    expect(outcome).toEqual({ done: true, message: 'It takes effect at the next restart.' });
    expect(session.world.particles.count).toBe(81);
    expect(session.status.waiting).toEqual(['bodies[0].points']);
    await session.apply({ kind: 'set', path: 'gravity', value: [0, -1, 0] });
    run(session, 3);
    session.restart();
    expect(session.world.particles.count).toBe(169);
    expect(session.scene.gravity).toEqual([0, -1, 0]);
    expect(session.status.waiting).toEqual([]);
    session.undo();
    session.undo();
    expect(session.world.particles.count).toBe(81);
    expect(session.scene).toEqual(CLOTH);
  });

  it('refuses what is no scene, with its reason, and goes on as it was', async () => {
    const session = await Session.open(CLOTH);
    run(session, 5);
    const before = session.hash;
    const outcome = await session.apply({ kind: 'set', path: 'dt', value: -1 });
    expect(outcome.done).toBe(false);
    expect(outcome.message).toMatch(/dt/);
    expect(session.hash).toBe(before);
    expect(session.status.undo).toBeUndefined();
    await expect(session.apply({ kind: 'sing' })).rejects.toThrow();
  });

  it('pulls with a hand; a gesture is undone as one, and done again as it was', async () => {
    const session = await Session.open(CLOTH);
    run(session, 4);
    const before = session.hash;
    const { x, y, z } = session.world.particles;
    const point = [x[4], y[4], z[4]];
    expect((await session.apply({ kind: 'grab', point, radius: 0.15 })).done).toBe(true);
    for (let k = 1; k <= 5; k++) {
      await session.apply({ kind: 'move', to: [point[0], point[1] + 0.05 * k, point[2]] });
      run(session, 2);
    }
    await session.apply({ kind: 'release' });
    run(session, 5);
    const pulled = session.hash;
    session.undo();
    expect(session.world.steps).toBe(4);
    expect(session.hash).toBe(before);
    await session.redo();
    run(session, 15);
    expect(session.hash).toBe(pulled);
  });

  it('drops a ball that falls on the run as it is', async () => {
    const session = await Session.open(CLOTH);
    run(session, 20);
    const held = Array.from(session.world.particles.y);
    const ball = { kind: 'drop', position: [0, 2, 0], radius: 0.1, mass: 0.3, velocity: [0, -1, 0] };
    expect(await session.apply(ball)).toEqual({ done: true });
    expect(Array.from(session.world.particles.y)).toEqual(held);
    run(session, 10);
    expect(session.frame().free[1]).toBeLessThan(1.9);
    const { info, frames } = readTrajectory(session.recording.trajectory());
    expect(info.colliders).toHaveLength(2);
    expect(frames).toHaveLength(31);
    // Float32 of what was asked for.
    expect(frames[0].free[1]).toBeCloseTo(2, 6);
  });

  it('is told whole by its scene and its edits', async () => {
    const session = await Session.open(CLOTH);
    run(session, 3);
    await session.apply({ kind: 'set', path: 'air.wind', value: [0, 0, 4] });
    run(session, 9);
    const again = await Session.open(CLOTH);
    for (const { step, command } of JSON.parse(JSON.stringify(session.edits))) {
      run(again, step - again.world.steps);
      await again.apply(commandSchema.parse(command));
    }
    run(again, 12 - again.world.steps);
    expect(hash(again.world)).toBe(session.hash);
    expect(snapshot(again.world)).toEqual(snapshot(session.world));
  });

  it('keeps within its memory, and still seeks', async () => {
    // Room for 20 frames of 81 particles at 12 bytes.
    const session = await Session.open(CLOTH, { budget: 20 * 81 * 12 });
    run(session, 100);
    expect(session.recording.frames.length).toBeLessThanOrEqual(20);
    expect(session.recording.last).toBe(100);
    session.seek(64);
    expect(session.world.steps).toBe(64);
  });
});
