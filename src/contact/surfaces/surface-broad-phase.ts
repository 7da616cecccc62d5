/**
 * Broad phase of surface contact: the features of all sheets, particle spheres and colliders in a sub-step, and the lists of
 * pairs that may touch. Lists stay valid while all vertices follow their predicted motion, and are updated in part where a
 * few stray from it.
 */
import { GrowableBlock } from '../../core/growable-block.ts';
import { isAtRest } from '../../core/rest.ts';
import type { World } from '../../core/world.ts';
import * as SurfaceTriangle from '../../layouts/generated/surface-triangle.ts';
import type { Ties } from '../attachments/point.ts';
import type { Collider } from '../collider.ts';
import { SurfaceArrays } from './arrays.ts';
import type { Surface } from './crossings.ts';
import { featureRecords } from './features.ts';
import { createObstacle, type Obstacle, placeObstacle, writeMotion } from './obstacles.ts';
import { PairList } from './pair-list.ts';
import { ParticleSpheres, type SphereBody } from './particle-spheres.ts';
import { PredictedMotion, type Range } from './predicted-motion.ts';
import {
  FOLD_NUMBERS,
  MOTION_NUMBERS,
  TRIANGLE_FLAGS,
  TRIANGLE_WORDS,
  VERTEX_END,
  VERTEX_INVERSE_MASS,
  VERTEX_NUMBERS,
} from './records.ts';
import { SheetSurface, type SurfaceBody } from './sheets.ts';
import { SurfaceTree, TreeBoxes, VertexBoxes } from './tree.ts';

// The next five decide how much work the lists take and change no result (pair-list.test.ts compares them with all pairs).

/** Allowed deviation of a vertex from its prediction, as a share of the least height of the triangles around it. */
const ALLOWANCE = 0.1;
/** Largest number of sub-steps that a prediction covers. */
const MOST_SUBSTEPS = 16;
/** Predicted motion of vertices relative to their mean, as a share of the mean height of triangles: boxes grow with it. */
const PREDICTED_WAY = 0.5;
/** Share of vertices that may stray for lists to be updated in part; beyond that, building them costs less. */
const FEW = 0.2;
/** Number of builds of the lists between two builds of the sheets' tree. */
const TREE_AGE = 64;

export class SurfaceBroadPhase {
  readonly arrays: SurfaceArrays;
  readonly sheets: SheetSurface;
  readonly obstacles: readonly Obstacle[];
  /** Pairs of sheets with themselves and each other. */
  readonly own: PairList;
  /** Pairs of sheets with colliders. */
  readonly around: PairList;
  readonly spheres: ParticleSpheres;
  /** The lists of pairs that this world needs. */
  readonly lists: readonly PairList[];
  /** Affine motion of each collider in the sub-step, after one record for none. */
  readonly motions: GrowableBlock<'f64'>;
  /** Number of vertices that are particles. */
  particles = 0;
  readonly predicted: PredictedMotion;
  readonly #world: World;
  /** Number of the first vertex of each collider, counted after the particles. */
  readonly #firsts: number[] = [];
  readonly #obstaclePoints: number;
  readonly #obstacleTriangles: number;
  /** Records of the triangles of each obstacle, with its vertices counted from 0. */
  readonly #obstacleRecords: readonly Int32Array[];
  /** Numbers of the triangles that a search has found. */
  readonly #found: GrowableBlock<'i32'>;
  readonly #sheetTree: SurfaceTree;
  readonly #obstacleTree: SurfaceTree;
  readonly #boxes: VertexBoxes;
  readonly #sheetBoxes: TreeBoxes;
  readonly #obstacleBoxes: TreeBoxes;
  /** Positions at the start of the sub-step, if particles have paces of their own: `startPosition` is then older. */
  readonly #start: GrowableBlock<'f64'> | undefined;
  #builds = 0;
  /** Searches for pairs, all or those of vertices that strayed, since they were last counted. */
  #searches = 0;
  /** Number of particles with a contact radius. */
  #counted = 0;
  /** Root mean square deviation of the displacements of these particles in the sub-step from their mean, m. */
  #spread = 0;

  constructor(
    world: World,
    colliders: readonly Collider[],
    bodies: readonly SurfaceBody[],
    spheres: readonly SphereBody[],
    self: boolean,
    ties: readonly Ties[],
    inSolve = false,
  ) {
    const { arena } = world;
    this.#world = world;
    this.sheets = new SheetSurface(arena, bodies, inSolve);
    this.obstacles = colliders.map(createObstacle);
    this.#obstaclePoints = this.obstacles.reduce((sum, { points }) => {
      this.#firsts.push(sum);
      return sum + points.length / 3;
    }, 0);
    this.#obstacleTriangles = this.obstacles.reduce((sum, o) => sum + o.triangles.length / 3, 0);
    this.#obstacleRecords = this.obstacles.map(({ triangles, points, isEdge }) =>
      featureRecords(triangles, points.length / 3, isEdge),
    );
    this.#found = new GrowableBlock(arena, 'surface.found', 'i32');
    const arrays = new SurfaceArrays(arena, ties);
    this.arrays = arrays;
    const entries = new GrowableBlock(arena, 'surface.treeEntries', 'f32');
    this.#sheetTree = new SurfaceTree(arena, 'sheets', arrays, entries);
    this.#obstacleTree = new SurfaceTree(arena, 'obstacles', arrays, entries);
    const predicted = new PredictedMotion(arena, arrays);
    this.predicted = predicted;
    this.#boxes = new VertexBoxes(arena, arrays, predicted);
    this.#sheetBoxes = new TreeBoxes(arena, 'sheets', arrays, this.#boxes, this.#sheetTree);
    this.#obstacleBoxes = new TreeBoxes(arena, 'obstacles', arrays, this.#boxes, this.#obstacleTree);
    this.own = new PairList(arena, 'own', arrays, predicted, this.#sheetBoxes, this.#sheetBoxes);
    this.around = new PairList(arena, 'around', arrays, predicted, this.#sheetBoxes, this.#obstacleBoxes);
    this.spheres = new ParticleSpheres(
      arena,
      spheres,
      arrays,
      predicted,
      entries,
      this.#boxes,
      this.#sheetBoxes,
      this.#obstacleBoxes,
    );
    const hasObstacles = colliders.length > 0;
    const hasSpheres = this.spheres.count > 0;
    this.lists = [
      ...(self ? [this.own] : []),
      ...(hasObstacles ? [this.around] : []),
      ...(hasSpheres && bodies.length > 0 ? [this.spheres.onSheets] : []),
      ...(hasSpheres && hasObstacles ? [this.spheres.onObstacles] : []),
    ];
    this.motions = new GrowableBlock(arena, 'surface.motions', 'f64');
    this.motions.grow(MOTION_NUMBERS * (1 + colliders.length));
    for (let k = 0; k <= colliders.length; k++) {
      this.motions.view.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], MOTION_NUMBERS * k);
    }
    if (world.bodies.some(({ dynamics }) => dynamics.kind === 'explicit' && dynamics.paces))
      this.#start = this.#recordStarts();
    this.sheets.changed(world.particles);
    this.#assemble();
  }

  /** Assembles the features again if triangles, particles or seams have changed. */
  refresh(): void {
    const seams = this.arrays.seams.update(this.#world.bodies);
    if (this.sheets.changed(this.#world.particles) || seams) this.#assemble();
  }

  /** Invalidates the lists, after particles were moved or other triangles are excluded. */
  invalidate(): void {
    this.predicted.invalidate();
  }

  /**
   * Returns the vertices at the start of the sub-step and all triangles as plain arrays. Triangles of planes are collapsed to
   * points: surfaces do not cross them, see below-planes.ts.
   */
  surface(): Surface {
    const { seams } = this.arrays;
    const [vertices, words, bodies] = [this.arrays.vertices, this.arrays.triangles, this.arrays.bodies].map(
      ({ view }) => view,
    );
    const sheets = this.sheets.bodies.length;
    const points = new Float64Array(3 * (this.particles + this.#obstaclePoints));
    for (let i = 0; i < points.length / 3; i++) {
      for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = vertices[VERTEX_NUMBERS * i + axis];
    }
    const count = this.sheets.triangleCount + this.#obstacleTriangles;
    const triangles = new Int32Array(3 * count);
    const owner = new Int32Array(count);
    for (let t = 0; t < count; t++) {
      const body = bodies[words[TRIANGLE_WORDS * t]];
      owner[t] = body >= 0 ? body : sheets - 1 - body;
      const isPlane = body < 0 && this.obstacles[-1 - body].collider.shape.halfSpace;
      for (let c = 0; c < 3; c++) triangles[3 * t + c] = words[TRIANGLE_WORDS * t + (isPlane ? 0 : c)];
    }
    const solid = [...new Array(sheets).fill(false), ...this.obstacles.map((obstacle) => obstacle.solid)];
    return { points, triangles, owner, sheets, joins: seams.test, solid };
  }

  /** Fits the boxes of all triangles to the present vertices. The lists are no longer valid. */
  enclosePresent(): void {
    const all = this.particles + this.#obstaclePoints;
    this.predicted.predict(all, 1);
    this.#boxes.enclose(all, this.particles, 'all');
    this.#sheetBoxes.refit();
    this.#obstacleBoxes.refit();
    this.invalidate();
  }

  /** Visits the triangles whose boxes may overlap a box until `visit` returns true, and returns whether it has. Since `enclosePresent` vertices must not move. */
  visitWithin(box: Float64Array, visit: (triangle: number) => boolean): boolean {
    for (const boxes of [this.#sheetBoxes, this.#obstacleBoxes]) {
      const count = boxes.within(box, this.#found);
      const { view } = this.#found;
      for (let k = 0; k < count; k++) if (visit(view[k])) return true;
    }
    return false;
  }

  /** Sets the vertices to their motion in the sub-step from `time` on, `h` seconds long. */
  move(time: number, h: number): void {
    this.predicted.setSubstep(time, h);
    this.#place(this.#start?.offset ?? this.#world.particles.startPosition.offset, time, h);
  }

  /** Sets the ends of the motion in the sub-step to the present positions, and updates the lists. */
  follow(): void {
    this.gather(this.#start?.offset ?? this.#world.particles.startPosition.offset);
    this.update();
  }

  /** Between steps: sets the vertices to a uniform motion from the positions at byte `start` to the present ones. */
  moveFrom(start: number): void {
    const { time } = this.#world;
    this.predicted.invalidate();
    this.predicted.setSubstep(time, 1); // any length does for a single prediction
    this.#place(start, time, 0);
  }

  #place(start: number, time: number, h: number): void {
    this.#spread = this.gather(start)[3];
    this.moveObstacles(time, h);
  }

  /**
   * Sets vertices of particles to the motion from the positions at byte `start` to the present ones; returns its summary.
   */
  gather(start: number): Float64Array {
    const { particles: p, kernels } = this.#world;
    const { vertices, radii, results } = this.arrays;
    kernels.surfaceGather(
      start,
      p.position.offset,
      p.inverseMass.offset,
      p.stride,
      this.particles,
      radii.offset,
      this.#counted,
      vertices.offset,
      results.offset,
    );
    this.#scaleMasses();
    return results.view.slice(0, 4);
  }

  /** Divides masses by the share by which a refined sheet is too heavy (Hutchinson et al. 1996, section 5). */
  #scaleMasses(): void {
    const v = this.arrays.vertices.view;
    for (const { body } of this.sheets.bodies) {
      if (isAtRest(body)) {
        // Nothing moves it in this step.
        for (let i = body.first; i < body.first + body.count; i++)
          v[VERTEX_NUMBERS * i + VERTEX_INVERSE_MASS] = 0;
        continue;
      }
      const share = body.contact?.massShare;
      if (!share) continue;
      for (let i = body.first; i < body.first + body.count; i++)
        v[VERTEX_NUMBERS * i + VERTEX_INVERSE_MASS] *= share(i);
    }
  }

  /**
   * Writes the ends of the motion back to particles, whose velocities change by `rate` (1/s) times the difference, and updates
   * the lists. Returns the largest difference, m.
   */
  scatter(rate: number): number {
    const { particles: p, kernels } = this.#world;
    const most = kernels.surfaceScatter(
      this.arrays.vertices.offset,
      this.particles,
      p.position.offset,
      p.velocity.offset,
      p.stride,
      rate,
    );
    if (most > 0) this.update();
    return most;
  }

  /** Sets the vertices of moving colliders to their motion in the sub-step. */
  moveObstacles(time: number, h: number): void {
    const v = this.arrays.vertices.view;
    this.obstacles.forEach((obstacle, k) => {
      if (obstacle.collider.track.still) return;
      placeObstacle(obstacle, time, v, VERTEX_NUMBERS * this.#range(k)[0], VERTEX_NUMBERS);
      this.#endObstacle(obstacle, k, time, time + h);
    });
  }

  #endObstacle(obstacle: Obstacle, k: number, start: number, end: number): void {
    const at = VERTEX_NUMBERS * this.#range(k)[0] + VERTEX_END;
    placeObstacle(obstacle, end, this.arrays.vertices.view, at, VERTEX_NUMBERS);
    writeMotion(obstacle, start, end, this.motions.view.subarray(MOTION_NUMBERS * (k + 1)));
  }

  /** Largest displacement in the sub-step of a vertex of a collider that is not a rigid body, m. */
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

  /** Updates the motion of rigid bodies after contact has changed it; `end` is the time at the end of the sub-step, s. */
  moveRigid(end: number, updates = true): void {
    this.obstacles.forEach((obstacle, k) => {
      if (obstacle.collider.rigid) this.#endObstacle(obstacle, k, this.#world.time, end);
    });
    if (updates) this.update();
  }

  /** Makes the lists valid for the present motion. */
  update(): void {
    if (this.lists.length === 0) return;
    if (!this.predicted.coversSubstep) {
      this.#build();
      return;
    }
    const strayed = this.predicted.markStrayed([0, this.particles]);
    const obstacles = this.obstacles.some(
      ({ collider }, k) => !collider.track.still && this.predicted.markStrayed(this.#range(k)) > 0,
    );
    if (obstacles || strayed > FEW * this.#counted) this.#build();
    else if (strayed > 0) this.#updateStrayed();
  }

  /** Returns the number of searches for pairs since the last call. */
  countSearches(): number {
    const count = this.#searches;
    this.#searches = 0;
    return count;
  }

  #build(): void {
    this.#searches++;
    if (this.#builds++ % TREE_AGE === TREE_AGE - 1) this.#sheetTree.build(0, this.sheets.triangleCount);
    const ratio = (PREDICTED_WAY * this.height) / this.#spread;
    const substeps = ratio > 1 ? Math.min(MOST_SUBSTEPS, ratio) : 1; // also if a position is not a number
    this.predicted.predict(this.particles + this.#obstaclePoints, substeps);
    this.#refit('all');
    for (const list of this.lists) list.build();
  }

  #updateStrayed(): void {
    this.#searches++;
    this.predicted.advance(this.particles + this.#obstaclePoints);
    this.#refit('strayed');
    for (const list of this.lists) list.update();
    this.predicted.clearStrayed(this.particles);
  }

  #refit(which: 'all' | 'strayed'): void {
    if (this.lists[0] === this.own) this.#refitFlat(which);
    const obstacles = which === 'all' || this.obstacles.some(({ collider }) => !collider.track.still);
    this.#boxes.enclose(this.particles + (obstacles ? this.#obstaclePoints : 0), this.particles, which);
    this.#sheetBoxes.refit();
    if (obstacles) this.#obstacleBoxes.refit();
    this.spheres.refit();
  }

  #refitFlat(which: 'all' | 'strayed'): void {
    const { ranges, triangles, radii, fanStarts, fanCorners, flat, folds } = this.arrays;
    const { offset } = this.predicted.records;
    const count = this.sheets.triangleCount;
    if (which === 'all') flat.view.fill(-1, 0, this.particles);
    else ranges.run('doubtFlat', count, triangles.offset, offset, flat.offset);
    ranges.run('folds', count, triangles.offset, offset, radii.offset, flat.offset, folds.offset);
    ranges.run('flat', this.particles, fanStarts.offset, fanCorners.offset, folds.offset, flat.offset);
  }

  /** Returns the range of the vertices of a collider. */
  #range(k: number): Range {
    const first = this.particles + this.#firsts[k];
    return [first, first + this.obstacles[k].points.length / 3];
  }

  /** Smallest contact radius of a body, m. */
  leastRadius(): number {
    const { diameter } = this.spheres;
    return this.sheets.bodies.reduce((least, { radius }) => Math.min(least, radius), diameter / 2);
  }

  /** Mean height of the sheets' triangles, or the diameter of particle spheres if there are no sheets, m. */
  get height(): number {
    return this.sheets.bodies.length > 0 ? this.sheets.meanHeight : this.spheres.diameter;
  }

  /** Writes the features of all sheets, spheres and colliders, and builds their trees. */
  #assemble(): void {
    const { particles } = this.#world;
    const { vertices, radii, bodies, triangles, excluded, flat, folds, allowances } = this.arrays;
    const count = particles.count;
    const all = count + this.#obstaclePoints;
    const sheetTriangles = this.sheets.triangleCount;
    const allTriangles = sheetTriangles + this.#obstacleTriangles;
    vertices.grow(VERTEX_NUMBERS * all);
    radii.grow(2 * all);
    bodies.grow(all);
    const spheres = this.spheres.count;
    triangles.grow(TRIANGLE_WORDS * (allTriangles + spheres));
    excluded.grow(allTriangles + spheres);
    excluded.view.fill(0);
    flat.grow(count);
    folds.grow(FOLD_NUMBERS * sheetTriangles);
    allowances.grow(all);
    allowances.view.fill(0);
    const { least } = this.sheets.heights(particles);
    for (let i = 0; i < count; i++) allowances.view[i] = ALLOWANCE * least[i];
    radii.view.set(this.sheets.radii.subarray(0, 2 * count));
    this.spheres.assemble(allTriangles, this.sheets.bodies.length);
    this.#counted = 0;
    for (let i = 0; i < count; i++) if (radii.view[2 * i] > 0) this.#counted++;
    this.#writeSheets();
    this.particles = count;
    let at = TRIANGLE_WORDS * sheetTriangles;
    this.obstacles.forEach((obstacle, k) => {
      const [first, end] = this.#range(k);
      bodies.view.fill(-1 - k, first, end);
      for (let i = first; i < end; i++) radii.view[2 * i] = obstacle.radius;
      const records = this.#obstacleRecords[k];
      for (let i = 0; i < records.length; i++)
        triangles.view[at++] = records[i] + (i % TRIANGLE_WORDS === TRIANGLE_FLAGS ? 0 : first);
      if (!obstacle.collider.track.still) allowances.view.fill(ALLOWANCE * this.height, first, end);
      placeObstacle(obstacle, this.#world.time, vertices.view, VERTEX_NUMBERS * first, VERTEX_NUMBERS);
      for (let v = VERTEX_NUMBERS * first; v < VERTEX_NUMBERS * end; v += VERTEX_NUMBERS) {
        vertices.view.copyWithin(v + VERTEX_END, v, v + 3);
        vertices.view[v + VERTEX_INVERSE_MASS] = 0;
      }
    });
    this.gather(particles.position.offset);
    this.#sheetTree.build(0, sheetTriangles);
    if (this.#obstacleTree.nodes === 0) this.#obstacleTree.build(sheetTriangles, this.#obstacleTriangles);
    else this.#obstacleTree.renumber(sheetTriangles);
    this.spheres.sort(allTriangles);
    this.invalidate();
  }

  /** Writes triangles, owners and fans of the sheets. */
  #writeSheets(): void {
    const { kernels, triangles, bodies, fanStarts, fanCorners } = this.arrays;
    const { count } = this.#world.particles;
    let at = 0;
    this.sheets.bodies.forEach(({ body }, k) => {
      bodies.view.fill(k, body.first, body.first + body.count);
      const own = body.triangles.length / 3;
      kernels.surfaceTriangles(body.triangles.offset, own, triangles.offset + SurfaceTriangle.BYTES * at);
      at += own;
    });
    fanStarts.grow(count + 1);
    fanCorners.grow(3 * at);
    kernels.surfaceFeatures(triangles.offset, at, count, fanStarts.offset, fanCorners.offset);
  }

  /** Records positions at the start of each sub-step. */
  #recordStarts(): GrowableBlock<'f64'> {
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
