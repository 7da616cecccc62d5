/** Bodies of matter of different spacings: they meet, push each other off and warm each other, and neither momentum nor heat is made. */
import { describe, expect, it } from 'vitest';
import {
  addLatticeMatter,
  contactStage,
  createCollider,
  createIntegrator,
  fillShape,
  gravity,
  type LatticeMatter,
  type MatterMaterial,
  type MatterObject,
  type MatterShape,
  matterLattice,
  step,
  World,
} from '../../src/index.ts';
import { momenta, momentumSizes } from './matter-world.ts';

interface Setting {
  spacing: number;
  shape: MatterShape;
  at?: readonly [number, number, number];
  material?: Partial<MatterMaterial>;
  object?: Partial<MatterObject>;
}

function bodiesIn(world: World, settings: readonly Setting[], dimension: 2 | 3 = 3): LatticeMatter[] {
  return settings.map(({ spacing, shape, at = [0, 0, 0], material, object }, k) => {
    const points = fillShape(shape, matterLattice(spacing, dimension)).map((value, i) => value + at[i % 3]);
    const made = { density: 1000, young: 1e5, soundSpeed: 15, ...material };
    return addLatticeMatter(world, {
      name: `body ${k}`,
      spacing,
      dimension,
      objects: [{ points, material: made, ...object }],
    });
  });
}

function middleOf({ particles: p }: World, { first, count }: LatticeMatter, axis: 'x' | 'y' = 'x'): number {
  return p[axis].subarray(first, first + count).reduce((sum, value) => sum + value / count, 0);
}

describe.each([
  { spacings: [0.05, 0.1], dimension: 3 as const, young: 1e5 },
  { spacings: [0.04, 0.1], dimension: 3 as const, young: 1e7 },
  // So stiff and fine a body answers a push only in the next sub-step: what is reported in between is up to 3.7 times too much.
  { spacings: [0.03, 0.1], dimension: 3 as const, young: 1e7, readsHigh: true },
  { spacings: [0.05, 0.08], dimension: 2 as const, young: 1e6 },
])('spacings $spacings in $dimension dimensions, E = $young', ({ spacings, dimension, young, readsHigh }) => {
  it('collide, keep their momenta and gain no energy', () => {
    const world = new World(createIntegrator('euler-cromer'));
    const shape = { kind: 'sphere', radius: 0.2 } as const;
    const bodies = bodiesIn(
      world,
      [
        {
          spacing: spacings[0],
          shape,
          at: [-0.28, 0.03, 0],
          material: { young },
          object: { velocity: [1, 0, 0] },
        },
        {
          spacing: spacings[1],
          shape,
          at: [0.28, 0, 0],
          material: { young },
          object: { velocity: [-1, 0, 0] },
        },
      ],
      dimension,
    );
    world.substeps = 3;
    const before = momenta(world);
    const sizes = momentumSizes(world);
    const first = step(world, 2e-3).energy.total;
    let [most, last] = [first, first];
    for (let k = 0; k < 100; k++) {
      const report = step(world, 2e-3);
      expect(report.fault).toBeUndefined();
      last = report.energy.total;
      most = Math.max(most, last);
      momenta(world).forEach((value, axis) => {
        // 1e-10 a step, as matter alone
        expect(Math.abs(value - before[axis])).toBeLessThan(1e-10 * (k + 2) * sizes[axis < 3 ? 0 : 1]);
      });
    }
    if (!readsHigh) expect(most / first).toBeLessThan(1.01);
    expect(last).toBeLessThan(first);
    // They have not passed each other, and are on their way back.
    expect(middleOf(world, bodies[0])).toBeLessThan(middleOf(world, bodies[1]) - 0.3);
    const speeds = bodies.map(({ first: from, count }) =>
      world.particles.vx.subarray(from, from + count).reduce((sum, v) => sum + v / count, 0),
    );
    expect(speeds[0]).toBeLessThan(speeds[1]);
  });
});

it('a coarse block rests on a fine one, and a fine fluid on a coarse floor of matter', () => {
  for (const phase of ['solid', 'fluid'] as const) {
    const world = new World(createIntegrator('euler-cromer'));
    const bodies = bodiesIn(world, [
      {
        spacing: 0.1,
        shape: { kind: 'box', size: [0.8, 0.2, 0.8] },
        at: [0, 0.1, 0],
        material: { young: 1e6, damping: 20 },
      },
      {
        spacing: 0.05,
        shape: { kind: 'box', size: [0.3, 0.2, 0.3] },
        at: [0, 0.34, 0],
        material: { young: 1e6, damping: 20, viscosity: 5 },
        object: { phase },
      },
    ]);
    const floor = createCollider({ name: 'floor', shape: { kind: 'plane' } });
    world.forces.push(gravity([0, -9.81, 0]));
    const touching = bodies.map((body) => ({ body, radius: body.thickness / 2 }));
    world.contact.push(contactStage([floor], touching, world));
    world.substeps = 10;
    for (let k = 0; k < 60; k++) expect(step(world, 0.01).fault).toBeUndefined();
    const { y } = world.particles;
    const top = Math.max(...y.subarray(bodies[0].first, bodies[0].first + bodies[0].count));
    const own = y.subarray(bodies[1].first, bodies[1].first + bodies[1].count);
    // In the hollows of the coarse face, half a mean spacing in, and none of it in the block.
    const lowest =
      phase === 'solid' ? Math.min(...own) : [...own].sort((a, b) => a - b)[Math.floor(own.length / 10)];
    expect(lowest).toBeGreaterThan(top);
    expect(lowest).toBeLessThan(top + 0.075);
  }
});

it('heat flows from one to the other until they are as warm, and none is lost', () => {
  const world = new World(createIntegrator('euler-cromer'));
  const heat = { conductivity: 500, specificHeat: 1000 };
  const bodies = bodiesIn(world, [
    {
      spacing: 0.05,
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      at: [-0.1, 0, 0],
      material: { heat },
      object: { temperature: 400, pinned: true },
    },
    {
      spacing: 0.08,
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      at: [0.12, 0, 0],
      material: { heat },
      object: { temperature: 300, pinned: true },
    },
  ]);
  const t = world.particles.temperature.view;
  const mean = ({ first, count }: LatticeMatter) =>
    t.subarray(first, first + count).reduce((sum, one) => sum + one / count, 0);
  const capacities = bodies.map(({ first, count }) =>
    world.particles.mass.view.subarray(first, first + count).reduce((sum, m) => sum + 1000 * m, 0),
  );
  const total = () => bodies.reduce((sum, body, k) => sum + capacities[k] * mean(body), 0);
  const before = total();
  step(world, 0.01);
  for (let k = 0; k < 40; k++) step(world, 2);
  expect(total() / before).toBeCloseTo(1, 12);
  expect(mean(bodies[0]) - mean(bodies[1])).toBeLessThan(50);
  expect(mean(bodies[0])).toBeGreaterThan(mean(bodies[1]));
});
