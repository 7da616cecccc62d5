/**
 * Particles as a structure of arrays. Vectors are planar: all x, then all y, then all z, each `stride` long,
 * so that SIMD lanes are neighbouring particles and a kernel may also walk the 3·stride numbers as one.
 *
 * `mass` is the true mass in kg, pinned or not; `inverseMass` is 0 for a pinned particle, which then keeps the
 * velocity that it is given.
 */
import { positive, wholeNumber } from '../math/check.ts';
import type { Arena, Block } from './arena.ts';

/** Bits of `flags`. */
export const PINNED = 1;
export const IN_CONTACT = 2;
/** Set if all springs of the particle have broken. */
export const LOOSE = 4;
/** Set for a particle held by a hand; pinning or unpinning takes it from the hand. */
export const HELD = 8;
/** Set inside a solid that came through its sheet: the sheet is pushed out as a whole, not particle by particle. */
export const TANGLED = 16;
/** Set for a particle pinned in place at run time: keyframes no longer move it. */
export const PLACED = 32;

/** A range of particles whose number changes; such ranges come after all ranges of constant number. */
export interface MovableRange {
  first: number;
  count: number;
  /** Called after particles in front were added or removed: `first` has changed. */
  moved(before: number): void;
}

export class Particles {
  readonly arena: Arena;
  readonly #movable: MovableRange[] = [];
  /** Number of particles in front of the movable ranges. */
  #fixed = 0;
  readonly #counter: Block<'i32'>;
  /** Room per coordinate; even, so that two lanes never straddle x and y. */
  stride = 0;
  readonly position: Block<'f64'>;
  readonly velocity: Block<'f64'>;
  readonly force: Block<'f64'>;
  readonly mass: Block<'f64'>;
  readonly inverseMass: Block<'f64'>;
  readonly temperature: Block<'f64'>;
  readonly flags: Block<'i32'>;
  /** Positions and velocities at the start of the present sub-step. */
  readonly startPosition: Block<'f64'>;
  readonly startVelocity: Block<'f64'>;

  constructor(arena: Arena) {
    this.arena = arena;
    this.#counter = arena.allocate('particles.count', 'i32', 1, 'model');
    this.position = arena.allocate('particles.position', 'f64', 0);
    this.velocity = arena.allocate('particles.velocity', 'f64', 0);
    this.force = arena.allocate('particles.force', 'f64', 0);
    this.mass = arena.allocate('particles.mass', 'f64', 0, 'model');
    this.inverseMass = arena.allocate('particles.inverseMass', 'f64', 0);
    this.temperature = arena.allocate('particles.temperature', 'f64', 0);
    this.flags = arena.allocate('particles.flags', 'i32', 0);
    this.startPosition = arena.scratch('particles.startPosition', 'f64', 0);
    this.startVelocity = arena.scratch('particles.startVelocity', 'f64', 0);
  }

  get count(): number {
    return this.#counter.view[0];
  }

  get x(): Float64Array {
    return this.#plane(this.position, 0);
  }
  get y(): Float64Array {
    return this.#plane(this.position, 1);
  }
  get z(): Float64Array {
    return this.#plane(this.position, 2);
  }
  get vx(): Float64Array {
    return this.#plane(this.velocity, 0);
  }
  get vy(): Float64Array {
    return this.#plane(this.velocity, 1);
  }
  get vz(): Float64Array {
    return this.#plane(this.velocity, 2);
  }
  get fx(): Float64Array {
    return this.#plane(this.force, 0);
  }
  get fy(): Float64Array {
    return this.#plane(this.force, 1);
  }
  get fz(): Float64Array {
    return this.#plane(this.force, 2);
  }

  /** Blocks of particles that are not scratch. */
  get blocks(): Block[] {
    return [
      this.#counter,
      this.position,
      this.velocity,
      this.force,
      this.mass,
      this.inverseMass,
      this.temperature,
      this.flags,
    ];
  }

  /** Numbers in a planar vector block. */
  get numbers(): number {
    return 3 * this.stride;
  }

  /**
   * Makes room for `extra` particles at rest at the origin, 20 °C, and returns the first one's index. Movable ranges
   * stay behind.
   */
  add(extra: number): number {
    const first = this.#fixed;
    this.#insert(first, howMany(extra));
    this.#fixed += extra;
    this.#shift(0, extra);
    return first;
  }

  /** Makes room for a number of particles that may change, as `add` does. */
  addMovable(range: MovableRange): void {
    range.first = this.count;
    this.#insert(range.first, howMany(range.count));
    this.#movable.push(range);
  }

  /** Gives a movable range another number of particles; those that both numbers have keep their values. */
  resizeMovable(range: MovableRange, count: number): void {
    const extra = howMany(count) - range.count;
    if (extra === 0) return;
    this.#insert(range.first + Math.min(count, range.count), extra);
    range.count = count;
    this.#shift(this.#movable.indexOf(range) + 1, extra);
  }

  /** Gives the movable range that begins at `first` another number of particles. */
  resizeAt(first: number, count: number): void {
    const range = this.#movable.find((r) => r.first === first);
    if (!range) throw new RangeError(`particles: no range of changing length begins at ${first}`);
    this.resizeMovable(range, count);
  }

  /** Index of a movable range's first particle, from the counts of the ranges in front of it. */
  firstOf(range: MovableRange): number {
    return this.#movable
      .slice(0, this.#movable.indexOf(range))
      .reduce((first, { count }) => first + count, this.#fixed);
  }

  #shift(from: number, by: number): void {
    if (by === 0) return;
    for (const range of this.#movable.slice(from)) {
      const before = range.first;
      range.first += by;
      range.moved(before);
    }
  }

  /** Puts `extra` particles in at index `at`, or takes −`extra` of them out. */
  #insert(at: number, extra: number): void {
    const count = this.count + extra;
    const stride = count + (count & 1);
    const vectors = [this.position, this.velocity, this.force, this.startPosition, this.startVelocity];
    const numbers = [this.mass, this.inverseMass, this.temperature, this.flags];
    const resize = () =>
      this.arena.resize(
        new Map<Block, number>([
          ...vectors.map((block) => [block, 3 * stride] as const),
          ...numbers.map((block) => [block, stride] as const),
        ]),
      );
    if (extra > 0) resize();
    for (const block of vectors) this.#spread(block.view, 3, at, extra, stride);
    for (const block of numbers) this.#spread(block.view, 1, at, extra, stride);
    if (extra < 0) resize();
    this.stride = stride;
    this.#counter.view[0] = count;
    if (extra > 0) this.temperature.view.fill(ROOM_TEMPERATURE, at, at + extra);
  }

  /** Moves planes of `this.stride` numbers to the new stride, and the numbers behind `at` by `extra`; new ones are 0. */
  #spread(view: Block['view'], planes: number, at: number, extra: number, stride: number): void {
    const count = this.count + extra;
    const behind = extra < 0 ? at - extra : at; // the first particle that moves
    for (let k = 0; k < planes; k++) {
      const axis = extra > 0 ? planes - 1 - k : k; // nothing is written over what is still to be moved
      const [from, to] = [axis * this.stride, axis * stride];
      if (extra > 0) view.copyWithin(to + behind + extra, from + behind, from + this.count);
      view.copyWithin(to, from, from + at);
      if (extra < 0) view.copyWithin(to + at, from + behind, from + this.count);
      view.fill(0, to + at, to + behind + extra);
      view.fill(0, to + count, to + stride);
    }
  }

  /** Takes the counts from the blocks after a snapshot replaced them. */
  restored(): void {
    if (this.stride === this.mass.length) return;
    this.stride = this.mass.length;
    this.arena.resize(
      new Map([
        [this.startPosition, 3 * this.stride],
        [this.startVelocity, 3 * this.stride],
      ]),
    );
  }

  /** Sets the mass, kg. It must be positive: to hold a particle still, use `pin`. */
  setMass(i: number, mass: number): void {
    this.#known(i);
    positive('particles: mass', mass);
    this.mass.view[i] = mass;
    this.inverseMass.view[i] = this.flags.view[i] & PINNED ? 0 : 1 / mass;
  }

  pin(i: number): void {
    this.#known(i);
    this.flags.view[i] = (this.flags.view[i] & ~HELD) | PINNED;
    this.inverseMass.view[i] = 0;
  }

  unpin(i: number): void {
    this.#known(i);
    this.flags.view[i] &= ~(PINNED | HELD | PLACED);
    this.inverseMass.view[i] = 1 / this.mass.view[i];
  }

  #known(i: number): void {
    wholeNumber('particles: index', i, 0, this.count - 1);
  }

  #plane(block: Block<'f64'>, axis: number): Float64Array {
    return block.view.subarray(axis * this.stride, axis * this.stride + this.count);
  }
}

function howMany(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw new RangeError(`particles: can add a whole number of them, got ${count}`);
}

/** Temperature of a body that was not heated (20 °C), K. */
export const ROOM_TEMPERATURE = 293.15;
