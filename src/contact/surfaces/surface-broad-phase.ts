/**
 * What may meet in a sub-step: the features of all sheets and obstacles, where they are from its start to its end, and
 * the pairs of them that come near each other. Lists of pairs are kept while all vertices go as is expected of them
 * (courses.ts), and mended where a few do not.
 */
import { GrowableBlock } from '../../core/growable-block.ts';
import type { World } from '../../core/world.ts';
import * as AffineMotion from '../../layouts/generated/affine-motion.ts';
import * as TriangleFold from '../../layouts/generated/triangle-fold.ts';
import type { Ties } from '../attachments/point.ts';
import type { Collider } from '../collider.ts';
import { SurfaceArrays, VERTEX_END, VERTEX_INVERSE_MASS, VERTEX_NUMBERS } from './arrays.ts';
import { FeatureOwners, TRIANGLE_WORDS, writeFeatures } from './features.ts';
import { createObstacle, type Obstacle, placeObstacle, writeMotion } from './obstacles.ts';
import { PairList } from './pair-list.ts';
import { type GrainBody, Grains } from './particle-spheres.ts';
import { Courses, type Range } from './predicted-motion.ts';
import { presentSurface } from './present-surface.ts';
import { SheetSurface, type SurfaceBody } from './sheets.ts';
import { SurfaceTree, TreeBoxes, VertexBoxes } from './tree.ts';

/** Of the least height of the triangles around it, that a vertex may stray from its course. */
const ALLOWANCE = 0.1;
/** Sub-steps that courses go ahead, at most. */
const AHEAD = 16;
/** Of the mean height of triangles, that vertices move against their mean on their courses: boxes grow with it. */
const COURSE = 0.5;
/** Of the vertices that touch, that may stray for lists to be mended: where more do, making them anew costs less. */
const FEW = 0.2;
/** Lists are made this often before the sheets' tree is built anew. */
const TREE_AGE = 64;
const MOTION_NUMBERS = AffineMotion.BYTES / 8;
const SHAPE_NUMBERS = TriangleFold.BYTES / 4;

export class Neighbourhood {
  readonly arrays: SurfaceArrays;
  readonly sheets: SheetSurface;
  readonly obstacles: readonly Obstacle[];
  /** Pairs of sheets with themselves and each other, and with obstacles. */
  readonly own: PairList;
  readonly around: PairList;
  readonly grains: Grains;
  /** Twelve a collider, after as many for none: how it moves in the sub-step, x ↦ A x + b. */
  readonly motions: GrowableBlock<'f64'>;
  /** The vertices that are particles come first. */
  particles = 0;
  readonly #world: World;
  readonly #self: boolean;
  /** Number of the first vertex of each obstacle, after the particles. */
  readonly #firsts: number[] = [];
  readonly #obstaclePoints: number;
  readonly #obstacleTriangles: number;
  readonly courses: Courses;
  readonly #sheetTree: SurfaceTree;
  readonly #obstacleTree: SurfaceTree;
  /** In the frame that goes with the sheets, and at rest. */
  readonly #going: VertexBoxes;
  readonly #resting: VertexBoxes;
  readonly #ownBoxes: TreeBoxes;
  readonly #sheetBoxes: TreeBoxes;
  readonly #obstacleBoxes: TreeBoxes;
  /** Where particles began the sub-step, where parts of a world may step at different rates. */
  readonly #start: GrowableBlock<'f64'> | undefined;
  #listsMade = 0;
  /** Particles that touch, of sheets and grains; others have no radius. */
  #counted = 0;
  /** Their mean way in the sub-step, m: sheets touch themselves in the frame that goes with it. */
  #mean: ArrayLike<number> = [0, 0, 0];
  /** Mean of the ways against it (root of the mean square), m. */
  #way = 0;

  constructor(
    world: World,
    colliders: readonly Collider[],
    bodies: readonly SurfaceBody[],
    grains: readonly GrainBody[],
    self: boolean,
    ties: readonly Ties[],
  ) {
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
    this.arrays = new SurfaceArrays(arena, ties);
    const keys = new GrowableBlock(arena, 'surface.keys', 'f64');
    this.#sheetTree = new SurfaceTree(arena, 'sheets', this.arrays, keys);
    this.#obstacleTree = new SurfaceTree(arena, 'obstacles', this.arrays, keys);
    this.courses = new Courses(arena, this.arrays);
    this.#going = new VertexBoxes(arena, 'going', this.arrays, this.courses);
    this.#resting = new VertexBoxes(arena, 'resting', this.arrays, this.courses);
    this.#ownBoxes = new TreeBoxes(arena, 'own', this.arrays, this.#going, this.#sheetTree);
    this.#sheetBoxes = new TreeBoxes(arena, 'sheets', this.arrays, this.#resting, this.#sheetTree);
    this.#obstacleBoxes = new TreeBoxes(arena, 'obstacles', this.arrays, this.#resting, this.#obstacleTree);
    const list = (name: string, sheets: TreeBoxes, others: TreeBoxes) =>
      new PairList(arena, name, this.arrays, this.courses, sheets, others);
    this.own = list('own', this.#ownBoxes, this.#ownBoxes);
    this.around = list('around', this.#sheetBoxes, this.#obstacleBoxes);
    const { arrays, courses } = this;
    const [still, sheets, obstacles] = [this.#resting, this.#sheetBoxes, this.#obstacleBoxes];
    this.grains = new Grains(arena, grains, arrays, courses, keys, still, sheets, obstacles);
    this.motions = new GrowableBlock(arena, 'surface.motions', 'f64');
    this.motions.grow(MOTION_NUMBERS * (1 + colliders.length));
    for (let k = 0; k <= colliders.length; k++) {
      this.motions.view.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], MOTION_NUMBERS * k);
    }
    if (world.bodies.some(({ dynamics }) => dynamics.kind === 'explicit' && dynamics.paces))
      this.#start = this.#rememberStarts();
    this.sheets.changed(world.particles);
    this.#assemble();
  }

  /** Looks whether triangles or particles are others than before. */
  refresh(): void {
    const sewn = this.arrays.sewn.look(this.#world.bodies);
    if (this.sheets.changed(this.#world.particles) || sewn) this.#assemble();
  }

  /** Lists are made anew: particles were moved, or are to be taken otherwise. */
  forget(): void {
    this.courses.forget();
  }

  /** All of it as it is now. */
  surface() {
    const points = this.particles + this.#obstaclePoints;
    const triangles = this.sheets.triangleCount + this.#obstacleTriangles;
    return presentSurface(this.arrays, points, triangles, this.sheets.bodies.length, this.obstacles);
  }

  /** Puts all vertices where they are in this sub-step. */
  move(time: number, h: number): void {
    this.courses.at(time, h);
    this.#place(this.#start?.offset ?? this.#world.particles.startPosition.offset, time, h);
  }

  /** Between steps: from other places to where particles are now, in no time. */
  movedFrom(start: number): void {
    const { time } = this.#world;
    this.courses.forget();
    this.courses.at(time, 1); // any time: all go evenly
    this.#place(start, time, 0);
  }

  #place(start: number, time: number, h: number): void {
    const found = this.gather(start);
    this.moveObstacles(time, h);
    this.#mean = found.subarray(0, 3);
    this.#way = found[3];
  }

  /** Vertices from where particles began the sub-step to where they are; what the kernel found: see there. */
  gather(start: number): Float64Array {
    const { particles: p, kernels } = this.#world;
    const { vertices, radii, question } = this.arrays;
    kernels.surfaceGather(
      start,
      p.position.offset,
      p.inverseMass.offset,
      p.stride,
      this.particles,
      radii.offset,
      this.#counted,
      vertices.offset,
      question.offset,
    );
    return question.view.slice(0, 4);
  }

  moveObstacles(time: number, h: number): void {
    const v = this.arrays.vertices.view;
    this.obstacles.forEach((obstacle, k) => {
      if (obstacle.collider.track.still) return;
      const first = VERTEX_NUMBERS * this.#range(k)[0];
      placeObstacle(obstacle, time, v, first, VERTEX_NUMBERS);
      placeObstacle(obstacle, time + h, v, first + VERTEX_END, VERTEX_NUMBERS);
      writeMotion(obstacle, time, time + h, this.motions.view.subarray(MOTION_NUMBERS * (k + 1)));
    });
  }

  /** m; how far a point of a collider that is no rigid body goes in the sub-step, at most. */
  drivenWay(): number {
    const v = this.arrays.vertices.view;
    let most = 0;
    this.obstacles.forEach(({ collider }, k) => {
      if (collider.rigid || collider.track.still) return;
      const [first, end] = this.#range(k);
      for (let at = VERTEX_NUMBERS * first; at < VERTEX_NUMBERS * end; at += VERTEX_NUMBERS) {
        let square = 0;
        for (let axis = at; axis < at + 3; axis++) {
          const way = v[axis + VERTEX_END] - v[axis];
          square += way * way;
        }
        most = Math.max(most, square);
      }
    });
    return Math.sqrt(most);
  }

  /** Rigid bodies go elsewhere than they did: their points at the end of the sub-step. */
  moveRigid(end: number): void {
    const v = this.arrays.vertices.view;
    this.obstacles.forEach((obstacle, k) => {
      if (!obstacle.collider.rigid) return;
      placeObstacle(obstacle, end, v, VERTEX_NUMBERS * this.#range(k)[0] + VERTEX_END, VERTEX_NUMBERS);
      writeMotion(obstacle, this.#world.time, end, this.motions.view.subarray(MOTION_NUMBERS * (k + 1)));
    });
    this.lists();
  }

  /** The lists of pairs, made anew or mended where things do not go as was expected. */
  lists(): readonly PairList[] {
    const lists = [...(this.#self ? [this.own] : []), ...(this.obstacles.length > 0 ? [this.around] : [])];
    if (this.grains.count > 0) {
      if (this.sheets.bodies.length > 0) lists.push(this.grains.onSheets);
      if (this.obstacles.length > 0) lists.push(this.grains.onObstacles);
    }
    if (lists.length === 0) return lists;
    if (!this.courses.reach) {
      this.#make(lists);
      return lists;
    }
    const strayed = this.courses.strays([0, this.particles]);
    const moving = this.#moving().some((range) => this.courses.strays(range) > 0);
    if (moving || strayed > FEW * this.#counted) this.#make(lists);
    else if (strayed > 0) this.#mend(lists);
    return lists;
  }

  #make(lists: readonly PairList[]): void {
    if (this.#listsMade++ % TREE_AGE === TREE_AGE - 1) this.#sheetTree.build(0, this.sheets.triangleCount);
    const ratio = (COURSE * this.height) / this.#way;
    const ahead = ratio > 1 ? Math.min(AHEAD, ratio) : 1; // also where a place is not a number
    this.courses.chart(this.particles + this.#obstaclePoints, ahead);
    for (let axis = 0; axis < 3; axis++) {
      this.#going.shift.view[axis] = 0;
      this.#going.shift.view[3 + axis] = ahead * this.#mean[axis];
    }
    this.#refit(lists, 'all');
    for (const list of [this.own, this.around]) if (lists.includes(list)) list.build();
    this.grains.build(lists);
  }

  #mend(lists: readonly PairList[]): void {
    const { kernels, triangles, stale, staleList } = this.arrays;
    const shift = this.#going.shift.view;
    const share = this.courses.steer(this.particles + this.#obstaclePoints);
    for (let axis = 0; axis < 3; axis++) shift[axis] += share * (shift[3 + axis] - shift[axis]);
    const count = kernels.surfaceStale(
      triangles.offset,
      this.sheets.triangleCount,
      this.courses.records.offset,
      stale.offset,
      staleList.offset,
    );
    this.#refit(lists, 'stale');
    for (const list of [this.own, this.around]) if (lists.includes(list)) list.mend(count);
    this.grains.build(lists);
    this.courses.follow(this.particles);
  }

  #refit(lists: readonly PairList[], which: 'all' | 'stale'): void {
    if (lists.includes(this.own)) {
      const { kernels, triangles, radii, shapes } = this.arrays;
      // All of them: neighbours are compared over the same time.
      kernels.surfaceShapes(
        triangles.offset,
        this.sheets.triangleCount,
        this.courses.records.offset,
        radii.offset,
        shapes.offset,
      );
      this.#going.enclose(this.particles, which);
      this.#ownBoxes.refit(which);
    }
    if (lists.some((list) => list !== this.own)) {
      this.#resting.enclose(this.particles + this.#obstaclePoints, which);
      this.#sheetBoxes.refit(which);
      if (which === 'all') this.#obstacleBoxes.refit(which);
    }
  }

  /** Vertices of an obstacle. */
  #range(k: number): Range {
    const first = this.particles + this.#firsts[k];
    return [first, first + this.obstacles[k].points.length / 3];
  }

  #moving(): Range[] {
    return this.obstacles.flatMap(({ collider }, k) => (collider.track.still ? [] : [this.#range(k)]));
  }

  leastRadius(): number {
    const { diameter } = this.grains;
    return this.sheets.bodies.reduce((least, { radius }) => Math.min(least, radius), diameter / 2);
  }

  /** Mean height of the sheets' triangles, or diameter of grains where there are none, m. */
  get height(): number {
    return this.sheets.bodies.length > 0 ? this.sheets.meanHeight : this.grains.diameter;
  }

  /** Features of all sheets and obstacles. */
  #assemble(): void {
    const { particles } = this.#world;
    const { vertices, radii, bodies, triangles, left, stale, staleList, shapes, allowances } = this.arrays;
    const count = particles.count;
    const all = count + this.#obstaclePoints;
    const sheetTriangles = this.sheets.triangleCount;
    const allTriangles = sheetTriangles + this.#obstacleTriangles;
    vertices.grow(VERTEX_NUMBERS * all);
    radii.grow(2 * all);
    bodies.grow(all);
    const grains = this.grains.count;
    triangles.grow(TRIANGLE_WORDS * (allTriangles + grains));
    left.grow(allTriangles + grains);
    left.view.fill(0);
    stale.grow(sheetTriangles);
    shapes.grow(SHAPE_NUMBERS * sheetTriangles);
    allowances.grow(all);
    allowances.view.fill(0);
    this.sheets.heights(particles).forEach((height, i) => {
      allowances.view[i] = ALLOWANCE * height;
    });
    staleList.grow(sheetTriangles);
    radii.view.set(this.sheets.radii.subarray(0, 2 * count));
    this.grains.assemble(allTriangles, this.sheets.bodies.length);
    this.#counted = 0;
    for (let i = 0; i < count; i++) if (radii.view[2 * i] > 0) this.#counted++;
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
      if (!obstacle.collider.track.still) {
        allowances.view.fill(ALLOWANCE * this.height, first, first + points);
      }
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
    this.grains.sort(allTriangles);
    this.forget();
  }

  /** Particles of slow parts began their own step before the sub-step: their `startPosition` is not what is wanted. */
  #rememberStarts(): GrowableBlock<'f64'> {
    const start = new GrowableBlock(this.#world.arena, 'surface.start', 'f64');
    this.#world.add({
      name: 'surface start',
      phase: 'start',
      run: ({ particles: p }) => {
        start.grow(p.numbers);
        start.view.set(p.position.view.subarray(0, p.numbers));
        return 'still';
      },
    });
    return start;
  }
}
