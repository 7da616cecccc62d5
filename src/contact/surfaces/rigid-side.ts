/**
 * Rigid bodies as the surface kernels see them in a sub-step of h seconds: 25 f64 each,
 *   shift h v and turn h ω (m, rad)   1/M   I⁻¹ in world axes (9)   centre of mass (m)
 *   impulse and moment (kg·m, kg·m²; over h, N·s) that they owe to what was held back from passing them.
 * Kernels change shift and turn; what they changed goes back to the bodies' velocities, or to their motion only.
 */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import { solve } from '../../math/mat3.ts';
import {
  RIGID_MODEL_NUMBERS,
  RIGID_VELOCITY,
  type RigidBodies,
  RIGID_NUMBERS as STATE,
} from '../rigid/rigid.ts';
import {
  SIDE_CENTRE,
  SIDE_INVERSE_INERTIA,
  SIDE_INVERSE_MASS,
  SIDE_NUMBERS,
  SIDE_OWED,
  SIDE_TURN,
} from './records.ts';

export class RigidSide {
  readonly bodies: RigidBodies | undefined;
  readonly #room: GrowableBlock<'f64'>;
  /** Shift and turn as last taken, 6 a body. */
  readonly #taken: Float64Array;
  readonly #change = new Float64Array(6);
  readonly #inertia = new Float64Array(9);

  constructor(arena: Arena, bodies: RigidBodies | undefined) {
    this.bodies = bodies;
    this.#room = new GrowableBlock(arena, 'surface.rigid', 'f64');
    this.#room.grow(SIDE_NUMBERS * Math.max(1, bodies?.count ?? 0));
    this.#taken = new Float64Array(6 * (bodies?.count ?? 0));
  }

  get offset(): number {
    return this.#room.offset;
  }

  /** Begins a sub-step. */
  begin(h: number): void {
    const { bodies } = this;
    if (!bodies) return;
    const room = this.#room.view;
    const state = bodies.state.view;
    for (let i = 0; i < bodies.count; i++) {
      const at = SIDE_NUMBERS * i;
      for (let k = 0; k < 6; k++) {
        this.#taken[6 * i + k] = h * state[STATE * i + RIGID_VELOCITY + k];
        room[at + k] = this.#taken[6 * i + k];
      }
      room[at + SIDE_INVERSE_MASS] = bodies.model.view[RIGID_MODEL_NUMBERS * i];
      bodies.inverseInertia(i, this.#inertia);
      room.set(this.#inertia, at + SIDE_INVERSE_INERTIA);
      for (let axis = 0; axis < 3; axis++) room[at + SIDE_CENTRE + axis] = state[STATE * i + axis];
      room.fill(0, at + SIDE_OWED, at + SIDE_NUMBERS);
    }
  }

  /** What kernels have changed since: as impulses, or as motion in this sub-step only. True if there was anything. */
  take(h: number, as: 'impulse' | 'motion'): boolean {
    const { bodies } = this;
    if (!bodies) return false;
    const room = this.#room.view;
    let moved = false;
    for (let i = 0; i < bodies.count; i++) {
      let changed = false;
      for (let k = 0; k < 6; k++) {
        const now = room[SIDE_NUMBERS * i + k];
        this.#change[k] = (now - this.#taken[6 * i + k]) / h;
        this.#taken[6 * i + k] = now;
        changed ||= this.#change[k] !== 0;
      }
      if (changed) bodies.change(i, this.#change, as);
      moved ||= changed;
    }
    return moved;
  }

  /** As the kernels have it now, to be brought back. */
  copy(): Float64Array {
    return this.#room.view.slice();
  }

  restore(copy: Float64Array): void {
    this.#room.view.set(copy);
  }

  /** Twice the kinetic energy of all bodies, times h², kg·m². */
  energy(): number {
    const room = this.#room.view;
    let sum = 0;
    for (let i = 0; i < (this.bodies?.count ?? 0); i++) {
      const side = room.subarray(SIDE_NUMBERS * i, SIDE_NUMBERS * (i + 1));
      const inverse = side.subarray(SIDE_INVERSE_INERTIA, SIDE_INVERSE_INERTIA + 9);
      const turn = side.subarray(SIDE_TURN, SIDE_TURN + 3);
      const moment = solve(inverse, turn);
      for (let axis = 0; axis < 3; axis++) {
        sum += (side[axis] * side[axis]) / side[SIDE_INVERSE_MASS] + turn[axis] * moment[axis];
      }
    }
    return sum;
  }

  /** kg; of all bodies. */
  mass(): number {
    let sum = 0;
    for (let i = 0; i < (this.bodies?.count ?? 0); i++) {
      sum += 1 / this.#room.view[SIDE_NUMBERS * i + SIDE_INVERSE_MASS];
    }
    return sum;
  }

  /** Ends the sub-step: bodies pay what they owe, and go where they go. */
  finish(h: number): void {
    const { bodies } = this;
    if (!bodies) return;
    const room = this.#room.view;
    for (let i = 0; i < bodies.count; i++) {
      const at = SIDE_NUMBERS * i;
      const owed = room.subarray(at + SIDE_OWED, at + SIDE_NUMBERS);
      if (owed.every((value) => value === 0)) continue;
      for (let axis = 0; axis < 3; axis++) {
        const row = at + SIDE_INVERSE_INERTIA + 3 * axis;
        this.#change[axis] = (room[at + SIDE_INVERSE_MASS] * owed[axis]) / h;
        this.#change[3 + axis] =
          (room[row] * owed[3] + room[row + 1] * owed[4] + room[row + 2] * owed[5]) / h;
      }
      bodies.change(i, this.#change, 'after');
    }
    bodies.finish(h);
  }
}
