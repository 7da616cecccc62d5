/**
 * Air that resists motion, in two ways.
 * - A rate γ per second: F = −γ m v, so that a free particle slows as e^(−γt) whatever the step.
 * - The thesis's factor per step: v ← factor·v after every sub-step, which damps more the shorter the step.
 */
import { FORCES_CURRENT, type Force, type Stage, type World } from '../core/world.ts';

/** γ in 1/s. */
export function airDamping(rate: number): Force & { rate: number } {
  return {
    name: 'air',
    rate,
    energy: { none: 'it only takes energy away: power −γ Σ m v²' },
    add(world: World) {
      const { particles: p } = world;
      const f = p.force.view;
      const v = p.velocity.view;
      const mass = p.mass.view;
      for (let axis = 0; axis < 3; axis++) {
        const at = axis * p.stride;
        for (let i = 0; i < p.count; i++) f[at + i] -= this.rate * mass[i] * v[at + i];
      }
    },
  };
}

/** 0 < factor ≤ 1, applied to the free particles' velocities once a sub-step. */
export function stepDamping(factor: number): Stage & { factor: number } {
  return {
    name: 'step damping',
    factor,
    run(world: World) {
      const { particles: p } = world;
      const v = p.velocity.view;
      const w = p.inverseMass.view;
      for (let axis = 0; axis < 3; axis++) {
        const at = axis * p.stride;
        for (let i = 0; i < p.count; i++) if (w[i] !== 0) v[at + i] *= this.factor;
      }
      world.state.view[FORCES_CURRENT] = 0;
    },
  };
}
