/** A rigid sphere in a world, as tests read it. */
import { addRigidBodies, type RigidBodySpec } from '../../src/contact/index.ts';
import type { World } from '../../src/core/world.ts';
import type { Vector } from '../../src/math/vec3.ts';

export interface SphereSpec extends Omit<RigidBodySpec, 'shape' | 'mass'> {
  readonly radius: number;
  readonly mass: number;
  readonly gravity?: Vector;
}

export interface Sphere {
  readonly mass: number;
  readonly position: Vector;
  readonly velocity: Vector;
}

export function addSphere(world: World, { radius, gravity, ...spec }: SphereSpec): Sphere {
  const bodies = addRigidBodies(world, [{ ...spec, shape: { kind: 'sphere', radius } }], { gravity });
  return {
    mass: spec.mass,
    get position() {
      return bodies.poseOf(0).position;
    },
    get velocity() {
      return bodies.motionOf(0).velocity;
    },
  };
}
