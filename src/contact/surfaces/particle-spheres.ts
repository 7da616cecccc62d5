/**
 * Particles of bodies without triangles in surface contact: each is a sphere of its body's radius that touches the faces of
 * sheets and colliders, edges and corners included. Spheres do not touch each other here; their body solves that.
 *
 * For the kernels a sphere is a triangle (a, a, a) that represents its vertex and has no face.
 */
import type { Arena } from '../../core/arena.ts';
import type { Body } from '../../core/body.ts';
import type { GrowableBlock } from '../../core/growable-block.ts';
import { positive } from '../../math/check.ts';
import type { SurfaceArrays } from './arrays.ts';
import { PairList } from './pair-list.ts';
import type { PredictedMotion } from './predicted-motion.ts';
import { TRIANGLE_WORDS } from './records.ts';
import { SurfaceTree, TreeBoxes, type VertexBoxes } from './tree.ts';

/** A body whose particles touch as spheres; their number does not change. */
export interface SphereBody {
  readonly body: Pick<Body, 'first' | 'count' | 'name'>;
  /** Radius of the spheres, m. */
  readonly radius: number;
}

/** Flags of a triangle that represents its first vertex only. */
const HAS_VERTEX = 1;
/** Allowed deviation from the predicted motion, as a share of the diameter: larger makes longer lists that last longer. */
const ALLOWANCE = 0.25;

export class ParticleSpheres {
  readonly bodies: readonly SphereBody[];
  readonly count: number;
  /** Pairs of spheres with faces of sheets, and with faces of colliders. */
  readonly onSheets: PairList;
  readonly onObstacles: PairList;
  readonly #arrays: SurfaceArrays;
  readonly #tree: SurfaceTree;
  readonly #boxes: TreeBoxes;

  constructor(
    arena: Arena,
    bodies: readonly SphereBody[],
    arrays: SurfaceArrays,
    predicted: PredictedMotion,
    entries: GrowableBlock<'f32'>,
    vertices: VertexBoxes,
    sheets: TreeBoxes,
    obstacles: TreeBoxes,
  ) {
    bodies.forEach(({ radius }, i) => {
      positive(`spheres[${i}].radius`, radius);
    });
    this.bodies = bodies;
    this.count = bodies.reduce((sum, { body }) => sum + body.count, 0);
    this.#arrays = arrays;
    this.#tree = new SurfaceTree(arena, 'spheres', arrays, entries);
    this.#boxes = new TreeBoxes(arena, 'spheres', arrays, vertices, this.#tree);
    this.onSheets = new PairList(arena, 'spheresOnSheets', arrays, predicted, this.#boxes, sheets);
    this.onObstacles = new PairList(arena, 'spheresOnObstacles', arrays, predicted, this.#boxes, obstacles);
  }

  /** Least diameter, m; Infinity for none. */
  get diameter(): number {
    return this.bodies.reduce((least, { radius }) => Math.min(least, 2 * radius), Infinity);
  }

  /** Writes spheres as triangles from number `first` on, and owners, radii and allowances of their vertices. */
  assemble(first: number, sheetCount: number): void {
    const { triangles, radii, bodies, allowances } = this.#arrays;
    let at = TRIANGLE_WORDS * first;
    this.bodies.forEach(({ body, radius }, k) => {
      bodies.view.fill(sheetCount + k, body.first, body.first + body.count);
      for (let i = body.first; i < body.first + body.count; i++, at += TRIANGLE_WORDS) {
        triangles.view.set([i, i, i, HAS_VERTEX], at);
        radii.view.fill(radius, 2 * i, 2 * i + 2);
        allowances.view[i] = 2 * ALLOWANCE * radius;
      }
    });
  }

  /** Builds the tree of the spheres, whose triangles begin at number `first`, by the present positions. */
  sort(first: number): void {
    this.#tree.build(first, this.count);
  }

  /** Fits the boxes to the present prediction. */
  refit(): void {
    this.#boxes.refit();
  }
}
