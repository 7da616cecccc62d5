/**
 * A collider's motion during one sub-step, at the share s ∈ [0, 1] of it:
 *   p(s) = p₀ + s Δp,   R(s) = exp(s [θ]×) R₀,   surface velocity u(x, s) = (Δp + θ × (x − p(s))) / h,
 * with Δp in m, θ in rad (both over the sub-step, constant in it), h in s.
 */
import { cos, sin } from '../../math/portable.ts';
import { IDENTITY, type Quaternion, writeRotation } from '../../math/quat.ts';
import { type Frame, writeFrame } from '../pose.ts';
import type { ColliderPath } from '../track.ts';

export class Motion {
  readonly still: boolean;
  readonly start: Frame = new Float64Array(12);
  readonly end: Frame = new Float64Array(12);
  /** Frame half-way, which sweeps use most. */
  readonly middle: Frame = new Float64Array(12);
  /** Displacement Δp, m. */
  readonly shift = new Float64Array(3);
  /** Whether θ is not zero. */
  turning = false;
  /** Angle |θ| in the sub-step, rad. */
  angle = 0;
  readonly #track: ColliderPath;
  /** Unit axis of θ, spin θ/h (rad/s), velocity Δp/h (m/s). */
  readonly #axis = new Float64Array(3);
  readonly #spin = new Float64Array(3);
  readonly #speed = new Float64Array(3);
  #quaternion: Quaternion = IDENTITY;

  constructor(track: ColliderPath) {
    this.#track = track;
    this.still = track.still;
    this.begin(0, 1);
  }

  /** Sets the sub-step of `h` seconds that begins at `time`. */
  begin(time: number, h: number): void {
    const from = this.#track.poseAt(time);
    const to = this.#track.poseAt(time + h);
    const turn = this.#track.turnOver(time, time + h);
    const angle = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    this.angle = angle;
    this.turning = angle > 0;
    this.#quaternion = from.quaternion;
    for (let axis = 0; axis < 3; axis++) {
      this.shift[axis] = to.position[axis] - from.position[axis];
      this.#speed[axis] = this.shift[axis] / h;
      this.#axis[axis] = angle > 0 ? turn[axis] / angle : 0;
      this.#spin[axis] = turn[axis] / h;
    }
    writeFrame(this.start, from.position, from.quaternion);
    this.#write(0.5, this.middle);
    this.#write(1, this.end);
  }

  /** Returns the frame at share `s`: a stored one, or `scratch`. */
  frameAt(s: number, scratch: Frame): Frame {
    if (this.still || s === 0) return this.start;
    if (s === 0.5) return this.middle;
    if (s === 1) return this.end;
    this.#write(s, scratch);
    return scratch;
  }

  /** Writes u(x, s) (m/s) into `out`; `frame` is the frame at s. */
  surfaceVelocity(frame: Frame, x: Float64Array, out: Float64Array): void {
    const rx = x[0] - frame[9];
    const ry = x[1] - frame[10];
    const rz = x[2] - frame[11];
    const w = this.#spin;
    out[0] = this.#speed[0] + w[1] * rz - w[2] * ry;
    out[1] = this.#speed[1] + w[2] * rx - w[0] * rz;
    out[2] = this.#speed[2] + w[0] * ry - w[1] * rx;
  }

  #write(s: number, out: Frame): void {
    if (this.turning) this.#turn(s, out);
    else for (let i = 0; i < 9; i++) out[i] = this.start[i];
    for (let axis = 0; axis < 3; axis++) out[9 + axis] = this.start[9 + axis] + s * this.shift[axis];
  }

  /** Writes the quaternion product (axis, s·angle) · q₀ as a matrix; allocates nothing, since sweeps call it often. */
  #turn(s: number, out: Frame): void {
    const half = 0.5 * s * this.angle;
    const sine = sin(half);
    const w = cos(half);
    const x = this.#axis[0] * sine;
    const y = this.#axis[1] * sine;
    const z = this.#axis[2] * sine;
    const q = this.#quaternion;
    writeRotation(
      out,
      w * q[0] + x * q[3] + y * q[2] - z * q[1],
      w * q[1] - x * q[2] + y * q[3] + z * q[0],
      w * q[2] + x * q[1] - y * q[0] + z * q[3],
      w * q[3] - x * q[0] - y * q[1] - z * q[2],
    );
  }
}
