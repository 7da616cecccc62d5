/**
 * Rest of a body that implicit engines solve for. A solve leaves an unbalanced acceleration of up to a (`balance`), so a body in
 * which nothing accelerates by more cannot be distinguished from one in balance. A vertex with a constant acceleration a and any
 * velocity leaves every ball around the place where it began of a radius below
 *
 *   d = ½ (√2 − 1)² a T²
 *
 * within a time T: with −u along a it goes back by u²/(2a), then to ½ a T² − u T on the other side, and the larger of both is least
 * for u = (√2 − 1) a T. So a body is at rest whose every vertex has been within d of where it was T seconds ago. It is no part of a
 * step until something that acts on it differs from what it was then (integrators/rests.ts, docs/decisions/0016).
 */
import type { Arena, Block } from './arena.ts';
import type { Body } from './body.ts';
import type { World } from './world.ts';

/**
 * The time T, s: half the period in which a cloth of a metre swings, the slowest motion that must not stop at the end of its way.
 * Chosen. Tests: rests.test.ts.
 */
const REST_TIME = 1;
/** The share ½ (√2 − 1)² of a T². */
const SHARE = 1.5 - Math.SQRT2;

/** Indices into the state of a rest: time at which the window began, s; 1 with a window, 2 at rest, 0 before the first window. */
const SINCE = 0;
const PHASE = 1;
const STATE_LENGTH = 2;
const WINDOW = 1;
const AT_REST = 2;
/** Numbers per particle that a rest depends on: position and force, inverse mass, temperature. */
const NUMBERS = 8;
const INVERSE_MASS = 6;
const TEMPERATURE = 7;

export class BodyRest {
  readonly #arena: Arena;
  readonly #state: Block<'f64'>;
  /** Positions at the start of the window; at rest, all that it depends on. Planar. */
  readonly #numbers: Block<'f64'>;

  constructor(arena: Arena, label: string, count: number) {
    this.#arena = arena;
    this.#state = arena.allocate(`${label}.rest.state`, 'f64', STATE_LENGTH);
    this.#numbers = arena.allocate(`${label}.rest.numbers`, 'f64', NUMBERS * count);
  }

  /** The block whose length is that of the body. */
  get block(): Block<'f64'> {
    return this.#numbers;
  }

  get isAtRest(): boolean {
    return this.#state.view[PHASE] === AT_REST;
  }

  /** Time at which the present window began, s. */
  get since(): number {
    return this.#state.view[SINCE];
  }

  /** Lets the body move; its next window begins when the engine looks at it again. */
  wake(): void {
    this.#state.view[PHASE] = 0;
  }

  /** Gives the body another number of particles. */
  resize(count: number): void {
    this.wake();
    this.#arena.resize(new Map([[this.#numbers as Block, NUMBERS * count]]));
  }

  /** Returns whether no vertex has moved for long enough; else begins a new window if one has moved too far. */
  isReady({ particles, time }: World, body: Body, balance: number): boolean {
    const state = this.#state.view;
    const far = SHARE * balance * REST_TIME * REST_TIME;
    if (state[PHASE] !== 0 && this.#stays(particles.position.view, particles.stride, body, far))
      return time - this.since >= REST_TIME;
    this.#write(particles.position, particles.stride, body, 0);
    state[SINCE] = time;
    state[PHASE] = WINDOW;
    return false;
  }

  #stays(x: Float64Array, stride: number, { first, count }: Body, far: number): boolean {
    const places = this.#numbers.view;
    for (let i = 0, at = first; i < count; i++, at++) {
      const dx = x[at] - places[i];
      const dy = x[at + stride] - places[count + i];
      const dz = x[at + 2 * stride] - places[2 * count + i];
      if (!(dx * dx + dy * dy + dz * dz <= far * far)) return false;
    }
    return true;
  }

  /** Stops the body, with everything that acts on it as it is now. */
  begin({ particles: p }: World, body: Body): void {
    const { first, count } = body;
    for (let axis = 0; axis < 3; axis++) {
      const from = axis * p.stride + first;
      p.velocity.view.fill(0, from, from + count);
    }
    this.#write(p.position, p.stride, body, 0);
    this.#write(p.force, p.stride, body, 3);
    const numbers = this.#numbers.view;
    numbers.set(p.inverseMass.view.subarray(first, first + count), INVERSE_MASS * count);
    numbers.set(p.temperature.view.subarray(first, first + count), TEMPERATURE * count);
    this.#state.view[PHASE] = AT_REST;
  }

  /** Returns whether nothing that acts on the body, which is at rest, has changed. */
  lasts({ particles: p }: World, body: Body): boolean {
    const { first, count } = body;
    return (
      this.#matches(p.position, p.stride, body, 0) &&
      this.#matches(p.force, p.stride, body, 3) &&
      isSame(this.#numbers.view, INVERSE_MASS * count, p.inverseMass.view, first, count) &&
      isSame(this.#numbers.view, TEMPERATURE * count, p.temperature.view, first, count) &&
      !moves(p.velocity.view, p.stride, body)
    );
  }

  #write({ view }: Block<'f64'>, stride: number, { first, count }: Body, plane: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const from = axis * stride + first;
      this.#numbers.view.set(view.subarray(from, from + count), (plane + axis) * count);
    }
  }

  #matches({ view }: Block<'f64'>, stride: number, { first, count }: Body, plane: number): boolean {
    for (let axis = 0; axis < 3; axis++) {
      if (!isSame(this.#numbers.view, (plane + axis) * count, view, axis * stride + first, count))
        return false;
    }
    return true;
  }
}

function isSame(a: Float64Array, from: number, b: Float64Array, at: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[from + i] !== b[at + i]) return false;
  return true;
}

/** Returns whether a particle of a body has a velocity. */
export function moves(velocity: Float64Array, stride: number, { first, count }: Body): boolean {
  for (let axis = 0; axis < 3; axis++) {
    for (let at = axis * stride + first, end = at + count; at < end; at++)
      if (velocity[at] !== 0) return true;
  }
  return false;
}

/** Returns the rest of a body; undefined for one that implicit engines do not solve for. */
export function restOf({ dynamics }: Partial<Pick<Body, 'dynamics'>>): BodyRest | undefined {
  return dynamics?.kind === 'implicit' ? dynamics.rest : undefined;
}

/** Returns whether a body is at rest, and so no part of the step. */
export function isAtRest(body: Partial<Pick<Body, 'dynamics'>>): boolean {
  return restOf(body)?.isAtRest ?? false;
}

/** Returns whether all of a world is at rest: nothing moves in its steps. */
export function isWorldAtRest({ bodies, contact }: World): boolean {
  return bodies.length > 0 && !contact?.hasRigidBodies && bodies.every(isAtRest);
}
