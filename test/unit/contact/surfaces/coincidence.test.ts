/** Sheets that start exactly in each other get an order. */
import { describe, expect, it } from 'vitest';
import { addContact } from '../../../../src/contact/index.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { addProvotSheet } from '../../../../src/models/layered-sheet/provot/provot.ts';

describe('two sheets in the same place', () => {
  it('are moved apart by a hundred-thousandth of a triangle, the later one upwards', () => {
    const world = new World(createIntegrator('euler-cromer'));
    const material = { density: 0.2, stretch: 20, shear: 6, bend: 0, damping: 0.2, thickness: 2e-3 };
    const bodies = [0, 1].map((k) =>
      addProvotSheet(world, { name: `sheet ${k}`, size: [0.4, 0.4], points: [5, 5], material }),
    );
    const { position, stride } = world.particles;
    const before = position.view.slice();
    addContact(world, { bodies: bodies.map((body) => ({ body, radius: 1e-3 })), self: true });
    step(world, 1e-9); // too short for anything else to move
    const gap = (i: number) => {
      const moved = [0, 1, 2].map((axis) => {
        const [a, b] = [axis * stride + i, axis * stride + 25 + i];
        return position.view[b] - before[b] - (position.view[a] - before[a]);
      });
      return Math.hypot(...moved) / (0.1 * Math.SQRT2); // over the longest side of a triangle
    };
    // Both are moved, the second out of the first and the first out of the second.
    for (let i = 0; i < 25; i++) expect(gap(i) / 2e-5).toBeCloseTo(1, 1);
  });
});
