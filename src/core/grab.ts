/**
 * A hand that grabs particles and moves them, for the studio's pointer or a program.
 *
 * A soft hold pulls each particle with its own critically damped spring to its place relative to the hand:
 *   F = −M ω² (x − X) − 2 M ω (v − V),  X and V position (m) and velocity (m/s) of that particle in the moving hand.
 * M = 4 m: fingers of three times the particle's mass m move with it. ω in 1/s is as high as asked, but ωh ≤ 0.6 for a
 * sub-step of h. So a hand never makes a stable sheet unstable: with a share φ of its mass held, a mode of the sheet
 * with h²λ + 2hc ≤ 3.6 (Euler–Cromer's limit of 4, as sub-steps are chosen at 90 %) has 3.6 (1 − ¾φ) left beside the
 * inertia of the fingers, and the spring adds φ [(ωh)² + 4ωh] ≤ 2.76 φ. A load of weight W sags by
 * W/(M ω²). A firm hold leads the particles exactly, as pins do.
 *
 * Energy: Σ ½ M ω² (x − X)² of the springs and Σ ½ (M − m) v² of the fingers; the work that a soft hold did on particles
 * and fingers, dampers included, is in `work`. A firm one counts none, as pins don't.
 * All of its state is in the arena, so a snapshot taken during a pull continues with the same bytes. If particles step at
 * different rates, h is the longest step of those held. Held particles are followed to new indices, and released if they vanish.
 */
import { finite, positive, wholeNumber } from '../math/check.ts';
import type { Arena, Block } from './arena.ts';
import type { Renumbering } from './dependents.ts';
import { pacesOf } from './dynamics.ts';
import type { Force } from './force.ts';
import { HELD, PINNED } from './particles.ts';
import { particlesNear } from './pins.ts';
import type { Moved, System } from './schedule.ts';
import type { World } from './world.ts';

/** Properties of a hand. */
export interface HandOptions {
  /** Rate ω of the springs, 1/s; default: 1000. */
  rate?: number;
}

/** A position in the room: x, y, z, m. */
export type Point = readonly [number, number, number];

/** One particle, or all within `radius` (m) of a point. */
export type Grip = { particle: number } | { point: Point; radius: number };

/** Options of a grab. */
export interface GrabOptions {
  /** Leads the particles exactly instead of pulling them. */
  firm?: boolean;
}

/** Largest ωh, ratio M/m, and default ω in 1/s; see above. */
const LARGEST_PHASE = 0.6;
const HEAVIER = 4;
const DEFAULT_RATE = 1000;
/** Time in which a hand follows a pointer, s: one frame of a screen. */
const DEFAULT_TRAVEL = 1 / 60;

/**
 * Indices into the hand's state. X is its position at time T0; it moves with velocity V and has LEFT seconds to reach GOAL.
 * POWER is that of the hold at the start of the last sub-step.
 */
const X = 0;
const V = 3;
const GOAL = 6;
const LEFT = 9;
const T0 = 10;
const OMEGA = 11;
const COUNT = 12;
const FIRM = 13;
const WORK = 14;
const POWER = 15;
const LAST_STEP = 16;
const STATE_LENGTH = 17;

/** A hand that grabs particles of a world, moves them and lets them go. */
export class Hand implements System, Force {
  readonly name = 'hand';
  readonly phase = 'drive';
  readonly #world: World;
  readonly #rate: number;
  readonly #state: Block<'f64'>;
  /** Particles that are held. */
  readonly #held: Block<'i32'>;
  /** Their positions relative to the hand: x, y, z of each, m. */
  readonly #offset: Block<'f64'>;

  /** Adds a hand to the world; `label` names its blocks and must be unique. */
  constructor(world: World, { rate = DEFAULT_RATE }: HandOptions = {}, label = 'hand') {
    const { arena, particles } = world;
    this.#world = world;
    this.#rate = positive('hand.rate', rate);
    this.#state = arena.allocate(label, 'f64', STATE_LENGTH);
    this.#held = arena.allocate(`${label}.held`, 'i32', particles.count);
    this.#offset = arena.allocate(`${label}.offset`, 'f64', 3 * particles.count);
    world.add(this);
    world.addForce(this);
    // Particles may be added later, and be held.
    const changes = world.adapts(particles.position) ? [this.#held, this.#offset] : [];
    world.addDependent({ name: label, changes, renumbered: (change) => this.#follow(change) });
  }

  /** World indices of the particles that are held; pinning or unpinning one takes it from the hand. */
  get held(): Int32Array {
    return this.#held.view.slice(0, this.#state.view[COUNT]).filter((i) => this.#has(i));
  }

  /** Present position of the hand, m. */
  get position(): Point {
    const at = (axis: number) => this.#place(axis, this.#world.time);
    return [at(0), at(1), at(2)];
  }

  /** Work of soft holds on particles and fingers up to the beginning of the last sub-step, J. */
  get work(): number {
    return this.#state.view[WORK];
  }

  /**
   * Releases what it held, grabs particles and returns their number; pinned ones and those in another hand stay. The hand is
   * then at the particle, or at the given point.
   */
  grab(grip: Grip, { firm = false }: GrabOptions = {}): number {
    this.release();
    const p = this.#world.particles;
    const chosen = particlesIn(this.#world, grip).filter((i) => (p.flags.view[i] & (PINNED | HELD)) === 0);
    if (chosen.length === 0) return 0;
    this.#makeRoom(this.#world.arena, p.count);
    const state = this.#state.view;
    const x = p.position.view;
    for (let axis = 0; axis < 3; axis++) {
      const plane = axis * p.stride;
      const here = 'particle' in grip ? x[plane + grip.particle] : grip.point[axis];
      state[X + axis] = state[GOAL + axis] = here;
      state[V + axis] = 0;
      chosen.forEach((i, k) => {
        this.#offset.view[3 * k + axis] = x[plane + i] - here;
      });
    }
    this.#held.view.set(chosen);
    state[COUNT] = chosen.length;
    state[FIRM] = firm ? 1 : 0;
    state[LEFT] = 0;
    state[T0] = this.#world.time;
    state[OMEGA] = 0;
    for (const i of chosen) {
      if (firm) p.pin(i);
      else p.inverseMass.view[i] = 1 / (HEAVIER * p.mass.view[i]);
      p.flags.view[i] |= HELD;
    }
    return chosen.length;
  }

  /** Moves the hand to `point` in a straight line and in `seconds`. */
  moveTo(point: Point, seconds = DEFAULT_TRAVEL): void {
    positive('hand.moveTo: seconds', seconds);
    for (const axis of [0, 1, 2]) finite(`hand.moveTo: point[${axis}]`, point[axis]);
    this.#closeWork(this.#world); // with the velocity that the hand has had
    const here = this.position;
    const state = this.#state.view;
    for (let axis = 0; axis < 3; axis++) {
      state[X + axis] = here[axis];
      state[V + axis] = 0;
      state[GOAL + axis] = point[axis];
    }
    state[T0] = this.#world.time;
    state[LEFT] = seconds;
  }

  /** Releases all particles, which keep their velocities. */
  release(): void {
    const state = this.#state.view;
    this.#closeWork(this.#world);
    for (const i of this.held) this.#world.particles.unpin(i);
    state[COUNT] = 0;
    state[FIRM] = 0;
  }

  /** Moves towards the goal, as far as this sub-step goes. */
  run(world: World, h: number): Moved {
    const state = this.#state.view;
    if (state[COUNT] === 0) return 'still';
    this.#closeWork(world);
    const here = this.position;
    const left = Math.max(state[LEFT], h);
    for (let axis = 0; axis < 3; axis++) {
      state[X + axis] = here[axis];
      state[V + axis] = (state[GOAL + axis] - here[axis]) / left;
    }
    state[LEFT] = left - h;
    state[T0] = world.time;
    state[OMEGA] = Math.min(this.#rate, LARGEST_PHASE / (h * this.#slowest(world)));
    if (state[FIRM] === 1) this.#lead(world);
    else {
      state[POWER] = this.#power(world);
      state[LAST_STEP] = h;
    }
    return 'moved';
  }

  add(world: World, time: number): void {
    const state = this.#state.view;
    if (state[COUNT] === 0 || state[FIRM] === 1) return;
    const { velocity, force, mass } = world.particles;
    const omega = state[OMEGA];
    this.#forEachHeld(time, (at, i, axis, away) => {
      const faster = velocity.view[at] - state[V + axis];
      force.view[at] -= HEAVIER * mass.view[i] * omega * (omega * away + 2 * faster);
    });
  }

  energy(world: World): number {
    const state = this.#state.view;
    if (state[FIRM] === 1) return 0;
    const { velocity, mass } = world.particles;
    const stiffness = HEAVIER * state[OMEGA] * state[OMEGA];
    let sum = 0;
    this.#forEachHeld(world.time, (at, i, _axis, away) => {
      const v = velocity.view[at];
      sum += 0.5 * mass.view[i] * (stiffness * away * away + (HEAVIER - 1) * v * v);
    });
    return sum;
  }

  /** Visits every coordinate of the held particles; `at`: its index in planar blocks, `away`: distance from its place in the hand, m. */
  #forEachHeld(time: number, visit: (at: number, i: number, axis: number, away: number) => void): void {
    const { position, stride } = this.#world.particles;
    for (let axis = 0; axis < 3; axis++) {
      const place = this.#place(axis, time);
      for (let k = 0; k < this.#state.view[COUNT]; k++) {
        const i = this.#held.view[k];
        const at = axis * stride + i;
        if (this.#has(i)) visit(at, i, axis, position.view[at] - place - this.#offset.view[3 * k + axis]);
      }
    }
  }

  /** Whether a particle that was grabbed is still held: pinning or unpinning releases it. */
  #has(i: number): boolean {
    return (this.#world.particles.flags.view[i] & HELD) !== 0;
  }

  /** Sub-steps in the longest step that a held particle takes. */
  #slowest({ bodies }: World): number {
    const held = this.#held.view.subarray(0, this.#state.view[COUNT]);
    let most = 1;
    for (const body of bodies) {
      for (const { first, count, substeps } of pacesOf(body) ?? []) {
        if (substeps > most && held.some((i) => i >= first && i < first + count)) most = substeps;
      }
    }
    return most;
  }

  /** Follows particles to new indices, at which they may have other masses. */
  #follow({ firstBefore, countBefore, newIndex }: Renumbering): void {
    const state = this.#state.view;
    const held = this.#held.view;
    const { inverseMass, mass } = this.#world.particles;
    let kept = 0;
    for (let k = 0; k < state[COUNT]; k++) {
      const i = held[k];
      const isMoved = i >= firstBefore && i < firstBefore + countBefore;
      const now = isMoved ? newIndex(i) : i;
      if (now < 0) continue;
      held[kept] = now;
      this.#offset.view.copyWithin(3 * kept, 3 * k, 3 * k + 3);
      if (state[FIRM] === 0 && this.#has(now)) inverseMass.view[now] = 1 / (HEAVIER * mass.view[now]);
      kept++;
    }
    state[COUNT] = kept;
  }

  /** Returns the position of the hand on one axis; its velocity is constant in a sub-step. */
  #place(axis: number, time: number): number {
    const state = this.#state.view;
    return state[X + axis] + state[V + axis] * (time - state[T0]);
  }

  /** Moves firmly held particles with the hand. */
  #lead(world: World): void {
    const state = this.#state.view;
    const { position, velocity, stride } = world.particles;
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < state[COUNT]; k++) {
        const i = this.#held.view[k];
        if (!this.#has(i)) continue;
        position.view[axis * stride + i] = state[X + axis] + this.#offset.view[3 * k + axis];
        velocity.view[axis * stride + i] = state[V + axis];
      }
    }
  }

  /** Adds the work since the last sub-step began, from the power at both its ends. */
  #closeWork(world: World): void {
    const state = this.#state.view;
    if (state[LAST_STEP] > 0) state[WORK] += 0.5 * (state[POWER] + this.#power(world)) * state[LAST_STEP];
    state[LAST_STEP] = 0;
  }

  /** Returns the power Σ F·v of a soft hold, W. */
  #power(world: World): number {
    const state = this.#state.view;
    const { velocity, mass } = world.particles;
    const omega = state[OMEGA];
    let power = 0;
    this.#forEachHeld(world.time, (at, i, axis, away) => {
      const v = velocity.view[at];
      power -= HEAVIER * mass.view[i] * omega * (omega * away + 2 * (v - state[V + axis])) * v;
    });
    return power;
  }

  /** Makes room for particles that were added after the hand. */
  #makeRoom(arena: Arena, count: number): void {
    if (this.#held.length >= count) return;
    arena.resize(
      new Map<Block, number>([
        [this.#held, count],
        [this.#offset, 3 * count],
      ]),
    );
  }
}

function particlesIn(world: World, grip: Grip): number[] {
  if (!('particle' in grip)) return particlesNear(world, 'hand.grab', grip);
  return [wholeNumber('hand.grab: particle', grip.particle, 0, world.particles.count - 1)];
}
