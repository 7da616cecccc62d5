/** Pins of a cloth that refines and simplifies itself next to them. */
import { step, World } from 'pliant';
import { addAdaptiveCloth, createIntegrator, gravity, pinParticles } from 'pliant/engine';
import { expect, it } from 'vitest';
import { COTTON } from '../../../../lab/experiments/birra/cotton.ts';

it('a pinned corner keeps its place when vertices beside it come and go', () => {
  const world = new World(createIntegrator('implicit-euler'));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [1, 1], cells: [2, 2] },
    material: COTTON,
    maxLevel: 4,
    refineError: 0.01,
    simplifyAge: 0.1,
    simplifyRate: 3,
    place: (u, v) => [u, 0, -v],
  });
  pinParticles(
    world,
    [-0.5, 0.5].map((u) => ({ particle: cloth.vertexAt(u, 0.5) })),
  );
  world.addForce(gravity([0, -9.81, 0]));
  let [split, merged] = [0, 0];
  for (let k = 0; k < 120; k++) {
    const { refinement } = step(world, 1 / 60);
    split += refinement?.split ?? 0;
    merged += refinement?.merged ?? 0;
  }
  expect(split).toBeGreaterThan(10);
  expect(merged).toBeGreaterThan(5);
  const { x, y, z, vx, vy, vz } = world.particles;
  for (const u of [-0.5, 0.5]) {
    const i = cloth.vertexAt(u, 0.5);
    expect([x[i], y[i], z[i], vx[i], vy[i], vz[i]]).toEqual([u, 0, -0.5, 0, 0, 0]);
  }
});
