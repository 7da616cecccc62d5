/**
 * Rigid bodies in a sub-step of h seconds, as the surface kernels see them (layouts/surface.ts: rigidSide). Kernels change the
 * translation h v and the rotation h ω; the change is applied to the bodies as an impulse, or to their motion alone.
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
  readonly #records: GrowableBlock<'f64'>;
  /** Translation and rotation of each body that have been applied. */
  readonly #applied: Float64Array;
  readonly #change = new Float64Array(6);
  readonly #inertia = new Float64Array(9);

  constructor(arena: Arena, bodies: RigidBodies | undefined) {
    this.bodies = bodies;
    this.#records = new GrowableBlock(arena, 'surface.rigid', 'f64');
    this.#records.grow(SIDE_NUMBERS * Math.max(1, bodies?.count ?? 0));
    this.#applied = new Float64Array(6 * (bodies?.count ?? 0));
  }

  get offset(): number {
    return this.#records.offset;
  }

  get view(): Float64Array {
    return this.#records.view;
  }

  /** Writes the records at the start of a sub-step. */
  begin(h: number): void {
    const { bodies } = this;
    if (!bodies) return;
    const records = this.#records.view;
    const state = bodies.state.view;
    for (let i = 0; i < bodies.count; i++) {
      const at = SIDE_NUMBERS * i;
      for (let k = 0; k < 6; k++) {
        this.#applied[6 * i + k] = h * state[STATE * i + RIGID_VELOCITY + k];
        records[at + k] = this.#applied[6 * i + k];
      }
      records[at + SIDE_INVERSE_MASS] = bodies.model.view[RIGID_MODEL_NUMBERS * i];
      bodies.inverseInertia(i, this.#inertia);
      records.set(this.#inertia, at + SIDE_INVERSE_INERTIA);
      for (let axis = 0; axis < 3; axis++) records[at + SIDE_CENTRE + axis] = state[STATE * i + axis];
      records.fill(0, at + SIDE_OWED, at + SIDE_NUMBERS);
    }
  }

  /** Applies what kernels have changed, as impulses or as motion in this sub-step only; true if there was anything. */
  apply(h: number, as: 'impulse' | 'motion'): boolean {
    const { bodies } = this;
    if (!bodies) return false;
    const records = this.#records.view;
    let moved = false;
    for (let i = 0; i < bodies.count; i++) {
      let changed = false;
      for (let k = 0; k < 6; k++) {
        const now = records[SIDE_NUMBERS * i + k];
        this.#change[k] = (now - this.#applied[6 * i + k]) / h;
        this.#applied[6 * i + k] = now;
        changed ||= this.#change[k] !== 0;
      }
      if (changed) bodies.change(i, this.#change, as);
      moved ||= changed;
    }
    return moved;
  }

  /** Lets bodies that nothing has touched in this sub-step follow their parabolas; returns whether there are any. */
  fallFreely(h: number): boolean {
    const { bodies } = this;
    if (!bodies) return false;
    const fell = bodies.fallFreely(h);
    for (const i of fell) {
      for (let axis = 0; axis < 3; axis++) {
        const way = h * bodies.state.view[STATE * i + RIGID_VELOCITY + axis];
        this.#applied[6 * i + axis] = way;
        this.#records.view[SIDE_NUMBERS * i + axis] = way;
      }
    }
    return fell.length > 0;
  }

  /** Sets the motions to zero: kernels then leave in them what they add. */
  still(): void {
    const records = this.#records.view;
    for (let i = 0; i < (this.bodies?.count ?? 0); i++)
      records.fill(0, SIDE_NUMBERS * i, SIDE_NUMBERS * i + SIDE_TURN + 3);
  }

  /** Sets the centre of mass of a body. */
  setCentre(i: number, x: number, y: number, z: number): void {
    this.#records.view.set([x, y, z], SIDE_NUMBERS * i + SIDE_CENTRE);
  }

  copy(): Float64Array {
    return this.#records.view.slice();
  }

  restore(copy: Float64Array): void {
    this.#records.view.set(copy);
  }

  /** Twice the kinetic energy of all bodies, times h², kg·m². */
  energy(): number {
    const records = this.#records.view;
    let sum = 0;
    for (let i = 0; i < (this.bodies?.count ?? 0); i++) {
      const side = records.subarray(SIDE_NUMBERS * i, SIDE_NUMBERS * (i + 1));
      const inverse = side.subarray(SIDE_INVERSE_INERTIA, SIDE_INVERSE_INERTIA + 9);
      const turn = side.subarray(SIDE_TURN, SIDE_TURN + 3);
      const moment = solve(inverse, turn);
      for (let axis = 0; axis < 3; axis++) {
        sum += (side[axis] * side[axis]) / side[SIDE_INVERSE_MASS] + turn[axis] * moment[axis];
      }
    }
    return sum;
  }

  /** Mass of all bodies, kg. */
  mass(): number {
    let sum = 0;
    for (let i = 0; i < (this.bodies?.count ?? 0); i++) {
      sum += 1 / this.#records.view[SIDE_NUMBERS * i + SIDE_INVERSE_MASS];
    }
    return sum;
  }

  /** Ends the sub-step: applies the impulses that vertices held back owe to bodies, and moves the bodies. */
  finish(h: number): void {
    const { bodies } = this;
    if (!bodies) return;
    const records = this.#records.view;
    for (let i = 0; i < bodies.count; i++) {
      const at = SIDE_NUMBERS * i;
      const owed = records.subarray(at + SIDE_OWED, at + SIDE_NUMBERS);
      if (owed.every((value) => value === 0)) continue;
      for (let axis = 0; axis < 3; axis++) {
        const row = at + SIDE_INVERSE_INERTIA + 3 * axis;
        this.#change[axis] = (records[at + SIDE_INVERSE_MASS] * owed[axis]) / h;
        this.#change[3 + axis] =
          (records[row] * owed[3] + records[row + 1] * owed[4] + records[row + 2] * owed[5]) / h;
      }
      bodies.change(i, this.#change, 'after');
    }
    bodies.finish(h);
  }
}
