/**
 * Provot's (1995) limit on elongation: springs longer than (1 + τ) L₀ after a step are shortened to that by
 * moving their ends. One sweep a sub-step; what a sweep leaves, the next takes.
 */
import { FORCES_CURRENT, type Stage, type World } from '../core/world.ts';
import type { Springs } from './springs.ts';

/** τ: 0.1 allows 10 %. */
export function elongationLimit(springs: Springs, limit: number): Stage & { limit: number } {
  return {
    name: 'elongation limit',
    limit,
    run(world: World, h: number) {
      const p = world.particles;
      const moved = world.kernels.limitElongation(
        springs.runs.offset,
        springs.runCount,
        p.position.offset,
        p.velocity.offset,
        p.inverseMass.offset,
        p.stride,
        springs.rest.offset,
        this.limit,
        1 / h,
      );
      if (moved > 0) world.state.view[FORCES_CURRENT] = 0;
    },
  };
}
