/** A refined sheet comes to rest: at the ends of steps, where kicks of all levels are over, nothing moves any more. */
import { describe, expect, it } from 'vitest';
import { addContact, airDamping, createCollider, gravity } from '../../src/engine.ts';
import { run, type World } from '../../src/index.ts';
import { MATERIAL, row, sheetWorld, takeSubsteps } from './adaptive-world.ts';

const DT = 0.01;

/** Kinetic energy at the end over the largest there was, and the latter, J. */
function fall(world: World, seconds: number): { rest: number; most: number } {
  world.addForce(gravity([0, -9.81, 0]));
  world.addForce(airDamping(5));
  takeSubsteps(world, DT);
  let most = 0;
  const { fault, energy } = run(world, DT, Math.round(seconds / DT), (report) => {
    most = Math.max(most, report.energy.kinetic);
  });
  expect(fault).toBeUndefined();
  return { rest: energy.kinetic / most, most };
}

describe('kinetic energy dies away', () => {
  it.each([0, 1e-4])('of a sheet that falls and hangs by one side, rigidity %d N·m', (rigidity) => {
    const { world, sheet } = sheetWorld({
      size: [0.4, 0.4],
      points: [6, 6],
      material: { ...MATERIAL, rigidity, damping: 0.1 },
      unsplit: false,
      place: (u, v) => [u, 0, -v],
    });
    sheet.pin(row(6, 0));
    const { rest, most } = fall(world, 5);
    expect(new Set(sheet.levels).size).toBeGreaterThan(1);
    expect(most).toBeGreaterThan(0.01); // of the 0.047 J that it can fall by
    expect(rest).toBeLessThan(1e-6); // measured 1.3e-7 and 4e-8
  });

  it('of a sheet that falls onto a box and drapes over it', () => {
    const { world, sheet } = sheetWorld({
      size: [0.4, 0.4],
      points: [9, 9],
      maxLevel: 2,
      material: { ...MATERIAL, density: 0.2, stretch: 30, shear: 8, rigidity: 2e-4, damping: 0.1 },
      place: (u, v) => [u + 0.013, 0.1, 0.007 - v],
    });
    const box = createCollider({
      name: 'box',
      shape: { kind: 'box', size: [0.2, 0.1, 0.2] },
      position: [0, -0.05, 0],
      friction: 0.6,
    });
    addContact(world, { colliders: [box], bodies: [{ body: sheet, radius: MATERIAL.thickness / 2 }] });
    const { rest } = fall(world, 3);
    expect(new Set(sheet.levels).size).toBe(3);
    // Measured 5.6e-6. Masses that are pressed on the box get their kick in the middle of a sub-step h, and are stopped at
    // its end or at the next: some have a velocity of up to hF/m. So they have with Verlet, refined or not.
    expect(rest).toBeLessThan(1e-5);
  });
});
