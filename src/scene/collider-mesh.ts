/** Checks of animated meshes, such as a walking figure from a GLB file. */
import { modelNamed } from '../models/index.ts';
import { type Problem, problemIf } from '../schema/problem.ts';
import type { Scene } from './parameters.ts';

/** Refuses what an animated mesh does not support: only edges and faces of sheets, and particles of matter, collide with it. */
export function movingMeshChecks(scene: Scene): Problem[] {
  const { bodies, rigidBodies, contact, heat } = scene;
  return scene.colliders.flatMap(({ shape, stick, temperature }, i) => {
    if (!(shape as { motion?: unknown }).motion) return [];
    const path = `colliders[${i}].shape.motion`;
    const refuse = (isWrong: boolean, message: string) => problemIf(isWrong, path, message);
    const unfit = bodies.find(({ model }) => modelNamed(model).meetsMovingMeshes?.(contact) === false);
    return [
      ...refuse(!contact.edges, 'needs contact.edges: edges and faces alone collide with an animated mesh'),
      ...refuse(unfit !== undefined, `${unfit?.model} does not collide with animated meshes`),
      ...refuse(rigidBodies.length > 0, 'rigid bodies do not collide with animated meshes'),
      ...refuse(heat.mode !== 'off', 'heat does not support animated meshes; set heat.mode to "off"'),
      ...refuse(stick !== undefined, 'nothing sticks to an animated mesh; remove stick'),
      ...refuse(temperature !== undefined, 'an animated mesh exchanges no heat; remove its temperature'),
    ];
  });
}
