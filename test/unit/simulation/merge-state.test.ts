/** State that a simulation keeps when bodies and colliders are added to it and removed while it runs. */
import { describe, expect, it } from 'vitest';
import { contactOf } from '../../../src/contact/index.ts';
import type { ColliderOptions, ColliderShape, SheetOptions } from '../../../src/simulation/options.ts';
import { Simulation } from '../../../src/simulation.ts';

const FAR: ColliderOptions = { position: [5, 0, 0] };
const ball: ColliderShape = { kind: 'sphere', radius: 0.1 };

describe('an edit of a running simulation', () => {
  it('keeps the friction of a cloth on a slope, by which it rests', () => {
    const sim = new Simulation({ contact: { edges: false, self: false } });
    const far = sim.addCollider(ball, FAR);
    sim.addCollider({ kind: 'plane' }, { friction: 0.6, rotation: { axis: [0, 0, 1], angle: 15 } });
    const cloth = sim.addCloth({ size: [0.3, 0.3], cells: [8, 8], position: [0, 0.06, 0] });
    sim.advance(1.5);
    const other = Simulation.fromScene(sim.toScene());
    other.restore(sim.snapshot());
    sim.remove(far);
    sim.addCollider(ball, FAR);
    sim.advance(0.2);
    other.advance(0.2);
    const there = other.body('cloth').positions;
    const apart = Math.max(...cloth.positions.map((x, i) => Math.abs(x - there[i])));
    expect(apart).toBe(0);
  });

  it('keeps what is glued to colliders, and to other sheets', () => {
    const sim = new Simulation({ contact: { self: true, stick: { temperature: 0, strength: 1e6 } } });
    const far = sim.addCollider(ball, FAR);
    sim.addCollider({ kind: 'plane' }, { stick: { temperature: 0, strength: 1e6 } });
    const front = sim.addSheet({
      model: 'provot-sheet',
      points: [4, 4],
      size: [0.1, 0.1],
      position: [3, 2, 0],
    });
    const sheet: SheetOptions = {
      model: 'provot-sheet',
      points: [6, 6],
      size: [0.2, 0.2],
      rotation: { axis: [1, 0, 0], angle: -90 },
    };
    sim.addSheet({ ...sheet, name: 'low', position: [0, 0.02, 0] });
    sim.addSheet({ ...sheet, name: 'high', position: [0, 0.05, 0] });
    sim.advance(0.4);
    const bonds = () => {
      const { particles, surfaces } = contactOf(sim.world);
      return [particles!.stick!.count, surfaces!.attachments!.count];
    };
    const before = bonds();
    expect(before[0]).toBe(36);
    expect(before[1]).toBeGreaterThan(20);
    sim.remove(far);
    sim.remove(front);
    expect(bonds()).toEqual(before);
    const { particle, collider } = contactOf(sim.world).particles!.stick!.loads()[0];
    expect([particle < 72, collider]).toEqual([true, 0]);
    sim.advance(0.1);
    expect(sim.fault).toBeUndefined();
    expect(bonds()).toEqual(before);
  });
});
