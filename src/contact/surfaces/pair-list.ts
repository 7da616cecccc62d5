/** A list of pairs of features that may touch while their vertices follow the predicted motion. */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import { JOBS, MOST_THREADS } from '../../kernels/threads.ts';
import * as PairJob from '../../layouts/generated/pair-job.ts';
import * as PairScratch from '../../layouts/generated/pair-scratch.ts';
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
  readonly #arena: Arena;
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
    this.#arena = arena;
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
    for (;;) {
      const room = Math.floor(this.pairs.length / PAIR_WORDS);
      const { found, needed } = this.#search(part, room);
      this.count = found;
      if (needed <= room) break;
      this.pairs.grow(PAIR_WORDS * needed);
    }
    this.wake.grow(this.count);
    this.wake.view.fill(Number.NEGATIVE_INFINITY, before, this.count);
    this.count = this.#arrays.seams.dropPairs(this.pairs.view, before, this.count);
  }

  /** Adds the pairs of a search to the list; if they do not fit, none, and `needed` is the room for another search. */
  #search(part: boolean, room: number): { found: number; needed: number } {
    const { triangles, radii, bodies, excluded, flat, folds, search } = this.#arrays;
    const [first, second] = [this.#first, this.#second];
    search.scratch.grow((PairScratch.BYTES / 4) * MOST_THREADS);
    const job = search.job.view;
    job[PairJob.TRIANGLES / 4] = triangles.offset;
    job[PairJob.FIRST_ORDER / 4] = first.tree.order.offset;
    job[PairJob.FIRST_LINKS / 4] = first.tree.links.offset;
    job[PairJob.FIRST_NODES / 4] = first.nodes.offset;
    job[PairJob.FIRST_BOXES / 4] = first.triangles.offset;
    job[PairJob.ORDER / 4] = second.tree.order.offset;
    job[PairJob.LINKS / 4] = second.tree.links.offset;
    job[PairJob.NODES / 4] = second.nodes.offset;
    job[PairJob.BOXES / 4] = second.triangles.offset;
    job[PairJob.VERTEX_BOXES / 4] = second.vertices.boxes.offset;
    job[PairJob.FLAT / 4] = flat.offset;
    job[PairJob.FOLDS / 4] = folds.offset;
    job[PairJob.PART / 4] = part ? 1 : 0;
    job[PairJob.PREDICTIONS / 4] = this.#predicted.records.offset;
    job[PairJob.RADII / 4] = radii.offset;
    job[PairJob.BODIES / 4] = bodies.offset;
    job[PairJob.EXCLUDED / 4] = excluded.offset;
    job[PairJob.PAIRS / 4] = this.pairs.offset;
    job[PairJob.FOUND / 4] = this.count;
    job[PairJob.ROOM / 4] = room;
    job[PairJob.SCRATCH / 4] = search.scratch.offset;
    this.#arena.runJob(JOBS.pairs, search.job.offset);
    return { found: job[PairJob.FOUND / 4], needed: job[PairJob.ROOM / 4] };
  }
}
