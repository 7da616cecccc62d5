/**
 * Air that resists motion, in two ways.
 * - A rate γ per second: F = −γ m v, so that a free particle slows as e^(−γt) whatever the step.
 * - The thesis's factor per step: v ← factor·v after every sub-step, which damps more the shorter the step.
 */
import type { Force } from '../core/force.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import { positive, within } from '../math/check.ts';

/** γ in 1/s. */
export function airDamping(rate: number): Force & { rate: number } {
  within('air.rate', rate, 0);
  return {
    name: 'air',
    rate,
    energy: { none: 'it only takes energy away: power −γ Σ m v²' },
    add({ particles: p, kernels }: World) {
      kernels.airForces(p.force.offset, p.velocity.offset, p.mass.offset, this.rate, p.stride);
    },
    addDrag({ particles: p }: World, mass: Float64Array, h: number) {
      for (let i = 0; i < p.count; i++) mass[i] += h * this.rate * p.mass.view[i];
    },
  };
}

/** 0 < factor ≤ 1, applied once a sub-step; pins get their velocities anew in the next. */
export function stepDamping(factor: number): System & { factor: number } {
  within('air.factor', positive('air.factor', factor), 0, 1);
  return {
    name: 'step damping',
    phase: 'limit',
    factor,
    run({ particles: p, kernels }: World): Moved {
      kernels.scale(p.velocity.offset, this.factor, p.numbers);
      return 'moved';
    },
  };
}
