/**
 * Contact of surfaces: the vertices, edges and faces of sheets against each other, and against the corners, edges and
 * faces of colliders. The particle stage (../contacts.ts) has taken particles past colliders before; this one runs
 * after it, on all that is between them, from x₀, where a sub-step began, to x₁.
 *
 * 1. Pairs of features that may meet are listed (pair-list.ts), by trees of boxes.
 * 2. Each that comes within its distance r on its way becomes a contact n · Σ s_j x_j ≥ r, n and s_j as they are at
 *    the first touch (Mirtich 1996), or at x₀ if it begins nearer; then it must not come nearer still.
 *    Contacts are solved together by projected Gauss–Seidel with Coulomb friction; velocities change by Δx / h.
 *    Particles that lie on colliders are among them as soon as there are any: what lies on top presses on what is below.
 * 3. What is nearer than r is pushed out a little, without any velocity.
 * 4. What would still pass is held back on its way from x₀, until nothing passes. Nothing crosses at x₀, so this ends.
 *
 * Momentum is conserved in all but 4, where particles held by a collider or a pin stay behind with it.
 */
import type { Block } from '../../core/arena.ts';
import type { ContactPart } from '../../core/contact.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { Constraints, ImplicitStage } from '../../core/implicit.ts';
import type { ContactReport, StepReport } from '../../core/report.ts';
import type { Moved } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { CROSSINGS } from '../../core/world-state.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import { positive, within } from '../../math/check.ts';
import type { Ties } from '../attachments/point.ts';
import { Weld, type WeldOptions } from '../attachments/sheet.ts';
import type { Collider } from '../collider.ts';
import { VERTEX_END, VERTEX_NUMBERS } from './arrays.ts';
import { markBelowPlanes } from './below-planes.ts';
import { ContactMemory } from './contact-memory.ts';
import { EnergyGuard } from './energy-guard.ts';
import { ImpactSteps } from './impact-steps.ts';
import { Layers } from './layers.ts';
import { ALL_PAIRS, BUT_LYING, LYING, type PairList } from './pair-list.ts';
import type { GrainBody } from './particle-spheres.ts';
import { CONTACT_NUMBERS, MOVES_IN_ITSELF, SURFACE_NUMBERS } from './records.ts';
import { RigidSide } from './rigid-side.ts';
import type { SurfaceBody } from './sheets.ts';
import { Supports } from './supports.ts';
import { Neighbourhood } from './surface-broad-phase.ts';
import { clearTouching, flagTouching } from './touching.ts';
import { type Crossed, crossedLines, Tangle } from './untangling.ts';

export interface SurfaceContactOptions {
  /** Sheets touch themselves and each other; default: false. */
  readonly self?: boolean;
  /** Kinetic friction coefficient of sheets on sheets; default: 0.3. On colliders it is the collider's. */
  readonly friction?: number;
  /** Static friction coefficient, at least the kinetic one; default: the kinetic one. */
  readonly staticFriction?: number;
  /** Sheets stick to each other; default: they do not. */
  readonly stick?: WeldOptions;
  /** Attachments of the world. */
  readonly ties: Ties[];
  /** Particles that touch sheets and rigid bodies as spheres. */
  readonly grains: readonly GrainBody[];
  /** No part of contact before this one meets the faces of some colliders. */
  readonly lying: boolean;
  /** Whether this part clears IN_CONTACT at the start of a sub-step; particle contact does so where there is any. */
  readonly clearsFlags: boolean;
}

/** Rounds of looking for touches and solving, then of holding back while the mean of pairs goes on, then at all. */
const ROUNDS = 3;
const MEAN_ROUNDS = 16;
const HOLD_ROUNDS = 100;
const HELD = 1e-11; // m; roundings of places in a room
const SWEEPS = 24;
/** Of the distance to keep: gaps that change by less are as good as solved. */
const ENOUGH = 1e-3;
/** m/s; what is too near is pushed apart no faster, and by PUSH_SHARE of what it lacks in a sub-step. */
const PUSH_SPEED = 0.1;
const PUSH_SHARE = 0.2;
const PUSH_SWEEPS = 4;
/** Steps between two looks for crossings while there are none: nothing should cross, but somebody may move particles. */
const LOOK_EVERY = 120;

export class SurfaceContact implements ContactPart {
  readonly name = 'surface contact';
  readonly colliders: readonly Collider[];
  readonly #near: Neighbourhood;
  readonly #contacts: GrowableBlock<'f64'>;
  readonly #order: GrowableBlock<'i32'>;
  readonly #surfaces: GrowableBlock<'f64'>;
  readonly #rigid: RigidSide;
  readonly #guard: EnergyGuard;
  /** Sheets do not touch each other, and may pass. */
  readonly #apart: boolean;
  readonly #clearsFlags: boolean;
  /** Whether particles that lie on colliders are looked at though nothing else touches. */
  readonly #lying: boolean;
  /** Some collider moves in itself: the particle stage does not know it. */
  readonly #moving: boolean;
  readonly #memory: ContactMemory;
  readonly #tangle = new Tangle();
  /** None in a world made with an explicit engine: its state has no place for them. */
  readonly #supports: Supports | undefined;
  /** Attachments of sheets to each other; undefined if they do not stick. */
  readonly weld: Weld | undefined;
  /** One a vertex: the contact that it lies on something with, or later the collider that holds it back, plus one. */
  readonly #holders: GrowableBlock<'i32'>;
  /** Of the last sub-step. */
  contactCount = 0;
  #passing = 0;
  /** Particles below planes, at the last look. */
  #below = 0;
  /** One a round of looking for touches: pairs that became contacts keep it. */
  #mark = 0;
  #looked = false; // before the stage ran, in this step
  /** Pairs held back since the step began. */
  #heldInStep = 0;

  constructor(
    world: World,
    colliders: readonly Collider[],
    bodies: readonly SurfaceBody[],
    options: SurfaceContactOptions,
  ) {
    const friction = within('friction', options.friction ?? 0.3, 0);
    const staticFriction = within('staticFriction', options.staticFriction ?? friction, friction);
    bodies.forEach(({ radius }, i) => {
      positive(`bodies[${i}].radius`, radius);
    });
    this.colliders = colliders;
    const { arena } = world;
    const { self = false, ties, grains } = options;
    this.#near = new Neighbourhood(world, colliders, bodies, grains, self, ties);
    this.#contacts = new GrowableBlock(arena, 'surface.contacts', 'f64');
    this.#order = new GrowableBlock(arena, 'surface.order', 'i32');
    this.#surfaces = new GrowableBlock(arena, 'surface.surfaces', 'f64');
    this.#apart = !self;
    this.#clearsFlags = options.clearsFlags;
    this.#moving = this.#near.obstacles.some(({ moving }) => moving);
    this.#lying = options.lying || this.#moving || colliders.some(({ rigid }) => rigid);
    this.#rigid = new RigidSide(arena, colliders.find(({ rigid }) => rigid)?.rigid?.bodies);
    this.#guard = new EnergyGuard(this.#near, this.#rigid);
    this.#holders = new GrowableBlock(arena, 'surface.holders', 'i32');
    this.#memory = new ContactMemory(arena);
    if (world.integrator.implicit) this.#supports = new Supports(arena);
    this.#contacts.grow(256 * CONTACT_NUMBERS);
    this.#order.grow(256);
    this.#surfaces.grow(SURFACE_NUMBERS * (1 + colliders.length));
    this.#surfaces.view.set([staticFriction, friction, -1, 0]);
    colliders.forEach((c, k) => {
      const { radius, moving } = this.#near.obstacles[k];
      const side = moving ? MOVES_IN_ITSELF : (c.rigid?.index ?? -1);
      const surface = [c.staticFriction, c.friction, side, radius];
      this.#surfaces.view.set(surface, SURFACE_NUMBERS * (k + 1));
    });
    const changes: Block[] = [...this.#near.sheets.changes, this.#memory.block];
    if (this.#supports) changes.push(this.#supports.block);
    world.add({
      name: 'contact surfaces',
      phase: 'adapt',
      changes,
      run: () => {
        this.#near.refresh();
        return 'still';
      },
    });
    const impacts = new ImpactSteps(this.#near.obstacles, bodies, this.#near.grains);
    world.add({
      name: 'impact steps',
      phase: 'adapt',
      changes: [],
      run: (w, dt) => {
        if (w.integrator.implicit) impacts.set(w, dt, this.#near.height, this.#heldInStep > 0);
        return 'still';
      },
    });
    world.addDependent({
      name: 'surfaces',
      renumbered: () => {
        this.#memory.forget();
        this.#supports?.forget();
      },
    });
    if (options.stick) this.weld = new Weld(world, bodies, options.stick, ties);
  }

  /** Whether rigid bodies are among the colliders: then the sub-step of all rigid bodies ends here. */
  get movesRigid(): boolean {
    return this.#rigid.bodies !== undefined;
  }

  run(world: World, h: number, report: StepReport): Moved {
    if (world.substep === 0 && !this.#looked) this.#look(world, h);
    this.#looked = false;
    this.#supports?.finish(world);
    const moved = this.#tangle.resolve(world, h);
    const before = report.contact;
    this.contactCount = 0;
    if (this.#clearsFlags) clearTouching(world, [...this.bodies, ...this.#near.grains.bodies]);
    this.#rigid.begin(h);
    this.#near.move(world.time, h);
    const lists = this.#near.lists();
    const touching = this.#solve(world, h, lists);
    const held = this.#holdBack(world, h, lists);
    this.#heldInStep = (world.substep === 0 ? 0 : this.#heldInStep) + held;
    this.#rigid.finish(h);
    this.#report(report, before, held);
    return moved || touching > 0 || held > 0 ? 'moved' : 'still';
  }

  /** Edges and faces that come to colliders are held inside an implicit solve, too. */
  constrain(world: World, stage: ImplicitStage, constraints: Constraints): void {
    if (!this.#supports || this.#near.obstacles.length + this.#near.grains.count === 0) return;
    if (world.substep === 0 && !this.#looked) {
      this.#look(world, stage.h);
      this.#looked = true;
    }
    // From where the sub-step began: a second stage begins where the first leads, which may be past what it meets.
    this.#near.move(world.time, stage.time - world.time);
    this.#near.lists();
    const { around, arrays, particles, grains, sheets } = this.#near;
    const count = this.#touches([around, grains.onSheets], 0, 0, this.#moving ? LYING : BUT_LYING);
    arrays.kernels.surfaceOrder(this.#contacts.offset, this.#order.offset, count);
    const { view } = this.#contacts;
    this.#supports.constrain(
      world,
      stage,
      constraints,
      view,
      this.#order.view,
      count,
      arrays.vertices.view,
      particles,
      arrays.bodies.view,
      sheets.bodies.length,
      (owner) => this.#near.obstacles[-1 - owner].moving !== undefined,
    );
  }

  solved(world: World): void {
    this.#supports?.react(world);
  }

  get bodies(): readonly SurfaceBody[] {
    return this.#near.sheets.bodies;
  }

  /** Between steps: lines along which surfaces pass through each other as they are now, the longest first. */
  crossed(world: World): Crossed[] {
    const names = [...this.bodies.map(({ body }) => body.name), ...this.colliders.map((c) => c.name)];
    this.#near.refresh();
    this.#near.gather(world.particles.position.offset);
    this.#near.moveObstacles(world.time, 0);
    this.#near.forget();
    return crossedLines({ ...this.#near.surface(), apart: this.#apart }, names);
  }

  layers(world: World): Layers {
    this.#near.refresh();
    this.#near.gather(world.particles.position.offset);
    this.#near.forget();
    return new Layers(this.#near.surface());
  }

  /**
   * Between steps: takes particles from `startPosition`, where surfaces are free of each other, to `position`, as far as
   * they stay so: what would pass anything is put back. Velocities stay.
   */
  settle(world: World): void {
    this.#near.refresh();
    this.#near.movedFrom(world.particles.startPosition.offset);
    const lists = this.#near.lists();
    while (this.#putBack(this.#passes(lists))) this.#scatter(world, 0);
    this.#near.forget();
  }

  /** Vertices of the pairs that pass end where they began; true if any had gone anywhere. */
  #putBack(count: number): boolean {
    const x = this.#near.arrays.vertices.view;
    const { buffer } = x;
    let moved = false;
    for (let k = 0; k < count; k++) {
      for (const i of new Int32Array(buffer, this.#contacts.offset + Contact.BYTES * k, 4)) {
        const [from, to] = [VERTEX_NUMBERS * i, VERTEX_NUMBERS * i + VERTEX_END];
        for (let axis = 0; axis < 3; axis++) moved ||= x[to + axis] !== x[from + axis];
        x.copyWithin(to, from, from + 3);
      }
    }
    return moved;
  }

  /** Looks for what passes through each other: at the start, as long as anything does, and else from time to time. */
  #look(world: World, h: number): void {
    this.#near.refresh();
    const { state, steps } = world;
    const { left } = this.#near.arrays;
    if (state.view[CROSSINGS] > 0 || steps % LOOK_EVERY === 0) {
      this.#near.gather(world.particles.startPosition.offset);
      this.#near.moveObstacles(world.time, h);
      const surface = { ...this.#near.surface(), apart: this.#apart };
      const crossings = this.#tangle.look(world, surface, left.view);
      this.#below = markBelowPlanes(world, surface, this.#near.obstacles, world.time, left.view);
      state.view[CROSSINGS] = crossings + this.#below;
    } else if (this.#tangle.crossings + this.#below > 0) {
      this.#tangle.forget();
      this.#below = 0;
      left.view.fill(0);
    } else return;
    this.#near.forget(); // other triangles may be left out; and where things were before is not known any more
  }

  /** Finds touches and solves for them; answers how many contacts there were. */
  #solve(world: World, h: number, lists: readonly PairList[]): number {
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = count;
      count = this.#touches(lists, before, round);
      if (count === before) break;
      const { kernels, vertices } = this.#near.arrays;
      kernels.surfaceOrder(this.#contacts.offset, this.#order.offset, count);
      const [contacts, order] = [this.#contacts.offset, this.#order.offset];
      if (this.#guard.needed) this.#guard.begin(this.#contacts.view.subarray(0, before * CONTACT_NUMBERS));
      this.#memory.recall(h, before, count, {
        contacts,
        order,
        vertices: vertices.offset,
        rigids: this.#rigid.offset,
      });
      this.#holders.grow(this.#near.arrays.bodies.length);
      this.#supports?.press(this.#contacts.view, this.#order.view, before, count, h * h);
      this.#sweep(count, this.#holders.offset);
      if (this.#guard.needed && this.#guard.undo(this.#contacts.view)) {
        kernels.surfaceRelax(this.#contacts.offset, before, count);
        this.#supports?.press(this.#contacts.view, this.#order.view, before, count, h * h);
        this.#sweep(count, 0);
      }
      this.#scatter(world, 1 / h);
      if (this.#rigid.take(h, 'impulse')) this.#near.moveRigid(world.time + h);
    }
    this.contactCount = count;
    this.#supports?.press(this.#contacts.view, this.#order.view, 0, count, -h * h);
    this.#memory.remember(h, count, this.#contacts.offset, this.#order.offset);
    flagTouching(world, this.#contacts, count, this.#near.particles);
    this.weld?.take(world, this.#contacts.offset, count);
    if (count > 0) this.#pushOut(world, h, count);
    return count;
  }

  /** Lists touches of the pairs; what lies on colliders counts once something else touches, or where one is a rigid body. */
  #touches(lists: readonly PairList[], from: number, round: number, lying = LYING): number {
    this.#mark++;
    let count = from;
    const sought = lists.map((list) => ({ list, kinds: list === this.#near.own ? ALL_PAIRS : BUT_LYING }));
    for (const list of [this.#near.around, this.#near.grains.onObstacles]) {
      if (lying === LYING && lists.includes(list)) sought.push({ list, kinds: LYING });
    }
    for (const { list, kinds } of sought) {
      if (kinds === LYING && count === 0 && !this.#lying) continue;
      const { kernels, vertices, bodies, question } = this.#near.arrays;
      const { courses } = this.#near;
      const find = () =>
        kernels.surfaceTouches(
          list.pairs.offset,
          list.wake.offset,
          list.count,
          courses.until,
          courses.horizon,
          courses.endShare,
          this.#mark - round,
          this.#mark,
          kinds,
          vertices.offset,
          courses.records.offset,
          bodies.offset,
          this.#surfaces.offset,
          this.#rigid.offset,
          this.#contacts.offset,
          this.#order.offset,
          from,
          count,
          Math.min(this.#order.length, Math.floor(this.#contacts.length / CONTACT_NUMBERS)),
          question.offset,
        );
      count = this.#withRoom(find);
    }
    return count;
  }

  /** Makes room for contacts where a kernel says that there was too little, and asks it again for the rest. */
  #withRoom(find: () => number): number {
    let found = find();
    const room = Math.min(this.#order.length, Math.floor(this.#contacts.length / CONTACT_NUMBERS));
    if (found > room) {
      this.#contacts.grow(found * CONTACT_NUMBERS);
      this.#order.grow(found);
      found = find();
    }
    return found;
  }

  /** Takes what the kernels changed to the particles, velocities by the change times `rate` (1/s); the most of it, m. */
  #scatter(world: World, rate: number): number {
    const { particles: p, kernels } = world;
    const most = kernels.surfaceScatter(
      this.#near.arrays.vertices.offset,
      this.#near.particles,
      p.position.offset,
      p.velocity.offset,
      p.stride,
      rate,
    );
    if (most > 0) this.#near.lists();
    return most;
  }

  /** `supports`: room to note what vertices lie on, or 0. */
  #sweep(count: number, supports: number): void {
    this.#near.arrays.kernels.surfaceSolve(
      this.#contacts.offset,
      this.#order.offset,
      count,
      this.#near.arrays.vertices.offset,
      this.#rigid.offset,
      SWEEPS,
      ENOUGH * this.#near.leastRadius(),
      supports,
    );
  }

  #pushOut(world: World, h: number, count: number): void {
    this.#near.arrays.kernels.surfacePushOut(
      this.#contacts.offset,
      this.#order.offset,
      count,
      this.#near.arrays.vertices.offset,
      this.#rigid.offset,
      PUSH_SWEEPS,
      PUSH_SHARE,
      PUSH_SPEED * h,
      ENOUGH * this.#near.leastRadius(),
    );
    this.#scatter(world, 0);
    if (this.#rigid.take(h, 'motion')) this.#near.moveRigid(world.time + h);
  }

  /** Until nothing passes; answers how many pairs were held back. Those that no round could hold are counted too. */
  #holdBack(world: World, h: number, lists: readonly PairList[]): number {
    let held = 0;
    this.#passing = 0;
    for (let round = 0; ; round++) {
      const count = this.#passes(lists);
      if (count === 0) return held;
      if (round === HOLD_ROUNDS) {
        this.#passing = count;
        break;
      }
      held += count;
      if (round === 0) {
        this.#holders.grow(this.#near.particles);
        this.#holders.view.fill(0);
      }
      const { kernels, vertices, bodies } = this.#near.arrays;
      kernels.surfaceOrder(this.#contacts.offset, this.#order.offset, count);
      kernels.surfaceHoldBack(
        this.#contacts.offset,
        this.#order.offset,
        count,
        vertices.offset,
        bodies.offset,
        this.#surfaces.offset,
        this.#rigid.offset,
        this.#near.motions.offset,
        this.#holders.offset,
        round < MEAN_ROUNDS ? 0 : 1,
      );
      const most = this.#scatter(world, 1 / h);
      // A body that stays behind keeps its velocity for the next sub-step, but not where all comes to a standstill.
      const motion = this.#rigid.take(h, round < MEAN_ROUNDS ? 'motion' : 'impulse');
      if (motion) this.#near.moveRigid(world.time + h);
      else if (most < HELD) break; // all of it goes with what holds it
    }
    // Two things may leave no room between them: then some of it is on the wrong side, and the next step looks for it.
    world.state.view[CROSSINGS] = Math.max(1, world.state.view[CROSSINGS]);
    return held;
  }

  #passes(lists: readonly PairList[]): number {
    let count = 0;
    for (const list of lists) {
      const { kernels, vertices, question } = this.#near.arrays;
      const find = () =>
        kernels.surfacePasses(
          list.pairs.offset,
          list.wake.offset,
          list.count,
          this.#near.courses.until,
          vertices.offset,
          this.#contacts.offset,
          count,
          Math.min(this.#order.length, Math.floor(this.#contacts.length / CONTACT_NUMBERS)),
          question.offset,
        );
      count = this.#withRoom(find);
    }
    return count;
  }

  #report(report: StepReport, before: ContactReport | undefined, held: number): void {
    const { particles = 0 } = before ?? {};
    report.contacts += this.contactCount;
    report.contact = {
      particles,
      pairs: this.contactCount,
      heldBack: held,
      passing: this.#passing,
      crossings: this.#tangle.crossings,
    };
  }
}
