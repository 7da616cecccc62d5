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
    this.#add(false);
  }

  /** The same if only vertices that strayed have new predictions. */
  update(): void {
    const { pairs, wake } = this;
    this.count = this.#arrays.kernels.surfaceDropStrayed(
      pairs.offset,
      wake.offset,
      this.count,
      this.#predicted.records.offset,
    );
    this.#add(true);
  }

  #add(part: boolean): void {
    if (this.#first.tree.nodes === 0 || this.#second.tree.nodes === 0) return;
    const before = this.count;
    let found = this.#find(part);
    if (PAIR_WORDS * found > this.pairs.length) {
      this.pairs.grow(PAIR_WORDS * found);
      found = this.#find(part);
    }
    this.wake.grow(found);
    this.wake.view.fill(Number.NEGATIVE_INFINITY, before, found);
    this.count = this.#arrays.seams.dropPairs(this.pairs.view, before, found);
  }

  #find(part: boolean): number {
    const { triangles, radii, bodies, excluded, flat, folds, results, kernels } = this.#arrays;
    const first = this.#first;
    const second = this.#second;
    return kernels.surfacePairs(
      triangles.offset,
      first.tree.order.offset,
      first.tree.links.offset,
      first.nodes.offset,
      first.triangles.offset,
      second.tree.order.offset,
      second.tree.links.offset,
      second.nodes.offset,
      second.triangles.offset,
      second.vertices.boxes.offset,
      flat.offset,
      folds.offset,
      part ? 1 : 0,
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
