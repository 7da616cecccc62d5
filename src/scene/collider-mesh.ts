/** Checks of meshes that move in time, as a body that walks in a GLB file. */
import { modelNamed } from '../models/index.ts';
import type { SceneFacts } from '../models/model.ts';
import type { Problem } from '../schema/problem.ts';

interface Surroundings {
  readonly colliders: readonly {
    readonly shape: object;
    readonly mass?: number;
    readonly stick?: unknown;
    readonly temperature?: number;
  }[];
  readonly bodies: readonly { readonly model: string }[];
  readonly rigidBodies: readonly unknown[];
  readonly contact: SceneFacts['contact'] & { readonly edges: boolean };
  readonly heat: { readonly mode: string };
}

/** What a mesh that moves in itself cannot do: only edges and faces of sheets, and grains of matter, meet it. */
export function movingMeshChecks(scene: Surroundings): Problem[] {
  const { bodies, rigidBodies, contact, heat } = scene;
  return scene.colliders.flatMap(({ shape, stick, temperature }, i) => {
    if (!(shape as { motion?: unknown }).motion) return [];
    const path = `colliders[${i}].shape.motion`;
    const refuse = (isSo: boolean, message: string) => (isSo ? [{ path, message }] : []);
    const deaf = bodies.find(({ model }) => modelNamed(model).meetsMovingMeshes?.(contact) === false);
    return [
      ...refuse(!contact.edges, 'needs contact.edges: a mesh that moves in itself is met by edges and faces'),
      ...refuse(deaf !== undefined, `${deaf?.model} does not know meshes that move in themselves`),
      ...refuse(rigidBodies.length > 0, 'rigid bodies do not know meshes that move in themselves'),
      ...refuse(heat.mode !== 'off', 'heat does not know meshes that move in themselves'),
      ...refuse(stick !== undefined, 'nothing sticks to a mesh that moves in itself'),
      ...refuse(temperature !== undefined, 'a mesh that moves in itself gives off no heat'),
    ];
  });
}
