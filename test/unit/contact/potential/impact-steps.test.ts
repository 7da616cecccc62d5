/** Sub-steps before impacts under implicit engines. */
import { describe, expect, it } from 'vitest';
import { createCollider } from '../../../../src/contact/index.ts';
import { ImpactSteps } from '../../../../src/contact/potential/impact-steps.ts';
import { createObstacle } from '../../../../src/contact/surfaces/obstacles.ts';
import type { ParticleSpheres } from '../../../../src/contact/surfaces/particle-spheres.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { addProvotSheet } from '../../../../src/models/layered-sheet/provot/provot.ts';
import { buildScene } from '../../../../src/scene/build.ts';
import { parseScene } from '../../../../src/scene/parse.ts';

const DT = 1 / 60;
const HEIGHT = 0.05;
const DIAMETER = 0.04;

/** A sheet at a speed, a centimetre above a box, and the sub-steps of its next step; `longest`: that of what presses, s. */
function substeps(speed: number, spheres = false, longest = Infinity): number {
  const world = new World(createIntegrator('implicit-euler'));
  const material = { density: 0.2, stretch: 200, shear: 60, bend: 0, damping: 0.2, thickness: 0.002 };
  const body = addProvotSheet(world, {
    name: 'sheet',
    size: [0.4, 0.4],
    points: [5, 5],
    material,
    place: (u, v) => [u, 0.01, v],
  });
  world.particles.velocity.view.fill(0);
  world.particles.vy.fill(-speed);
  world.substeps = 2;
  const box = createCollider({
    name: 'box',
    shape: { kind: 'box', size: [1, 1, 1] },
    position: [0, -0.5, 0],
  });
  const none = { bodies: [], diameter: Infinity };
  const some = { bodies: [{ body, radius: DIAMETER / 2 }], diameter: DIAMETER };
  const impacts = new ImpactSteps(
    { presses: longest < Infinity, longestStep: () => longest },
    {
      obstacles: spheres ? [] : [createObstacle(box)],
      sheets: [{ body, radius: 0.001 }],
      spheres: (spheres ? some : none) as unknown as ParticleSpheres,
      height: HEIGHT,
    },
  );
  impacts.set(world, DT);
  return world.substeps;
}

describe('sub-steps before an impact', () => {
  it('let no particle move farther than the height of a triangle', () => {
    expect(substeps((3.5 * HEIGHT) / DT)).toBe(2 * 4);
    expect(substeps((0.5 * HEIGHT) / DT)).toBe(2);
  });

  it('let no particle move farther than a twentieth of the diameter of spheres', () => {
    expect(substeps((2 * 3.5 * DIAMETER) / 20 / DT, true)).toBe(2 * 4);
  });

  it('are at most 32 for one', () => {
    expect(substeps((1000 * HEIGHT) / DT)).toBe(2 * 32);
  });

  it('are taken by the first step too', () => {
    const HEIGHT_ABOVE = 0.02; // m
    const SPEED = 10;
    const world = buildScene(
      parseScene({
        format: 1,
        engine: { name: 'implicit-euler' },
        air: { density: 0 },
        bodies: [
          {
            name: 'cloth',
            model: 'adaptive-cloth',
            size: [0.2, 0.2],
            cells: [10, 10],
            position: [0, HEIGHT_ABOVE, 0],
            rotation: { axis: [1, 0, 0.2], angle: -80 },
            velocity: [0, -SPEED, 0],
            material: 'cotton',
          },
        ],
        colliders: [{ name: 'box', shape: { kind: 'box', size: [0.1, 1, 0.1] }, position: [0, -0.53, 0] }],
      }),
    );
    const most = 0.2 / 10; // the height of a triangle is less
    const first = step(world, 1 / 30);
    expect(first.substeps).toBeGreaterThanOrEqual(SPEED / 30 / most);
    // What the threads store is a part of the energy of the fall.
    expect(first.energy.cloth).toBeLessThan(0.5 * 0.14 * 0.04 * SPEED * SPEED);
  });

  it('are as short as what presses needs', () => {
    expect(substeps(0, false, DT / 5)).toBe(2 * 3);
    expect(substeps(0, false, DT)).toBe(2);
  });
});
