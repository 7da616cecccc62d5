/** Uniform gravity g (m/s²): F = m g, energy −Σ m g·x, which is 0 at the origin. */
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { finite } from '../math/check.ts';

export interface GravityForce extends Force {
  /** Acceleration g, m/s². */
  acceleration: [number, number, number];
}

export function gravity(acceleration: readonly [number, number, number]): GravityForce {
  for (const axis of [0, 1, 2]) finite(`gravity[${axis}]`, acceleration[axis]);
  return {
    name: 'gravity',
    acceleration: [...acceleration],
    add(world: World) {
      const { particles: p, kernels } = world;
      for (let axis = 0; axis < 3; axis++) {
        const g = this.acceleration[axis];
        if (g === 0) continue;
        const f = p.force.offset + axis * p.stride * 8;
        kernels.addScaled(f, f, p.mass.offset, g, p.stride);
      }
    },
    energy(world: World) {
      const { particles: p, kernels } = world;
      let sum = 0;
      for (let axis = 0; axis < 3; axis++) {
        sum -=
          this.acceleration[axis] *
          kernels.dot(p.mass.offset, p.position.offset + axis * p.stride * 8, p.stride);
      }
      return sum;
    },
  };
}
