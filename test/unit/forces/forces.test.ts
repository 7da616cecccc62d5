/** Every force against its energy, F = −∂E/∂x by central differences, or against what it must do instead. */
import { describe, expect, it } from 'vitest';
import {
  addProvotSheet,
  airDamping,
  createIntegrator,
  evaluateForces,
  type Force,
  gravity,
  pressure,
  wind,
} from '../../../src/engine.ts';
import { step, World } from '../../../src/index.ts';

function sheetWorld(place?: (u: number, v: number) => readonly [number, number, number]) {
  const world = new World(createIntegrator('verlet'));
  const sheet = addProvotSheet(world, {
    name: 'sheet',
    size: [1, 0.8],
    points: [6, 5],
    material: { density: 0.2, stretch: 100, shear: 40, bend: 3, damping: 0.1, thickness: 1e-3 },
    place: place ?? ((u, v) => [u + 0.05 * v * v, v - 0.1 * u * v, 0.2 * u * u - 0.1 * v]),
  });
  return { world, sheet };
}

/** Largest |F + ∂E/∂x| over all coordinates. */
function gradientError(world: World, force: Force): number {
  if (typeof force.energy !== 'function') throw new Error(`${force.name} has no energy`);
  const x = world.particles.position.view;
  const { count, stride } = world.particles;
  world.particles.force.view.fill(0);
  force.add(world, 0);
  const f = world.particles.force.view.slice();
  const d = 1e-6;
  let worst = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) {
      const at = axis * stride + i;
      const here = x[at];
      x[at] = here + d;
      const up = force.energy(world);
      x[at] = here - d;
      const down = force.energy(world);
      x[at] = here;
      worst = Math.max(worst, Math.abs(f[at] + (up - down) / (2 * d)));
    }
  }
  return worst;
}

/** Differences of energies of size 10 J over 2e-6 m: rounding gives 1e-9, the third derivative 1e-9 more. */
const DIFFERENCE = 1e-7;

describe('forces have energies', () => {
  it('gravity', () => {
    const { world } = sheetWorld();
    expect(gradientError(world, gravity([1, -9.8, 0.5]))).toBeLessThan(DIFFERENCE);
  });

  it('springs', () => {
    const { world, sheet } = sheetWorld();
    expect(gradientError(world, sheet.springs)).toBeLessThan(DIFFERENCE);
  });

  it('pressure in a closed set', () => {
    const world = new World(createIntegrator('verlet'));
    const p = world.particles;
    p.add(4);
    [0, 1, 0, 0.1].forEach((value, i) => {
      p.x[i] = value;
    });
    [0, 0, 1, 0.2].forEach((value, i) => {
      p.y[i] = value;
    });
    [0, 0.1, 0, 1].forEach((value, i) => {
      p.z[i] = value;
    });
    const tetrahedron = world.arena.allocate('tetrahedron', 'i32', 12, 'model');
    tetrahedron.view.set([0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
    const force = pressure(tetrahedron, 3);
    expect(gradientError(world, force)).toBeLessThan(DIFFERENCE);
    world.particles.force.view.fill(0);
    force.add(world, 0);
    const sum = [p.fx, p.fy, p.fz].map((f) => f.reduce((s, value) => s + value, 0));
    for (const total of sum) expect(Math.abs(total)).toBeLessThan(1e-15); // a closed set is not pushed anywhere
  });

  it('pressure on an open sheet pushes it by p times its area vector', () => {
    const { world, sheet } = sheetWorld((u, v) => [u, v, 0]);
    const force = pressure(sheet.triangles, 5);
    expect(force.energy).toHaveProperty('none');
    force.add(world, 0);
    const total = world.particles.fz.reduce((s, value) => s + value, 0);
    expect(Math.abs(total) / (5 * 0.8)).toBeCloseTo(1, 12);
  });
});

describe('air', () => {
  it.each([
    1, 4, 16,
  ])('a rate slows a free particle as exp(−γt) whatever the step (%s sub-steps)', (substeps) => {
    const world = new World(createIntegrator('rk4'));
    world.particles.add(1);
    world.particles.setMass(0, 2);
    world.particles.vx[0] = 1;
    world.addForce(airDamping(3));
    world.substeps = substeps;
    for (let i = 0; i < 10; i++) step(world, 0.05);
    expect(world.particles.vx[0]).toBeCloseTo(Math.exp(-1.5), 5); // rk4 with hγ = 0.15: (hγ)⁵/120 a step
  });

  it('wind square on a plate drags it by ½ρv²A C_D, and lifts nothing', () => {
    const { world, sheet } = sheetWorld((u, v) => [u, v, 0]);
    for (const force of [...world.forces]) world.remove(force);
    world.addForce(
      wind([sheet], { velocity: [0, 0, 6], density: 1.2, drag: 1.1, lift: 0.7, gust: 0, gustPeriod: 1 }),
    );
    evaluateForces(world, 0);
    const [x, y, z] = [world.particles.fx, world.particles.fy, world.particles.fz].map((f) =>
      f.reduce((s, value) => s + value, 0),
    );
    expect(z).toBeCloseTo(0.5 * 1.2 * 36 * 0.8 * 1.1, 10);
    expect(Math.hypot(x, y)).toBeLessThan(1e-12);
  });

  it('wind at 45° lifts across the flow by ½ρv²A C_L cos·sin', () => {
    const { world, sheet } = sheetWorld((u, v) => [u * Math.SQRT1_2, v, u * Math.SQRT1_2]);
    for (const force of [...world.forces]) world.remove(force);
    world.addForce(
      wind([sheet], { velocity: [6, 0, 0], density: 1.2, drag: 0, lift: 0.7, gust: 0, gustPeriod: 1 }),
    );
    evaluateForces(world, 0);
    const [x, y, z] = [world.particles.fx, world.particles.fy, world.particles.fz].map((f) =>
      f.reduce((s, value) => s + value, 0),
    );
    expect(Math.abs(x)).toBeLessThan(1e-12);
    expect(Math.abs(y)).toBeLessThan(1e-12);
    expect(Math.abs(z)).toBeCloseTo(0.5 * 1.2 * 36 * 0.8 * 0.7 * 0.5, 10);
  });

  it('a sheet that moves with the wind feels none', () => {
    const { world, sheet } = sheetWorld();
    for (const force of [...world.forces]) world.remove(force);
    world.particles.vx.fill(4);
    world.addForce(
      wind([sheet], { velocity: [4, 0, 0], density: 1.2, drag: 1, lift: 1, gust: 0, gustPeriod: 1 }),
    );
    evaluateForces(world, 0);
    for (const f of world.particles.force.view) expect(Math.abs(f)).toBeLessThan(1e-15); // (4 + 4 + 4)/3 rounds
  });
});
