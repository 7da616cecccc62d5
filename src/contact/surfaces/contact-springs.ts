/**
 * Contact of edges and faces with colliders inside an implicit step. A pair that touches on the path to its goals is a spring
 * between its sides, shared by the vertices of the sheet:
 *
 *   f_j = s_j N n,   N = k (d − n · Σ s_i x_i),   k = STIFFNESS / (W h²), at least SHARE of the cloth's stiffness
 *
 * Symbols
 *   n    unit normal            s_j  weights of the vertices     d  distance to keep, m
 *   N    normal force, N        W    Σ s_j² / m_j, 1/kg          h  sub-step, s
 *
 * Its stiffness s_i s_j k n nᵀ enters the matrix, where the vertices of an edge or a face have blocks anyway, so that the
 * sheet bends about the point of contact. Contact after the step resolves the rest, and friction; it starts from N h². N is
 * remembered: a pair that was pressed is kept for one more step if inertia leads it away, because the tension of the sheet
 * may press it.
 *
 * Particle spheres are eliminated. A sphere of mass m moved by inertia and c such springs alone is displaced by h² N / m along
 * each n. So the sheet sees it at its goal, through a spring softer by that,
 *   1/k = h² (W / STIFFNESS + c / m),
 * and after the solve the sphere is displaced by the reaction.
 *
 * Rigid bodies, which would have to be unknowns of the solve, and sheets on sheets are not included (docs/decisions/0011).
 */
import type { Arena, Block } from '../../core/arena.ts';
import { anchoringOf } from '../../core/dynamics.ts';
import type { Constraints, ImplicitStage } from '../../core/implicit.ts';
import { type Particles, TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import { DEPTH, SHARE } from '../particles/implicit-contact.ts';
import { compareKeys, writeKey } from './contact-keys.ts';
import type { ContactList } from './contact-list.ts';
import { CONTACT_NUMBERS, VERTEX_END, VERTEX_NUMBERS } from './records.ts';
import type { SurfaceBroadPhase } from './surface-broad-phase.ts';

/** Indices of the fields of a contact, in f64 and in i32. */
const WEIGHTS = Contact.WEIGHTS / 8;
const NORMAL = Contact.NORMAL / 8;
const LEAST = Contact.LEAST_DISTANCE / 8;
const MASS = Contact.EFFECTIVE_MASS / 8;
const IMPULSE = Contact.IMPULSE / 8;
const START = Contact.START / 8;
const BODY_WORD = Contact.RIGID_BODY / 4;
const KIND_WORD = Contact.IS_EDGES / 4;
/** Length in f64 of a remembered spring: its vertices (four i32, the first as −1 − index for two edges), then N. */
const MEMORY_NUMBERS = 3;
const FORCE = 2;
/**
 * Length in f64 of a spring, and indices of its fields: n, k, the required n · u (u: displacement since the start), n · u of
 * what is not a vertex of the sheet, 1 / (W h²), N at the initial guess, penetration at the goals.
 */
const SPRING_NUMBERS = 9;
const [STIFF, REQUIRED, BASE, INERTIA, GUESS, DEPTH_AT_GOAL] = [3, 4, 5, 6, 7, 8];
/** Sweeps of Gauss–Seidel for the initial guess. Test: contact-springs.test.ts fails at half; twice only costs time. */
const SWEEPS = 8;
/**
 * Stiffness of a spring in units of 1 / (W h²). Less than for particles: many pairs along a rim support a cloth, and of
 * stiffer springs those a hundredth of a millimetre farther away would bear nothing (measurements in docs/decisions/0011).
 */
const STIFFNESS = 20;

export class ContactSprings {
  readonly block: Block<'f64'>;
  readonly #arena: Arena;
  /** Springs of the last solve: vertices as remembered, vertices of sheets (−1 for others), weights, numbers. */
  #count = 0;
  #keys = new Int32Array(0);
  #vertices = new Int32Array(0);
  #weights = new Float64Array(0);
  #springs = new Float64Array(0);
  /** Squared length of the sub-step of that solve, s². */
  #square = 0;
  /** The sphere of each spring, −1 for none, and the number of springs of each sphere. */
  #spheres = new Int32Array(0);
  #springsOf = new Int32Array(0);
  readonly #n = new Float64Array(3);
  readonly #force = new Float64Array(3);

  constructor(arena: Arena) {
    this.#arena = arena;
    this.block = arena.allocate('contact.supports', 'f64', 0);
  }

  forget(): void {
    this.#count = 0;
    if (this.block.length > 0) this.#arena.resize(new Map([[this.block as Block, 0]]));
  }

  /** Makes springs of the first `count` contacts, found on the path to the present positions. */
  constrain(
    world: World,
    stage: ImplicitStage,
    constraints: Constraints,
    contacts: ContactList,
    count: number,
    { particles, arrays, sheets, obstacles }: SurfaceBroadPhase,
  ): void {
    this.#makeRoom(count, particles);
    this.#count = 0;
    const { view, order } = contacts;
    const owners = arrays.bodies.view;
    const isSphere = (vertex: number) => owners[vertex] >= sheets.bodies.length;
    const words = wordsOf(view);
    const past = new RememberedForces(this.block.view);
    for (let k = 0; k < count; k++) {
      const at = CONTACT_NUMBERS * order[k];
      if (words[2 * at + BODY_WORD] >= 0 || view[at + MASS] === 0) continue;
      const [vertex, face] = words.subarray(2 * at, 2 * at + 2);
      // Particle contact constrains particles that rest on colliders, except on those that deform.
      const isResting = words[2 * at + KIND_WORD] === 0 && vertex < particles && owners[face] < 0;
      if (isResting && !isSphere(vertex) && !obstacles[-1 - owners[face]].moving) continue;
      writeKey(words, 2 * at, this.#keys, 4 * this.#count);
      const before = past.find(this.#keys, 4 * this.#count);
      const [first] = this.#keys.subarray(4 * this.#count);
      this.#spheres[this.#count] = first >= 0 && isSphere(first) ? first : -1;
      this.#addSpring(world, stage, view, at, before, arrays.vertices.view, particles);
    }
    this.#square = stage.h * stage.h;
    this.#apply(world.particles, constraints);
    this.#guess(world.particles);
  }

  /** Adds the spring of a contact if it penetrates at the goals; `before` is N in the last sub-step. */
  #addSpring(
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
    let required = contacts[at + LEAST];
    for (let axis = 0; axis < 3; axis++) {
      n[axis] = s[spring + axis] = contacts[at + NORMAL + axis];
      required -= n[axis] * contacts[at + START + axis];
    }
    const sphere = this.#spheres[this.#count];
    let toGoal = 0; // along n
    let base = 0;
    let owner = -1;
    for (let j = 0; j < 4; j++) {
      const key = this.#keys[first + j];
      const i = key < 0 ? -1 - key : key;
      const weight = contacts[at + WEIGHTS + j];
      weights[first + j] = weight;
      vertices[first + j] = i < particles && weight !== 0 && i !== sphere ? i : -1;
      if (i < particles && i !== sphere) {
        if (flags.view[i] & TANGLED) return; // untangling moves it out
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
        if (i === sphere) base += along * goal.view[p];
        else toGoal += along * goal.view[p];
        base -= along * startPosition.view[p];
      }
    }
    let inertia = contacts[at + MASS] / (h * h);
    if (sphere >= 0) {
      const face = 1 / contacts[at + MASS] - world.particles.inverseMass.view[sphere];
      if (!(face > 0)) return; // a face of pins
      inertia = 1 / (face * h * h);
    }
    const body = world.bodies.find((b) => owner >= b.first && owner < b.first + b.count);
    const depth = required - base - toGoal;
    if (depth <= (before > 0 ? -DEPTH : 0)) return;
    const least = sphere < 0 ? SHARE * ((body && anchoringOf(body)?.stiffness) ?? 0) : 0;
    s[spring + STIFF] = Math.max(STIFFNESS * inertia, least);
    s[spring + DEPTH_AT_GOAL] = depth;
    s[spring + REQUIRED] = required;
    s[spring + BASE] = base;
    s[spring + INERTIA] = inertia;
    s[spring + GUESS] = 0;
    if (sphere >= 0) this.#springsOf[sphere]++;
    this.#count++;
  }

  /** Adds the springs to the solve, softened by the spheres behind them. */
  #apply({ inverseMass }: Particles, constraints: Constraints): void {
    const [s, n] = [this.#springs, this.#n];
    for (let k = 0; k < this.#count; k++) {
      const spring = SPRING_NUMBERS * k;
      const sphere = this.#spheres[k];
      if (sphere >= 0) {
        const compliance = this.#square * this.#springsOf[sphere] * inverseMass.view[sphere];
        s[spring + STIFF] = 1 / (1 / s[spring + STIFF] + compliance);
      }
      const force = s[spring + STIFF] * s[spring + DEPTH_AT_GOAL];
      for (let axis = 0; axis < 3; axis++) {
        n[axis] = s[spring + axis];
        this.#force[axis] = force * n[axis];
      }
      constraints.share(this.#vertices, this.#weights, 4 * k, this.#force, n, s[spring + STIFF], 0);
    }
  }

  /** After the solve: displaces spheres by the forces of their springs. */
  react({ particles }: World): void {
    for (let k = 0; k < this.#count; k++) {
      const sphere = this.#spheres[k];
      if (sphere < 0) continue;
      const mobility = this.#square * particles.inverseMass.view[sphere];
      this.#displace(particles, k, sphere, mobility * this.#forceOf(particles, k) * this.#weights[4 * k]);
    }
  }

  /** N of a spring at the present positions. */
  #forceOf(p: Particles, k: number): number {
    const spring = SPRING_NUMBERS * k;
    return this.#springs[spring + STIFF] * (this.#springs[spring + REQUIRED] - this.#separation(p, k));
  }

  /**
   * Moves particles to the solution with inertia and these springs alone, by sweeps of Gauss–Seidel, as the initial guess of
   * the solve.
   */
  #guess(p: Particles): void {
    const s = this.#springs;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let turn = 0; turn < this.#count; turn++) {
        const k = sweep & 1 ? this.#count - 1 - turn : turn;
        const spring = SPRING_NUMBERS * k;
        const before = s[spring + GUESS];
        const residual = this.#forceOf(p, k) - before;
        const after = Math.max(0, before + residual / (1 + s[spring + STIFF] / s[spring + INERTIA]));
        s[spring + GUESS] = after;
        for (let j = 4 * k; j < 4 * k + 4; j++) {
          const i = this.#vertices[j];
          if (i < 0) continue;
          const impulse = this.#square * (after - before);
          this.#displace(p, k, i, impulse * p.inverseMass.view[i] * this.#weights[j]);
        }
      }
    }
  }

  /** Displacement of the sides away from each other since the start, along n, m. */
  #separation({ position, stride }: Particles, k: number): number {
    const s = this.#springs;
    const spring = SPRING_NUMBERS * k;
    let sum = s[spring + BASE];
    for (let j = 4 * k; j < 4 * k + 4; j++) {
      const i = this.#vertices[j];
      if (i < 0) continue;
      for (let axis = 0; axis < 3; axis++) {
        sum += this.#weights[j] * s[spring + axis] * position.view[axis * stride + i];
      }
    }
    return sum;
  }

  /** After the step: remembers the forces. */
  remember(world: World): void {
    if (this.#count === 0 && this.block.length === 0) return;
    let kept = 0;
    const out = new Float64Array(MEMORY_NUMBERS * this.#count);
    const words = new Int32Array(out.buffer);
    for (let k = 0; k < this.#count; k++) {
      const force = this.#forceOf(world.particles, k);
      if (force <= 0) continue;
      const at = MEMORY_NUMBERS * kept++;
      words.set(this.#keys.subarray(4 * k, 4 * k + 4), 2 * at);
      out[at + FORCE] = force;
    }
    this.#count = 0;
    this.#arena.resize(new Map([[this.block as Block, MEMORY_NUMBERS * kept]]));
    this.block.view.set(out.subarray(0, MEMORY_NUMBERS * kept));
  }

  /** Displaces particle i along the normal of a spring by `way` (m). */
  #displace({ position, stride }: Particles, k: number, i: number, way: number): void {
    for (let axis = 0; axis < 3; axis++) {
      position.view[axis * stride + i] += way * this.#springs[SPRING_NUMBERS * k + axis];
    }
  }

  /** Adds `factor` (s²) times the remembered forces to the impulses of contacts from number `from` on, not below 0. */
  warmStart({ view, order }: ContactList, from: number, count: number, factor: number): void {
    if (this.block.length === 0) return;
    const words = wordsOf(view);
    const past = new RememberedForces(this.block.view);
    const key = new Int32Array(4);
    for (let k = 0; k < count; k++) {
      if (order[k] < from) continue;
      const at = CONTACT_NUMBERS * order[k];
      writeKey(words, 2 * at, key, 0);
      view[at + IMPULSE] = Math.max(0, view[at + IMPULSE] + factor * past.find(key, 0));
    }
  }

  #makeRoom(count: number, particles: number): void {
    if (this.#springsOf.length < particles) this.#springsOf = new Int32Array(2 * particles);
    this.#springsOf.fill(0);
    if (this.#keys.length >= 4 * count) return;
    this.#keys = new Int32Array(8 * count);
    this.#vertices = new Int32Array(8 * count);
    this.#spheres = new Int32Array(2 * count);
    this.#weights = new Float64Array(8 * count);
    this.#springs = new Float64Array(2 * SPRING_NUMBERS * count);
  }
}

function wordsOf(numbers: Float64Array): Int32Array {
  return new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
}

/** The remembered forces, read once in the order of contacts. */
class RememberedForces {
  readonly #numbers: Float64Array;
  readonly #words: Int32Array;
  #at = 0;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
    this.#words = wordsOf(numbers);
  }

  /** N of a contact; 0 if it is not remembered. */
  find(keys: Int32Array, key: number): number {
    for (; this.#at < this.#numbers.length; this.#at += MEMORY_NUMBERS) {
      const difference = compareKeys(this.#words, 2 * this.#at, keys, key);
      if (difference === 0) return this.#numbers[this.#at + FORCE];
      if (difference > 0) break;
    }
    return 0;
  }
}
