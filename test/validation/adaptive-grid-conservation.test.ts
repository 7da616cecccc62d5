/** What a sheet without outer forces keeps while it refines itself, is put together again, and steps by levels. */
import { describe, expect, it } from 'vitest';
import { run, step } from '../../src/index.ts';
import {
  disturb,
  FIXED,
  MATERIAL,
  randomLevels,
  type SheetWorld,
  type Sums,
  sheetWorld,
  sums,
  takeSubsteps,
} from './adaptive-world.ts';

const DT = 0.002;
/** Sums of a thousand masses, each rounded some hundred times. */
const ROUNDING = 1e-12;

/** Greatest change of an axis of Σ m v, over Σ |m v| at the beginning. */
function momentumChange(before: Sums, after: Sums): number {
  return (
    Math.max(...after.momentum.map((sum, axis) => Math.abs(sum - before.momentum[axis]))) / before.amount
  );
}

/** m: how far the centre of mass is from where its velocity took it in a step. */
function centreChange(before: Sums, after: Sums): number {
  const way = before.momentum.map((sum) => (sum / before.mass) * DT);
  return Math.max(...after.centre.map((c, axis) => Math.abs(c - before.centre[axis] - way[axis])));
}

/** Bent around a cylinder and across, in random motion. */
function bent(stretch: number): SheetWorld {
  const made = sheetWorld({
    material: { ...MATERIAL, stretch, shear: stretch / 4, damping: 0 },
    place: (u, v) => [0.25 * Math.sin(u / 0.25) + 0.1 * Math.sin(9 * v), v, 0.25 * Math.cos(u / 0.25)],
  });
  disturb(made.world, 0.3, 7);
  takeSubsteps(made.world, DT);
  return made;
}

describe('a sheet that splits where it is bent', () => {
  it('keeps mass, momentum and centre of mass: new masses are means of their neighbours', () => {
    const { world, sheet } = bent(1e-12); // without springs to speak of: what splitting itself does
    for (let k = 0; k < 6; k++) {
      const before = sums(world);
      step(world, DT);
      const after = sums(world);
      expect(Math.abs(after.mass / before.mass - 1)).toBeLessThan(ROUNDING);
      expect(momentumChange(before, after)).toBeLessThan(ROUNDING);
      expect(centreChange(before, after)).toBeLessThan(ROUNDING);
    }
    expect(sheet.count).toBeGreaterThan(500);
  });

  it('keeps mass and momentum with its springs too', () => {
    const { world, sheet } = bent(MATERIAL.stretch);
    for (let k = 0; k < 6; k++) {
      const before = sums(world);
      step(world, DT);
      const after = sums(world);
      expect(Math.abs(after.mass / before.mass - 1)).toBeLessThan(ROUNDING);
      expect(momentumChange(before, after)).toBeLessThan(ROUNDING);
    }
    expect(sheet.count).toBeGreaterThan(600);
  });
});

describe('a sheet that is put together again', () => {
  it('keeps mass and momentum, and its centre but for how uneven it is', () => {
    const made = sheetWorld({ startLevel: randomLevels(3, 3), unsplitAge: 0.02 });
    const { world, sheet } = made;
    disturb(world, 0.003, 7);
    takeSubsteps(world, DT);
    expect(sheet.count).toBeGreaterThan(600);
    for (let k = 0; k < 50; k++) {
      const before = sums(world);
      step(world, DT);
      const after = sums(world);
      const middle = after.centre[2];
      let uneven = 0;
      for (const z of world.particles.z.subarray(0, sheet.count))
        uneven = Math.max(uneven, Math.abs(z - middle));
      expect(Math.abs(after.mass / before.mass - 1)).toBeLessThan(ROUNDING);
      expect(momentumChange(before, after)).toBeLessThan(ROUNDING);
      // A mass that goes leaves its mass at the mean of its neighbours, where it was not quite.
      expect(centreChange(before, after)).toBeLessThan(uneven);
    }
    expect(sheet.count).toBe(100);
  });
});

describe.each([
  'euler-cromer',
  'verlet',
] as const)('a crumpled sheet of all levels in free flight, %s', (engine) => {
  it('keeps its momentum over 200 steps, and its energy without damping over 1500', () => {
    const { world } = sheetWorld(
      {
        ...FIXED,
        startLevel: randomLevels(3, 3),
        material: { ...MATERIAL, damping: 0, rigidity: 1e-5 },
        place: (u, v) => [
          0.25 * Math.sin(u / 0.25) + 0.05 * Math.sin(9 * v),
          0.98 * v,
          0.25 * Math.cos(u / 0.25) + 0.03 * Math.sin(20 * v * u),
        ],
      },
      engine,
    );
    disturb(world, 0.3, 7);
    takeSubsteps(world, DT);
    const before = sums(world);
    run(world, DT, 200);
    expect(momentumChange(before, sums(world))).toBeLessThan(ROUNDING);
    const energies: number[] = [];
    const { fault } = run(world, DT, 1300, ({ energy }) => energies.push(energy.total));
    expect(fault).toBeUndefined();
    const mean = (list: readonly number[]) => list.reduce((sum, e) => sum + e, 0) / list.length;
    const [first, last] = [mean(energies.slice(0, 260)), mean(energies.slice(-260))];
    // Both are symplectic with a fixed step: energy swings by about ωh/2 of the part in the stiffest modes, and drifts
    // neither way. Measured, Euler–Cromer by levels and Verlet: means +0.05 and −0.21 %, most +0.26 and +0.12 %.
    expect(Math.abs(last / first - 1)).toBeLessThan(0.005);
    expect(Math.max(...energies) / first).toBeLessThan(1.01);
  });
});
