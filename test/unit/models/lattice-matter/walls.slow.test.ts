/** A fluid at walls: its density, its pressure along them, friction, momentum and energy. */
import { describe, expect, it } from 'vitest';
import {
  addContact,
  addLatticeMatter,
  type Collider,
  createCollider,
  createIntegrator,
  type Dimension,
  fillShape,
  gravity,
  type MatterMaterial,
  matterLattice,
} from '../../../../src/engine.ts';
import { step, World } from '../../../../src/index.ts';

const D = 0.025;
const G = 9.80665;

interface Setting {
  readonly dimension: Dimension;
  readonly size: [number, number, number];
  readonly material?: Partial<MatterMaterial>;
  readonly friction?: number;
  /** The floor is a box, which is measured in every sub-step. */
  readonly isBox?: boolean;
  /** Distance of the right wall from the block, m; default: no walls. */
  readonly room?: number;
  readonly implicit?: boolean;
  /** Speed of the floor along x from 0.2 s on, m/s; default: 0. */
  readonly speed?: number;
  /** Depth of the block below the surface of the floor, m; default: 0. */
  readonly depth?: number;
}

/** A block of fluid that stands on a floor. */
function standing(setting: Setting) {
  const { dimension, size, material, friction = 0, isBox, room, implicit = true, speed, depth = 0 } = setting;
  const lattice = matterLattice(D, dimension);
  const points = fillShape({ kind: 'box', size }, lattice);
  // Layers begin at the bottom, and may end above the top.
  const far = (axis: number) =>
    points.reduce((most, value, k) => (k % 3 === axis ? Math.max(most, -value) : most), 0);
  const ends = [0, 1, 2].map((axis) => far(axis) + lattice.layer / 2);
  const world = new World(createIntegrator('euler-cromer'));
  const fluid = { density: 1000, young: 0, soundSpeed: 20, ...material };
  const matter = addLatticeMatter(world, {
    name: 'fluid',
    spacing: D,
    dimension,
    objects: [{ points, phase: 'fluid', material: fluid }],
    implicit,
  });
  const wall = (
    name: string,
    position: [number, number, number],
    axis: [number, number, number],
    angle: number,
  ) => createCollider({ name, shape: { kind: 'plane' }, position, rotation: { axis, angle }, friction });
  const colliders: Collider[] = [
    isBox
      ? createCollider({
          name: 'floor',
          shape: { kind: 'box', size: [9, 1, 9] },
          position: [0, -ends[1] - 0.5 + depth, 0],
          friction,
          ...(speed !== undefined && {
            keyframes: [
              { time: 0.2, position: [0, -ends[1] - 0.5, 0] },
              { time: 2.2, position: [2 * speed, -ends[1] - 0.5, 0] },
            ],
          }),
        })
      : wall('floor', [0, -ends[1] + depth, 0], [0, 0, 1], 0),
  ];
  if (room !== undefined) {
    colliders.push(
      wall('left', [-ends[0], 0, 0], [0, 0, 1], -90),
      wall('right', [ends[0] + room, 0, 0], [0, 0, 1], 90),
    );
    if (dimension === 3) {
      colliders.push(
        wall('back', [0, 0, -ends[2]], [1, 0, 0], 90),
        wall('front', [0, 0, ends[2]], [1, 0, 0], -90),
      );
    }
  }
  world.addForce(gravity([0, -G, 0]));
  addContact(world, { colliders: colliders, bodies: [{ body: matter, radius: lattice.layer / 2 }] });
  return { world, matter, lattice, floor: -ends[1] + depth };
}

describe.each([2 as const, 3 as const])('in %i dimensions', (dimension) => {
  it('a lattice on a floor has its density down to its lowest layer', () => {
    const { world, matter, lattice, floor } = standing({ dimension, size: [0.3, 0.2, 0.3] });
    step(world, 1e-9);
    const { densities, order } = matter.record;
    const p = world.particles;
    let lowest = 0;
    for (let slot = 0; slot < matter.count; slot++) {
      const i = order[slot];
      const inside = Math.max(Math.abs(p.x[i]), Math.abs(p.z[i])) < 0.15 - lattice.reach - D;
      if (!inside || p.y[i] - floor > 0.1) continue;
      if (p.y[i] - floor < lattice.layer) lowest++;
      // λ is that of the lowest layer; the power is off by less than 1 ‰ at the next.
      expect(Math.abs(densities[4 * slot] / lattice.volume - 1)).toBeLessThan(1e-3);
    }
    expect(lowest).toBeGreaterThan(0);
  });

  it('without friction a floor takes nothing of what goes along it, however the fluid falls apart', () => {
    const { world, matter } = standing({ dimension, size: [0.15, 0.25, 0.15] });
    const p = world.particles;
    for (let i = 0; i < matter.count; i++) p.vx[i] = 1 + Math.sin(40 * p.y[i]);
    const along = () => {
      let [x, z, size] = [0, 0, 0];
      for (let i = 0; i < matter.count; i++) {
        x += p.mass.view[i] * p.vx[i];
        z += p.mass.view[i] * p.vz[i];
        size += p.mass.view[i] * Math.hypot(p.vx[i], p.vz[i]);
      }
      return { x, z, size };
    };
    const before = along();
    world.substeps = 20;
    for (let k = 0; k < 30; k++) step(world, 0.01);
    const after = along();
    // Rounding of 600 sub-steps.
    expect(Math.abs(after.x - before.x) / after.size).toBeLessThan(1e-10);
    expect(Math.abs(after.z - before.z) / after.size).toBeLessThan(1e-10);
  });

  it('a column that collapses and sloshes gains no energy, without any viscosity', () => {
    const { world, matter, floor } = standing({
      dimension,
      size: [0.2, 0.25, 0.2],
      material: { smoothing: 0 },
      room: 0.25,
    });
    const p = world.particles;
    world.substeps = Math.ceil(0.01 / matter.dynamics.stableStep);
    const energies: number[] = [];
    for (let k = 0; k < 100; k++) {
      const { energy } = step(world, 0.01);
      let potential = 0;
      for (let i = 0; i < matter.count; i++) potential += p.mass.view[i] * G * (p.y[i] - floor);
      energies.push(potential + energy.kinetic + energy.compression);
    }
    let lowest = energies[0];
    let rise = 0;
    for (const value of energies) {
      lowest = Math.min(lowest, value);
      rise = Math.max(rise, value - lowest);
    }
    // 0.1 % in space; pairs along walls have no energy of their own, of which there are more to a particle in the plane.
    expect(rise / energies[0]).toBeLessThan(0.006);
  });
});

it.each([
  ['a plane', false, true],
  ['a box', true, true],
  ['a plane, explicitly', false, false],
])('friction on %s is that of all its weight', (_, isBox, implicit) => {
  const friction = 0.3;
  const { world, matter } = standing({
    dimension: 3,
    size: [0.3, 0.1, 0.3],
    material: { viscosity: 50 },
    friction,
    isBox,
    implicit,
  });
  world.substeps = Math.ceil(0.01 / matter.dynamics.stableStep);
  const p = world.particles;
  for (let k = 0; k < 20; k++) step(world, 0.01);
  for (let i = 0; i < matter.count; i++) p.vx[i] += 2;
  const speed = () => p.vx.subarray(0, matter.count).reduce((sum, v) => sum + v, 0) / matter.count;
  for (let k = 0; k < 5; k++) step(world, 0.01);
  const before = speed();
  for (let k = 0; k < 30; k++) step(world, 0.01);
  // μ g t.
  expect((before - speed()) / (friction * G * 0.3)).toBeGreaterThan(0.98);
  expect((before - speed()) / (friction * G * 0.3)).toBeLessThan(1.02);
});

it('a floor that moves takes a fluid along by friction, and no faster than itself', () => {
  const friction = 0.3;
  const { world, matter } = standing({
    dimension: 3,
    size: [0.3, 0.1, 0.3],
    material: { viscosity: 50 },
    friction,
    isBox: true,
    speed: 1,
  });
  world.substeps = Math.ceil(0.01 / matter.dynamics.stableStep);
  const p = world.particles;
  const speed = () => p.vx.subarray(0, matter.count).reduce((sum, v) => sum + v, 0) / matter.count;
  for (let k = 0; k < 40; k++) step(world, 0.01);
  expect(speed() / (friction * G * 0.2)).toBeGreaterThan(0.95);
  expect(speed() / (friction * G * 0.2)).toBeLessThan(1.02);
  for (let k = 0; k < 40; k++) step(world, 0.01);
  expect(speed()).toBeGreaterThan(0.99);
  expect(speed()).toBeLessThan(1.01);
});

describe('a fluid that begins in a floor', () => {
  const sunk = (depth: number) => standing({ dimension: 3, size: [0.1, 0.1, 0.1], depth });
  const lowest = ({ particles: p }: World) =>
    p.y.subarray(0, p.count).reduce((least, y) => Math.min(least, y));

  it('comes out at 0.2 m/s and is not thrown', () => {
    const { world, matter, lattice, floor } = sunk(0.05);
    world.substeps = Math.ceil(0.01 / matter.dynamics.stableStep);
    let most = 0;
    let out = 0;
    for (let k = 0; k < 100; k++) {
      most = Math.max(most, step(world, 0.01).energy.kinetic);
      if (lowest(world) < floor + lattice.layer / 2) out = 0.01 * (k + 1);
    }
    // All of 0.05 m, less the 0.1 D from which on a particle is put right at once.
    expect(out).toBeGreaterThan(0.2);
    expect(out).toBeLessThan(0.3);
    // A kilogram; put on the face at once, all particles would have 100 J of compression.
    expect(most).toBeLessThan(3);
  });

  it.each([
    [0.07, true],
    [0.15, false],
  ])('is put right at once if it is %f spacings deep: %s', (spacings, isAtOnce) => {
    const { world, matter, lattice, floor } = sunk(spacings * D);
    world.substeps = Math.ceil(0.001 / matter.dynamics.stableStep);
    step(world, 0.001);
    const gap = lowest(world) - floor - lattice.layer / 2;
    expect(gap > -0.01 * D).toBe(isAtOnce);
  });
});
