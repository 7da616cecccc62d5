/**
 * The path of a collider through time: constant velocity and constant angular velocity between keyframes, at rest before
 * the first and after the last. Two keyframes about one axis turn by the difference of their angles (0° to 720° is two
 * turns); about different axes, by the shortest rotation.
 */
import { rotatedBy, rotationVector } from '../math/quat.ts';
import { dot, type Vector } from '../math/vec3.ts';
import { finite, vector } from './check.ts';
import { checkRotation, NO_ROTATION, type Pose, RADIANS, type Rotation, rotationQuaternion } from './pose.ts';

export interface ColliderKeyframe {
  /** Time, s. */
  readonly time: number;
  /** Position, m; default: the collider's own. */
  readonly position?: Vector;
  readonly rotation?: Rotation;
}

interface Knot extends Pose {
  readonly time: number;
  /** Rotation to the next knot, axis times angle (rad). */
  readonly turn: Vector;
}

/** Pose of a collider as a function of time. */
export interface ColliderPath {
  /** Whether it never moves. */
  readonly still: boolean;
  poseAt(time: number): Pose;
  /** Returns the rotation from `start` to `end` (s), axis times angle (rad). */
  turnOver(start: number, end: number): Vector;
}

export class Track implements ColliderPath {
  readonly still: boolean;
  readonly #knots: readonly Knot[];

  constructor(
    position: Vector = [0, 0, 0],
    rotation: Rotation = NO_ROTATION,
    keyframes: readonly ColliderKeyframe[] = [],
  ) {
    const home = { position: vector('position', position), rotation: checkRotation('rotation', rotation) };
    const frames = keyframes.map((k, i) => checkKeyframe(k, i, keyframes, home));
    this.#knots = (frames.length > 0 ? frames : [{ time: 0, ...home }]).map((frame, i, all) => ({
      time: frame.time,
      position: frame.position,
      quaternion: rotationQuaternion(frame.rotation),
      turn: i + 1 < all.length ? turnBetween(frame.rotation, all[i + 1].rotation) : [0, 0, 0],
    }));
    const first = this.#knots[0];
    this.still = this.#knots.every(
      (k) => k.turn.every((t) => t === 0) && k.position.every((p, axis) => p === first.position[axis]),
    );
  }

  poseAt(time: number): Pose {
    const i = this.#segment(time);
    if (i < 0) return this.#knots[0];
    const from = this.#knots[i];
    if (i === this.#knots.length - 1) return from;
    const to = this.#knots[i + 1];
    const u = (time - from.time) / (to.time - from.time);
    return {
      position: [
        from.position[0] + u * (to.position[0] - from.position[0]),
        from.position[1] + u * (to.position[1] - from.position[1]),
        from.position[2] + u * (to.position[2] - from.position[2]),
      ],
      quaternion: rotatedBy(from.quaternion, from.turn, u),
    };
  }

  /** Sums the rotations if they have one axis; else returns the shortest rotation between the two poses. */
  turnOver(start: number, end: number): Vector {
    const sum = [0, 0, 0];
    const knots = this.#knots;
    for (let i = Math.max(0, this.#segment(start)); i < knots.length - 1 && knots[i].time < end; i++) {
      const { time, turn } = knots[i];
      const next = knots[i + 1].time;
      const share = (Math.min(end, next) - Math.max(start, time)) / (next - time);
      if (!parallel(sum, turn)) {
        return rotationVector(this.poseAt(start).quaternion, this.poseAt(end).quaternion);
      }
      for (let axis = 0; axis < 3; axis++) sum[axis] += share * turn[axis];
    }
    return [sum[0], sum[1], sum[2]];
  }

  /** Returns the index of the last knot at or before `time`, −1 before the first. */
  #segment(time: number): number {
    let i = this.#knots.length - 1;
    while (i >= 0 && this.#knots[i].time > time) i--;
    return i;
  }
}

function checkKeyframe(
  frame: ColliderKeyframe,
  i: number,
  all: readonly ColliderKeyframe[],
  home: { position: Vector; rotation: Rotation },
): { time: number; position: Vector; rotation: Rotation } {
  const field = `keyframes[${i}]`;
  finite(`${field}.time`, frame.time);
  if (i > 0 && !(frame.time > all[i - 1].time)) {
    throw new RangeError(
      `${field}.time: must be later than the keyframe before it (${all[i - 1].time}), got ${frame.time}`,
    );
  }
  return {
    time: frame.time,
    position: frame.position ? vector(`${field}.position`, frame.position) : home.position,
    rotation: frame.rotation ? checkRotation(`${field}.rotation`, frame.rotation) : home.rotation,
  };
}

function turnBetween(from: Rotation, to: Rotation): Vector {
  const axis = from.angle === 0 ? to.axis : from.axis;
  const other = to.angle === 0 ? axis : to.axis;
  if (!parallel(axis, other)) return rotationVector(rotationQuaternion(from), rotationQuaternion(to));
  const alike = dot(axis, other);
  const angle = ((alike < 0 ? -to.angle : to.angle) - from.angle) * RADIANS;
  return [axis[0] * angle, axis[1] * angle, axis[2] * angle];
}

/** Returns whether two vectors are along one line, to the rounding of some ten products and sums; 0 is along all. */
function parallel(a: readonly number[], b: readonly number[]): boolean {
  const along = dot(a, b);
  return along * along >= (1 - 16 * Number.EPSILON) * dot(a, a) * dot(b, b);
}
