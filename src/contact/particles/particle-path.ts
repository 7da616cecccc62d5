/**
 * The path of one particle from the share `from` of a sub-step to its end, in the world and in the axes of a moving
 * collider.
 *
 * In the world it is the quadratic through the start, the middle and the end. In the axes of a collider that does not
 * turn it stays a quadratic. If the collider turns by θ (rad over the path), the path is cut into n pieces, each replaced
 * by the quadratic through its own start, middle and end:
 *   error ≤ M / (72 √3 n³),   M = θ³ |z| + 3 θ² |z′| + 3 θ |z″|,   z(t) = x(t) − p(t),
 * the remainder of interpolation with a bound M on the third derivative. n keeps it below RESOLUTION; ends of pieces
 * are exact, so the pieces join without a gap.
 */

import { toLocal, turnToLocal } from '../pose.ts';
import type { Motion } from './motion.ts';
import { CURVE_NUMBERS, type Curve, RESOLUTION } from './sweep.ts';

/** Denominator of the remainder. */
const REMAINDER = 72 * Math.sqrt(3);
/** Limit of the cost; 60 rad in a sub-step at 1 m from the pivot need this many pieces. */
const MAX_PIECES = 4096;

export class ParticlePath {
  /** Share of the sub-step at which the path begins. */
  from = 0;
  /** Coefficients x(0), d, e of x(t) = x(0) + d t + e t², t ∈ [0, 1]. */
  readonly world: Curve = new Float64Array(CURVE_NUMBERS);
  readonly curve: Curve = new Float64Array(CURVE_NUMBERS);
  readonly #frame = new Float64Array(12);
  readonly #point = new Float64Array(3);
  readonly #middle = new Float64Array(3);
  readonly #end = new Float64Array(3);

  /** Sets the path from its present start through `middle` to `end`. */
  lead(middle: Float64Array, end: Float64Array): void {
    setQuadratic(this.world, middle, end);
  }

  /** Writes x(t) into `out`. */
  at(t: number, out: Float64Array): void {
    const w = this.world;
    for (let axis = 0; axis < 3; axis++) out[axis] = w[axis] + t * (w[3 + axis] + t * w[6 + axis]);
  }

  /** Writes the whole path in the axes of a collider that does not turn into `curve`. */
  toCurve(motion: Motion): void {
    const { world, curve, from } = this;
    const { start, shift } = motion;
    const point = this.#point;
    for (let axis = 0; axis < 3; axis++) point[axis] = world[axis] - from * shift[axis];
    toLocal(start, point, curve);
    for (let axis = 0; axis < 3; axis++) point[axis] = world[3 + axis] - (1 - from) * shift[axis];
    turnToLocal(start, point, curve, 0, 3);
    turnToLocal(start, world, curve, 6, 6);
  }

  /** Writes piece `i` of `n` in the axes of a collider that turns into `curve`. */
  toPiece(motion: Motion, i: number, n: number): void {
    this.#localAt(motion, i / n, this.curve);
    this.#localAt(motion, (i + 0.5) / n, this.#middle);
    this.#localAt(motion, (i + 1) / n, this.#end);
    setQuadratic(this.curve, this.#middle, this.#end);
  }

  #localAt(motion: Motion, t: number, out: Float64Array): void {
    const point = this.#point;
    this.at(t, point);
    toLocal(motion.frameAt(this.shareOf(t), this.#frame), point, out);
  }

  /** Returns the number of pieces for a collider that turns. */
  pieces(motion: Motion): number {
    const { world, from } = this;
    const { start, shift, angle: whole } = motion;
    let arm = 0;
    let speed = 0;
    let bend = 0;
    for (let axis = 0; axis < 3; axis++) {
      const z = world[axis] - start[9 + axis] - from * shift[axis];
      const d = world[3 + axis] - (1 - from) * shift[axis];
      const e = world[6 + axis];
      arm += z * z;
      speed += d * d;
      bend += e * e;
    }
    bend = Math.sqrt(bend);
    speed = Math.sqrt(speed) + 2 * bend;
    arm = Math.sqrt(arm) + speed;
    const angle = whole * (1 - from);
    const third = angle * (angle * (angle * arm + 3 * speed) + 6 * bend);
    let n = 1;
    while (n < MAX_PIECES && third > REMAINDER * RESOLUTION * n * n * n) n *= 2;
    return n;
  }

  /** Returns the share of the sub-step at t. */
  shareOf(t: number): number {
    return t === 1 ? 1 : this.from + t * (1 - this.from);
  }
}

/** Sets d and e of a curve whose start is set. */
function setQuadratic(curve: Curve, middle: Float64Array, end: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const start = curve[axis];
    const e = 2 * (start - 2 * middle[axis] + end[axis]);
    curve[3 + axis] = end[axis] - start - e;
    curve[6 + axis] = e;
  }
}
