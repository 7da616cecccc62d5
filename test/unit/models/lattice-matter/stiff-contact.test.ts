/** Stiff matter on colliders: a body that lands on a corner is stopped as a whole, at steps far beyond the explicit limit. */
import { expect, it } from 'vitest';
import {
  addContact,
  addLatticeMatter,
  createCollider,
  createIntegrator,
  fillShape,
  gravity,
  matterLattice,
  matterLimits,
} from '../../../../src/engine.ts';
import { hash, restore, snapshot, step, World } from '../../../../src/index.ts';
import { rotation } from './matter-world.ts';

const SPACING = 0.02;
const DIE = { density: 600, young: 1e7 };
const STEP = 1e-3;

/** A die that falls on a corner. */
function dieWorld() {
  const lattice = matterLattice(SPACING, 3);
  const die = fillShape({ kind: 'box', size: [0.099, 0.099, 0.099] }, lattice);
  const [angle, axis] = [0.9, [0.6, 0, 0.8]];
  const turned = rotation(axis, angle);
  const points = die.map((_, k) => {
    const [at, row] = [k - (k % 3), 3 * (k % 3)];
    const up = k % 3 === 1 ? 0.2 : 0;
    return up + turned[row] * die[at] + turned[row + 1] * die[at + 1] + turned[row + 2] * die[at + 2];
  });
  const half = Math.sin(angle / 2);
  const quaternion = [half * axis[0], half * axis[1], half * axis[2], Math.cos(angle / 2)] as const;
  const world = new World(createIntegrator('euler-cromer'));
  const matter = addLatticeMatter(world, {
    name: 'die',
    spacing: SPACING,
    objects: [{ points, material: DIE, quaternion }],
  });
  world.addForce(gravity([0, -9.80665, 0]));
  const floor = createCollider({ name: 'floor', shape: { kind: 'plane' }, friction: 0.4 });
  addContact(world, { colliders: [floor], bodies: [{ body: matter, radius: SPACING / 2 }] });
  world.substeps = 10;
  return { world, matter, die };
}

it('keeps its shape, gains no energy and goes on byte-equal', () => {
  const { world, matter, die } = dieWorld();
  expect(STEP / matterLimits(DIE, matter.lattice).elastic).toBeGreaterThan(9);
  const { world: again } = dieWorld();
  let most = 0;
  let before = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 40; k++) {
    const report = step(world, 10 * STEP);
    expect(report.fault).toBeUndefined();
    expect(report.energy.total).toBeLessThan(before + 1e-3);
    before = report.energy.total;
    most = Math.max(most, report.strain.max);
    if (k === 24) restore(again, snapshot(world));
  }
  for (let k = 25; k < 40; k++) step(again, 10 * STEP);
  expect(hash(again)).toBe(hash(world));
  // ρv² of the fall is 1.4 kPa, E 10 MPa: nothing of it may be crushed
  expect(most).toBeLessThan(0.1);
  const p = world.particles;
  expect(Math.min(...p.y)).toBeGreaterThan(SPACING / 2 - 3e-4); // within the layer that carries it, 0.2 mm
  for (let i = 1; i < matter.count; i += 2) {
    const was = Math.hypot(die[3 * i] - die[0], die[3 * i + 1] - die[1], die[3 * i + 2] - die[2]);
    const is = Math.hypot(p.x[i] - p.x[0], p.y[i] - p.y[0], p.z[i] - p.z[0]);
    expect(Math.abs(is - was)).toBeLessThan(0.02 * SPACING);
  }
});

it('is held up by colliders, not held down: an elastic block bounces off the floor and has its shape again', () => {
  const spacing = 0.05;
  const lattice = matterLattice(spacing, 2);
  const block = fillShape({ kind: 'box', size: [0.4, 0.4, 1] }, lattice);
  const points = block.map((value, k) => value + (k % 3 === 1 ? 0.6 : 0));
  const world = new World(createIntegrator('euler-cromer'));
  const matter = addLatticeMatter(world, {
    name: 'block',
    spacing,
    dimension: 2,
    objects: [{ points, material: { density: 1000, young: 1e6 } }],
  });
  world.addForce(gravity([0, -9.80665, 0]));
  const floor = createCollider({ name: 'floor', shape: { kind: 'plane' } });
  addContact(world, { colliders: [floor], bodies: [{ body: matter, radius: lattice.layer / 2 }] });
  world.substeps = 15;
  const p = world.particles;
  const lowest = () => Math.min(...p.y.subarray(0, matter.count));
  let touched = false;
  let rise = 0;
  for (let k = 0; k < 60; k++) {
    step(world, 0.01);
    if (lowest() < 0.026) touched = true;
    else if (touched) rise = Math.max(rise, lowest() - lattice.layer / 2);
  }
  // It fell by 0.375 m; implicit steps of 0.7 ms leave it half of that, and supports that pull would leave nothing.
  expect(rise).toBeGreaterThan(0.15);
  for (let i = 1; i < matter.count; i++) {
    const was = Math.hypot(block[3 * i] - block[0], block[3 * i + 1] - block[1]);
    const is = Math.hypot(p.x[i] - p.x[0], p.y[i] - p.y[0]);
    expect(Math.abs(is - was)).toBeLessThan(0.02 * 0.4);
  }
});
