/** Where things are that sheets push, for who draws them. */
import type { World } from '../core/world.ts';
import { contactStages } from './contact-queries.ts';
import { rigidBodiesOf } from './rigid/rigid.ts';

/**
 * Of the free balls that a world's sheets touch, in the order of its colliders, their centres: x, y, z (m); then of its rigid
 * bodies the origin of their own axes and the quaternion that turns them: x, y, z (m), q (x, y, z, w).
 */
export function freePlaces(world: World): number[] {
  const balls = contactStages(world).flatMap(({ colliders }) =>
    colliders.flatMap(({ ball }) => (ball ? [...ball.position] : [])),
  );
  const rigid = rigidBodiesOf(world);
  const poses = (rigid?.specs ?? []).flatMap((_, i) => {
    const { position, quaternion } = rigid!.poseOf(i);
    return [...position, ...quaternion];
  });
  return [...balls, ...poses];
}
