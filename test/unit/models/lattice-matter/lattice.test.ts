/** The lattice: rigid motion does nothing, affine maps give their strain, momentum stays, nothing breaks the rotation. */
import { describe, expect, it } from 'vitest';
import {
  addLatticeMatter,
  createIntegrator,
  fillShape,
  matterLattice,
  matterStrain,
} from '../../../../src/engine.ts';
import { hash, restore, snapshot, step, World } from '../../../../src/index.ts';
import { JELLY, map, matterWorld, momenta, momentumSizes, rotation, SPACING } from './matter-world.ts';

/** So short that nothing moves by it: what a step finds is what was put there. */
const INSTANT = 1e-9;

describe.each([
  { dimension: 3 as const, axis: [1, 2, 3] },
  { dimension: 2 as const, axis: [0, 0, 1] },
])('rigid motion in $dimension dimensions', ({ dimension, axis }) => {
  it.each([0.3, 1.5, 3])('a body turned by %f rad is at rest', (angle) => {
    const { world, matter } = matterWorld({ dimension, implicit: false });
    // In small turns: a lattice is found again from the last one.
    const turns = 10;
    for (let k = 0; k < turns; k++) {
      map(world, rotation(axis, angle / turns));
      step(world, INSTANT);
    }
    const { energy } = step(world, INSTANT);
    const stiff = 2e4 * matter.lattice.volume * matter.count;
    expect(energy.lattice).toBeLessThan(1e-24 * stiff); // strain² of rounding, 1e-13
    for (let i = 0; i < matter.count; i += 7) {
      const { linear, green } = matterStrain(matter, i);
      for (const value of [...linear, ...green]) expect(Math.abs(value)).toBeLessThan(1e-12);
    }
  });

  it('a spinning body is not damped', () => {
    const { world } = matterWorld({
      dimension,
      implicit: false,
      material: { young: 0, damping: 50, smoothing: 0 },
      object: { spin: [0.2 * axis[0], 0.2 * axis[1], 0.2 * axis[2]] },
    });
    const before = world.particles.velocity.view.slice();
    step(world, INSTANT);
    world.particles.velocity.view.forEach((v, k) => {
      // F = 50/s · m v_n for 1e-9 s; v_n of rounding
      expect(Math.abs(v - before[k])).toBeLessThan(1e-20);
    });
  });
});

it('motion within a neighbourhood is damped, at the rate asked for and without momentum', () => {
  const { world } = matterWorld({ implicit: false, material: { young: 0, damping: 20 } });
  const p = world.particles;
  for (let i = 0; i < p.count; i++) p.vx[i] = i % 2 === 0 ? 1 : -1;
  const energy = () => p.vx.reduce((sum, v) => sum + v * v, 0);
  const before = energy();
  const momentum = momenta(world);
  step(world, 1e-3);
  const rate = (1 - energy() / before) / (2 * 1e-3);
  expect(rate).toBeGreaterThan(5); // short waves feel most of η, 20/s; at the surface there are fewer neighbourhoods
  expect(rate).toBeLessThan(20);
  momenta(world).forEach((value, k) => {
    expect(Math.abs(value - momentum[k])).toBeLessThan(1e-13 * momentumSizes(world)[k < 3 ? 0 : 1]);
  });
});

describe('an affine map', () => {
  it.each([
    ['stretch along x', [1.1, 0, 0, 0, 1, 0, 0, 0, 1], [0.105, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['simple shear', [1, 0.3, 0, 0, 1, 0, 0, 0, 1], [0, 0.15, 0, 0.15, 0.045, 0, 0, 0, 0]],
    ['uniform', [1.1, 0, 0, 0, 1.1, 0, 0, 0, 1.1], [0.105, 0, 0, 0, 0.105, 0, 0, 0, 0.105]],
    ['squeeze', [0.9, 0, 0, 0, 1, 0, 0, 0.1, 1.05], [-0.095, 0, 0, 0, 0.005, 0.0525, 0, 0.0525, 0.05125]],
  ])('%s gives its exact strain', (_name, f, green) => {
    const { world, matter } = matterWorld({ implicit: false });
    // In steps: neighbours that jump by half a spacing are others.
    const turns = 20;
    const points = world.particles.position.view.slice();
    for (let k = 1; k <= turns; k++) {
      world.particles.position.view.set(points);
      world.particles.velocity.view.fill(0);
      const part = f.map((value, at) => ((at % 4 === 0 ? 1 : 0) * (turns - k) + value * k) / turns);
      map(world, part);
      step(world, INSTANT);
    }
    for (let i = 0; i < matter.count; i += 5) {
      const a = matter.record.shape.view.subarray(9 * i, 9 * i + 9);
      for (let at = 0; at < 9; at++) expect(a[at]).toBeCloseTo(f[at], 11);
      // R AᵀA Rᵀ has the invariants of AᵀA, whatever R: here the trace of E and that of its square.
      const strain = matterStrain(matter, i).green;
      const trace = (e: ArrayLike<number>) => e[0] + e[4] + e[8];
      const squares = (e: Iterable<number>) => [...e].reduce((sum, value) => sum + value * value, 0);
      expect(trace(strain)).toBeCloseTo(trace(green), 11);
      expect(squares(strain)).toBeCloseTo(squares(green), 11);
    }
  });
});

describe('momentum of a free body', () => {
  const spin = [1, -2, 0.5] as const;
  it.each([
    { implicit: false, name: 'explicit', phase: 'solid' as const },
    { implicit: true, name: 'implicit', phase: 'solid' as const },
    { implicit: false, name: 'fluid', phase: 'fluid' as const },
  ])('$name: stays to 1e-10 a step', ({ implicit, phase }) => {
    const { world } = matterWorld({
      implicit,
      shape: { kind: 'sphere', radius: 0.2 },
      object: { spin, velocity: [1, 2, 3], phase },
      material: { damping: 5, viscosity: 5, smoothing: 0.3 },
    });
    map(world, [1.05, 0.04, 0, 0, 0.95, 0.02, 0, 0, 1.03]);
    const before = momenta(world);
    for (let k = 0; k < 20; k++) step(world, 1e-3);
    const after = momenta(world);
    const sizes = momentumSizes(world);
    after.forEach((value, k) => {
      // rounding of 20 steps over 300 particles: far below what is asked for
      expect(Math.abs(value - before[k])).toBeLessThan(1e-12 * sizes[k < 3 ? 0 : 1]);
    });
  });

  it.each([false, true])('two bodies that collide (implicit: %s) exchange it and stay apart', (implicit) => {
    const lattice = matterLattice(SPACING, 3);
    const points = fillShape({ kind: 'sphere', radius: 0.1 }, lattice);
    const moved = points.map((value, k) => (k % 3 === 0 ? value + 0.3 : k % 3 === 1 ? value + 0.04 : value));
    const world = new World(createIntegrator('euler-cromer'));
    addLatticeMatter(world, {
      name: 'balls',
      spacing: SPACING,
      implicit,
      objects: [
        { points, material: JELLY, velocity: [1, 0, 0] },
        { points: moved, material: JELLY, velocity: [-1, 0, 0] },
      ],
    });
    const before = momenta(world);
    for (let k = 0; k < 150; k++) step(world, 2e-3);
    const sizes = momentumSizes(world);
    momenta(world).forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(1e-11 * sizes[k < 3 ? 0 : 1]);
    });
    const p = world.particles;
    const half = p.count / 2;
    const middle = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    // They came in at 1 m/s each and leave the way they came.
    expect(middle(p.vx.subarray(0, half))).toBeLessThan(-0.3);
    expect(middle(p.x.subarray(half)) - middle(p.x.subarray(0, half))).toBeGreaterThan(0.2);
  });
});

it('every site has one particle, and no particle has two sites', () => {
  const { world, matter } = matterWorld({ implicit: false, object: { spin: [3, 4, 5] } });
  const p = world.particles;
  // Shaken by a third of a spacing: neighbours fight for sites.
  for (let i = 0; i < p.count; i++) {
    p.x[i] += 0.35 * SPACING * Math.sin(12.9 * i);
    p.y[i] += 0.35 * SPACING * Math.sin(78.2 * i);
    p.z[i] += 0.35 * SPACING * Math.sin(37.7 * i);
  }
  step(world, INSTANT);
  const { docks } = matter.record;
  let docked = 0;
  for (let i = 0; i < matter.count; i++) {
    const sitting = [...docks.subarray(18 * i, 18 * i + 18)].filter((j) => j >= 0);
    expect(new Set(sitting).size).toBe(sitting.length);
    docked += sitting.length;
  }
  // Of about 15 in so small a block: some are shaken to between the sites, and some lose to others.
  expect(docked).toBeGreaterThan(7 * matter.count);
});

describe('neighbourhoods without a shape', () => {
  it.each([
    ['flat', [1, 0, 0, 0, 1, 0, 0, 0, 0]],
    ['a line', [1, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['inside out', [1, 0, 0, 0, 1, 0, 0, 0, -1]],
    ['one point', [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['squeezed', [0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2]],
  ])('%s: rotations stay rotations, and all stays finite', (_name, f) => {
    for (const implicit of [false, true]) {
      const { world, matter } = matterWorld({ implicit, shape: { kind: 'sphere', radius: 0.12 } });
      map(world, f as number[]);
      for (let k = 0; k < 20; k++) {
        const report = step(world, 1e-3);
        expect(report.fault).toBeUndefined();
      }
      for (let i = 0; i < matter.count; i++) {
        const q = matter.record.turn.view.subarray(4 * i, 4 * i + 4);
        expect(Math.hypot(...q)).toBeCloseTo(1, 12);
      }
      expect(world.particles.velocity.view.every((v) => Math.abs(v) < 1e3)).toBe(true);
    }
  });

  it('a lone particle falls free, and two in one place part', () => {
    const { world } = matterWorld({ object: { points: [0, 0, 0, 0.05, 0, 0, 1, 0, 0] } });
    world.particles.x[1] = 0;
    for (let k = 0; k < 50; k++) expect(step(world, 1e-3).fault).toBeUndefined();
    expect(world.particles.x[2]).toBe(1);
  });
});

it('a snapshot half-way goes on byte-equal, and the same seed gives the same bytes', () => {
  const setting = {
    object: { spin: [2, 0, 1] as const, temperature: 400 },
    material: {
      young: 5e3,
      docking: { rate: 50, change: 200 },
      melting: { rate: 0.2, temperature: 390 },
      heat: { conductivity: 10, specificHeat: 1000 },
    },
  };
  const make = (seed: number) => matterWorld({ ...setting, seed });
  const { world, matter } = make(1);
  world.substeps = 4;
  for (let k = 0; k < 5; k++) step(world, 8e-3);
  const bytes = snapshot(world);
  for (let k = 0; k < 5; k++) step(world, 8e-3);
  expect(matter.record.phase.view.some((phase) => phase === 0)).toBe(true);
  const { world: again } = make(1);
  again.substeps = 4;
  restore(again, bytes);
  for (let k = 0; k < 5; k++) step(again, 8e-3);
  expect(hash(again)).toBe(hash(world));
  const { world: other } = make(2);
  other.substeps = 4;
  for (let k = 0; k < 10; k++) step(other, 8e-3);
  expect(hash(other)).not.toBe(hash(world));
});
