/** Pins set and taken away at run time: in every model, through snapshots, against keyframes. */
import { Hand, hash, pinAt, restore, run, snapshot, unpinAt } from 'pliant';
import { PINNED, PLACED } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { DT, TOOL_MODELS, toolWorld } from './tool-worlds.ts';

describe.each(TOOL_MODELS)('pins at run time in %s', (model) => {
  it('hold what they pin where it is, and let it fall again; a snapshot half-way goes on byte-equal', () => {
    const world = toolWorld(model);
    run(world, DT, 3);
    const p = world.particles;
    const y = p.y[0];
    const place = { point: [0, y, 0], radius: 0.12 } as const;
    const { count, message } = pinAt(world, place);
    expect(message).toBeUndefined();
    expect(count).toBeGreaterThan(1);
    const held = [...p.flags.view].flatMap((flags, i) => (flags & PINNED ? [i] : []));
    expect(held).toHaveLength(count);
    const places = held.map((i) => [p.x[i], p.y[i], p.z[i]]);
    const edge = p.y.reduce((least, value) => Math.min(least, value), Infinity);
    run(world, DT, 5);
    const half = snapshot(world);
    let report = run(world, DT, 8);
    expect(report.fault).toBeUndefined();
    const end = hash(world);
    // Refining may give pinned masses other numbers, and adds some between them: the first ones are where they were.
    const now = [...p.flags.view].flatMap((flags, i) => (flags & PINNED ? [[p.x[i], p.y[i], p.z[i]]] : []));
    for (const [x, at, z] of places)
      expect(Math.min(...now.map((q) => Math.hypot(q[0] - x, q[1] - at, q[2] - z)))).toBe(0);
    const low = p.y.reduce((least, value) => Math.min(least, value), Infinity);
    expect(low).toBeLessThan(edge - 0.02); // the rim goes on falling
    const again = toolWorld(model);
    restore(again, half);
    run(again, DT, 8);
    expect(hash(again)).toBe(end);

    expect(unpinAt(world, place).count).toBe(now.length);
    expect([...p.flags.view].some((flags) => flags & (PINNED | PLACED))).toBe(false);
    const momentum = () => p.vy.reduce((sum, v, i) => sum + v * p.mass.view[i], 0);
    const mass = p.mass.view.reduce((sum, m) => sum + m, 0);
    const before = momentum();
    report = run(world, DT, 10);
    expect(report.fault).toBeUndefined();
    // Nothing but gravity acts on what is free: a tenth of a second of it, to what implicit solves leave.
    expect((momentum() - before) / (-9.80665 * mass * 0.1)).toBeCloseTo(1, 4);
  });
});

describe('pins and what else leads masses', () => {
  const keyframes = [
    { time: 0, offset: [0, 0, 0] },
    { time: 0.2, offset: [0, 0.1, 0] },
  ];
  it.each([
    'provot-sheet',
    'layered-sheet',
    'adaptive-grid',
    'adaptive-cloth',
  ])('keyframes of %s lead nothing that was unpinned, or pinned where it is', (model) => {
    for (const pinAgain of [false, true]) {
      const world = toolWorld(model, { pins: [{ at: 'top-left', keyframes }] });
      const p = world.particles;
      const corner = [...p.flags.view].findIndex((flags) => flags & PINNED);
      run(world, DT, 5);
      const at = [p.x[corner], p.y[corner], p.z[corner]] as const;
      expect(at[1]).toBeCloseTo(0.025, 6);
      const place = { point: at, radius: 1e-3 };
      expect(unpinAt(world, place).count).toBe(1);
      if (pinAgain) expect(pinAt(world, place).count).toBe(1);
      run(world, DT, 5);
      const there = Math.min(
        ...Array.from(p.x, (x, i) => Math.hypot(x - at[0], p.y[i] - at[1], p.z[i] - at[2])),
      );
      const wouldBe = p.y.reduce((most, y) => Math.max(most, y), -Infinity);
      if (pinAgain) expect(there).toBe(0);
      expect(wouldBe).toBeLessThan(0.045); // its keyframes have it at 0.05 by now
    }
  });

  it('take masses from a hand, and leave alone what it holds', () => {
    const world = toolWorld('provot-sheet');
    const hand = new Hand(world);
    const place = { point: [0, 0, 0], radius: 0.1 } as const;
    const held = hand.grab(place, { firm: true });
    expect(unpinAt(world, place)).toEqual({ count: 0, message: 'Nothing is pinned here.' });
    expect(hand.held).toHaveLength(held);
    expect(pinAt(world, place).count).toBe(held);
    expect(hand.held).toHaveLength(0);
    hand.release();
    run(world, DT, 5);
    expect(world.particles.y[6 * 13 + 6]).toBe(0);
  });

  it('say why they do nothing', () => {
    const world = toolWorld('provot-sheet');
    expect(pinAt(world, { point: [0, 5, 0], radius: 0.005 })).toEqual({
      count: 0,
      message: 'No mass lies within 5 mm of this place: take a larger radius, or a place on a body.',
    });
    pinAt(world, { point: [0, 0, 0], radius: 0.1 });
    expect(pinAt(world, { point: [0, 0, 0], radius: 0.1 }).message).toBe('All of it is pinned already.');
    expect(() => pinAt(world, { point: [0, Number.NaN, 0], radius: 1 })).toThrow('pinAt: point[1]');
    expect(() => unpinAt(world, { point: [0, 0, 0], radius: 0 })).toThrow('unpinAt: radius');
  });
});
