/** A sheet that slides, drapes or rests on a collider loses energy and never gains any, whatever the engine. */
import { describe, expect, it } from 'vitest';
import { buildScene, type EngineName, parseScene, step } from '../../src/index.ts';

function slidingSheet(engine: EngineName, damping: number) {
  const angle = -25;
  const scene = parseScene({
    format: 1,
    id: 'sliding',
    title: 'Sheet on a tilted plane',
    seconds: 1,
    dt: 1 / 60,
    engine: { name: engine, substeps: 'auto' },
    air: { density: 0 },
    bodies: [
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [1, 1],
        points: [17, 17],
        // A hand's breadth above the plane and tilted against it: it falls on one edge first.
        position: [0, 0.3, 0],
        rotation: { axis: [1, 0, 0.1], angle: -90 },
        material: { density: 0.15, stretch: 300, shear: 100, bend: 3, damping, thickness: 1e-3 },
      },
    ],
    colliders: [
      {
        name: 'slope',
        shape: { kind: 'plane' },
        rotation: { axis: [0, 0, 1], angle },
        friction: 0.2,
        restitution: 0,
      },
    ],
  });
  return { world: buildScene(scene), scene };
}

describe.each(['euler-cromer', 'verlet', 'rk4', 'euler-richardson'] as const)('%s', (engine) => {
  it.each([
    0.02, 0.05, 0.2,
  ])('a sheet of damping ratio %s that falls on a slope and slides gains no energy', (damping) => {
    const { world, scene } = slidingSheet(engine, damping);
    let last = Number.POSITIVE_INFINITY;
    let rise = 0;
    let start = 0;
    for (let i = 0; i < 60; i++) {
      const { energy, fault } = step(world, scene.dt);
      expect(fault).toBeUndefined();
      if (i === 0) start = energy.total;
      else rise += Math.max(0, energy.total - last);
      last = energy.total;
    }
    // First-order engines swap a little energy with themselves within a swing: in all, 1 % of what the fall releases.
    expect(rise).toBeLessThan(0.01 * (start - last));
    expect(last).toBeLessThan(start);
  });
});
