/**
 * Rigid bodies within implicit steps. A body moves by u = (t, θ), a translation (m) and a rotation vector (rad) about its centre of
 * mass, from where the contacts of a solve were gathered. Its part of the incremental potential is quadratic,
 *
 *   ½ (u − û)ᵀ M (u − û)/h² + Σ springs of its contacts, extended by J u = s (t + θ × r),
 *
 * so that u follows from the positions of the cloths: A u = M û + h² Σ Jᵀ f, A = M + h² Σ Jᵀ K J. The solve has no rows for bodies,
 * and a light body is no harder than a heavy one.
 *
 * Symbols
 *   M  mass and inertia tensor, kg and kg·m²      û  motion without contacts
 *   r  arm of a contact, m                        s  sign of the body's side, ±1
 *   f  force of a contact's spring at u = 0, N    K  its stiffness, N/m
 *
 * The arm ends at the sheet, so that both sides are pushed at one point, and angular momentum is kept.
 *
 * A sub-step: Rapier comes first, for all of it, with what cloths did to the bodies in the last sub-step, so that it does not see bodies
 * fall that cloths bear. Its impulses change the velocities with which bodies begin. Then cloths and bodies are
 * solved for together, in as many parts as the engine takes, with gravity part by part where Rapier met nothing. At its end bodies
 * take the momentum that contacts gave.
 */
import type { Arena, Block } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { ImplicitStage } from '../../core/implicit.ts';
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import * as SolvedBody from '../../layouts/generated/solved-body.ts';
import { invertPositive } from '../../math/positive.ts';
import { type ContactTerms, TERM, TERM_WORDS } from '../potential/terms.ts';
import { SIDE_NUMBERS, SIDE_TURN } from '../surfaces/records.ts';
import type { RigidSide } from '../surfaces/rigid-side.ts';
import { addLoad, addStiffness, countBearing } from './body-springs.ts';
import { RIGID_NUMBERS, RIGID_VELOCITY, type RigidBodies } from './rigid.ts';

const BODY = ContactTerm.BODY / 4;
const ARM = ContactTerm.ARM / 8;
const BASE = ContactTerm.BASE / 8;
const FIXED = ContactTerm.FIXED / 8;
const LEAD = ContactTerm.RIGID_LEAD / 8;
const SHARE = ContactTerm.RIGID_MASS / 8;
const SIGN = ContactTerm.RIGID_SIGN / 8;
const WEIGHTS = ContactTerm.WEIGHTS / 8;
const PRESS = ContactTerm.PRESS / 8;
const ROOM = ContactTerm.ROOM / 8;
const REST = ContactTerm.REST / 8;
const STIFFNESS = ContactTerm.STIFFNESS / 8;
const RECORD = SolvedBody.BYTES / 8;
const INVERSE = SolvedBody.INVERSE / 8;

export class SolvedBodies {
  readonly #bodies: RigidBodies;
  readonly #records: GrowableBlock<'f64'>;
  readonly #matrix = new Float64Array(36);
  readonly #load = new Float64Array(6);
  readonly #inertia: Float64Array;
  readonly #inverse: Float64Array;
  /** Start of the sub-step and of the part that is still to come, and its end, s; NaN while no sub-step is under way. */
  #start = Number.NaN;
  #now = 0;
  #end = 0;
  /** Six numbers a body: motion up to there, m and rad, velocity at the end, and the acceleration up to there. */
  readonly #done: Float64Array;
  readonly #velocity: Float64Array;
  readonly #pull: Float64Array;
  /** Change of the velocities by contacts in the sub-step, and that lent to Rapier. */
  readonly #impulse: Float64Array;
  readonly #lent: Float64Array;
  /** Accelerations by contacts in the last sub-step. */
  readonly #pushed: Block<'f64'>;
  /** Start of the present stage and its length, 0 between stages, s. */
  #stageStart = 0;
  #h = 0;
  /** Motions since the start of the sub-step, at the start of the stage; then since there: without contacts, and the present one. */
  readonly #from: Float64Array;
  readonly #goal: Float64Array;
  readonly #trial: Float64Array;
  /** The motion at which contacts were gathered, and the motion since. */
  readonly #base: Float64Array;
  readonly #motion: Float64Array;
  readonly #kept: Float64Array;
  /** Whether contacts have moved each body, in the stage and in the sub-step. */
  readonly #touched: Uint8Array;
  readonly #moved: Uint8Array;
  /** Mass of bodies that lies on each particle, kg. */
  #borne = new Float64Array(0);
  readonly #place = new Float64Array(6);
  #isGathered = false;
  /** Whether a body has been moved apart from a sheet since then. */
  isCleared = false;

  constructor(arena: Arena, bodies: RigidBodies) {
    this.#bodies = bodies;
    this.#records = new GrowableBlock(arena, 'rigid.solved', 'f64');
    this.#records.grow(RECORD * bodies.count);
    const six = () => new Float64Array(6 * bodies.count);
    this.#inertia = new Float64Array(9 * bodies.count);
    this.#inverse = new Float64Array(9 * bodies.count);
    [this.#done, this.#velocity, this.#pull, this.#impulse, this.#from, this.#goal] = Array.from(
      { length: 6 },
      six,
    );
    [this.#trial, this.#base, this.#motion, this.#kept, this.#lent] = Array.from({ length: 5 }, six);
    this.#pushed = arena.allocate('rigid.pushed', 'f64', 6 * bodies.count);
    this.#touched = new Uint8Array(bodies.count);
    this.#moved = new Uint8Array(bodies.count);
  }

  get count(): number {
    return this.#bodies.count;
  }

  /** Byte offset of the records of the bodies (solvedBody). */
  get offset(): number {
    return this.#records.offset;
  }

  /** Whether a sub-step is under way, so that bodies are where `displacement` says. */
  get isMoving(): boolean {
    return !Number.isNaN(this.#start);
  }

  /** Greatest speed of a point of a body, m/s. */
  get speed(): number {
    let most = 0;
    const v = this.#place;
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < 6; k++) {
        if (!this.isMoving) v[k] = this.#bodies.state.view[RIGID_NUMBERS * i + RIGID_VELOCITY + k];
        else if (this.#h > 0) v[k] = this.#trial[6 * i + k] / this.#h;
        else v[k] = this.#velocityAt(6 * i + k, this.#now);
      }
      const spin = Math.sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
      const speed = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      most = Math.max(most, speed + this.#bodies.properties[i].reach * spin);
    }
    return most;
  }

  /**
   * Adds to the velocities of bodies what contacts gave them in h seconds of the last sub-step, but not more than stops what they brake.
   * Returns it, six numbers a body.
   */
  lend(h: number): Float64Array {
    const s = this.#bodies.state.view;
    for (let i = 0; i < this.count; i++) {
      const at = RIGID_NUMBERS * i + RIGID_VELOCITY;
      let [along, square] = [0, 0];
      for (let k = 0; k < 3; k++) {
        const given = h * this.#pushed.view[6 * i + k];
        along += given * s[at + k];
        square += given * given;
      }
      const share = along < 0 ? Math.min(1, -along / square) : 1;
      for (let k = 0; k < 6; k++) {
        this.#lent[6 * i + k] = share * h * this.#pushed.view[6 * i + k];
        s[at + k] += this.#lent[6 * i + k];
      }
    }
    return this.#lent;
  }

  /** Begins a sub-step of h seconds at a time with the velocities of the bodies; `touched`: whether Rapier has changed each. */
  start(time: number, h: number, touched: Uint8Array): void {
    this.#start = time;
    this.#now = time;
    this.#end = time + h;
    this.#h = 0;
    this.#done.fill(0);
    this.#impulse.fill(0);
    this.#moved.fill(0);
    const { state } = this.#bodies;
    for (let i = 0; i < this.count; i++) {
      const from = RIGID_NUMBERS * i + RIGID_VELOCITY;
      this.#velocity.set(state.view.subarray(from, from + 6), 6 * i);
      for (let axis = 0; axis < 3; axis++)
        this.#pull[6 * i + axis] = touched[i] ? 0 : this.#bodies.gravity[axis];
      this.#bodies.inertia(i, this.#inertia.subarray(9 * i, 9 * i + 9));
      this.#bodies.inverseInertia(i, this.#inverse.subarray(9 * i, 9 * i + 9));
    }
  }

  /** Returns the motion of body i since the start of the sub-step at a time; overwritten by the next call. */
  displacement(i: number, time: number): Float64Array {
    const out = this.#place;
    const [first, last] = [6 * i, 6 * i + 6];
    const inStage = this.#h > 0 && time >= this.#stageStart;
    const share = inStage ? (time - this.#stageStart) / this.#h : 0;
    const before = this.#now > this.#start ? (time - this.#start) / (this.#now - this.#start) : 1;
    for (let k = first, to = 0; k < last; k++, to++) {
      if (inStage) out[to] = this.#from[k] + share * this.#trial[k];
      else if (time >= this.#now) out[to] = this.#done[k] + (time - this.#now) * this.#velocityAt(k, time);
      else out[to] = before * this.#done[k];
    }
    return out;
  }

  /** Returns a velocity at a time, without contacts from `now` on. */
  #velocityAt(k: number, time: number): number {
    return this.#velocity[k] - (this.#end - time) * this.#pull[k];
  }

  /** Begins a stage with the motion that the bodies would have by inertia alone. */
  begin({ h, time }: ImplicitStage): void {
    this.#h = 0;
    const start = time - h;
    for (let i = 0; i < this.count; i++) this.#from.set(this.displacement(i, start), 6 * i);
    this.#stageStart = start;
    this.#h = h;
    for (let k = 0; k < this.#goal.length; k++) this.#goal[k] = h * this.#velocityAt(k, time);
    this.coast();
  }

  /** Puts the bodies where inertia alone leads them. */
  coast(): void {
    for (let k = 0; k < this.#trial.length; k++)
      this.#trial[k] = this.#h * this.#velocityAt(k, this.#stageStart);
    this.#motion.fill(0);
    this.#touched.fill(0);
    this.#isGathered = false;
  }

  /** Begins to gather the contacts of a solve, with the bodies where they are. */
  beginGather(): void {
    this.#base.set(this.#trial);
    this.#motion.fill(0);
    this.#touched.fill(0);
    this.#isGathered = true;
    this.isCleared = false;
  }

  /** Returns the centre of mass of body i where its contacts are gathered. */
  centreOf(i: number, axis: number): number {
    const at = 6 * i + axis;
    return this.#bodies.state.view[RIGID_NUMBERS * i + axis] + this.#from[at] + this.#trial[at];
  }

  /** Returns the mass of body i at an arm along n (kg), both at indices of `c`: 1/(1/M + (r × n) · I⁻¹ (r × n)). */
  effectiveMass(i: number, c: Float64Array, n: number, arm: number): number {
    const x = c[arm + 1] * c[n + 2] - c[arm + 2] * c[n + 1];
    const y = c[arm + 2] * c[n] - c[arm] * c[n + 2];
    const z = c[arm] * c[n + 1] - c[arm + 1] * c[n];
    const m = this.#inverse.subarray(9 * i, 9 * i + 9);
    const spin =
      x * (m[0] * x + m[1] * y + m[2] * z) +
      y * (m[3] * x + m[4] * y + m[5] * z) +
      z * (m[6] * x + m[7] * y + m[8] * z);
    return 1 / (1 / this.#mass(i) + spin);
  }

  /**
   * After the contacts are gathered: shares the masses of bodies between theirs. These, and what bears the vertices under them, are at
   * least `stiffness` (1/s²) times that mass stiff, so that a body rests as deep whatever it weighs.
   */
  endGather(terms: ContactTerms, particles: number, stiffness: number): void {
    const { numbers: c, words, count } = terms;
    if (this.#borne.length < particles) this.#borne = new Float64Array(particles);
    const borne = this.#borne.fill(0);
    const contacts = countBearing(terms, this.count);
    for (let k = 0; k < count; k++) {
      const i = words[TERM_WORDS * k + BODY];
      if (i < 0) continue;
      const at = TERM * k;
      c[at + SHARE] /= contacts[i];
      // What a heavy body presses a contact with.
      c[at + STIFFNESS] = Math.max(c[at + STIFFNESS], stiffness * c[at + SHARE]);
      for (let j = 0; j < 4; j++) {
        const vertex = words[TERM_WORDS * k + j];
        if (vertex >= 0) borne[vertex] += Math.abs(c[at + WEIGHTS + j]) * c[at + SHARE];
      }
      const [x, y, z] = [c[at + ARM], c[at + ARM + 1], c[at + ARM + 2]];
      const u = this.#load;
      for (let k = 0; k < 6; k++) u[k] = this.#goal[6 * i + k] - this.#base[6 * i + k];
      c[at + LEAD] = c[at + SIGN] * (u[0] + u[4] * z - u[5] * y);
      c[at + LEAD + 1] = c[at + SIGN] * (u[1] + u[5] * x - u[3] * z);
      c[at + LEAD + 2] = c[at + SIGN] * (u[2] + u[3] * y - u[4] * x);
    }
    for (let k = 0; k < count; k++) {
      if (words[TERM_WORDS * k + BODY] >= 0) continue;
      const at = TERM * k;
      let mass = 0;
      for (let j = 0; j < 4; j++) {
        const vertex = words[TERM_WORDS * k + j];
        if (vertex >= 0) mass += Math.abs(c[at + WEIGHTS + j]) * borne[vertex];
      }
      if (mass > 0) c[at + STIFFNESS] = Math.max(c[at + STIFFNESS], stiffness * mass);
    }
  }

  /** Moves the gathered terms with the bodies, for another solve with the same contacts. */
  carry({ numbers, words, count }: ContactTerms): void {
    this.#moveTerms(numbers, words, count);
  }

  /** Begins a solve with the springs of the terms: inverts A of every body. */
  press(terms: ContactTerms): void {
    const { solved: c, count } = terms;
    const words = new Int32Array(c.buffer, c.byteOffset, 2 * c.length);
    const a = this.#matrix;
    const square = this.#h * this.#h;
    for (let i = 0; i < this.count; i++) {
      a.fill(0);
      for (let k = 0; k < 3; k++) {
        a[7 * k] = this.#mass(i);
        for (let l = 0; l < 3; l++) a[6 * (3 + k) + 3 + l] = this.#inertia[9 * i + 3 * k + l];
      }
      for (let k = 0; k < count; k++) {
        if (words[TERM_WORDS * k + BODY] !== i || !(c[TERM * k + PRESS] > 0)) continue;
        this.#touched[i] = 1;
        addStiffness(a, c, TERM * k, square);
      }
      invertPositive(a, 6);
      this.#records.view.set(a, RECORD * i + INVERSE);
    }
  }

  /**
   * Moves the bodies to the least potential with the cloths at planar positions, and the terms with them. Returns the potential of their
   * inertia, J.
   */
  settle(terms: ContactTerms, positions: Float64Array, stride: number): number {
    if (!this.#isGathered) return 0;
    const { solved: c, count } = terms;
    const words = new Int32Array(c.buffer, c.byteOffset, 2 * c.length);
    const square = this.#h * this.#h;
    const [load, records] = [this.#load, this.#records.view];
    let energy = 0;
    for (let i = 0; i < this.count; i++) {
      const first = 6 * i;
      if (this.#touched[i] === 0) {
        for (let k = first; k < first + 6; k++) this.#motion[k] = this.#goal[k] - this.#base[k];
        continue;
      }
      this.#inertiaTimes(i, (k) => this.#goal[k] - this.#base[k], load);
      for (let k = 0; k < count; k++) {
        if (words[TERM_WORDS * k + BODY] === i && c[TERM * k + PRESS] > 0)
          addLoad(load, c, words, k, positions, stride, square);
      }
      for (let row = 0; row < 6; row++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += records[RECORD * i + INVERSE + 6 * row + k] * load[k];
        this.#motion[first + row] = sum;
      }
      const off = (k: number) => this.#motion[k] + this.#base[k] - this.#goal[k];
      this.#inertiaTimes(i, off, load);
      for (let k = 0; k < 6; k++) energy += load[k] * off(first + k);
    }
    this.#moveTerms(c, words, count);
    return (0.5 * energy) / square;
  }

  /**
   * Returns the difference between the normal forces of the law, ½ k δ²/D, and of the springs at planar positions, over these: a step
   * in which a body loses a support has others press far from where their springs were taken. Infinity if one was in the way.
   */
  missedForce(terms: ContactTerms, positions: Block<'f64'>, stride: number): number {
    if (!this.#isGathered) return 0;
    if (this.isCleared) return Infinity;
    const { solved: c, count } = terms;
    const words = new Int32Array(c.buffer, c.byteOffset, 2 * c.length);
    let [missed, whole] = [0, 0];
    for (let k = 0; k < count; k++) {
      if (words[TERM_WORDS * k + BODY] < 0) continue;
      const at = TERM * k;
      const deep = Math.max(0, terms.depth(k, positions, stride));
      const spring = Math.max(0, c[at + PRESS] * (deep - c[at + REST]));
      missed += Math.abs((0.5 * c[at + STIFFNESS] * deep * deep) / c[at + ROOM] - spring);
      whole += spring;
    }
    return whole > 0 ? missed / whole : 0;
  }

  /** Adopts the motion of `settle`. */
  follow(): void {
    if (!this.#isGathered) return;
    for (let i = 0; i < this.count; i++) {
      for (let k = 6 * i; k < 6 * i + 6; k++)
        this.#trial[k] = this.#touched[i] === 0 ? this.#goal[k] : this.#base[k] + this.#motion[k];
    }
  }

  /** Adds what the records of a kernel have gained in motion; returns whether there was any. */
  add(side: RigidSide): boolean {
    const records = side.view;
    let any = false;
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < SIDE_TURN + 3; k++) {
        const by = records[SIDE_NUMBERS * i + k];
        if (by === 0) continue;
        any = true;
        this.isCleared = true;
        this.#touched[i] = 1;
        this.#trial[6 * i + k] += by;
      }
    }
    return any;
  }

  /** Keeps the present motion, or returns to the kept one. */
  keep(): void {
    this.#kept.set(this.#trial);
  }

  restore(): void {
    this.#trial.set(this.#kept);
  }

  /** Adds M (t − t̂) of the bodies that contacts have moved to `change`, kg·m; returns their mass. */
  addChange(change: number[]): number {
    let mass = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.#touched[i] === 0) continue;
      mass += this.#mass(i);
      for (let axis = 0; axis < 3; axis++)
        change[axis] += this.#mass(i) * (this.#trial[6 * i + axis] - this.#goal[6 * i + axis]);
    }
    return mass;
  }

  /** Moves the bodies that contacts have moved by a vector, m. */
  shift(by: readonly number[]): void {
    for (let i = 0; i < this.count; i++) {
      if (this.#touched[i] === 0) continue;
      for (let axis = 0; axis < 3; axis++) this.#trial[6 * i + axis] += by[axis];
    }
  }

  /** Ends a stage that the engine accepts: velocities change by what contacts have done. */
  accept(terms: ContactTerms): void {
    const { solved: c, count } = terms;
    for (let k = 0; k < this.#motion.length; k++) this.#motion[k] = this.#trial[k] - this.#base[k];
    this.#moveTerms(c, new Int32Array(c.buffer, c.byteOffset, 2 * c.length), count);
    for (let i = 0; i < this.count; i++) {
      const touched = this.#touched[i] === 1;
      this.#moved[i] |= this.#touched[i];
      for (let k = 6 * i; k < 6 * i + 6; k++) {
        const change = touched ? (this.#trial[k] - this.#goal[k]) / this.#h : 0;
        this.#done[k] = this.#from[k] + (touched ? this.#trial[k] : this.#goal[k]);
        this.#velocity[k] += change;
        this.#impulse[k] += change;
      }
    }
    this.#now = this.#stageStart + this.#h;
    this.#h = 0;
  }

  /** Ends the sub-step of h seconds: gives the bodies that contacts have moved their impulses, and a path to where they are. */
  finish(h: number): void {
    if (!this.isMoving) return;
    this.#start = Number.NaN;
    const by = this.#load;
    const pushed = this.#pushed.view;
    for (let k = 0; k < pushed.length; k++) pushed[k] = this.#impulse[k] / h;
    for (let i = 0; i < this.count; i++) {
      if (this.#moved[i] === 0) continue;
      this.#bodies.change(i, this.#impulse.subarray(6 * i, 6 * i + 6), 'impulse');
      for (let k = 0; k < 6; k++) by[k] = this.#done[6 * i + k] / h - this.#velocity[6 * i + k];
      this.#bodies.change(i, by, 'motion');
    }
  }

  #mass(i: number): number {
    return this.#bodies.massOf(i);
  }

  /** Writes M v for a vector of six numbers, whose indices begin at those of body i. */
  #inertiaTimes(i: number, v: (k: number) => number, out: Float64Array): void {
    const [x, y, z] = [v(6 * i + 3), v(6 * i + 4), v(6 * i + 5)];
    for (let axis = 0; axis < 3; axis++) {
      const row = 9 * i + 3 * axis;
      out[axis] = this.#mass(i) * v(6 * i + axis);
      out[3 + axis] = this.#inertia[row] * x + this.#inertia[row + 1] * y + this.#inertia[row + 2] * z;
    }
  }

  /** Writes the part of S that does not follow from particles: FIXED = BASE + J u. */
  #moveTerms(c: Float64Array, words: Int32Array, count: number): void {
    for (let k = 0; k < count; k++) {
      const i = words[TERM_WORDS * k + BODY];
      if (i < 0) continue;
      const at = TERM * k;
      const u = 6 * i;
      const m = this.#motion;
      const [x, y, z] = [c[at + ARM], c[at + ARM + 1], c[at + ARM + 2]];
      const sign = c[at + SIGN];
      c[at + FIXED] = c[at + BASE] + sign * (m[u] + m[u + 4] * z - m[u + 5] * y);
      c[at + FIXED + 1] = c[at + BASE + 1] + sign * (m[u + 1] + m[u + 5] * x - m[u + 3] * z);
      c[at + FIXED + 2] = c[at + BASE + 2] + sign * (m[u + 2] + m[u + 3] * y - m[u + 4] * x);
    }
  }
}
