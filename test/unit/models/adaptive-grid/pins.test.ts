/** Pins of an adaptive grid. */
import { expect, it } from 'vitest';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { eulerCromer } from '../../../../src/integrators/explicit.ts';
import { addAdaptiveGrid } from '../../../../src/models/adaptive-grid/index.ts';

it('a pin without keyframes holds still beside one that moves', () => {
  const world = new World(eulerCromer);
  const material = { density: 0.15, stretch: 300, shear: 100, damping: 0.02, thickness: 0.0005 };
  const sheet = addAdaptiveGrid(world, {
    name: 'sheet',
    size: [1, 1],
    points: [3, 3],
    maxLevel: 0,
    material,
  });
  const still = { column: 0, row: 0 };
  const moving = {
    column: 2,
    row: 0,
    keyframes: [
      { time: 0, offset: [0, 0, 0] as const },
      { time: 1, offset: [-0.1, 0, 0] as const },
    ],
  };
  sheet.pin([still, moving]);
  for (let i = 0; i < 10; i++) step(world, 0.001);
  const { x } = world.particles;
  expect(x[sheet.index(0, 0)]).toBe(-0.5);
  // a pin is carried on at its velocity to where it is led next: to rounding
  expect(x[sheet.index(2, 0)]).toBeCloseTo(0.5 - 0.1 * world.time, 12);
});
