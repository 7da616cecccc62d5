/** Spheres among the colliders that have a mass: an older way to write a rigid body. */
import type { Scene } from './parameters.ts';

/** Returns the scene with every collider that has a mass as a rigid body, after those that the scene lists. */
export function withFreeSpheres(scene: Scene): Scene {
  const free = scene.colliders.flatMap((collider) => {
    const { name, shape, mass, position, rotation, velocity, friction, staticFriction, restitution } =
      collider;
    if (mass === undefined || shape.kind !== 'sphere') return [];
    const motion = { velocity: velocity ?? ([0, 0, 0] as const), spin: [0, 0, 0] as const };
    const surface = { friction, restitution, ...(staticFriction !== undefined && { staticFriction }) };
    return [{ name, shape, mass, position, rotation, ...motion, ...surface }];
  });
  if (free.length === 0) return scene;
  const colliders = scene.colliders.filter(({ mass }) => mass === undefined);
  return { ...scene, colliders, rigidBodies: [...scene.rigidBodies, ...free] as Scene['rigidBodies'] };
}
