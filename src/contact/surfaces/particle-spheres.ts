/**
 * Particles without a surface of their own among surfaces: each is a ball of its body's radius r, a vertex that faces of
 * sheets and of obstacles are met by, at any place of them (their edges and corners are part of them). Balls of the same or other
 * bodies do not meet here; what they do to each other is their body's.
 *
 * To the kernels a grain is a triangle (a, a, a) that stands for its vertex and has no face.
 */
import type { Arena } from '../../core/arena.ts';
import type { Body } from '../../core/body.ts';
import type { GrowableBlock } from '../../core/growable-block.ts';
import { positive } from '../../math/check.ts';
import type { SurfaceArrays } from './arrays.ts';
import { TRIANGLE_WORDS } from './features.ts';
import { PairList } from './pair-list.ts';
import type { Courses } from './predicted-motion.ts';
import { SurfaceTree, TreeBoxes, type VertexBoxes } from './tree.ts';

/** Particles that touch as balls: as many as they are for as long as the world lives. */
export interface GrainBody {
  readonly body: Pick<Body, 'first' | 'count' | 'name'>;
  /** m */
  readonly radius: number;
}

/** The flag of a triangle that stands for its first vertex. */
const HAS_VERTEX = 1;
/** Of a grain's diameter, that it may stray from its course: lists are then somewhat longer, and made less often. */
const ALLOWANCE = 0.25;

export class Grains {
  readonly bodies: readonly GrainBody[];
  readonly count: number;
  /** Pairs of grains with faces of sheets, and with those of obstacles. */
  readonly onSheets: PairList;
  readonly onObstacles: PairList;
  readonly #arrays: SurfaceArrays;
  readonly #tree: SurfaceTree;
  readonly #boxes: TreeBoxes;

  /** Boxes are those at rest. */
  constructor(
    arena: Arena,
    bodies: readonly GrainBody[],
    arrays: SurfaceArrays,
    courses: Courses,
    keys: GrowableBlock<'f64'>,
    vertices: VertexBoxes,
    sheets: TreeBoxes,
    obstacles: TreeBoxes,
  ) {
    bodies.forEach(({ radius }, i) => {
      positive(`grains[${i}].radius`, radius);
    });
    this.bodies = bodies;
    this.count = bodies.reduce((sum, { body }) => sum + body.count, 0);
    this.#arrays = arrays;
    this.#tree = new SurfaceTree(arena, 'grains', arrays, keys);
    this.#boxes = new TreeBoxes(arena, 'grains', arrays, vertices, this.#tree);
    const list = (name: string, others: TreeBoxes) =>
      new PairList(arena, name, arrays, courses, this.#boxes, others);
    this.onSheets = list('grainsOnSheets', sheets);
    this.onObstacles = list('grainsOnObstacles', obstacles);
  }

  /** m; the least diameter, Infinity for none. */
  get diameter(): number {
    return this.bodies.reduce((least, { radius }) => Math.min(least, 2 * radius), Infinity);
  }

  /** Writes grains as triangles from number `first` on, and what is known of their vertices; `sheets` are numbered before them. */
  assemble(first: number, sheets: number): void {
    const { triangles, radii, bodies, allowances } = this.#arrays;
    let at = TRIANGLE_WORDS * first;
    this.bodies.forEach(({ body, radius }, k) => {
      bodies.view.fill(sheets + k, body.first, body.first + body.count);
      for (let i = body.first; i < body.first + body.count; i++, at += TRIANGLE_WORDS) {
        triangles.view.set([i, i, i, HAS_VERTEX], at);
        radii.view.fill(radius, 2 * i, 2 * i + 2);
        allowances.view[i] = 2 * ALLOWANCE * radius;
      }
    });
  }

  /** The order in which they are looked at, by where they are: vertices must be in place. */
  sort(first: number): void {
    this.#tree.build(first, this.count);
  }

  /** Finds pairs anew, by boxes of the present courses. */
  build(lists: readonly PairList[]): void {
    this.#boxes.refit('all');
    for (const list of [this.onSheets, this.onObstacles]) if (lists.includes(list)) list.build();
  }
}
