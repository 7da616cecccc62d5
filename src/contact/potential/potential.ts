/**
 * Contact within an implicit step: vertices with colliders (shape-terms.ts) and surfaces with each other (surface-terms.ts) as
 * terms of the potential (terms.ts), and the state of friction that they remember.
 *
 * Every position from which Newton's method goes on is free of crossings: the way to it from the start of the step, straight and
 * even, passes through nothing. A solution that would pass is moved back to where it does not.
 */
import type { Arena, Block } from '../../core/arena.ts';
import type { Renumbering } from '../../core/dependents.ts';
import type { ContactPotential, ContactRows, ImplicitStage, Reaction } from '../../core/implicit.ts';
import { IN_CONTACT, type Particles } from '../../core/particles.ts';
import { isAtRest } from '../../core/rest.ts';
import type { World } from '../../core/world.ts';
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import type { Ties } from '../attachments/point.ts';
import type { SolvedBodies } from '../rigid/solved-bodies.ts';
import { compareKeys, isOfCollider } from '../surfaces/contact-keys.ts';
import { EASE, LAYER, type ShapeTerms } from './shape-terms.ts';
import type { SurfaceTerms } from './surface-terms.ts';
import { ContactTerms, TERM, TERM_WORDS } from './terms.ts';
import { TieTerms } from './tie-terms.ts';

/** Length in f64 of a remembered contact: its key (four i32), N, slip, SLIDES, SPEED, GAIN and RANGE. */
const MEMORY_NUMBERS = 10;
const FORCE = 2;
const MEMORY_SLIP = 3;
const MEMORY_SLIDES = 6;
const MEMORY_SPEED = 7;
const MEMORY_GAIN = 8;
const MEMORY_RANGE = 9;
/** Fields of a term, in f64 and in i32. */
const KEY = ContactTerm.KEY / 4;
const SLIDES = ContactTerm.SLIDES / 4;
const SPHERE = ContactTerm.SPHERE / 4;
const LOAD = ContactTerm.LOAD / 8;
const SPEED = ContactTerm.SPEED / 8;
const GAIN = ContactTerm.GAIN / 8;
const RANGE = ContactTerm.RANGE / 8;
const FULL = ContactTerm.FULL_RANGE / 8;

const SLIP = ContactTerm.SLIP / 8;
const PRESS = ContactTerm.PRESS / 8;
const FIRM = ContactTerm.FIRM / 8;
const NORMAL = ContactTerm.NORMAL / 8;
const WEIGHTS = ContactTerm.WEIGHTS / 8;
/** Stiffness in units of the mass over h²: a spring of it leaves 1/61 of an approach in a step. Test: layer.test.ts. */
const INERTIA = 60;
/**
 * Most rounds in which vertices are moved out of colliders and surfaces apart, each of which may undo the other. A limit on work: of
 * two equal masses, half of what is missing is left in each. Test: limits.test.ts.
 */
const CLEARINGS = 3;
/**
 * Length of a step that is short enough for every contact, s. Chosen: a free fall in it is half a tenth of a millimetre, a share of the
 * distance at which cloth touches, so that the solve finds what rests where the step before has left it. Test: limits.test.ts.
 */
const SHORTEST = 1 / 240;
/** Way in a longer step, as a share of the layer over which colliders push. Chosen. Test: limits.test.ts. */
const SHARE = 0.25;
/** Stiffness of what bears a rigid body over the mass, 1/s²: that of the shortest step, so that a rest is the same for every step. */
const BEARING = INERTIA / (SHORTEST * SHORTEST);
/** Least stiffness over that of stretching: measured on cloth that crumples, docs/decisions/0011. Test: layer.test.ts. */
const STRETCH = 3;

/** Stiffness of ties, N/m: that of contacts in the shortest step, so that a gap is the same for every step. */
export function tieStiffness(mass: number, stretch: number): number {
  return Math.max(BEARING * mass, STRETCH * stretch);
}

export class StepPotential implements ContactPotential {
  readonly terms: ContactTerms;
  readonly ties: TieTerms;
  /** State of friction at the end of the last step. */
  readonly block: Block<'f64'>;
  shapes: ShapeTerms | undefined;
  surfaces: SurfaceTerms | undefined;
  readonly #arena: Arena;
  #h = 0;
  #stage!: ImplicitStage;
  /** Whether the next solve is the first of the stage. */
  #isFirst = true;
  #leads!: Block<'f64'>;
  /** Most contacts that a solve of the stage has found. */
  #most = 0;

  constructor(arena: Arena, ties: readonly Ties[]) {
    this.#arena = arena;
    this.terms = new ContactTerms(arena, 'contact');
    this.ties = new TieTerms(arena, ties, tieStiffness);
    this.block = arena.allocate('contact.friction', 'f64', 0);
  }

  get count(): number {
    return this.#most;
  }

  /** Follows the particles and colliders of what it remembers to their new indices. */
  renumber(change: Renumbering): void {
    const { view } = this.block;
    const words = wordsOf(view);
    let end = 0;
    let isSorted = true;
    for (let at = 0; at < view.length; at += MEMORY_NUMBERS) {
      view.copyWithin(end, at, at + MEMORY_NUMBERS);
      if (!followKey(words, 2 * end, change)) continue;
      if (end > 0) isSorted &&= compareKeys(words, 2 * (end - MEMORY_NUMBERS), words, 2 * end) <= 0;
      end += MEMORY_NUMBERS;
    }
    if (!isSorted) sortRecords(view.subarray(0, end));
    if (end !== view.length) this.#arena.resize(new Map([[this.block as Block, end]]));
  }

  /** Sets the memory to records, sorted by their keys. */
  #adopt(records: Float64Array[]): void {
    const length = MEMORY_NUMBERS * records.length;
    if (length !== this.block.length) this.#arena.resize(new Map([[this.block as Block, length]]));
    const { view } = this.block;
    records.forEach((record, k) => {
      view.set(record, MEMORY_NUMBERS * k);
    });
    sortRecords(view);
  }

  /** Returns the records of contacts between bodies at rest, which no solve has. */
  #resting({ bodies }: World): Float64Array[] {
    const resting = bodies.filter(isAtRest);
    if (resting.length === 0) return [];
    const rests = (i: number) => resting.some(({ first, count }) => i >= first && i < first + count);
    const { view } = this.block;
    const words = wordsOf(view);
    const found: Float64Array[] = [];
    for (let at = 0; at < view.length; at += MEMORY_NUMBERS) {
      if (particlesOf(words, 2 * at).every(rests)) found.push(view.slice(at, at + MEMORY_NUMBERS));
    }
    return found;
  }

  readonly #stiffnessOf = (mass: number, stretch: number): number =>
    Math.max((INERTIA * mass) / (this.#h * this.#h), STRETCH * stretch);

  begin(world: World, stage: ImplicitStage): void {
    this.#rigid?.begin(stage);
    this.#h = stage.h;
    this.#stage = stage;
    this.#isFirst = true;
    this.#most = 0;
    this.shapes?.begin(world, stage);
    this.ties.begin(world, stage);
    this.surfaces?.begin(world, stage);
  }

  missedForce({ particles: { position, stride } }: World): number {
    return this.#rigid?.missedForce(this.terms, position, stride) ?? 0;
  }

  get isBlocked(): boolean {
    return this.#rigid?.isCleared ?? false;
  }

  get presses(): boolean {
    return this.block.length > 0;
  }

  /** Number of contacts that pressed at the end of the last step. */
  get remembered(): number {
    return this.block.length / MEMORY_NUMBERS;
  }

  get touches(): boolean {
    const { solved, count } = this.terms;
    for (let k = 0; k < count; k++) if (solved[TERM * k + PRESS] > 0) return true;
    return false;
  }

  longestStep({ particles: { velocity, numbers }, kernels }: World): number {
    const speed = Math.max(kernels.largest(velocity.offset, numbers), this.#rigid?.speed ?? 0);
    return Math.max(SHORTEST, (SHARE * LAYER) / speed);
  }

  clear(world: World): boolean {
    let any = false;
    this.#settle(world.particles.position, world.particles);
    this.#rigid?.follow();
    for (let round = 0; round < CLEARINGS; round++) {
      const moved = this.shapes?.clear(world) ?? false;
      any = (this.surfaces?.clear() ?? false) || moved || any;
      if (!moved || !this.surfaces) break;
    }
    return any;
  }

  gather(world: World): void {
    const { terms } = this;
    terms.count = 0;
    const lead = this.#isFirst ? this.#largestLead(world) + (this.presses ? LAYER : 0) : 0;
    this.shapes?.gather(world, terms, this.#stiffnessOf, lead);
    this.surfaces?.gather(world, terms, this.#stiffnessOf, lead);
    this.#rigid?.endGather(terms, world.particles.count, BEARING);
    this.#most = Math.max(this.#most, terms.count);
    this.#recall();
    terms.press(world.particles, this.#h, this.#isFirst ? this.#leads : undefined);
    this.#rigid?.press(terms);
    this.ties.gather(world);
    this.#isFirst = false;
  }

  press({ particles }: World): void {
    const { terms } = this;
    this.#rigid?.carry(terms);
    terms.press(particles, this.#h);
    this.#rigid?.press(terms);
  }

  /** Returns the longest way that the forces of the step lead a particle, m, and sets the leads of all. */
  #largestLead({ particles: { position, numbers }, arena, kernels }: World): number {
    this.#leads = arena.scratchOf('contact.leads', numbers);
    kernels.addScaled(this.#leads.offset, this.#stage.goal.offset, position.offset, -1, numbers);
    return Math.sqrt(3) * kernels.largest(this.#leads.offset, numbers);
  }

  energy({ particles }: World, positions: Block<'f64'>): number {
    const inertia = this.#settle(positions, particles);
    const springs = this.ties.terms.energy(positions.offset, particles.stride);
    return inertia + springs + this.terms.energy(positions.offset, particles.stride);
  }

  misfit({ particles }: World): number {
    return this.terms.misfit(particles);
  }

  assemble({ particles }: World, rows: ContactRows): void {
    this.#settle(particles.position, particles);
    const { terms, ties } = this;
    const room = rows.reserve(terms.count + ties.terms.count);
    const found = terms.assemble(particles, this.#h, room, 0);
    const tied = ties.terms.assemble(particles, this.#h, room, found >> 2);
    const held = found | tied;
    rows.adopt((found >> 2) + (tied >> 2), (held & 1) === 1, (held & 2) === 2, this.#rigid);
  }

  /** Moves rigid bodies to where they are with the cloths at positions; returns the potential of their inertia, J. */
  #settle({ view }: Block<'f64'>, { stride }: Particles): number {
    return this.#rigid?.settle(this.terms, view, stride) ?? 0;
  }

  get #rigid(): SolvedBodies | undefined {
    return this.surfaces?.rigid;
  }

  coast(): void {
    this.#rigid?.coast();
  }

  keep(): void {
    this.#rigid?.keep();
  }

  restore(): void {
    this.#rigid?.restore();
  }

  react(world: World): Reaction {
    const { position, inverseMass, stride } = world.particles;
    const { terms } = this;
    const { solved: c, count } = terms;
    const words = wordsOf(c);
    const square = this.#h * this.#h;
    const change: [number, number, number] = [0, 0, 0];
    const spheres = new Set<number>();
    for (let k = 0, at = 0; k < count; k++, at += TERM) {
      if (!(c[at + FIRM] > 0) || c[at + PRESS] === 0) continue;
      const sphere = words[TERM_WORDS * k + SPHERE];
      const push = square * terms.force(k, position, stride) * c[at + WEIGHTS];
      spheres.add(sphere);
      for (let axis = 0; axis < 3; axis++) {
        position.view[axis * stride + sphere] += push * inverseMass.view[sphere] * c[at + NORMAL + axis];
        change[axis] += push * c[at + NORMAL + axis];
      }
    }
    let mass = this.#rigid?.addChange(change) ?? 0;
    for (const sphere of spheres) mass += 1 / inverseMass.view[sphere];
    mass += this.ties.react(world, spheres, change);
    const shift = (by: readonly number[]) => {
      this.#rigid?.shift(by);
      for (const sphere of spheres) {
        for (let axis = 0; axis < 3; axis++) position.view[axis * stride + sphere] += by[axis];
      }
    };
    return { mass, change, shift };
  }

  /** Recalls loads and slips of the terms. */
  #recall(): void {
    const memory = this.block.view;
    const past = wordsOf(memory);
    const { numbers: c, words, count } = this.terms;
    const records = memory.length / MEMORY_NUMBERS;
    for (let k = 0, at = 0; k < count; k++, at += TERM) {
      const key = TERM_WORDS * k + KEY;
      let low = 0;
      let high = records;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (compareKeys(past, 2 * MEMORY_NUMBERS * middle, words, key) < 0) low = middle + 1;
        else high = middle;
      }
      const found = MEMORY_NUMBERS * low;
      if (low === records || compareKeys(past, 2 * found, words, key) !== 0) continue;
      c[at + LOAD] = memory[found + FORCE];
      words[TERM_WORDS * k + SLIDES] = memory[found + MEMORY_SLIDES];
      c[at + SPEED] = memory[found + MEMORY_SPEED];
      c[at + GAIN] = memory[found + MEMORY_GAIN];
      c[at + RANGE] = Math.min(c[at + FULL], memory[found + MEMORY_RANGE] + EASE * this.#h);
      for (let axis = 0; axis < 3; axis++) c[at + SLIP + axis] = memory[found + MEMORY_SLIP + axis];
    }
  }

  /** After a step: remembers loads and slips, and marks the particles that touch; returns the number of contacts that press. */
  remember(world: World): number {
    const { particles } = world;
    const { terms } = this;
    this.ties.rip(world);
    this.#rigid?.accept(terms);
    terms.end(particles, this.#h);
    const order: number[] = [];
    for (let k = 0, c = terms.solved; k < terms.count; k++) if (c[TERM * k + PRESS] > 0) order.push(k);
    const before = wordsOf(terms.solved);
    order.sort((a, b) => compareKeys(before, TERM_WORDS * a + KEY, before, TERM_WORDS * b + KEY));
    const resting = this.#resting(world);
    const length = MEMORY_NUMBERS * order.length;
    if (this.block.length !== length) this.#arena.resize(new Map([[this.block as Block, length]]));
    // The resize may have moved the terms.
    const c = terms.solved;
    const words = wordsOf(c);
    const out = this.block.view;
    const past = wordsOf(out);
    let to = 0;
    for (const k of order) {
      const [at, word] = [TERM * k, TERM_WORDS * k];
      past.set(words.subarray(word + KEY, word + KEY + 4), 2 * to);
      this.#mark(particles, words, word);
      out[to + FORCE] = c[at + PRESS];
      out[to + MEMORY_SLIDES] = words[word + SLIDES];
      out[to + MEMORY_SPEED] = c[at + SPEED];
      out[to + MEMORY_GAIN] = c[at + GAIN];
      out[to + MEMORY_RANGE] = c[at + RANGE];
      for (let axis = 0; axis < 3; axis++) out[to + MEMORY_SLIP + axis] = c[at + SLIP + axis];
      to += MEMORY_NUMBERS;
    }
    if (resting.length > 0) {
      const others = order.map((_, k) => out.slice(MEMORY_NUMBERS * k, MEMORY_NUMBERS * (k + 1)));
      this.#adopt([...others, ...resting]);
    }
    this.surfaces?.attachments?.attachTerms(world, c.slice(0, TERM * terms.count), terms.count);
    return order.length;
  }

  #mark({ flags }: Particles, words: Int32Array, word: number): void {
    for (let j = word; j < word + 4; j++) if (words[j] >= 0) flags.view[words[j]] |= IN_CONTACT;
    const collider = -1 - words[word + KEY + 1];
    if (collider >= 0) this.shapes?.note(words[word], collider);
  }
}

/** Gives the numbers of the key at `at` their new indices; returns false if one of them no longer exists. */
function followKey(key: Int32Array, at: number, change: Renumbering): boolean {
  const { newCollider } = change;
  if (key[at + 2] < 0) {
    // A vertex on the shape of a collider.
    key[at] = follow(key[at], change);
    key[at + 1] = -1 - (newCollider?.(-1 - key[at + 1]) ?? -1 - key[at + 1]);
    return key[at] >= 0 && key[at + 1] < 0;
  }
  for (let j = at; j < at + 4; j++) {
    if (isOfCollider(key[j])) {
      // Vertices of colliders are numbered by all colliders before them.
      if (newCollider) return false;
      continue;
    }
    const found = follow(key[j] < 0 ? -1 - key[j] : key[j], change);
    if (found < 0) return false;
    key[j] = key[j] < 0 ? -1 - found : found;
  }
  return true;
}

/** Returns the particles of a key. */
function particlesOf(key: Int32Array, at: number): number[] {
  if (key[at + 2] < 0) return [key[at]]; // a vertex on the shape of a collider
  const all = [key[at] < 0 ? -1 - key[at] : key[at], key[at + 1], key[at + 2], key[at + 3]];
  return all.filter((number) => !isOfCollider(number));
}

function follow(old: number, change: Renumbering): number {
  const { firstBefore, countBefore } = change;
  return old < firstBefore || old >= firstBefore + countBefore ? old : change.newIndex(old);
}

function sortRecords(view: Float64Array): void {
  const records: Float64Array[] = [];
  for (let at = 0; at < view.length; at += MEMORY_NUMBERS) records.push(view.slice(at, at + MEMORY_NUMBERS));
  records.sort((a, b) => compareKeys(wordsOf(a), 0, wordsOf(b), 0));
  records.forEach((record, k) => {
    view.set(record, MEMORY_NUMBERS * k);
  });
}

function wordsOf({ buffer, byteOffset, length }: Float64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, 2 * length);
}
