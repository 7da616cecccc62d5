/**
 * Resistance of still air, in two forms:
 *
 *   rate     F = −γ m v            a free particle slows as e^(−γt), whatever the sub-step
 *   factor   v ← factor · v        after every sub-step, as in the Aurora thesis; shorter sub-steps damp more
 *
 * γ  damping rate, 1/s
 */
import type { Force } from '../core/force.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import { positive, within } from '../math/check.ts';

/** Damping by the rate γ, 1/s. */
export function airDamping(rate: number): Force & { rate: number } {
  within('air.rate', rate, 0);
  return {
    name: 'air',
    rate,
    energy: { none: 'air only dissipates energy, with the power γ Σ m v²' },
    add({ particles: p, kernels }: World) {
      kernels.airForces(p.force.offset, p.velocity.offset, p.mass.offset, this.rate, p.stride);
    },
    addDrag({ particles: p }: World, mass: Float64Array, h: number) {
      for (let i = 0; i < p.count; i++) mass[i] += h * this.rate * p.mass.view[i];
    },
  };
}

/** Damping by a factor, 0 < factor ≤ 1, once per sub-step. Pinned particles are set to their velocities in the next one. */
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
