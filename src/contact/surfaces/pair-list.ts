/** A list of pairs of features that may touch while their vertices follow the predicted motion. */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { SurfaceArrays } from './arrays.ts';
import type { PredictedMotion } from './predicted-motion.ts';
import { PAIR_WORDS } from './records.ts';
import type { TreeBoxes } from './tree.ts';

/** Kinds of pairs, as the kernel numbers them; a pair is resting if it is a vertex of a sheet and a face of a collider. */
export const ALL_PAIRS = 0;
export const NOT_RESTING = 1;
export const RESTING = 2;

/** Kinds of a search, as the kernel numbers them; a search of a surface with itself has the next number. */
const ALL_TRIANGLES = 0;
const STALE_TRIANGLES = 2;

export class PairList {
  count = 0;
  readonly pairs: GrowableBlock<'i32'>;
  /** Time before which each pair cannot touch, s. */
  readonly wake: GrowableBlock<'f64'>;
  readonly #arrays: SurfaceArrays;
  readonly #predicted: PredictedMotion;
  readonly #first: TreeBoxes;
  readonly #second: TreeBoxes;

  /** Lists pairs of the triangles of two trees, which may be the same. */
  constructor(
    arena: Arena,
    name: string,
    arrays: SurfaceArrays,
    predicted: PredictedMotion,
    first: TreeBoxes,
    second: TreeBoxes,
  ) {
    this.#arrays = arrays;
    this.#predicted = predicted;
    this.#first = first;
    this.#second = second;
    this.pairs = new GrowableBlock(arena, `surface.${name}.pairs`, 'i32');
    this.wake = new GrowableBlock(arena, `surface.${name}.wake`, 'f64');
  }

  /** Lists all pairs that may touch, by boxes of the present prediction. */
  build(): void {
    this.count = 0;
    this.#add(ALL_TRIANGLES, this.#first.tree.order, this.#first.tree.count);
  }

  /** The same if only the first `stale` triangles of the stale list have new predictions. */
  update(stale: number): void {
    const { kernels, staleList } = this.#arrays;
    const { pairs, wake } = this;
    this.count = kernels.surfaceDropStrayed(
      pairs.offset,
      wake.offset,
      this.count,
      this.#predicted.records.offset,
    );
    this.#add(STALE_TRIANGLES, staleList, stale);
  }

  #add(kind: number, triangles: GrowableBlock<'i32'>, triangleCount: number): void {
    if (triangleCount === 0 || this.#second.tree.nodes === 0) return;
    const before = this.count;
    let found = this.#find(kind, triangles, triangleCount);
    if (PAIR_WORDS * found > this.pairs.length) {
      this.pairs.grow(PAIR_WORDS * found);
      found = this.#find(kind, triangles, triangleCount);
    }
    this.wake.grow(found);
    this.wake.view.fill(Number.NEGATIVE_INFINITY, before, found);
    this.count = this.#arrays.seams.dropPairs(this.pairs.view, before, found);
  }

  #find(kind: number, order: GrowableBlock<'i32'>, count: number): number {
    const { triangles, radii, bodies, excluded, stale, folds, results, kernels } = this.#arrays;
    const { tree, nodes, triangles: boxes, vertices } = this.#second;
    return kernels.surfacePairs(
      triangles.offset,
      order.offset,
      count,
      tree.order.offset,
      tree.links.offset,
      nodes.offset,
      tree.nodes,
      this.#first.triangles.offset,
      boxes.offset,
      vertices.boxes.offset,
      folds.offset,
      kind + (this.#first === this.#second ? 1 : 0),
      stale.offset,
      this.#predicted.records.offset,
      radii.offset,
      bodies.offset,
      excluded.offset,
      this.pairs.offset,
      this.count,
      Math.floor(this.pairs.length / PAIR_WORDS),
      results.offset,
    );
  }
}
