/** A sheet that refines itself over an edge: what is new begins outside of what the sheet lies on. */

import { step, World } from 'pliant';
import {
  addAdaptiveGrid,
  addContact,
  createCollider,
  createIntegrator,
  gravity,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { describe, expect, it } from 'vitest';

describe('a sheet that comes down on a wall of boxes that overlap', () => {
  const world = new World(createIntegrator('euler-cromer'));
  const sheet = addAdaptiveGrid(world, {
    name: 'sheet',
    size: [0.24, 0.24],
    points: [7, 7],
    material: { density: 0.15, stretch: 15, shear: 3, rigidity: 1e-5, damping: 0.05, thickness: 1e-3 },
    place: (u, v) => [u, 0.02, -v],
  });
  world.addForce(gravity([0, -9.81, 0]));
  // Half a cell beside the middle row, where no mass is; the ends of each box are within its neighbours.
  const colliders = [-2, -1, 0, 1, 2].map((k) =>
    createCollider({
      name: `box ${k}`,
      shape: { kind: 'box', size: [0.055, 0.1, 0.012] },
      position: [0.05 * k, -0.05, 0.017],
      friction: 0.5,
    }),
  );
  const contact = addContact(world, { colliders, bodies: [{ body: sheet, radius: 5e-4 }] }).particles!;
  const dt = 0.003;
  world.substeps = substepsFor(dt, stableSteps(world).engines['euler-cromer'].step);

  it('has no mass inside them, at any step, though it is split there', () => {
    let [inside, strain] = [0, 0];
    for (let k = 0; k < 50; k++) {
      const report = step(world, dt);
      expect(report.fault).toBeUndefined();
      inside = Math.max(inside, contact.inside);
      strain = Math.max(strain, report.strain.max);
    }
    expect(sheet.count).toBeGreaterThan(100);
    expect(inside).toBe(0);
    // Masses let out of the wall by and by, or sideways, would stretch their springs far more than the fall does.
    expect(strain).toBeLessThan(0.2);
  });
});
