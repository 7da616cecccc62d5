/**
 * What may meet in a sub-step: the features of all sheets and obstacles, where they are from its start to its end, and
 * the pairs of them that come near each other. Lists of pairs are kept while nothing has moved by more than half of the
 * margin that they were made with; how far things move is summed up here.
 */
import type { World } from '../../core/world.ts';
import type { Collider } from '../collider.ts';
import { SurfaceArrays, VERTEX_END, VERTEX_INVERSE_MASS, VERTEX_NUMBERS } from './arrays.ts';
import { FeatureOwners, TRIANGLE_WORDS, writeFeatures } from './features.ts';
import { createObstacle, type Obstacle, placeObstacle, writeMotion } from './obstacles.ts';
import { PairList } from './pair-list.ts';
import { presentSurface } from './present-surface.ts';
import { Room } from './room.ts';
import { SheetSurface, type SurfaceBody } from './sheets.ts';
import { SurfaceTree } from './tree.ts';

/** Of the mean height of triangles, that pairs are listed ahead at most: neighbours in a flat sheet are farther than that. */
const MARGIN = 0.35;
/** Sub-steps. */
const AHEAD = 16;
/** Lists are made this often before the sheets' tree is built anew. */
const TREE_AGE = 64;
const MOTION_NUMBERS = 12;

export class Neighbourhood {
  readonly arrays: SurfaceArrays;
  readonly sheets: SheetSurface;
  readonly obstacles: readonly Obstacle[];
  /** Pairs of sheets with themselves and each other, and with obstacles. */
  readonly own: PairList;
  readonly around: PairList;
  /** Twelve a collider, after as many for none: how it moves in the sub-step, x ↦ A x + b. */
  readonly motions: Room<'f64'>;
  /** The vertices that are particles come first. */
  particles = 0;
  readonly #world: World;
  readonly #self: boolean;
  /** Number of the first vertex of each obstacle, after the particles. */
  readonly #firsts: number[] = [];
  readonly #obstaclePoints: number;
  readonly #obstacleTriangles: number;
  readonly #sheetTree: SurfaceTree;
  readonly #obstacleTree: SurfaceTree;
  /** Where particles began the sub-step, where parts of a world may step at different rates. */
  readonly #start: Room<'f64'> | undefined;
  #listsMade = 0;
  /** The mean way of all particles in the sub-step, m: sheets touch themselves in the frame that goes with it. */
  #mean: ArrayLike<number> = [0, 0, 0];
  /** Of the sub-step, by list: how far things move against each other, m. */
  #ways = { own: 0, around: 0 };

  constructor(world: World, colliders: readonly Collider[], bodies: readonly SurfaceBody[], self: boolean) {
    const { arena } = world;
    this.#world = world;
    this.#self = self;
    this.sheets = new SheetSurface(arena, bodies);
    this.obstacles = colliders.map(createObstacle);
    this.#obstaclePoints = this.obstacles.reduce((sum, { points }) => {
      this.#firsts.push(sum);
      return sum + points.length / 3;
    }, 0);
    this.#obstacleTriangles = this.obstacles.reduce((sum, o) => sum + o.triangles.length / 3, 0);
    this.arrays = new SurfaceArrays(arena);
    const keys = new Room(arena, 'surface.keys', 'f64');
    this.#sheetTree = new SurfaceTree(arena, 'sheets', this.arrays, keys);
    this.#obstacleTree = new SurfaceTree(arena, 'obstacles', this.arrays, keys);
    this.own = new PairList(arena, 'own', this.arrays);
    this.around = new PairList(arena, 'around', this.arrays);
    this.motions = new Room(arena, 'surface.motions', 'f64');
    this.motions.grow(MOTION_NUMBERS * (1 + colliders.length));
    for (let k = 0; k <= colliders.length; k++) {
      this.motions.view.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], MOTION_NUMBERS * k);
    }
    if (world.bodies.some((body) => 'paces' in body)) this.#start = this.#rememberStarts();
    this.sheets.changed(world.particles);
    this.#assemble();
  }

  /** Looks whether triangles or particles are others than before. */
  refresh(): boolean {
    const sewn = this.arrays.sewn.look(this.#world);
    if (this.sheets.changed(this.#world.particles) || sewn) this.#assemble();
    return false;
  }

  /** Lists are made anew: particles were moved, or are to be taken otherwise. */
  forget(): void {
    this.own.forget();
    this.around.forget();
  }

  /** All of it as it is now. */
  surface() {
    const points = this.particles + this.#obstaclePoints;
    const triangles = this.sheets.triangleCount + this.#obstacleTriangles;
    return presentSurface(this.arrays, points, triangles, this.sheets.bodies.length, this.obstacles);
  }

  /** Puts all vertices where they are in this sub-step, and adds up how far things have moved. */
  move(time: number, h: number): void {
    this.place(this.#start?.offset ?? this.#world.particles.startPosition.offset, time, h);
  }

  /** The same from other places, at a byte offset. */
  place(start: number, time: number, h: number): void {
    const found = this.gather(start);
    const obstacles = this.moveObstacles(time, h);
    const [relative, absolute, jump] = [found[3], found[4], found[5]];
    this.#mean = found.subarray(0, 3);
    this.#ways = { own: relative, around: 0.5 * (absolute + obstacles) };
    this.own.way += this.#ways.own + jump;
    this.around.way += this.#ways.around + 0.5 * jump;
  }

  /** Vertices from where particles began the sub-step to where they are; what the kernel found: see there. */
  gather(start: number): Float64Array {
    const { particles: p, kernels } = this.#world;
    const { vertices, question } = this.arrays;
    kernels.surfaceGather(
      start,
      p.position.offset,
      p.inverseMass.offset,
      p.stride,
      this.particles,
      vertices.offset,
      question.offset,
    );
    return question.view.slice(0, 6);
  }

  /** The longest way of an obstacle's point, with what it jumped between sub-steps, m. */
  moveObstacles(time: number, h: number): number {
    let most = 0;
    const v = this.arrays.vertices.view;
    this.obstacles.forEach((obstacle, k) => {
      if (obstacle.collider.track.still) return;
      const first = VERTEX_NUMBERS * (this.particles + this.#firsts[k]);
      const end = first + VERTEX_NUMBERS * (obstacle.points.length / 3);
      const last = v.slice(first, end);
      placeObstacle(obstacle, time, v, first, VERTEX_NUMBERS);
      placeObstacle(obstacle, time + h, v, first + VERTEX_END, VERTEX_NUMBERS);
      writeMotion(obstacle, time, time + h, this.motions.view.subarray(MOTION_NUMBERS * (k + 1)));
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
  moveRigid(end: number, lists: readonly PairList[]): void {
    const v = this.arrays.vertices.view;
    let most = 0;
    this.obstacles.forEach((obstacle, k) => {
      if (!obstacle.collider.rigid) return;
      const first = VERTEX_NUMBERS * (this.particles + this.#firsts[k]) + VERTEX_END;
      const count = obstacle.points.length / 3;
      const last = v.slice(first, first + VERTEX_NUMBERS * count);
      placeObstacle(obstacle, end, v, first, VERTEX_NUMBERS);
      writeMotion(obstacle, this.#world.time, end, this.motions.view.subarray(MOTION_NUMBERS * (k + 1)));
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
    if (most > 0 && !lists.every((list) => list.holds)) this.lists();
  }

  /** The lists of pairs, made anew where things have moved too far. */
  lists(): readonly PairList[] {
    const lists = [...(this.#self ? [this.own] : []), ...(this.obstacles.length > 0 ? [this.around] : [])];
    if (lists.every((list) => list.holds)) return lists;
    if (this.#listsMade++ % TREE_AGE === TREE_AGE - 1) {
      this.#sheetTree.build(0, this.sheets.triangleCount);
    }
    // Flat neighbours can be left out of lists that reach less far than they are high.
    const wide = this.#margin(this.#ways.own);
    const flat = MARGIN * this.sheets.leastHeight;
    const own = flat > 0.25 * wide ? Math.min(wide, flat) : wide;
    const around = this.#margin(this.#ways.around);
    if (this.#self && !this.own.holds) {
      this.arrays.shift.view.set(this.#mean);
      this.#sheetTree.refit(0.5 * own);
      this.own.build(this.#sheetTree, this.#sheetTree, own, own <= flat);
    }
    if (this.obstacles.length > 0 && !this.around.holds) {
      this.arrays.shift.view.fill(0); // most obstacles stand
      this.#sheetTree.refit(0.5 * around);
      this.#obstacleTree.refit(0.5 * around);
      this.around.build(this.#sheetTree, this.#obstacleTree, around);
    }
    return lists;
  }

  leastRadius(): number {
    return this.sheets.bodies.reduce((least, { radius }) => Math.min(least, radius), Infinity);
  }

  /** Features of all sheets and obstacles. */
  #assemble(): void {
    const { particles } = this.#world;
    const { vertices, radii, bodies, triangles, left } = this.arrays;
    const count = particles.count;
    const all = count + this.#obstaclePoints;
    const sheetTriangles = this.sheets.triangleCount;
    const allTriangles = sheetTriangles + this.#obstacleTriangles;
    vertices.grow(VERTEX_NUMBERS * all);
    radii.grow(2 * all);
    bodies.grow(all);
    triangles.grow(TRIANGLE_WORDS * allTriangles);
    left.grow(allTriangles);
    left.view.fill(0);
    radii.view.set(this.sheets.radii.subarray(0, 2 * count));
    const owners = new FeatureOwners(all);
    let at = 0;
    this.sheets.bodies.forEach(({ body }, k) => {
      bodies.view.fill(k, body.first, body.first + body.count);
      writeFeatures(body.triangles.view, triangles.view, at, owners);
      at += body.triangles.length / 3;
    });
    this.obstacles.forEach((obstacle, k) => {
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
    this.particles = count;
    this.gather(particles.position.offset);
    this.#sheetTree.build(0, sheetTriangles);
    this.#obstacleTree.build(sheetTriangles, this.#obstacleTriangles);
    this.forget();
  }

  /** Enough for AHEAD sub-steps of such a way (m): a list that is too long costs more than making it anew. */
  #margin(way: number): number {
    const most = MARGIN * this.sheets.meanHeight;
    return Math.min(most, Math.max(2 * this.leastRadius(), 2 * AHEAD * way));
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
}
