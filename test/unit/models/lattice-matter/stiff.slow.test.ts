/** Stiff lattice matter: the stiffer it is, the more it is to move as a rigid body does. */
import { buildScene, parseScene, step, type World } from 'pliant';
import type { LatticeMatter } from 'pliant/engine';
import { describe, expect, it } from 'vitest';

interface Thrown {
  young: number;
  size: [number, number, number];
  object: object;
  friction?: number;
}

function thrown({ young, size, object, friction = 0.5 }: Thrown): World {
  const shape = { kind: 'box', size };
  return buildScene(
    parseScene({
      format: 1,
      air: { density: 0 },
      engine: { name: 'euler-cromer' },
      bodies: [
        {
          name: 'box',
          model: 'lattice-matter',
          spacing: 0.05,
          objects: [{ shape, material: { young }, ...object }],
        },
      ],
      colliders: [{ name: 'floor', friction, shape: { kind: 'plane' } }],
    }),
  );
}

/** J after every step. */
function energies(world: World, steps: number): number[] {
  return Array.from({ length: steps }, () => {
    const { fault, energy } = step(world, 1 / 60);
    expect(fault).toBeUndefined();
    return energy.total;
  });
}

const throws = [
  { how: 'flat', object: { position: [0, 0.3, 0] } },
  { how: 'on a corner', object: { position: [0, 0.3, 0], rotation: { axis: [1, 0, 1], angle: 40 } } },
  { how: 'spinning', object: { position: [0, 0.3, 0], spin: [3, 2, 1] } },
];

describe.each([1e6, 1e7, 1e8, 1e9, 1e10])('a box of %d Pa', (young) => {
  it.each(throws)('that falls $how gains no energy and comes to lie on its face', ({ object }) => {
    const world = thrown({ young, size: [0.2, 0.2, 0.2], object });
    const course = energies(world, 90);
    // What is stored in a corner that the floor has put back, for a step: 1 % of the fall.
    expect(Math.max(...course)).toBeLessThan(1.01 * course[0]);
    expect(Math.min(...world.particles.y.subarray(0, world.particles.count))).toBeGreaterThan(0);
  });

  it('slides as far as Coulomb has it', () => {
    const size: [number, number, number] = [0.3, 0.2, 0.3];
    const world = thrown({ young, size, object: { position: [0, 0.1, 0], velocity: [1, 0, 0] } });
    energies(world, 30);
    const { x, count } = world.particles;
    const middle = x.subarray(0, count).reduce((sum, one) => sum + one, 0) / count;
    // v²/2μg; soft ones sag first, and contacts stop by steps of the sub-step's length.
    expect(middle / (1 / (2 * 0.5 * 9.80665))).toBeGreaterThan(0.93);
    expect(middle / (1 / (2 * 0.5 * 9.80665))).toBeLessThan(1.07);
  });
});

it('a stiff box that nothing touches spins without strain', () => {
  const object = { position: [0, 5, 0], spin: [3, 2, 1] };
  const world = thrown({ young: 1e10, size: [0.2, 0.2, 0.2], object });
  let kinetic = 0;
  for (let k = 0; k < 200; k++) {
    const { energy } = step(world, 1 / 4000);
    kinetic ||= energy.kinetic;
    // What a solve leaves as rounding of its forces is 0.3 %.
    expect(energy.lattice).toBeLessThan(1e-2 * kinetic);
  }
});

it('lists of neighbours hold while parts far from each other go their own ways', () => {
  const ball = (x: number, speed: number) => ({
    shape: { kind: 'sphere', radius: 0.2 },
    position: [x, 0, 0],
    velocity: [0, speed, 0],
  });
  const world = buildScene(
    parseScene({
      format: 1,
      gravity: [0, 0, 0],
      engine: { name: 'euler-cromer', substeps: 12 },
      bodies: [
        {
          name: 'balls',
          model: 'lattice-matter',
          spacing: 0.05,
          objects: [ball(-1, 4), ball(1, -4), ball(0, 0)],
        },
      ],
    }),
  );
  const matter = world.bodies[0] as LatticeMatter;
  const before = matter.listings;
  // By 0.07 m a step, more than a spacing, and no common motion: one list each, and one within it at most.
  for (let k = 0; k < 10; k++) step(world, 1 / 60);
  expect(matter.listings - before).toBeLessThanOrEqual(20);
  expect(matter.listings - before).toBeGreaterThanOrEqual(10);
});
