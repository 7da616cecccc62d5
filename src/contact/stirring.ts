/** Colliders that move near bodies at rest. */
import type { Collider } from './collider.ts';
import { encloseShape, farthest } from './particles/collider-broad-phase.ts';
import { type Frame, writeFrame } from './pose.ts';

const FRAME: Frame = new Float64Array(12);
const START = new Float64Array(6);
const END = new Float64Array(6);

/** Returns whether a collider moves in the h seconds from `time`, or is a rigid body, which may. */
export function moves({ track, shape, rigid }: Collider, time: number, h: number): boolean {
  if (track.still) return false;
  if (shape.moving || rigid) return true;
  const [before, after] = [track.poseAt(time), track.poseAt(time + h)];
  return isOther(before.position, after.position) || isOther(before.quaternion, after.quaternion);
}

function isOther(a: readonly number[], b: readonly number[]): boolean {
  return a.some((part, k) => part !== b[k]);
}

/** Returns whether a collider that moves in the h seconds from `time`, or a rigid body, may be in a box (six numbers, m). */
export function mayStir(collider: Collider, box: Float64Array, time: number, h: number): boolean {
  const { track, shape } = collider;
  if (!moves(collider, time, h)) return false;
  if (shape.moving) return true;
  const [before, after] = [track.poseAt(time), track.poseAt(time + h)];
  const turns = isOther(before.quaternion, after.quaternion);
  encloseShape(START, shape, writeFrame(FRAME, before.position, before.quaternion));
  encloseShape(END, shape, writeFrame(FRAME, after.position, after.quaternion));
  // Between its ends a shape that turns stays within the sphere of its farthest corner.
  const reach = turns ? farthest(shape.bounds) : 0;
  for (let axis = 0; axis < 3; axis++) {
    const [p, q] = [before.position[axis], after.position[axis]];
    const low = turns ? Math.min(p, q) - reach : Math.min(START[axis], END[axis]);
    const high = turns ? Math.max(p, q) + reach : Math.max(START[3 + axis], END[3 + axis]);
    if (low > box[3 + axis] || high < box[axis]) return false;
  }
  return true;
}
