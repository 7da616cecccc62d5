/**
 * Finds the contacts of a sub-step and solves them: projected Gauss–Seidel from a warm start, then a slow push of pairs that
 * are too close, without velocity.
 */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { World } from '../../core/world.ts';
import { JOBS, MOST_THREADS } from '../../kernels/threads.ts';
import * as ScanJob from '../../layouts/generated/scan-job.ts';
import * as ScanScratch from '../../layouts/generated/scan-scratch.ts';
import type { Collider } from '../collider.ts';
import type { ContactList } from './contact-list.ts';
import type { ContactMemory } from './contact-memory.ts';
import { EnergyGuard } from './energy-guard.ts';
import { ALL_PAIRS, NOT_RESTING, type PairList, RESTING } from './pair-list.ts';
import { CONTACT_NUMBERS, DEFORMS, PROPERTY_NUMBERS } from './records.ts';
import { Restitution } from './restitution.ts';
import type { RigidSide } from './rigid-side.ts';
import type { SurfaceBroadPhase } from './surface-broad-phase.ts';

/** Rounds of finding contacts and solving them, a limit on work: pairs that the last round leaves are held back. */
const ROUNDS = 3;
/** Largest number of sweeps in a round, a limit on work. At twice and half of it no contact test fails. */
const SWEEPS = 24;
/**
 * Change of a gap below which it counts as solved, as a share of the least contact radius. At twice and half no contact test
 * fails.
 */
const TOLERANCE = 1e-3;
/** Largest speed at which pairs that are too close are pushed apart, m/s. Test: kept-distances.test.ts. */
const PUSH_SPEED = 0.1;
/** Share of the missing distance that is pushed in a sub-step. Test: kept-distances.test.ts. */
const PUSH_SHARE = 0.2;

export class ContactSolver {
  /** Friction, rigid body and radius of each collider, after those of sheets among themselves. */
  readonly properties: GrowableBlock<'f64'>;
  readonly #arena: Arena;
  readonly #broadPhase: SurfaceBroadPhase;
  readonly #contacts: ContactList;
  readonly #rigid: RigidSide;
  readonly #memory: ContactMemory;
  readonly #guard: EnergyGuard;
  readonly #restitution: Restitution;
  /** Whether contacts of vertices with faces of colliders are found even if nothing else touches. */
  readonly #findsResting: boolean;
  /** The contact by which each vertex rests on something, as 1 + its number. */
  readonly #supports: GrowableBlock<'i32'>;
  /** Number of the present search, by which pairs that became contacts are recognised. */
  #search = 0;

  constructor(
    arena: Arena,
    broadPhase: SurfaceBroadPhase,
    contacts: ContactList,
    rigid: RigidSide,
    memory: ContactMemory,
    findsResting: boolean,
  ) {
    this.#arena = arena;
    this.#broadPhase = broadPhase;
    this.#contacts = contacts;
    this.#rigid = rigid;
    this.#guard = new EnergyGuard(broadPhase, rigid);
    this.#restitution = new Restitution(rigid, () => this.#guard.energy());
    this.#findsResting = findsResting;
    this.#supports = new GrowableBlock(arena, 'surface.supports', 'i32');
    this.#memory = memory;
    this.properties = new GrowableBlock(arena, 'surface.properties', 'f64');
  }

  setProperties(colliders: readonly Collider[], staticFriction: number, friction: number): void {
    this.properties.grow(PROPERTY_NUMBERS * (1 + colliders.length));
    this.properties.view.set([staticFriction, friction, -1, 0]);
    colliders.forEach((c, k) => {
      const { radius, moving } = this.#broadPhase.obstacles[k];
      const rigid = moving ? DEFORMS : (c.rigid?.index ?? -1);
      this.properties.view.set([c.staticFriction, c.friction, rigid, radius], PROPERTY_NUMBERS * (k + 1));
    });
  }

  /** Solves a sub-step; returns the number of contacts. */
  solve(world: World, h: number): number {
    const { kernels, vertices, bodies } = this.#broadPhase.arrays;
    const contacts = this.#contacts;
    const bounces = this.#restitution.needed;
    this.#restitution.begin();
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = count;
      count = this.find(this.#broadPhase.lists, before, round);
      if (count === before) break;
      contacts.sort(count);
      if (bounces) this.#restitution.note(world, h, contacts.view, before, count, vertices.view);
      if (this.#guard.needed) this.#guard.begin(contacts.view.subarray(0, before * CONTACT_NUMBERS));
      this.#memory.recall(h, contacts, before, count, vertices.offset, this.#rigid.offset);
      this.#supports.grow(bodies.length);
      this.#sweep(count, this.#supports.offset);
      if (this.#guard.needed && this.#guard.undo(contacts.view)) {
        kernels.surfaceRelax(contacts.offset, before, count);
        this.#sweep(count, 0);
      }
      this.#broadPhase.scatter(1 / h);
      if (this.#rigid.apply(h, 'impulse')) this.#broadPhase.moveRigid(world.time + h);
    }
    this.#memory.remember(h, contacts, count);
    if (bounces) this.#restitution.apply(world, h, contacts.view, contacts.order, count, vertices.view);
    return count;
  }

  /**
   * Adds the contacts of pairs, from number `from` on; returns the number of all contacts. Vertices that rest on colliders
   * are found only once something else touches, unless particle contact does not resolve them.
   */
  find(lists: readonly PairList[], from: number, round: number, resting = true): number {
    this.#search++;
    const { own, around, spheres } = this.#broadPhase;
    let count = from;
    const searches = lists.map((list) => ({ list, kinds: list === own ? ALL_PAIRS : NOT_RESTING }));
    for (const list of [around, spheres.onObstacles]) {
      if (resting && lists.includes(list)) searches.push({ list, kinds: RESTING });
    }
    for (const { list, kinds } of searches) {
      if (kinds === RESTING && count === 0 && !this.#findsResting) continue;
      count = this.#touches(list, from, count, round, kinds);
    }
    return count;
  }

  /**
   * Starts a search for pairs that are closer than they keep at the end of the motion, those with colliders up to `lead` (m) farther;
   * returns their number.
   */
  near(kinds: number, lead: number): number {
    this.#search++;
    return this.#scan(kinds, lead);
  }

  /** Lists the pairs that would pass each other in the motion, or nearly touch at its end; returns their number. */
  blocked(kinds: number): number {
    return this.#scan(kinds);
  }

  /** Searches all lists for pairs that are near, or for those that are blocked if there is no `lead`. */
  #scan(kinds: number, lead?: number): number {
    const { lists, own } = this.#broadPhase;
    let count = 0;
    for (const list of lists) {
      const of = list === own ? ALL_PAIRS : kinds;
      const ahead = lead !== undefined && list === own ? 0 : lead;
      count = this.#contacts.fill(() => this.#scanList(list, of, ahead, count));
    }
    return count;
  }

  /** Adds the contacts of a list; returns their number, or the capacity that another search needs. */
  #scanList(list: PairList, kinds: number, lead: number | undefined, found: number): number {
    const { predicted, arrays } = this.#broadPhase;
    const { job, scratch } = arrays.scan;
    scratch.grow((ScanScratch.BYTES / 8) * MOST_THREADS);
    const words = job.view;
    const numbers = new Float64Array(words.buffer, words.byteOffset, ScanJob.PAIRS / 8);
    numbers[ScanJob.UNTIL / 8] = predicted.until;
    numbers[ScanJob.LEAD / 8] = lead ?? 0;
    words[ScanJob.PAIRS / 4] = list.pairs.offset;
    words[ScanJob.WAKE / 4] = list.wake.offset;
    words[ScanJob.COUNT / 4] = list.count;
    words[ScanJob.BLOCKED / 4] = lead === undefined ? 1 : 0;
    words[ScanJob.MARK / 4] = this.#search;
    words[ScanJob.KINDS / 4] = kinds;
    words[ScanJob.VERTICES / 4] = arrays.vertices.offset;
    words[ScanJob.BODIES / 4] = arrays.bodies.offset;
    words[ScanJob.SURFACES / 4] = this.properties.offset;
    words[ScanJob.RIGID / 4] = this.#rigid.offset;
    words[ScanJob.CONTACTS / 4] = this.#contacts.offset;
    words[ScanJob.FOUND / 4] = found;
    words[ScanJob.ROOM / 4] = this.#contacts.capacity;
    words[ScanJob.SCRATCH / 4] = scratch.offset;
    this.#arena.runJob(JOBS.scan, job.offset);
    const needed = words[ScanJob.ROOM / 4];
    return needed > this.#contacts.capacity ? needed : words[ScanJob.FOUND / 4];
  }

  #touches(list: PairList, from: number, found: number, round: number, kinds: number): number {
    const { predicted, arrays } = this.#broadPhase;
    return this.#contacts.fill(() =>
      arrays.kernels.surfaceTouches(
        list.pairs.offset,
        list.wake.offset,
        list.count,
        predicted.until,
        predicted.horizon,
        predicted.endShare,
        this.#search - round,
        this.#search,
        kinds,
        arrays.vertices.offset,
        predicted.records.offset,
        arrays.bodies.offset,
        this.properties.offset,
        this.#rigid.offset,
        this.#contacts.offset,
        this.#contacts.orderOffset,
        from,
        found,
        this.#contacts.capacity,
        arrays.results.offset,
      ),
    );
  }

  get #tolerance(): number {
    return TOLERANCE * this.#broadPhase.leastRadius();
  }

  /** Sweeps over the contacts; `supports` is the byte offset for shock propagation, 0 for none. */
  #sweep(count: number, supports: number): void {
    const { kernels, vertices } = this.#broadPhase.arrays;
    kernels.surfaceSolve(
      this.#contacts.offset,
      this.#contacts.orderOffset,
      count,
      vertices.offset,
      this.#rigid.offset,
      SWEEPS,
      this.#tolerance,
      supports,
    );
  }

  /** Pushes pairs apart that are too close, without velocity. */
  pushOut(world: World, h: number, count: number): void {
    if (count === 0) return;
    const { kernels, vertices } = this.#broadPhase.arrays;
    kernels.surfacePushOut(
      this.#contacts.offset,
      this.#contacts.orderOffset,
      count,
      vertices.offset,
      this.#rigid.offset,
      PUSH_SHARE,
      PUSH_SPEED * h,
      this.#tolerance,
    );
    this.#broadPhase.scatter(0);
    if (this.#rigid.apply(h, 'motion')) this.#broadPhase.moveRigid(world.time + h);
  }
}
