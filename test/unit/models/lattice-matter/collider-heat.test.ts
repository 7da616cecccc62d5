/** Colliders at temperatures of their own warm and cool the matter on them, and no heat is lost on the way. */
import { expect, it } from 'vitest';
import type { ColliderHeat, LatticeMatter } from '../../../../src/engine.ts';
import { buildScene, parseScene, step } from '../../../../src/index.ts';

const [DENSITY, SPECIFIC_HEAT, CONDUCTANCE, SPACING] = [1000, 500, 400, 0.05];

/** A row of matter at 300 K, `gap` m above a floor; no heat flows within it. */
function row(temperature: number, gap = 0.0001) {
  const heat = { conductivity: 0, specificHeat: SPECIFIC_HEAT };
  const world = buildScene(
    parseScene({
      format: 1,
      air: { density: 0 },
      engine: { name: 'euler-cromer', substeps: 4 },
      bodies: [
        {
          name: 'row',
          model: 'lattice-matter',
          spacing: SPACING,
          plane: true,
          objects: [
            {
              shape: { kind: 'box', size: [0.4, 0.044, 1] },
              position: [0, SPACING / 2 + gap, 0],
              temperature: 300,
              material: { density: DENSITY, young: 1e6, heat },
            },
          ],
        },
      ],
      colliders: [{ name: 'floor', shape: { kind: 'plane' }, temperature, conductance: CONDUCTANCE }],
    }),
  );
  return {
    world,
    matter: world.bodies[0] as LatticeMatter,
    heat: world.schedule.in('heat')[0] as ColliderHeat,
  };
}

it('one row on a hot floor follows T_c + (T − T_c) exp(−g A t/C), and gets what the floor gives', () => {
  const { world, matter, heat } = row(400);
  const { temperature, mass } = world.particles;
  const rows = Array.from({ length: matter.count }, (_, i) => world.particles.y[i]);
  expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(1e-9);
  for (let k = 0; k < 30; k++) step(world, 1 / 30);
  const capacity = mass.view[0] * SPECIFIC_HEAT;
  const expected = 400 - 100 * Math.exp((-CONDUCTANCE * SPACING) / capacity);
  let gained = 0;
  for (let i = 0; i < matter.count; i++) {
    expect(temperature.view[i]).toBeCloseTo(expected, 6);
    gained += capacity * (temperature.view[i] - 300);
  }
  expect(heat.given / gained).toBeCloseTo(1, 10);
});

it('a cold floor takes heat, and no more than there is', () => {
  const { world, heat } = row(250);
  step(world, 0.1);
  expect(heat.given).toBeLessThan(0);
  expect(Math.min(...world.particles.temperature.view.subarray(0, world.particles.count))).toBeGreaterThan(
    250,
  );
});

it.each([
  [0.2, true],
  [0.3, false],
])('a floor warms matter that is %f spacings above it: %s', (spacings, isWarmed) => {
  // The box is 0.044 m high around the middle of its position, and its row ends 0.0004 m below it.
  const { world, heat } = row(400, spacings * SPACING - 0.5 * SPACING + 0.022);
  step(world, 1e-6);
  expect(heat.given > 0).toBe(isWarmed);
});
