/**
 * Contact of surfaces: the vertices, edges and faces of sheets against each other, and against the corners, edges and
 * faces of colliders. The particle stage (../contacts.ts) has taken particles past colliders before; this one runs
 * after it, on all that is between them, from x₀, where a sub-step began, to x₁.
 *
 * 1. Pairs of features that may meet are listed (pair-list.ts), by trees of boxes.
 * 2. Each that comes within its distance r on its way becomes a contact n · Σ s_j x_j ≥ r, n and s_j as they are at
 *    the first touch (Li, Kaufman & Jiang 2021), or at x₀ if it begins nearer; then it must not come nearer still.
 *    Contacts are solved together by projected Gauss–Seidel with Coulomb friction; velocities change by Δx / h.
 *    Particles that lie on colliders are among them as soon as there are any: what lies on top presses on what is below.
 * 3. What is nearer than r is pushed out a little, without any velocity.
 * 4. What would still pass is held back on its way from x₀, until nothing passes. Nothing crosses at x₀, so this ends.
 *
 * Momentum is conserved in all but 4, where particles held by a collider or a pin stay behind with it.
 */
import type { Block } from '../../core/arena.ts';
import { IN_CONTACT } from '../../core/particles.ts';
import type { ContactReport, StepReport } from '../../core/report.ts';
import { CROSSINGS, type Stage, type World } from '../../core/world.ts';
import { within } from '../../math/check.ts';
import type { Collider } from '../collider.ts';
import { SurfaceArrays, VERTEX_END, VERTEX_INVERSE_MASS, VERTEX_NUMBERS } from './arrays.ts';
import { FeatureOwners, TRIANGLE_WORDS, writeFeatures } from './features.ts';
import { ImpactSteps } from './impact-steps.ts';
import { Layers } from './layers.ts';
import { createObstacle, type Obstacle, placeObstacle, writeMotion } from './obstacles.ts';
import { ALL_PAIRS, BUT_LYING, LYING, PairList } from './pair-list.ts';
import { presentSurface } from './present-surface.ts';
import { RigidSide } from './rigid-side.ts';
import { Room } from './room.ts';
import { SheetSurface, type SurfaceBody } from './sheets.ts';
import { type Crossed, Tangle } from './tangle.ts';
import { SurfaceTree } from './tree.ts';
import { Weld, type WeldOptions } from './weld.ts';

export interface SurfaceContactOptions {
  /** Do sheets touch themselves and each other? True where left out. */
  readonly self?: boolean;
  /** μ_k of sheets on sheets; 0.3 where left out. On colliders it is the collider's. */
  readonly friction?: number;
  /** μ_s ≥ μ_k; μ_k where left out. */
  readonly staticFriction?: number;
  /** How sheets stick to each other; they do not where left out. */
  readonly stick?: WeldOptions;
}

/** Rounds of looking for touches and solving, then of holding back while the mean of pairs goes on, then at all. */
const ROUNDS = 3;
const MEAN_ROUNDS = 16;
const HOLD_ROUNDS = 100;
/** m; roundings of places in a room. */
const HELD = 1e-11;
const SWEEPS = 24;
/** Of the distance to keep: gaps that change by less are as good as solved. */
const ENOUGH = 1e-3;
/** m/s; what is too near is pushed apart no faster, and by PUSH_SHARE of what it lacks in a sub-step. */
const PUSH_SPEED = 0.1;
const PUSH_SHARE = 0.2;
const PUSH_SWEEPS = 4;
/** Of the mean height of triangles, that pairs are listed ahead at most: neighbours in a flat sheet are farther than that. */
const MARGIN = 0.35;
/** Sub-steps. */
const AHEAD = 16;
/** Lists are made this often before the sheets' tree is built anew. */
const TREE_AGE = 64;
/** Steps between two looks for crossings while there are none: nothing should cross, but somebody may move particles. */
const LOOK_EVERY = 120;
const CONTACT_BYTES = 208;
const CONTACT_NUMBERS = CONTACT_BYTES / 8;
const CONTACT_WORDS = CONTACT_BYTES / 4;
const SURFACE_NUMBERS = 4;
const MOTION_NUMBERS = 12;
/** f64 of a contact in the memory, after the sub-step's length. */
const MEMORY_NUMBERS = 6;

export class SurfaceContact implements Stage {
  readonly name = 'surface contact';
  readonly colliders: readonly Collider[];
  readonly #world: World;
  readonly #self: boolean;
  readonly #sheets: SheetSurface;
  readonly #obstacles: readonly Obstacle[];
  /** Number of the first vertex of each obstacle, after the particles. */
  readonly #firsts: number[];
  readonly #obstaclePoints: number;
  readonly #obstacleTriangles: number;
  readonly #arrays: SurfaceArrays;
  readonly #sheetTree: SurfaceTree;
  readonly #obstacleTree: SurfaceTree;
  readonly #own: PairList;
  readonly #around: PairList;
  readonly #contacts: Room<'f64'>;
  readonly #order: Room<'i32'>;
  readonly #surfaces: Room<'f64'>;
  readonly #rigid: RigidSide;
  /** What contacts were solved with in the last sub-step: its length (s), then six numbers each; the next begins with it. */
  readonly #memory: Block<'f64'>;
  readonly #tangle = new Tangle();
  readonly #weld: Weld | undefined;
  /** Twelve a collider, after as many for none: how it moves in the sub-step, x ↦ A x + b. */
  readonly #motions: Room<'f64'>;
  /** One a vertex: the collider that holds it back, plus one. */
  readonly #holders: Room<'i32'>;
  /** Where particles began the sub-step, where parts of a world may step at different rates. */
  readonly #start: Room<'f64'> | undefined;
  #particles = 0;
  #listsMade = 0;
  /** The mean way of all particles in the sub-step, m: sheets touch themselves in the frame that goes with it. */
  #mean: ArrayLike<number> = [0, 0, 0];
  /** Of the sub-step, by list: how far things move against each other, m. */
  #ways = { own: 0, around: 0 };
  /** Of the last sub-step. */
  contactCount = 0;
  /** Of the world where nothing moves fast, under implicit engines. */
  substeps = 1;
  sweeps = 0;

  constructor(
    world: World,
    colliders: readonly Collider[],
    bodies: readonly SurfaceBody[],
    options: SurfaceContactOptions = {},
  ) {
    const friction = within('friction', options.friction ?? 0.3, 0);
    const staticFriction = within('staticFriction', options.staticFriction ?? friction, friction);
    this.colliders = colliders;
    this.#world = world;
    this.#self = options.self ?? true;
    const { arena } = world;
    this.#sheets = new SheetSurface(arena, bodies);
    this.#obstacles = colliders.map(createObstacle);
    this.#firsts = [];
    this.#obstaclePoints = this.#obstacles.reduce((sum, { points }) => {
      this.#firsts.push(sum);
      return sum + points.length / 3;
    }, 0);
    this.#obstacleTriangles = this.#obstacles.reduce((sum, o) => sum + o.triangles.length / 3, 0);
    this.#arrays = new SurfaceArrays(arena);
    const keys = new Room(arena, 'surface.keys', 'f64');
    this.#sheetTree = new SurfaceTree(arena, 'sheets', this.#arrays, keys);
    this.#obstacleTree = new SurfaceTree(arena, 'obstacles', this.#arrays, keys);
    this.#own = new PairList(arena, 'own', this.#arrays);
    this.#around = new PairList(arena, 'around', this.#arrays);
    this.#contacts = new Room(arena, 'surface.contacts', 'f64');
    this.#order = new Room(arena, 'surface.order', 'i32');
    this.#surfaces = new Room(arena, 'surface.surfaces', 'f64');
    this.#rigid = new RigidSide(arena, colliders.find(({ rigid }) => rigid)?.rigid?.bodies);
    this.#motions = new Room(arena, 'surface.motions', 'f64');
    this.#holders = new Room(arena, 'surface.holders', 'i32');
    this.#motions.grow(MOTION_NUMBERS * (1 + colliders.length));
    for (let k = 0; k <= colliders.length; k++) {
      this.#motions.view.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], MOTION_NUMBERS * k);
    }
    this.#memory = arena.allocate('contact.memory', 'f64', 1);
    this.#contacts.grow(256 * CONTACT_NUMBERS);
    this.#order.grow(256);
    this.#surfaces.grow(SURFACE_NUMBERS * (1 + colliders.length));
    this.#surfaces.view.set([staticFriction, friction, -1, 0]);
    colliders.forEach((c, k) => {
      const { radius } = this.#obstacles[k];
      const surface = [c.staticFriction, c.friction, c.rigid?.index ?? -1, radius];
      this.#surfaces.view.set(surface, SURFACE_NUMBERS * (k + 1));
    });
    if (world.bodies.some((body) => 'paces' in body)) this.#start = this.#rememberStarts();
    this.#sheets.changed(world.particles);
    this.#assemble();
    const changes = [...this.#sheets.changes, this.#memory];
    const impacts = new ImpactSteps(this.#obstacles);
    world.adapt.push({
      name: 'surfaces',
      changes,
      run: (w, dt) => {
        this.#refresh();
        if (w.integrator.implicit) {
          w.substeps = this.substeps * impacts.factor(w, dt, this.#sheets.meanHeight);
        }
        return false;
      },
    });
    world.renumbered.push(() => this.#forget());
    if (options.stick) this.#weld = new Weld(world, bodies, options.stick);
  }

  /** Vertices that stick to sheets. */
  get welds(): number {
    return this.#weld?.count ?? 0;
  }

  run(world: World, h: number, report: StepReport): boolean {
    if (world.substep === 0) {
      this.#refresh();
      this.#look(world, h);
    }
    const moved = this.#tangle.resolve(world, h);
    const before = report.contact;
    this.contactCount = 0;
    this.#move(world, h);
    const lists = this.#lists();
    const touching = this.#solve(world, h, lists);
    const held = this.#holdBack(world, h, lists);
    this.#rigid.finish(h);
    this.#report(world, report, before, held);
    return moved || touching > 0 || held > 0;
  }

  /** Lines along which surfaces pass through each other, the longest first; as they were at the last look. */
  crossed(): Crossed[] {
    const names = [...this.#sheets.bodies.map(({ body }) => body.name), ...this.colliders.map((c) => c.name)];
    return this.#tangle.worst(names);
  }

  layers(world: World): Layers {
    this.#refresh();
    this.#gather(world.particles.position.offset);
    return new Layers(this.#surface());
  }

  /**
   * Between steps: takes particles from `startPosition`, where surfaces are free of each other, to `position`, as far as
   * they stay so: what would pass anything is put back. Velocities stay.
   */
  settle(world: World): void {
    this.#refresh();
    this.#place(world.particles.startPosition.offset, world.time, 0);
    const lists = this.#lists();
    while (this.#putBack(this.#passes(lists))) this.#scatter(world, lists, 0);
  }

  /** Vertices of the pairs that pass end where they began; true if any had gone anywhere. */
  #putBack(count: number): boolean {
    const x = this.#arrays.vertices.view;
    const { buffer } = x;
    let moved = false;
    for (let k = 0; k < count; k++) {
      for (const i of new Int32Array(buffer, this.#contacts.offset + CONTACT_BYTES * k, 4)) {
        const [from, to] = [VERTEX_NUMBERS * i, VERTEX_NUMBERS * i + VERTEX_END];
        for (let axis = 0; axis < 3; axis++) moved ||= x[to + axis] !== x[from + axis];
        x.copyWithin(to, from, from + 3);
      }
    }
    return moved;
  }

  /** Looks for what passes through each other: at the start, as long as anything does, and else from time to time. */
  #look(world: World, h: number): void {
    const { state, steps } = world;
    const { left } = this.#arrays;
    const before = left.view.slice();
    if (state.view[CROSSINGS] > 0 || steps % LOOK_EVERY === 0) {
      this.#gather(world.particles.startPosition.offset);
      this.#moveObstacles(world.time, h);
      state.view[CROSSINGS] = this.#tangle.look(world, this.#surface(), left.view);
    } else if (this.#tangle.crossings > 0) {
      this.#tangle.forget();
      left.view.fill(0);
    } else return;
    if (left.view.every((mark, t) => mark === before[t])) return;
    for (const list of [this.#own, this.#around]) list.forget();
  }

  #surface() {
    const points = this.#particles + this.#obstaclePoints;
    const triangles = this.#sheets.triangleCount + this.#obstacleTriangles;
    return presentSurface(this.#arrays, points, triangles, this.#sheets.bodies.length, this.#obstacles);
  }

  /** Particles of slow parts began their own step before the sub-step: their `startPosition` is not what is wanted. */
  #rememberStarts(): Room<'f64'> {
    const start = new Room(this.#world.arena, 'surface.start', 'f64');
    this.#world.drivers.unshift({
      name: 'surface start',
      run: ({ particles: p }) => {
        start.grow(p.numbers);
        start.view.set(p.position.view.subarray(0, p.numbers));
        return false;
      },
    });
    return start;
  }

  /** Looks whether triangles or particles are others than before. */
  #refresh(): boolean {
    const sewn = this.#arrays.sewn.look(this.#world);
    if (this.#sheets.changed(this.#world.particles) || sewn) this.#assemble();
    return false;
  }

  /** Features of all sheets and obstacles. */
  #assemble(): void {
    const { particles } = this.#world;
    const { vertices, radii, bodies, triangles, left } = this.#arrays;
    const count = particles.count;
    const all = count + this.#obstaclePoints;
    const sheetTriangles = this.#sheets.triangleCount;
    const allTriangles = sheetTriangles + this.#obstacleTriangles;
    vertices.grow(VERTEX_NUMBERS * all);
    radii.grow(2 * all);
    bodies.grow(all);
    this.#holders.grow(all);
    triangles.grow(TRIANGLE_WORDS * allTriangles);
    left.grow(allTriangles);
    left.view.fill(0);
    radii.view.set(this.#sheets.radii.subarray(0, 2 * count));
    const owners = new FeatureOwners(all);
    let at = 0;
    this.#sheets.bodies.forEach(({ body }, k) => {
      bodies.view.fill(k, body.first, body.first + body.count);
      writeFeatures(body.triangles.view, triangles.view, at, owners);
      at += body.triangles.length / 3;
    });
    this.#obstacles.forEach((obstacle, k) => {
      const first = count + this.#firsts[k];
      const points = obstacle.points.length / 3;
      bodies.view.fill(-1 - k, first, first + points);
      for (let i = first; i < first + points; i++) radii.view[2 * i] = obstacle.radius;
      const corners = obstacle.triangles.map((corner) => first + corner);
      writeFeatures(corners, triangles.view, at, owners, (a, b) => obstacle.isEdge(a - first, b - first));
      at += obstacle.triangles.length / 3;
      const to = VERTEX_NUMBERS * first;
      placeObstacle(obstacle, this.#world.time, vertices.view, to, VERTEX_NUMBERS);
      for (let i = first; i < first + points; i++) {
        const v = VERTEX_NUMBERS * i;
        vertices.view.copyWithin(v + VERTEX_END, v, v + 3);
        vertices.view[v + VERTEX_INVERSE_MASS] = 0;
      }
    });
    this.#particles = count;
    this.#gather(particles.position.offset);
    this.#sheetTree.build(0, sheetTriangles);
    this.#obstacleTree.build(sheetTriangles, this.#obstacleTriangles);
    for (const list of [this.#own, this.#around]) list.forget();
  }

  /** Vertices have other numbers: what was solved with is found anew in the next sub-step. */
  #forget(): void {
    this.#world.arena.resize(new Map([[this.#memory as Block, 1]]));
  }

  /** Vertices from where particles began the sub-step to where they are; what the kernel found: see there. */
  #gather(start: number): Float64Array {
    const { particles: p, kernels } = this.#world;
    const { vertices, question } = this.#arrays;
    kernels.surfaceGather(
      start,
      p.position.offset,
      p.inverseMass.offset,
      p.stride,
      this.#particles,
      vertices.offset,
      question.offset,
    );
    return question.view.slice(0, 6);
  }

  /** Puts all vertices where they are in this sub-step, and adds up how far things have moved. */
  #move(world: World, h: number): void {
    this.#rigid.begin(h);
    this.#place(this.#start?.offset ?? world.particles.startPosition.offset, world.time, h);
  }

  #place(start: number, time: number, h: number): void {
    const found = this.#gather(start);
    const obstacles = this.#moveObstacles(time, h);
    const [relative, absolute, jump] = [found[3], found[4], found[5]];
    this.#mean = found.subarray(0, 3);
    this.#ways = { own: relative, around: 0.5 * (absolute + obstacles) };
    this.#own.way += this.#ways.own + jump;
    this.#around.way += this.#ways.around + 0.5 * jump;
  }

  /** The longest way of an obstacle's point, with what it jumped between sub-steps, m. */
  #moveObstacles(time: number, h: number): number {
    let most = 0;
    const v = this.#arrays.vertices.view;
    this.#obstacles.forEach((obstacle, k) => {
      if (obstacle.collider.track.still) return;
      const first = VERTEX_NUMBERS * (this.#particles + this.#firsts[k]);
      const end = first + VERTEX_NUMBERS * (obstacle.points.length / 3);
      const last = v.slice(first, end);
      placeObstacle(obstacle, time, v, first, VERTEX_NUMBERS);
      placeObstacle(obstacle, time + h, v, first + VERTEX_END, VERTEX_NUMBERS);
      writeMotion(obstacle, time, time + h, this.#motions.view.subarray(MOTION_NUMBERS * (k + 1)));
      for (let at = first; at < end; at += VERTEX_NUMBERS) {
        let way = 0;
        let jump = 0;
        for (let axis = 0; axis < 3; axis++) {
          const moved = v[at + VERTEX_END + axis] - v[at + axis];
          const jumped = v[at + axis] - last[at - first + VERTEX_END + axis];
          way += moved * moved;
          jump += jumped * jumped;
        }
        most = Math.max(most, Math.sqrt(way) + Math.sqrt(jump));
      }
    });
    return most;
  }

  /** Rigid bodies go elsewhere than they did: their points at the end of the sub-step. */
  #moveRigid(end: number, lists: readonly PairList[]): void {
    const v = this.#arrays.vertices.view;
    let most = 0;
    this.#obstacles.forEach((obstacle, k) => {
      if (!obstacle.collider.rigid) return;
      const first = VERTEX_NUMBERS * (this.#particles + this.#firsts[k]) + VERTEX_END;
      const count = obstacle.points.length / 3;
      const last = v.slice(first, first + VERTEX_NUMBERS * count);
      placeObstacle(obstacle, end, v, first, VERTEX_NUMBERS);
      writeMotion(obstacle, this.#world.time, end, this.#motions.view.subarray(MOTION_NUMBERS * (k + 1)));
      for (let i = 0; i < count; i++) {
        let way = 0;
        for (let axis = 0; axis < 3; axis++) {
          const moved = v[first + VERTEX_NUMBERS * i + axis] - last[VERTEX_NUMBERS * i + axis];
          way += moved * moved;
        }
        most = Math.max(most, Math.sqrt(way));
      }
    });
    for (const list of lists) list.way += most;
    if (most > 0 && !lists.every((list) => list.holds)) this.#lists();
  }

  /** The lists of pairs, made anew where things have moved too far. */
  #lists(): readonly PairList[] {
    const lists = [...(this.#self ? [this.#own] : []), ...(this.#obstacles.length > 0 ? [this.#around] : [])];
    if (lists.every((list) => list.holds)) return lists;
    if (this.#listsMade++ % TREE_AGE === TREE_AGE - 1) {
      this.#sheetTree.build(0, this.#sheets.triangleCount);
    }
    // Flat neighbours can be left out of lists that reach less far than they are high.
    const wide = this.#margin(this.#ways.own);
    const flat = MARGIN * this.#sheets.leastHeight;
    const own = flat > 0.25 * wide ? Math.min(wide, flat) : wide;
    const around = this.#margin(this.#ways.around);
    if (this.#self && !this.#own.holds) {
      this.#arrays.shift.view.set(this.#mean);
      this.#sheetTree.refit(0.5 * own);
      this.#own.build(this.#sheetTree, this.#sheetTree, own, own <= flat);
    }
    if (this.#obstacles.length > 0 && !this.#around.holds) {
      this.#arrays.shift.view.fill(0); // most obstacles stand
      this.#sheetTree.refit(0.5 * around);
      this.#obstacleTree.refit(0.5 * around);
      this.#around.build(this.#sheetTree, this.#obstacleTree, around);
    }
    return lists;
  }

  /** Enough for AHEAD sub-steps of such a way (m): a list that is too long costs more than making it anew. */
  #margin(way: number): number {
    const most = MARGIN * this.#sheets.meanHeight;
    return Math.min(most, Math.max(2 * this.#leastDistance(), 2 * AHEAD * way));
  }

  /** Finds touches and solves for them; answers how many contacts there were. */
  #solve(world: World, h: number, lists: readonly PairList[]): number {
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = count;
      count = this.#touches(lists, before);
      if (count === before) break;
      const { kernels, vertices } = this.#arrays;
      kernels.surfaceOrder(this.#contacts.offset, this.#order.offset, count);
      this.#recall(h, before, count);
      this.sweeps = kernels.surfaceSolve(
        this.#contacts.offset,
        this.#order.offset,
        count,
        vertices.offset,
        this.#rigid.offset,
        SWEEPS,
        ENOUGH * this.#leastDistance(),
      );
      this.#scatter(world, lists, 1 / h);
      if (this.#rigid.take(h, 'impulse')) this.#moveRigid(world.time + h, lists);
    }
    this.contactCount = count;
    this.#remember(h, count);
    this.#weld?.take(world, this.#contacts.offset, count);
    if (count > 0) this.#pushOut(world, h, lists, count);
    return count;
  }

  /** Rest needs the same push in every sub-step: λ is one of m g h². */
  #recall(h: number, from: number, count: number): void {
    const { view, offset, length } = this.#memory;
    const remembered = Math.floor((length - 1) / MEMORY_NUMBERS);
    if (remembered === 0) return;
    const share = (h / view[0]) * (h / view[0]);
    this.#arrays.kernels.surfaceRecall(
      this.#contacts.offset,
      this.#order.offset,
      from,
      count,
      offset + 8,
      remembered,
      share,
      this.#arrays.vertices.offset,
      this.#rigid.offset,
    );
  }

  #remember(h: number, count: number): void {
    if (count === 0 && this.#memory.length === 1) return;
    this.#world.arena.resize(new Map([[this.#memory as Block, 1 + MEMORY_NUMBERS * count]]));
    this.#memory.view[0] = h;
    const { kernels } = this.#arrays;
    kernels.surfaceRemember(this.#contacts.offset, this.#order.offset, count, this.#memory.offset + 8);
  }

  #leastDistance(): number {
    return this.#sheets.bodies.reduce((least, { radius }) => Math.min(least, radius), Infinity);
  }

  /** Lists touches of the pairs; what lies on colliders counts once something else touches, or where one is a rigid body. */
  #touches(lists: readonly PairList[], from: number): number {
    let count = from;
    const sought = lists.map((list) => ({ list, kinds: list === this.#own ? ALL_PAIRS : BUT_LYING }));
    if (lists.includes(this.#around)) sought.push({ list: this.#around, kinds: LYING });
    for (const { list, kinds } of sought) {
      if (kinds === LYING && count === 0 && !this.#rigid.bodies) continue;
      const { kernels, vertices, bodies, question } = this.#arrays;
      const find = () =>
        kernels.surfaceTouches(
          list.pairs.offset,
          list.wake.offset,
          list.count,
          list.way,
          kinds,
          vertices.offset,
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
  #scatter(world: World, lists: readonly PairList[], rate: number): number {
    const { particles: p, kernels } = world;
    const most = kernels.surfaceScatter(
      this.#arrays.vertices.offset,
      this.#particles,
      p.position.offset,
      p.velocity.offset,
      p.stride,
      rate,
    );
    for (const list of lists) list.way += most;
    if (most > 0 && !lists.every((list) => list.holds)) this.#lists();
    return most;
  }

  #pushOut(world: World, h: number, lists: readonly PairList[], count: number): void {
    this.#arrays.kernels.surfacePushOut(
      this.#contacts.offset,
      this.#order.offset,
      count,
      this.#arrays.vertices.offset,
      this.#rigid.offset,
      PUSH_SWEEPS,
      PUSH_SHARE,
      PUSH_SPEED * h,
      ENOUGH * this.#leastDistance(),
    );
    this.#scatter(world, lists, 0);
    if (this.#rigid.take(h, 'motion')) this.#moveRigid(world.time + h, lists);
  }

  /** Until nothing passes; answers how many pairs were held back. */
  #holdBack(world: World, h: number, lists: readonly PairList[]): number {
    let held = 0;
    for (let round = 0; round < HOLD_ROUNDS; round++) {
      const count = this.#passes(lists);
      if (count === 0) return held;
      held += count;
      if (round === 0) this.#holders.view.fill(0);
      const { kernels, vertices, bodies } = this.#arrays;
      kernels.surfaceOrder(this.#contacts.offset, this.#order.offset, count);
      kernels.surfaceHoldBack(
        this.#contacts.offset,
        this.#order.offset,
        count,
        vertices.offset,
        bodies.offset,
        this.#surfaces.offset,
        this.#rigid.offset,
        this.#motions.offset,
        this.#holders.offset,
        round < MEAN_ROUNDS ? 0 : 1,
      );
      const most = this.#scatter(world, lists, 1 / h);
      // A body that stays behind keeps its velocity: the next sub-step begins with it.
      if (this.#rigid.take(h, 'motion')) this.#moveRigid(world.time + h, lists);
      else if (most < HELD) break; // all of it goes with what holds it
    }
    return held;
  }

  #passes(lists: readonly PairList[]): number {
    let count = 0;
    for (const list of lists) {
      const { kernels, vertices, question } = this.#arrays;
      const find = () =>
        kernels.surfacePasses(
          list.pairs.offset,
          list.wake.offset,
          list.count,
          list.way,
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

  /** Counts what touched, and marks the particles that did. */
  #report(world: World, report: StepReport, before: ContactReport | undefined, held: number): void {
    const flags = world.particles.flags.view;
    const words = new Int32Array(
      this.#contacts.view.buffer,
      this.#contacts.offset,
      CONTACT_WORDS * this.contactCount,
    );
    let pairs = 0;
    for (let k = 0; k < this.contactCount; k++) {
      pairs++;
      for (let j = 0; j < 4; j++) {
        const i = words[CONTACT_WORDS * k + j];
        if (i < this.#particles) flags[i] |= IN_CONTACT;
      }
    }
    report.contacts += pairs;
    const { particles = 0 } = before ?? {};
    report.contact = { particles, pairs, heldBack: held, crossings: this.#tangle.crossings };
  }
}
