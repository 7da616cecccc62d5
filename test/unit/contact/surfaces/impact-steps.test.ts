/** Sub-steps before impacts under implicit engines. */
import { describe, expect, it } from 'vitest';
import { createCollider } from '../../../../src/contact/index.ts';
import { ImpactSteps } from '../../../../src/contact/surfaces/impact-steps.ts';
import { createObstacle } from '../../../../src/contact/surfaces/obstacles.ts';
import type { ParticleSpheres } from '../../../../src/contact/surfaces/particle-spheres.ts';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { addProvotSheet } from '../../../../src/models/layered-sheet/provot/provot.ts';

const DT = 1 / 60;
const HEIGHT = 0.05;
const DIAMETER = 0.04;

/** A sheet at a speed, a centimetre above a box, and the sub-steps of its next steps; `held` tells which had pairs held back. */
function substeps(speed: number, held: readonly boolean[], spheres = false): number[] {
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
    spheres ? [] : [createObstacle(box)],
    [{ body, radius: 0.001 }],
    (spheres ? some : none) as unknown as ParticleSpheres,
  );
  return held.map((isHeld) => {
    impacts.set(world, DT, HEIGHT, isHeld);
    return world.substeps;
  });
}

describe('sub-steps before an impact', () => {
  it('let no particle move farther than the height of a triangle', () => {
    expect(substeps((3.5 * HEIGHT) / DT, [false])).toEqual([2 * 4]);
    expect(substeps((0.5 * HEIGHT) / DT, [false])).toEqual([2]);
  });

  it('let no particle move farther than a twentieth of the diameter of spheres', () => {
    expect(substeps((2 * 3.5 * DIAMETER) / 20 / DT, [false], true)).toEqual([2 * 4]);
  });

  it('are at most 32 for one', () => {
    expect(substeps((1000 * HEIGHT) / DT, [false])).toEqual([2 * 32]);
  });

  it('are 8 for one after a pair was held back, then half as many in every step', () => {
    expect(substeps(0, [true, false, false, false, false])).toEqual([16, 8, 4, 2, 2]);
  });
});
