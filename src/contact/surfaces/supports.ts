/**
 * Contact of edges and faces with colliders inside an implicit step. A pair that touches on the way to where inertia
 * leads is a spring between its sides, shared by the vertices of the sheet (weights s_j, normal n, distance kept d):
 *
 *   f_j = s_j N n,   N = k (d − n · Σ s_i x_i),   k = STIFFNESS / (W h²), at least SHARE of the cloth's stiffness
 *
 * W = Σ s_j² / m_j. Its stiffness s_i s_j k n nᵀ goes into the matrix, where vertices of an edge or a face have blocks
 * anyway, so that the sheet bends about the place it is held at.
 *
 * The stage after the step takes what it leaves, and friction, for which contacts there begin with what has pushed here,
 * N h². N is remembered: a pair that was pressed on is held once more if inertia leads away,
 * for it may be the sheet's tension that presses.
 *
 * Grains (grains.ts) are in it by elimination. A grain of mass m_g that nothing but c such springs and inertia moves goes
 * h² N / m_g along each n; so the sheet sees it where inertia leads it, through a spring softer by that,
 *   1/k = h² (W / STIFFNESS + c / m_g),
 * and after the solve it goes that way: what the sheet got, it gave.
 *
 * Not here: rigid bodies, which would have to be part of the solve, and sheets on sheets.
 */
import type { Arena, Block } from '../../core/arena.ts';
import { anchoringOf } from '../../core/dynamics.ts';
import type { Constraints, ImplicitStage } from '../../core/implicit.ts';
import { type Particles, TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import { DEPTH } from '../particles/implicit-contact.ts';
import { VERTEX_END, VERTEX_NUMBERS } from './arrays.ts';
import { CONTACT_NUMBERS } from './records.ts';

/** Indices of the fields of a contact, in f64 and in i32. */
const WEIGHTS = Contact.WEIGHTS / 8;
const NORMAL = Contact.NORMAL / 8;
const LEAST = Contact.LEAST_DISTANCE / 8;
const INVERSE = Contact.EFFECTIVE_MASS / 8;
const IMPULSE = Contact.IMPULSE / 8;
const START = Contact.START / 8;
const BODY_WORD = Contact.RIGID_BODY / 4;
const KIND_WORD = Contact.IS_EDGES / 4;
/** f64 of what is remembered of one: its vertices (four i32, the first as −1 − index for two edges), N. */
const MEMORY_NUMBERS = 3;
const PUSHED = 2;
/**
 * f64 of a spring: n, k, how far it may come nearer in the step, n · u without where the sheet is, 1 / (W h²), N where it
 * is guessed to be, how far it comes too near at the goals.
 */
const SPRING_NUMBERS = 9;
const [ALONG, ROOM, BASE, INERTIA, PUSH, DEEP] = [3, 4, 5, 6, 7, 8];
const SWEEPS = 8;
/**
 * In units of 1 / (W h²), and of the stretch stiffness. Less than for masses: a rim carries a cloth by many pairs, and of
 * stiffer springs those that are a hundredth of a millimetre farther off would bear nothing.
 */
const STIFFNESS = 20;
const SHARE = 0.03;

export class Supports {
  readonly #arena: Arena;
  readonly #memory: Block<'f64'>;
  /** Springs of the last solve: four vertices each (−1: none of a sheet), weights, numbers. */
  #count = 0;
  /** s²: of the length of that solve. */
  #square = 0;
  #keys = new Int32Array(0);
  #vertices = new Int32Array(0);
  #weights = new Float64Array(0);
  #springs = new Float64Array(0);
  /** By spring: its grain, −1 for none; and by grain, how many springs it has. */
  #grains = new Int32Array(0);
  #springsOf = new Int32Array(0);
  readonly #n = new Float64Array(3);
  readonly #force = new Float64Array(3);

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#memory = arena.allocate('contact.supports', 'f64', 0);
  }

  /** Those that a snapshot has. */
  get block(): Block {
    return this.#memory as Block;
  }

  forget(): void {
    this.#count = 0;
    if (this.#memory.length > 0) this.#arena.resize(new Map([[this.block, 0]]));
  }

  /**
   * Makes springs of the contacts found on the way to where particles are now, in `order`. `surface`: records of vertices,
   * the first `particles` of which are particles'; `owners`: one a vertex, from `sheets` on those of grains, below 0 those
   * of colliders, of which `isMoving` tells whether they move in themselves.
   */
  constrain(
    world: World,
    stage: ImplicitStage,
    constraints: Constraints,
    contacts: Float64Array,
    order: Int32Array,
    count: number,
    surface: Float64Array,
    particles: number,
    owners: Int32Array,
    sheets: number,
    isMoving: (owner: number) => boolean,
  ): void {
    this.#makeRoom(count, particles);
    this.#count = 0;
    const words = wordsOf(contacts);
    const past = new Past(this.#memory.view);
    for (let k = 0; k < count; k++) {
      const at = CONTACT_NUMBERS * order[k];
      if (words[2 * at + BODY_WORD] >= 0 || contacts[at + INVERSE] === 0) continue;
      const [vertex, face] = words.subarray(2 * at, 2 * at + 2);
      // Masses that lie on other colliders are held by the particle stage.
      const isLying = words[2 * at + KIND_WORD] === 0 && vertex < particles && owners[face] < 0;
      if (isLying && owners[vertex] < sheets && !isMoving(owners[face])) continue;
      writeKey(words, 2 * at, this.#keys, 4 * this.#count);
      const before = past.find(this.#keys, 4 * this.#count);
      const [first] = this.#keys.subarray(4 * this.#count);
      this.#grains[this.#count] = first >= 0 && owners[first] >= sheets ? first : -1;
      this.#meet(world, stage, contacts, at, before, surface, particles);
    }
    this.#square = stage.h * stage.h;
    this.#share(world.particles, constraints);
    this.#guess(world.particles);
  }

  /** `before`: N in the last sub-step. */
  #meet(
    world: World,
    { h, goal }: ImplicitStage,
    contacts: Float64Array,
    at: number,
    before: number,
    surface: Float64Array,
    particles: number,
  ): void {
    const { stride, flags, startPosition } = world.particles;
    const [s, spring, first] = [this.#springs, SPRING_NUMBERS * this.#count, 4 * this.#count];
    const [vertices, weights, n] = [this.#vertices, this.#weights, this.#n];
    let room = contacts[at + LEAST];
    for (let axis = 0; axis < 3; axis++) {
      n[axis] = s[spring + axis] = contacts[at + NORMAL + axis];
      room -= n[axis] * contacts[at + START + axis];
    }
    const grain = this.#grains[this.#count];
    let toGoal = 0; // along n
    let base = 0;
    let owner = -1;
    for (let j = 0; j < 4; j++) {
      const key = this.#keys[first + j];
      const i = key < 0 ? -1 - key : key;
      const weight = contacts[at + WEIGHTS + j];
      weights[first + j] = weight;
      vertices[first + j] = i < particles && weight !== 0 && i !== grain ? i : -1;
      if (i < particles && i !== grain) {
        if (flags.view[i] & TANGLED) return; // another stage lets it out
        owner = i;
      }
      for (let axis = 0; axis < 3; axis++) {
        const along = weight * n[axis];
        if (i >= particles) {
          const v = VERTEX_NUMBERS * i + axis;
          base += along * (surface[v + VERTEX_END] - surface[v]);
          continue;
        }
        const p = axis * stride + i;
        if (i === grain) base += along * goal.view[p];
        else toGoal += along * goal.view[p];
        base -= along * startPosition.view[p];
      }
    }
    let inertia = contacts[at + INVERSE] / (h * h);
    if (grain >= 0) {
      const face = 1 / contacts[at + INVERSE] - world.particles.inverseMass.view[grain];
      if (!(face > 0)) return; // of pins
      inertia = 1 / (face * h * h);
    }
    const body = world.bodies.find((b) => owner >= b.first && owner < b.first + b.count);
    const depth = room - base - toGoal;
    if (depth <= (before > 0 ? -DEPTH : 0)) return;
    const least = grain < 0 ? SHARE * ((body && anchoringOf(body)?.stiffness) ?? 0) : 0;
    s[spring + ALONG] = Math.max(STIFFNESS * inertia, least);
    s[spring + DEEP] = depth;
    s[spring + ROOM] = room;
    s[spring + BASE] = base;
    s[spring + INERTIA] = inertia;
    s[spring + PUSH] = 0;
    if (grain >= 0) this.#springsOf[grain]++;
    this.#count++;
  }

  /** The springs as the solve sees them. */
  #share({ inverseMass }: Particles, constraints: Constraints): void {
    const [s, n] = [this.#springs, this.#n];
    for (let k = 0; k < this.#count; k++) {
      const spring = SPRING_NUMBERS * k;
      const grain = this.#grains[k];
      if (grain >= 0) {
        const yielding = this.#square * this.#springsOf[grain] * inverseMass.view[grain];
        s[spring + ALONG] = 1 / (1 / s[spring + ALONG] + yielding);
      }
      const push = s[spring + ALONG] * s[spring + DEEP];
      for (let axis = 0; axis < 3; axis++) {
        n[axis] = s[spring + axis];
        this.#force[axis] = push * n[axis];
      }
      constraints.share(this.#vertices, this.#weights, 4 * k, this.#force, n, s[spring + ALONG], 0);
    }
  }

  /** After the solve: grains go where the springs push them. */
  react({ particles }: World): void {
    const { position, inverseMass, stride } = particles;
    for (let k = 0; k < this.#count; k++) {
      const grain = this.#grains[k];
      if (grain < 0) continue;
      const spring = SPRING_NUMBERS * k;
      const way = this.#square * inverseMass.view[grain] * this.#pushOf(particles, k) * this.#weights[4 * k];
      for (let axis = 0; axis < 3; axis++) {
        position.view[axis * stride + grain] += way * this.#springs[spring + axis];
      }
    }
  }

  /** N of a spring where particles are now. */
  #pushOf(p: Particles, k: number): number {
    const spring = SPRING_NUMBERS * k;
    return this.#springs[spring + ALONG] * (this.#springs[spring + ROOM] - this.#gone(p, k));
  }

  /**
   * As for masses (../hold.ts), the solve starts where particles would be held if all else were inertia: by sweeps of
   * Gauss–Seidel, for vertices share springs.
   */
  #guess(p: Particles): void {
    const s = this.#springs;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let turn = 0; turn < this.#count; turn++) {
        const k = sweep & 1 ? this.#count - 1 - turn : turn;
        const spring = SPRING_NUMBERS * k;
        const before = s[spring + PUSH];
        const lacks = s[spring + ALONG] * (s[spring + ROOM] - this.#gone(p, k)) - before;
        const after = Math.max(0, before + lacks / (1 + s[spring + ALONG] / s[spring + INERTIA]));
        s[spring + PUSH] = after;
        this.#move(p, k, after - before);
      }
    }
  }

  /** How far its sides have gone from each other since the start, along n, m. */
  #gone({ position, stride }: Particles, k: number): number {
    const s = this.#springs;
    const spring = SPRING_NUMBERS * k;
    let gone = s[spring + BASE];
    for (let j = 4 * k; j < 4 * k + 4; j++) {
      const i = this.#vertices[j];
      if (i < 0) continue;
      for (let axis = 0; axis < 3; axis++) {
        gone += this.#weights[j] * s[spring + axis] * position.view[axis * stride + i];
      }
    }
    return gone;
  }

  /** After the solve: remembers what pushes there. */
  finish(world: World): void {
    if (this.#count === 0 && this.#memory.length === 0) return;
    let kept = 0;
    const out = new Float64Array(MEMORY_NUMBERS * this.#count);
    const words = new Int32Array(out.buffer);
    for (let k = 0; k < this.#count; k++) {
      const pushed = this.#pushOf(world.particles, k);
      if (pushed <= 0) continue;
      const at = MEMORY_NUMBERS * kept++;
      words.set(this.#keys.subarray(4 * k, 4 * k + 4), 2 * at);
      out[at + PUSHED] = pushed;
    }
    this.#count = 0;
    this.#arena.resize(new Map([[this.block, MEMORY_NUMBERS * kept]]));
    this.#memory.view.set(out.subarray(0, MEMORY_NUMBERS * kept));
  }

  /** Moves the vertices of a spring by what a push (N) does against inertia. */
  #move({ position, inverseMass, stride }: Particles, k: number, push: number): void {
    const spring = SPRING_NUMBERS * k;
    for (let j = 4 * k; j < 4 * k + 4; j++) {
      const i = this.#vertices[j];
      if (i < 0) continue;
      const way = this.#square * push * inverseMass.view[i] * this.#weights[j];
      for (let axis = 0; axis < 3; axis++) {
        position.view[axis * stride + i] += way * this.#springs[spring + axis];
      }
    }
  }

  /** Adds `factor` (s²) times what has pushed to the impulses of contacts from number `from` on, but not below 0. */
  press(contacts: Float64Array, order: Int32Array, from: number, count: number, factor: number): void {
    if (this.#memory.length === 0) return;
    const words = wordsOf(contacts);
    const past = new Past(this.#memory.view);
    const key = new Int32Array(4);
    for (let k = 0; k < count; k++) {
      if (order[k] < from) continue;
      const at = CONTACT_NUMBERS * order[k];
      writeKey(words, 2 * at, key, 0);
      contacts[at + IMPULSE] = Math.max(0, contacts[at + IMPULSE] + factor * past.find(key, 0));
    }
  }

  #makeRoom(count: number, particles: number): void {
    if (this.#springsOf.length < particles) this.#springsOf = new Int32Array(2 * particles);
    this.#springsOf.fill(0);
    if (this.#keys.length >= 4 * count) return;
    this.#keys = new Int32Array(8 * count);
    this.#vertices = new Int32Array(8 * count);
    this.#grains = new Int32Array(2 * count);
    this.#weights = new Float64Array(8 * count);
    this.#springs = new Float64Array(2 * SPRING_NUMBERS * count);
  }
}

function wordsOf(numbers: Float64Array): Int32Array {
  return new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
}

/** The vertices of a contact, the first as −1 − index for two edges. */
function writeKey(words: Int32Array, from: number, keys: Int32Array, at: number): void {
  for (let j = 0; j < 4; j++) keys[at + j] = words[from + j];
  if (words[from + KIND_WORD] === 1) keys[at] = -1 - keys[at];
}

/** What is remembered, looked through once in the order that contacts are in. */
class Past {
  readonly #numbers: Float64Array;
  readonly #words: Int32Array;
  #at = 0;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
    this.#words = wordsOf(numbers);
  }

  /** N, 0 for a contact that there was not. */
  find(keys: Int32Array, key: number): number {
    for (; this.#at < this.#numbers.length; this.#at += MEMORY_NUMBERS) {
      const difference = compare(this.#words, 2 * this.#at, keys, key);
      if (difference === 0) return this.#numbers[this.#at + PUSHED];
      if (difference > 0) break;
    }
    return 0;
  }
}

/** The order that contacts are in: by their vertices, and a vertex and a face before two edges. */
function compare(a: Int32Array, at: number, b: Int32Array, from: number): number {
  const [p, q] = [a[at], b[from]];
  const difference = (p < 0 ? -1 - p : p) - (q < 0 ? -1 - q : q);
  if (difference !== 0) return difference;
  for (let j = 1; j < 4; j++) if (a[at + j] !== b[from + j]) return a[at + j] - b[from + j];
  return (p < 0 ? 1 : 0) - (q < 0 ? 1 : 0);
}
