/** The layer in which surfaces push inside an implicit step. Each test fails at twice and at half of the number that it is about. */
import { buildScene, parseScene, step, type World } from 'pliant';
import { describe, expect, it } from 'vitest';
import type { StepPotential } from '../../../../src/contact/potential/potential.ts';
import { stiffnessIn } from '../../../../src/core/dynamics.ts';

const DT = 1 / 60;
/** A step in which the inertia of heavy vertices is stiffer than their cloth, s. */
const SHORT = 1 / 240;
const G = 9.80665;

/** A cloth at rest on a floor, `sunk` (m) below the top of the layer at first. */
function onFloor(size: number, cells: number, sunk = 0): World {
  const world = buildScene(
    parseScene({
      format: 1,
      gravity: [0, -G, 0],
      air: { density: 0, rate: 0 },
      engine: { name: 'implicit-euler', substeps: 1 },
      contact: { self: false, edges: false },
      bodies: [
        {
          name: 'cloth',
          model: 'adaptive-cloth',
          size: [size, size],
          cells: [cells, cells],
          maxLevel: 0,
          rotation: { axis: [1, 0, 0], angle: -90 },
          position: [0, HALF + LAYER - sunk, 0],
          material: 'cotton',
        },
      ],
      colliders: [{ name: 'floor', shape: { kind: 'plane' } }],
    }),
  );
  return world;
}

const HALF = 0.000225; // half the thickness of cotton, m
const LAYER = 2e-4;
const run = (world: World, steps: number, h = DT) => {
  for (let k = 0; k < steps; k++) expect(step(world, h).fault).toBeUndefined();
  return world;
};
/** Depth of the first particle below the top of the layer, m. */
const depth = ({ particles }: World) => HALF + LAYER - particles.y[0];

describe('a cloth at rest on a floor', () => {
  it.each([
    ['heavy', 1, 1, SHORT],
    ['light', 0.1, 10, DT],
  ])('lies where ½ k δ²/D is the weight of its %s vertices', (_, size, cells, h) => {
    const world = run(onFloor(size, cells), 60, h);
    const mass = world.particles.mass.view[0];
    const k = Math.max((60 * mass) / (h * h), 3 * stiffnessIn(world.bodies[0]));
    expect(depth(world) / Math.sqrt((2 * mass * G * LAYER) / k)).toBeCloseTo(1, 2);
  });

  it('is borne in its first step, and rises through the layer at 1 mm/s', () => {
    const world = run(onFloor(1, 4, LAYER), 1, SHORT);
    const { view } = (world.contact?.potential as StepPotential).block;
    const { mass, count } = world.particles;
    let force = 0;
    for (let at = 2; at < view.length; at += 10) force += view[at];
    const weight = mass.view.subarray(0, count).reduce((sum, m) => sum + m * G, 0);
    expect(force / weight).toBeCloseTo(1, 3);
    const before = depth(world);
    run(world, 24, SHORT);
    expect((before - depth(world)) / (24 * SHORT)).toBeCloseTo(1e-3, 4);
  });

  it('comes out of the floor at 0.2 m/s', () => {
    const world = run(onFloor(1, 4, 0.02), 3);
    expect(depth(world)).toBeCloseTo(0.02 - 3 * DT * 0.2, 5);
  });
});
