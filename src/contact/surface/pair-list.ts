/**
 * Pairs of features that may come near each other, kept over several sub-steps: as long as nothing has moved by more
 * than half of the margin they were found with, no other pair can touch.
 */
import type { Arena } from '../../core/arena.ts';
import type { SurfaceArrays } from './arrays.ts';
import { Room } from './room.ts';
import type { SurfaceTree } from './tree.ts';

const PAIR_WORDS = 10;

/** Which pairs: a vertex of a sheet may lie on a face of a collider. As the kernel numbers them. */
export const ALL_PAIRS = 0;
export const BUT_LYING = 1;
export const LYING = 2;

export class PairList {
  count = 0;
  /** Half of all that any feature has moved against another, summed over sub-steps, m. */
  way = 0;
  readonly pairs: Room<'i32'>;
  readonly wake: Room<'f64'>;
  readonly #arrays: SurfaceArrays;
  #builtAt = Number.NEGATIVE_INFINITY;
  #margin = 0;

  constructor(arena: Arena, name: string, arrays: SurfaceArrays) {
    this.#arrays = arrays;
    this.pairs = new Room(arena, `surface.${name}.pairs`, 'i32');
    this.wake = new Room(arena, `surface.${name}.wake`, 'f64');
  }

  forget(): void {
    this.#builtAt = Number.NEGATIVE_INFINITY;
    this.count = 0;
  }

  /** Do the pairs it has cover all that has moved? */
  get holds(): boolean {
    return this.way - this.#builtAt <= 0.5 * this.#margin;
  }

  /**
   * Finds the pairs that come within `margin` of touching in this sub-step; boxes must be those of the sub-step. `even`:
   * neighbours that lie flat side by side cannot fold together before the list is made anew.
   */
  build(sheets: SurfaceTree, others: SurfaceTree, margin: number, even = false): void {
    this.#builtAt = this.way;
    this.#margin = margin;
    this.count = 0;
    if (sheets.nodes === 0 || others.nodes === 0) return;
    let found = this.#find(sheets, others, margin, even);
    if (PAIR_WORDS * found > this.pairs.length) {
      this.pairs.grow(PAIR_WORDS * found);
      found = this.#find(sheets, others, margin, even);
    }
    this.count = this.#arrays.sewn.drop(this.pairs.view, found);
    this.wake.grow(this.count);
    this.wake.view.fill(-1, 0, this.count);
  }

  #find(sheets: SurfaceTree, others: SurfaceTree, margin: number, even: boolean): number {
    const { triangles, triangleBoxes, vertices, radii, bodies, left, shift, question, kernels } =
      this.#arrays;
    return kernels.surfacePairs(
      triangles.offset,
      sheets.order.offset,
      sheets.count,
      others.order.offset,
      others.links.offset,
      others.boxes.offset,
      others.nodes,
      triangleBoxes.offset,
      sheets === others ? 1 : 0,
      vertices.offset,
      radii.offset,
      bodies.offset,
      left.offset,
      shift.offset,
      margin,
      even ? 1 : 0,
      this.pairs.offset,
      Math.floor(this.pairs.length / PAIR_WORDS),
      question.offset,
    );
  }
}
