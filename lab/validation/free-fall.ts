/**
 * A ball of matter released in a stretched state: it vibrates as it falls, without effect on its centre of mass. After t it
 * has fallen g t²/2 and moves at g t. (Verlet's method follows the parabola exactly; euler-cromer is ahead by g t h/2,
 * h its sub-step, as theory predicts.)
 */
import { step } from 'pliant';
import { gravity } from 'pliant/engine';
import { type ValidationCase, verdict } from './case.ts';
import { ball, G, MATTER_OPTIONS, matterBlock, motion, place } from './matter.ts';

/** Relative rounding error of sums over all particles and steps. */
const TOLERANCE = 1e-11;

export const freeFallCase: ValidationCase = {
  name: 'free-fall',
  title: 'A vibrating ball of matter in free fall, against g t²/2 and g t',
  options: [
    MATTER_OPTIONS.particles,
    MATTER_OPTIONS.spacing,
    MATTER_OPTIONS.density,
    MATTER_OPTIONS.dimension,
    { name: 'young', default: 1e5, unit: 'Pa', min: 0, max: 1e11, help: 'Young’s modulus' },
    { name: 'stretch', default: 1.05, min: 0.8, max: 1.2, help: 'stretch at the release' },
    { name: 'phase', default: 'solid', choices: ['solid', 'fluid'], help: 'solid, fluid' },
    { name: 'engine', default: 'verlet', choices: ['verlet', 'euler-cromer'], help: 'verlet, euler-cromer' },
    { name: 'step', default: 1e-3, unit: 's', min: 1e-6, max: 0.1, help: 'time step' },
    { name: 'time', default: 0.3, unit: 's', min: 1e-3, max: 10, help: 'duration of the fall' },
  ],
  run(options) {
    const { particles, spacing, density, young, stretch, step: dt, time } = options as Record<string, number>;
    const dimension = options.dimension === '2' ? 2 : 3;
    const points = ball(particles, spacing, dimension);
    const engine = options.engine as 'verlet' | 'euler-cromer';
    const { world, matter } = matterBlock({
      engine,
      spacing,
      dimension,
      points,
      material: { density, young, damping: 5, viscosity: 1 },
      object: { phase: options.phase as 'solid' | 'fluid' },
    });
    place(world, points, [stretch, 0, 0, 0, 1, 0, 0, 0, 1]);
    world.addForce(gravity([0, -G, 0]));
    world.substeps = Math.max(1, Math.ceil(dt / matter.dynamics.stableStep));
    const steps = Math.max(1, Math.round(time / dt));
    const start = motion(world);
    for (let k = 0; k < steps; k++) {
      const { fault } = step(world, dt);
      if (fault)
        return verdict(this.name, Number.NaN, 0, Number.POSITIVE_INFINITY, TOLERANCE, {
          notes: [fault.cause],
        });
    }
    const end = motion(world);
    const t = steps * dt;
    const late = engine === 'verlet' ? 0 : (G * t * dt) / world.substeps / 2;
    const measured = { drop: start.centre[1] - end.centre[1], speed: -end.momentum[1] / end.mass };
    const exact = { drop: 0.5 * G * t * t + late, speed: G * t };
    const sideways = largestOf(end.momentum[0], end.momentum[2]) / (end.mass * exact.speed);
    const worst = Math.max(
      Math.abs(measured.drop / exact.drop - 1),
      Math.abs(measured.speed / exact.speed - 1),
      sideways,
    );
    return verdict(this.name, measured, exact, worst, TOLERANCE);
  },
};

function largestOf(...values: number[]): number {
  return Math.max(...values.map(Math.abs));
}
