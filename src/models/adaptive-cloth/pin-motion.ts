/**
 * Motion of a pin by keyframes. With o(t) the offset and R(t) the rotation at a time, a vertex that began at x₀ is at
 *
 *   x(t) = p + o(t) + R(t) (x₀ − p),
 *
 * p the middle of the box around the vertices of the pin at the start. Offsets and angles change evenly between keyframes, as
 * those of colliders do.
 */
import { type Frame, NO_ROTATION, type Rotation, writeFrame } from '../../contact/pose.ts';
import { Track } from '../../contact/track.ts';
import { type Keyframe, offsetAt } from '../../core/pins.ts';
import { checkTimes } from '../../math/keyframes.ts';

export interface ClothKeyframe extends Keyframe {
  /** Rotation about the middle of the pin's vertices; default: none. */
  readonly rotation?: Rotation;
}

export class PinMotion {
  readonly #keyframes: readonly ClothKeyframe[];
  /** Present if the pin turns: path of the frame from p on. */
  readonly #track: Track | undefined;
  /** Least and largest coordinates of its vertices at the start, m. */
  readonly #box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  /** The last two frames: a step asks for those of its start and its end. */
  readonly #frames: { time: number; readonly frame: Frame }[] = [0, 1].map(() => ({
    time: Number.NaN,
    frame: new Float64Array(12),
  }));
  #last = 0;

  /** Throws a RangeError that names `field` if the keyframes are wrong. */
  constructor(keyframes: readonly ClothKeyframe[], field: string) {
    checkTimes(field, keyframes);
    this.#keyframes = keyframes;
    if (keyframes.some(({ rotation }) => rotation)) {
      const poses = keyframes.map(({ time, offset, rotation }) => ({ time, position: offset, rotation }));
      this.#track = new Track([0, 0, 0], NO_ROTATION, poses);
    }
  }

  get moves(): boolean {
    return this.#keyframes.length > 0;
  }

  /** Adds a vertex to those that p is the middle of; `homes`: x, y, z of each vertex at the start. */
  include(homes: Float64Array, vertex: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const home = homes[3 * vertex + axis];
      this.#box[axis] = Math.min(this.#box[axis], home);
      this.#box[3 + axis] = Math.max(this.#box[3 + axis], home);
    }
  }

  /** Returns a coordinate of a vertex at a time (s), m. */
  coordinate(homes: Float64Array, vertex: number, axis: number, time: number): number {
    const home = homes[3 * vertex + axis];
    if (!this.#track) return home + offsetAt(this.#keyframes, time, axis);
    const frame = this.#frameAt(this.#track, time);
    let sum = this.#middle(axis) + frame[9 + axis];
    for (let k = 0; k < 3; k++) sum += frame[3 * axis + k] * (homes[3 * vertex + k] - this.#middle(k));
    return sum;
  }

  #middle(axis: number): number {
    return 0.5 * (this.#box[axis] + this.#box[3 + axis]);
  }

  #frameAt(track: Track, time: number): Frame {
    const known = this.#frames.find((one) => one.time === time);
    if (known) return known.frame;
    this.#last = 1 - this.#last;
    const next = this.#frames[this.#last];
    const { position, quaternion } = track.poseAt(time);
    next.time = time;
    return writeFrame(next.frame, position, quaternion);
  }
}
