/** Bodies of matter of different spacings: they meet, push each other off and warm each other, and neither momentum nor heat is made. */
import { describe, expect, it } from 'vitest';
import {
  addContact,
  addLatticeMatter,
  createCollider,
  createIntegrator,
  fillShape,
  gravity,
  type LatticeMatter,
  type MatterMaterial,
  type MatterObject,
  matterLattice,
} from '../../../../../src/engine.ts';
import { hash, restore, snapshot, step, World } from '../../../../../src/index.ts';
import type { MatterShape } from '../../../../../src/models/lattice-matter/fill.ts';
import { momenta, momentumSizes } from '../matter-world.ts';

interface Setting {
  spacing: number;
  shape: MatterShape;
  at?: readonly [number, number, number];
  material?: Partial<MatterMaterial>;
  object?: Partial<MatterObject>;
}

function bodiesIn(
  world: World,
  settings: readonly Setting[],
  dimension: 2 | 3 = 3,
  friction = 0.3,
): LatticeMatter[] {
  return settings.map(({ spacing, shape, at = [0, 0, 0], material, object }, k) => {
    const points = fillShape(shape, matterLattice(spacing, dimension)).map((value, i) => value + at[i % 3]);
    const made = { density: 1000, young: 1e5, soundSpeed: 15, ...material };
    return addLatticeMatter(world, {
      name: `body ${k}`,
      spacing,
      dimension,
      friction,
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
  // A push goes through so stiff and fine a body within a sub-step.
  { spacings: [0.03, 0.1], dimension: 3 as const, young: 1e7 },
  { spacings: [0.03, 0.1], dimension: 3 as const, young: 1e8 },
  { spacings: [0.05, 0.08], dimension: 2 as const, young: 1e6 },
])('spacings $spacings in $dimension dimensions, E = $young', ({ spacings, dimension, young }) => {
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
    expect(most / first).toBeLessThan(1.01);
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
    world.addForce(gravity([0, -9.81, 0]));
    const touching = bodies.map((body) => ({ body, radius: body.thickness / 2 }));
    addContact(world, { colliders: [floor], bodies: touching });
    world.substeps = 10;
    for (let k = 0; k < 60; k++) expect(step(world, 0.01).fault).toBeUndefined();
    const { y } = world.particles;
    const top = Math.max(...y.subarray(bodies[0].first, bodies[0].first + bodies[0].count));
    const { x, z } = world.particles;
    const own = Array.from({ length: bodies[1].count }, (_, k) => bodies[1].first + k);
    // Some of the fluid has flowed over the rim; none of the rest is in the block.
    const over = own.filter((i) => Math.abs(x[i]) < 0.35 && Math.abs(z[i]) < 0.35);
    expect(over.length).toBeGreaterThan((phase === 'solid' ? 1 : 0.7) * own.length - 1);
    const lowest = Math.min(...over.map((i) => y[i]));
    expect(lowest).toBeGreaterThan(top);
    // Half a layer of each, and a tenth of it for what the fluid presses in.
    const apart = 0.5 * (bodies[0].lattice.layer + bodies[1].lattice.layer);
    if (phase === 'solid') expect(lowest - top).toBeCloseTo(apart, 2);
    expect(lowest).toBeLessThan(top + 1.1 * apart);
  }
});

/** A fine block on a coarse slab, both made level, in a gravity that leans by atan(slope): where it is after each step of 0.01 s. */
function slide(slope: number, friction: number, more: Partial<Setting> = {}, steps = 80) {
  const world = new World(createIntegrator('euler-cromer'));
  const [, block] = bodiesIn(
    world,
    [
      {
        spacing: 0.1,
        shape: { kind: 'box', size: [1.6, 0.2, 0.6] },
        at: [0.5, 0, 0],
        material: { young: 1e6 },
        object: { pinned: true },
      },
      {
        spacing: 0.05,
        shape: { kind: 'box', size: [0.3, 0.15, 0.3] },
        at: [0, 0.19, 0],
        material: { young: 1e6, damping: 10 },
        ...more,
      },
    ],
    3,
    friction,
  );
  const cosine = 1 / Math.sqrt(1 + slope * slope);
  world.addForce(gravity([9.81 * slope * cosine, -9.81 * cosine, 0]));
  world.substeps = 10;
  const track: { x: number; speed: number; energy: number }[] = [];
  for (let k = 0; k < steps; k++) {
    const { fault, energy } = step(world, 0.01);
    expect(fault).toBeUndefined();
    const { vx } = world.particles;
    const speed = vx
      .subarray(block.first, block.first + block.count)
      .reduce((sum, v) => sum + v / block.count, 0);
    track.push({ x: middleOf(world, block), speed, energy: energy.total });
  }
  return { track, acceleration: 9.81 * (slope - friction) * cosine };
}

describe('Coulomb’s friction between spacings', () => {
  it.each([
    [0.27, 0.3],
    [0.45, 0.5],
  ])('a slope of %f is held by a friction of %f', (slope, friction) => {
    const { track } = slide(slope, friction, {}, 100);
    // It has come to rest after it was set down, and does not creep: a micrometre in 0.3 s.
    expect(Math.abs(track[99].x - track[69].x)).toBeLessThan(1e-6);
    expect(Math.abs(track[99].speed)).toBeLessThan(1e-5);
  });

  it.each([
    [0.3, 0, {}],
    [0.36, 0.3, {}],
    [0.6, 0.3, {}],
    [0.6, 0.3, { spacing: 0.03 }],
  ])('a slope of %f with a friction of %f is slid down as theory has it (%o)', (slope, friction, more) => {
    const { track, acceleration } = slide(slope, friction, more, 60);
    const measured = (track[59].speed - track[29].speed) / 0.3;
    // Faces that are smooth but for a slope of 0.002, and rounds that end at 0.02 of friction.
    expect(Math.abs(measured - acceleration)).toBeLessThan(0.03 * acceleration + 0.005);
    track.slice(1).forEach(({ energy }, k) => {
      expect(energy).toBeLessThan(track[k].energy + 1e-3);
    });
  });

  it('brakes a spinning ball and takes all of the spin over, and no more energy than there was', () => {
    const world = new World(createIntegrator('euler-cromer'));
    const shape = { kind: 'sphere', radius: 0.15 } as const;
    const bodies = bodiesIn(world, [
      {
        spacing: 0.03,
        shape,
        at: [-0.17, 0, 0],
        material: { young: 1e6 },
        object: { velocity: [1, 0, 0], spin: [0, 0, 20] },
      },
      { spacing: 0.07, shape, at: [0.17, 0, 0], material: { young: 1e6 } },
    ]);
    world.substeps = 3;
    const before = momenta(world);
    const sizes = momentumSizes(world);
    let energy = step(world, 2e-3).energy.total;
    for (let k = 0; k < 60; k++) {
      const report = step(world, 2e-3);
      expect(report.fault).toBeUndefined();
      expect(report.energy.total).toBeLessThan(1.001 * energy);
      energy = report.energy.total;
      momenta(world).forEach((value, axis) => {
        expect(Math.abs(value - before[axis])).toBeLessThan(1e-10 * (k + 2) * sizes[axis < 3 ? 0 : 1]);
      });
    }
    const { vy } = world.particles;
    const [, other] = bodies;
    const up = vy
      .subarray(other.first, other.first + other.count)
      .reduce((sum, v) => sum + v / other.count, 0);
    expect(up).toBeGreaterThan(0.1); // the near side of the ball goes up, and takes it along
  });
});

it('goes on byte-equal from a snapshot taken while friction holds', () => {
  const make = () => {
    const world = new World(createIntegrator('euler-cromer'));
    const shape = { kind: 'sphere', radius: 0.12 } as const;
    bodiesIn(world, [
      { spacing: 0.04, shape, at: [-0.13, 0.02, 0], object: { velocity: [1, 0, 0], spin: [0, 0, 10] } },
      { spacing: 0.07, shape, at: [0.13, 0, 0] },
    ]);
    world.substeps = 3;
    return world;
  };
  const world = make();
  for (let k = 0; k < 30; k++) step(world, 2e-3);
  const half = snapshot(world);
  const slid = world.arena.blocks.find(({ name }) => name.endsWith('.slid'));
  expect(slid?.view.some((value) => value !== 0)).toBe(true);
  for (let k = 0; k < 10; k++) step(world, 2e-3);
  const other = make();
  restore(other, half);
  for (let k = 0; k < 10; k++) step(other, 2e-3);
  expect(hash(other)).toBe(hash(world));
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
