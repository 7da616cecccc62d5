/**
 * Rigid bodies with six degrees of freedom: mass M (kg), principal moments of inertia I (kg·m²), centre of mass x (m),
 * rotation q from principal axes to the world (R its matrix), velocity v (m/s), spin ω (rad/s, world axes).
 *   M dv/dt = M g + forces,   dL/dt = torques,   L = R I Rᵀ ω,   dq/dt = ½ ω q.
 *
 * A sub-step of h seconds:
 *  1. `run`: v ← v + h g; a solver adds the impulses of bodies on each other and of colliders to v and ω. Then, for this
 *     sub-step only, ω becomes its value half-way: rotated by it, q is second-order accurate, as is the energy of free spin
 *     (the midpoint rule on rotations; Hairer, Lubich & Wanner 2006, section VII.5).
 *  2. Contact: sheets see bodies that move with constant v and ω through the sub-step, and change both by impulses. Implicit engines
 *     solve for cloths and bodies together (solved-bodies.ts).
 *  3. `finish`: x ← x + h v, q ← (rotation by h ω) q, and ω from L, which only impulses have changed: a body that nothing
 *     touches keeps L to rounding.
 * Displacements by which a solver separates overlaps are added to v and ω for that sub-step only: bodies never jump, and
 * sheets can follow.
 */
import type { Block } from '../../core/arena.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { conjugate, multiply, type Quaternion, rotatedBy } from '../../math/quat.ts';
import { type Vector, vectorAt } from '../../math/vec3.ts';
import { vector } from '../check.ts';
import type { Collider } from '../collider.ts';
import { type Frame, type Pose, toWorld, writeFrame } from '../pose.ts';
import type { MassProperties } from '../shapes/shape.ts';
import type { ColliderPath } from '../track.ts';
import { type MadeBody, makeBody, type RigidBodySpec } from './rigid-body.ts';
import type { SolvedBodies } from './solved-bodies.ts';

/** Solver of contacts of rigid bodies with each other and with colliders. */
export interface RigidSolver {
  /**
   * Changes velocities and spins in `bodies.state` by the impulses of the `h` seconds from `time` on, and writes displacements
   * beyond them into `correction`, which is zero before: m and rad (axis times angle), six numbers per body.
   */
  solve(
    bodies: RigidBodies,
    colliders: readonly Collider[],
    time: number,
    h: number,
    correction: Float64Array,
  ): void;
}

export interface RigidOptions {
  /** Gravity, m/s²; default: none. */
  readonly gravity?: Vector;
  /** Colliders that bodies meet. */
  readonly colliders?: readonly Collider[];
  /** Solver from `loadRapier`; without one, bodies touch sheets only. */
  readonly solver?: RigidSolver;
}

/** A collider that sheets push: body `index` of `bodies`. */
export interface RigidCollider extends Collider {
  readonly rigid: { readonly bodies: RigidBodies; readonly index: number };
}

/** Numbers of a body in `state`: x, q (x y z w), v, ω; and the indices at which q, v and ω begin. */
export const RIGID_NUMBERS = 13;
const RIGID_TURN = 3;
export const RIGID_VELOCITY = 7;
export const RIGID_SPIN = 10;
/** Numbers of a body in `model`: 1/M, then 1/I by principal axis. */
export const RIGID_MODEL_NUMBERS = 4;

export class RigidBodies implements System {
  readonly name = 'rigid';
  readonly phase = 'drive';
  readonly state: Block<'f64'>;
  readonly model: Block<'f64'>;
  readonly specs: readonly RigidBodySpec[];
  readonly properties: readonly MassProperties[];
  /** Collider of each body, in principal axes about its centre of mass. */
  readonly colliders: readonly RigidCollider[];
  readonly gravity: Vector;
  /** The bodies within implicit steps. */
  solved: SolvedBodies | undefined;
  readonly #obstacles: readonly Collider[];
  readonly #solver: RigidSolver | undefined;
  readonly #world: World;
  /** Whether `run` has begun a sub-step that `finish` has not ended. */
  #moving = false;
  /** World time of the start of the last sub-step, its length (s), and the state at its end. */
  #start = 0;
  #h = 0;
  readonly #left: Float64Array;
  /** L at the start of the sub-step (3 numbers per body), ω as passed to contact (3), temporary parts of v and ω (6). */
  readonly #angular: Float64Array;
  readonly #given: Float64Array;
  readonly #beyond: Float64Array;
  readonly #frame: Frame = new Float64Array(12);
  readonly #vector = new Float64Array(3);
  /** Whether a solver or contact has changed each body in this sub-step. */
  readonly #touched: Uint8Array;

  constructor(world: World, specs: readonly RigidBodySpec[], options: RigidOptions) {
    this.specs = specs;
    this.gravity = vector('gravity', options.gravity ?? [0, 0, 0]);
    this.#obstacles = options.colliders ?? [];
    this.#solver = options.solver;
    this.#world = world;
    const bodies = specs.map(numberedBody);
    this.properties = bodies.map((body) => body.properties);
    this.state = world.arena.allocate('rigid.state', 'f64', RIGID_NUMBERS * specs.length);
    this.model = world.arena.allocate('rigid.model', 'f64', RIGID_MODEL_NUMBERS * specs.length, 'model');
    bodies.forEach(({ state, model }, i) => {
      this.state.view.set(state, RIGID_NUMBERS * i);
      this.model.view.set(model, RIGID_MODEL_NUMBERS * i);
    });
    this.colliders = bodies.map(({ surface }, index) => ({
      ...surface,
      track: new BodyPath(this, index),
      rigid: { bodies: this, index },
    }));
    this.#left = new Float64Array(this.state.length);
    this.#touched = new Uint8Array(specs.length);
    this.#angular = new Float64Array(3 * specs.length);
    this.#given = new Float64Array(3 * specs.length);
    this.#beyond = new Float64Array(6 * specs.length);
  }

  get count(): number {
    return this.specs.length;
  }

  /** Begins a sub-step: gravity, the solver, and the spin half-way. */
  run(world: World, h: number): Moved {
    const s = this.state.view;
    const beyond = this.#beyond.fill(0);
    for (let i = 0; i < this.count; i++) {
      const v = RIGID_NUMBERS * i + RIGID_VELOCITY;
      for (let axis = 0; axis < 3; axis++) s[v + axis] += h * this.gravity[axis];
    }
    const fallen = s.slice();
    const lent = this.solved?.lend(h);
    const before = lent ? s.slice() : fallen;
    this.#solver?.solve(this, this.#obstacles, world.time, h, beyond);
    for (let i = 0; i < this.count; i++) {
      const own = before.subarray(RIGID_NUMBERS * i, RIGID_NUMBERS * (i + 1));
      const isFree =
        own.every((value, k) => value === s[RIGID_NUMBERS * i + k]) &&
        beyond.subarray(6 * i, 6 * i + 6).every((value) => value === 0);
      this.#touched[i] = isFree ? 0 : 1;
      if (lent) takeBack(s, i, isFree ? fallen : undefined, lent);
      this.#noteAngularMomentum(i);
      this.#spinHalfway(i, h);
      for (let k = 0; k < 6; k++) {
        beyond[6 * i + k] /= h;
        s[RIGID_NUMBERS * i + RIGID_VELOCITY + k] += beyond[6 * i + k];
      }
      for (let axis = 0; axis < 3; axis++)
        this.#given[3 * i + axis] = s[RIGID_NUMBERS * i + RIGID_SPIN + axis];
    }
    this.#start = world.time;
    this.#h = h;
    this.#moving = true;
    this.solved?.start(world.time, h, this.#touched);
    return 'still';
  }

  /**
   * Changes v and ω of body i by six numbers (m/s, rad/s), before `finish`. `impulse`: from the start of the sub-step on;
   * `motion`: in this sub-step only; `after`: from its end on.
   */
  change(i: number, by: ArrayLike<number>, how: 'impulse' | 'motion' | 'after'): void {
    const s = this.state.view;
    this.#touched[i] = 1;
    for (let axis = 0; axis < 3; axis++) {
      const spin = by[3 + axis];
      if (how !== 'after') {
        s[RIGID_NUMBERS * i + RIGID_VELOCITY + axis] += by[axis];
        s[RIGID_NUMBERS * i + RIGID_SPIN + axis] += spin;
      }
      if (how === 'impulse') continue;
      this.#beyond[6 * i + axis] += how === 'motion' ? by[axis] : -by[axis];
      this.#given[3 * i + axis] += how === 'motion' ? spin : -spin;
    }
  }

  /**
   * Lets bodies that nothing has touched in this sub-step follow their parabolas exactly, x + h v + ½ h² g: `run` has added all
   * of gravity to v, which would move them ½ h² g too far. Returns their indices.
   */
  fallFreely(h: number): number[] {
    const free = Array.from(this.#touched.keys()).filter((i) => this.#touched[i] === 0);
    const [x, y, z] = this.gravity;
    for (const i of free) this.change(i, [-0.5 * h * x, -0.5 * h * y, -0.5 * h * z, 0, 0, 0], 'motion');
    return free;
  }

  /** Ends the sub-step: moves bodies by their velocities after contact for `h` seconds. */
  finish(h: number): void {
    if (!this.#moving) return;
    this.#moving = false;
    const s = this.state.view;
    for (let i = 0; i < this.count; i++) {
      const at = RIGID_NUMBERS * i;
      this.#addTorque(i);
      for (let axis = 0; axis < 3; axis++) {
        s[at + axis] += h * s[at + RIGID_VELOCITY + axis];
        s[at + RIGID_VELOCITY + axis] -= this.#beyond[6 * i + axis];
      }
      this.#turn(i, h);
      this.#spinFrom(i);
      for (let k = 0; k < RIGID_NUMBERS; k++) {
        if (Number.isFinite(s[at + k])) continue;
        throw new Error(
          `rigid body "${this.specs[i].name}" is lost: its position or velocity is not a finite number; use a shorter step`,
        );
      }
    }
    this.#left.set(s);
  }

  /** Writes I⁻¹ of body i about its centre of mass in world axes, by rows, 1/(kg·m²). */
  inverseInertia(i: number, out: Float64Array): void {
    const r = this.frame(i);
    const m = this.model.view;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += r[3 * a + k] * m[RIGID_MODEL_NUMBERS * i + 1 + k] * r[3 * b + k];
        out[3 * a + b] = sum;
      }
    }
  }

  /** Writes I of body i about its centre of mass in world axes, by rows, kg·m². */
  inertia(i: number, out: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) {
      this.#inertiaTimes(i, UNITS, 3 * axis);
      out.set(this.#vector, 3 * axis);
    }
  }

  /** Returns the mass of body i, kg. */
  massOf(i: number): number {
    return 1 / this.model.view[RIGID_MODEL_NUMBERS * i];
  }

  /** Returns the frame of body i; overwritten by the next call. */
  frame(i: number): Frame {
    return writeFrame(this.#frame, ...this.#placeOf(i));
  }

  /** Returns the pose of the axes in which the shape of body i is described. */
  poseOf(i: number): Pose {
    const { centre, axes } = this.properties[i];
    const [position, quaternion] = this.#placeOf(i);
    const own = multiply(quaternion, conjugate(axes));
    const frame = writeFrame(new Float64Array(12), position, own);
    const origin = new Float64Array(3);
    toWorld(frame, Float64Array.of(-centre[0], -centre[1], -centre[2]), origin);
    return { position: [origin[0], origin[1], origin[2]], quaternion: own };
  }

  /** Returns the velocity of body i's centre of mass, m/s, and its spin, rad/s. */
  motionOf(i: number): { velocity: Vector; spin: Vector } {
    const s = this.state.view;
    const at = RIGID_NUMBERS * i;
    return { velocity: vectorAt(s, at + RIGID_VELOCITY), spin: vectorAt(s, at + RIGID_SPIN) };
  }

  /** Kinetic energy plus potential energy in gravity (zero at the origin), J. */
  get energy(): number {
    const s = this.state.view;
    const m = this.model.view;
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const at = RIGID_NUMBERS * i;
      let linear = 0;
      for (let axis = 0; axis < 3; axis++) {
        const v = s[at + RIGID_VELOCITY + axis];
        linear += 0.5 * v * v - this.gravity[axis] * s[at + axis];
      }
      this.#inertiaTimes(i, s, at + RIGID_SPIN);
      let spinning = 0;
      for (let axis = 0; axis < 3; axis++) spinning += 0.5 * this.#vector[axis] * s[at + RIGID_SPIN + axis];
      sum += linear / m[RIGID_MODEL_NUMBERS * i] + spinning;
    }
    return sum;
  }

  /** Returns the momentum of all bodies (kg·m/s), then their angular momentum about the origin (kg·m²/s). */
  momentum(): number[] {
    const s = this.state.view;
    const total = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < this.count; i++) {
      const at = RIGID_NUMBERS * i;
      const mass = 1 / this.model.view[RIGID_MODEL_NUMBERS * i];
      this.#inertiaTimes(i, s, at + RIGID_SPIN);
      for (let axis = 0; axis < 3; axis++) {
        const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
        total[axis] += mass * s[at + RIGID_VELOCITY + axis];
        const orbit = s[at + j] * s[at + RIGID_VELOCITY + k] - s[at + k] * s[at + RIGID_VELOCITY + j];
        total[3 + axis] += this.#vector[axis] + mass * orbit;
      }
    }
    return total;
  }

  /** Returns the pose of body i at a time near the present sub-step, extrapolated at constant velocity. */
  poseAt(i: number, time: number): Pose {
    const [position, quaternion] = this.#placeOf(i);
    if (this.solved?.isMoving) {
      const [x, y, z, ...turn] = this.solved.displacement(i, time);
      return {
        position: [position[0] + x, position[1] + y, position[2] + z],
        quaternion: turned(quaternion, [turn[0], turn[1], turn[2]]),
      };
    }
    const since = time - this.#stateTime();
    if (since === 0) return { position, quaternion };
    const s = this.state.view;
    const v = RIGID_NUMBERS * i + RIGID_VELOCITY;
    const w = RIGID_NUMBERS * i + RIGID_SPIN;
    return {
      position: [position[0] + since * s[v], position[1] + since * s[v + 1], position[2] + since * s[v + 2]],
      quaternion: turned(quaternion, [since * s[w], since * s[w + 1], since * s[w + 2]]),
    };
  }

  /** Returns the time of the state: until contact is over, the world's time is the start of the sub-step, and `finish` precedes it. */
  #stateTime(): number {
    const { time } = this.#world;
    const finished = !this.#moving && this.#h > 0 && time === this.#start;
    return finished && this.state.view.every((value, k) => value === this.#left[k]) ? time + this.#h : time;
  }

  #placeOf(i: number): [Vector, Quaternion] {
    const s = this.state.view;
    const at = RIGID_NUMBERS * i;
    return [
      [s[at], s[at + 1], s[at + 2]],
      [s[at + 3], s[at + 4], s[at + 5], s[at + 6]],
    ];
  }

  /** Stores L = R I Rᵀ ω. */
  #noteAngularMomentum(i: number): void {
    this.#inertiaTimes(i, this.state.view, RIGID_NUMBERS * i + RIGID_SPIN);
    this.#angular.set(this.#vector, 3 * i);
  }

  /** Sets ω to its value at the middle of the sub-step, at constant L. */
  #spinHalfway(i: number, h: number): void {
    const s = this.state.view;
    const at = RIGID_NUMBERS * i;
    const [, quaternion] = this.#placeOf(i);
    this.#turn(i, h / 2);
    this.#spinFrom(i);
    s.set(quaternion, at + RIGID_TURN);
  }

  /** Adds R I Rᵀ Δω to L for the change of ω by contact, with R at the start of the sub-step. */
  #addTorque(i: number): void {
    const s = this.state.view;
    const at = RIGID_NUMBERS * i + RIGID_SPIN;
    const change = this.#vector;
    for (let axis = 0; axis < 3; axis++) change[axis] = s[at + axis] - this.#given[3 * i + axis];
    if (change[0] === 0 && change[1] === 0 && change[2] === 0) return;
    this.#inertiaTimes(i, change, 0);
    for (let axis = 0; axis < 3; axis++) this.#angular[3 * i + axis] += this.#vector[axis];
  }

  #turn(i: number, h: number): void {
    const s = this.state.view;
    const w = RIGID_NUMBERS * i + RIGID_SPIN;
    const [, quaternion] = this.#placeOf(i);
    s.set(turned(quaternion, [h * s[w], h * s[w + 1], h * s[w + 2]]), RIGID_NUMBERS * i + RIGID_TURN);
  }

  /** Sets ω = R I⁻¹ Rᵀ L. */
  #spinFrom(i: number): void {
    const r = this.frame(i);
    const s = this.state.view;
    const m = this.model.view;
    const l = this.#angular;
    const spin = RIGID_NUMBERS * i + RIGID_SPIN;
    s.fill(0, spin, spin + 3);
    for (let k = 0; k < 3; k++) {
      const own = r[k] * l[3 * i] + r[3 + k] * l[3 * i + 1] + r[6 + k] * l[3 * i + 2];
      const w = own * m[RIGID_MODEL_NUMBERS * i + 1 + k];
      for (let axis = 0; axis < 3; axis++) s[spin + axis] += r[3 * axis + k] * w;
    }
  }

  /** Writes R I Rᵀ times the vector at `from` of `v` into `#vector`. */
  #inertiaTimes(i: number, v: ArrayLike<number>, from: number): void {
    const r = this.frame(i);
    const m = this.model.view;
    const [x, y, z] = [v[from], v[from + 1], v[from + 2]];
    const out = this.#vector.fill(0);
    for (let k = 0; k < 3; k++) {
      const own = (r[k] * x + r[3 + k] * y + r[6 + k] * z) / m[RIGID_MODEL_NUMBERS * i + 1 + k];
      for (let axis = 0; axis < 3; axis++) out[axis] += r[3 * axis + k] * own;
    }
  }
}

/** The unit vectors. */
const UNITS = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Path of a body through the present sub-step. */
class BodyPath implements ColliderPath {
  readonly still = false;
  readonly #bodies: RigidBodies;
  readonly #index: number;

  constructor(bodies: RigidBodies, index: number) {
    this.#bodies = bodies;
    this.#index = index;
  }

  poseAt(time: number): Pose {
    return this.#bodies.poseAt(this.#index, time);
  }

  turnOver(start: number, end: number): Vector {
    const s = this.#bodies.state.view;
    const w = RIGID_NUMBERS * this.#index + RIGID_SPIN;
    const h = end - start;
    return [h * s[w], h * s[w + 1], h * s[w + 2]];
  }
}

/** Returns q rotated by `turn` (axis times angle, rad), normalised. */
function turned(q: Quaternion, turn: Vector): Quaternion {
  const next = rotatedBy(q, turn);
  if (next === q) return q;
  const [x, y, z, w] = next;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  return [x * scale, y * scale, z * scale, w * scale];
}

/** Takes six numbers a body off the velocities of body i; `exact`: the state without them, if that is known. */
function takeBack(s: Float64Array, i: number, exact: Float64Array | undefined, lent: Float64Array): void {
  for (let k = 0, at = RIGID_NUMBERS * i + RIGID_VELOCITY; k < 6; k++, at++)
    s[at] = exact ? exact[at] : s[at] - lent[6 * i + k];
}

/** Makes a body; errors name its index. */
function numberedBody(spec: RigidBodySpec, i: number): MadeBody {
  try {
    return makeBody(spec);
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`[${i}].${error.message}`) : error;
  }
}
