/**
 * A mass dropped from h₀ = 1 m on a floor with restitution e: its n-th peak is h₀ e²ⁿ high. The case compares the first
 * peak. The mass is a small flat sheet, all of which meets the floor at once.
 */
import { buildScene, parseScene, step } from 'pliant';
import { type ValidationCase, verdict } from './case.ts';

const G = 9.80665;
const HEIGHT = 1;
const DT = 1 / 1000;
const THICKNESS = 1e-3;

export const bounceCase: ValidationCase = {
  name: 'bounce',
  title: 'First rebound of a dropped sheet, against h₀ e²',
  options: [
    {
      name: 'restitution',
      default: 0.5,
      min: 0,
      max: 1,
      help: 'e: speed after the impact over speed before it',
    },
  ],
  run({ restitution }) {
    const e = restitution as number;
    const world = buildScene(
      parseScene({
        format: 1,
        id: 'bounce-case',
        title: 'Bouncing sheet',
        seconds: 2,
        dt: DT,
        engine: { name: 'verlet', substeps: 'auto' },
        gravity: [0, -G, 0],
        air: { density: 0 },
        bodies: [
          {
            name: 'sheet',
            model: 'provot-sheet',
            size: [0.1, 0.1],
            points: [3, 3],
            position: [0, HEIGHT + THICKNESS / 2, 0],
            rotation: { axis: [1, 0, 0], angle: -90 },
            material: { density: 0.2, stretch: 50, shear: 20, bend: 1, damping: 0.1, thickness: THICKNESS },
          },
        ],
        colliders: [{ name: 'floor', shape: { kind: 'plane' }, friction: 0, restitution: e }],
      }),
    );
    const fall = Math.sqrt((2 * HEIGHT) / G);
    // From the first impact to the second, with a margin for a sheet that should not rebound.
    const end = fall * (1 + 2 * e) + 20 * DT;
    let low = Number.POSITIVE_INFINITY;
    let peak = 0;
    while (world.time < end) {
      step(world, DT);
      const height = world.particles.y[4] - THICKNESS / 2;
      low = Math.min(low, height);
      if (world.time > fall + DT) peak = Math.max(peak, height);
    }
    const exact = HEIGHT * e * e;
    // Rebounds below a thousandth of the drop last only a few steps: their error is relative to that height.
    const relativeError =
      Math.abs(peak - exact) / Math.max(exact, 1e-3 * HEIGHT) + Math.max(0, -low) / HEIGHT;
    return verdict(this.name, peak, exact, relativeError, 0.01);
  },
};
