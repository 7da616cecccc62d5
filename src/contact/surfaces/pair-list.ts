/**
 * Pairs of features that may come near each other, kept over several sub-steps: as long as vertices stay on their
 * courses, within their allowances, no other pair can touch. Where some stray, only pairs with them are found anew.
 */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { SurfaceArrays } from './arrays.ts';
import type { Courses } from './predicted-motion.ts';
import { PAIR_WORDS } from './records.ts';
import type { TreeBoxes } from './tree.ts';

/** Which pairs: a vertex of a sheet may lie on a face of a collider. As the kernel numbers them. */
export const ALL_PAIRS = 0;
export const BUT_LYING = 1;
export const LYING = 2;

/** Of which triangles. As the kernel numbers them; surfaces with themselves have the next number. */
const ALL_TRIANGLES = 0;
const STALE_TRIANGLES = 2;

export class PairList {
  count = 0;
  readonly pairs: GrowableBlock<'i32'>;
  /** s; pairs sleep until then. */
  readonly wake: GrowableBlock<'f64'>;
  readonly #arrays: SurfaceArrays;
  readonly #courses: Courses;
  readonly #sheets: TreeBoxes;
  readonly #others: TreeBoxes;

  /** Of `sheets` with `others`, which may be the same. */
  constructor(
    arena: Arena,
    name: string,
    arrays: SurfaceArrays,
    courses: Courses,
    sheets: TreeBoxes,
    others: TreeBoxes,
  ) {
    this.#arrays = arrays;
    this.#courses = courses;
    this.#sheets = sheets;
    this.#others = others;
    this.pairs = new GrowableBlock(arena, `surface.${name}.pairs`, 'i32');
    this.wake = new GrowableBlock(arena, `surface.${name}.wake`, 'f64');
  }

  /** All pairs that may touch; boxes must be those of the courses. */
  build(): void {
    this.count = 0;
    this.#add(ALL_TRIANGLES, this.#sheets.tree.order, this.#sheets.tree.count);
  }

  /** The same, where only the first `stale` triangles of that list have other courses than before. */
  mend(stale: number): void {
    const { kernels, staleList } = this.#arrays;
    const { pairs, wake } = this;
    this.count = kernels.surfaceDrop(pairs.offset, wake.offset, this.count, this.#courses.records.offset);
    this.#add(STALE_TRIANGLES, staleList, stale);
  }

  #add(which: number, triangles: GrowableBlock<'i32'>, triangleCount: number): void {
    if (triangleCount === 0 || this.#others.tree.nodes === 0) return;
    const before = this.count;
    let found = this.#find(which, triangles, triangleCount);
    if (PAIR_WORDS * found > this.pairs.length) {
      this.pairs.grow(PAIR_WORDS * found);
      found = this.#find(which, triangles, triangleCount);
    }
    this.wake.grow(found);
    this.wake.view.fill(Number.NEGATIVE_INFINITY, before, found);
    this.count = this.#arrays.sewn.drop(this.pairs.view, before, found);
  }

  #find(which: number, asked: GrowableBlock<'i32'>, count: number): number {
    const { triangles, radii, bodies, left, stale, shapes, question, kernels } = this.#arrays;
    const others = this.#others;
    return kernels.surfacePairs(
      triangles.offset,
      asked.offset,
      count,
      others.tree.order.offset,
      others.tree.links.offset,
      others.nodes.offset,
      others.tree.nodes,
      this.#sheets.triangles.offset,
      others.triangles.offset,
      others.vertices.boxes.offset,
      shapes.offset,
      which + (this.#sheets === others ? 1 : 0),
      stale.offset,
      this.#courses.records.offset,
      radii.offset,
      bodies.offset,
      left.offset,
      this.pairs.offset,
      this.count,
      Math.floor(this.pairs.length / PAIR_WORDS),
      question.offset,
    );
  }
}
