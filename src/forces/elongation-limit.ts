/**
 * Provot's (1995) limit on elongation: springs longer than (1 + τ) L₀ after a step are shortened to that by
 * moving their ends. At most two sweeps over the springs a sub-step: on a flag of 129 × 129 with a limit of 10 % one
 * sweep leaves 17.9 % at the pins, two 12.7 %, four 10.9 %. What they leave, the next sub-step takes.
 */
import type { Stage, World } from '../core/world.ts';
import { within } from '../math/check.ts';
import type { Springs } from './springs.ts';

/** τ: 0.1 allows 10 %. */
export function elongationLimit(springs: Springs, limit: number): Stage & { limit: number } {
  within('elongationLimit', limit, 0);
  return {
    name: 'elongation limit',
    limit,
    run(world: World, h: number) {
      if (sweep(world, springs, this.limit, h) === 0) return false;
      sweep(world, springs, this.limit, h);
      return true;
    },
  };
}

/** Returns how many springs were too long. */
function sweep(world: World, springs: Springs, limit: number, h: number): number {
  const p = world.particles;
  return world.kernels.limitElongation(
    springs.runs.offset,
    springs.runCount,
    p.position.offset,
    p.velocity.offset,
    p.inverseMass.offset,
    p.stride,
    springs.stiffness.offset,
    springs.rest.offset,
    limit,
    1 / h,
  );
}
