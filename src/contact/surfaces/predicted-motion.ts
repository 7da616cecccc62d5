/**
 * The predicted motion of all vertices, uniform up to a horizon, with an allowed deviation each (see the kernel
 * predicted-motion.ts). Lists of pairs stay valid while no vertex strays from its prediction.
 */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { SurfaceArrays } from './arrays.ts';
import { VERTEX_NUMBERS } from './records.ts';

/** Rounding error of the ends of sub-steps, which are sums, as a share of the time up to the horizon. */
const ROUNDING = 1e-9;

/** A range of vertices; `end` is not part of it. */
export type Range = readonly [from: number, end: number];

export class PredictedMotion {
  readonly records: GrowableBlock<'f64'>;
  /** Time at which the prediction ends, s. */
  horizon = Number.NEGATIVE_INFINITY;
  /** Time at which the sub-step ends, s. */
  until = 0;
  readonly #arrays: SurfaceArrays;
  /** Time of the start of the prediction and of the sub-step, s. */
  #now = 0;
  #start = 0;

  constructor(arena: Arena, arrays: SurfaceArrays) {
    this.#arrays = arrays;
    this.records = new GrowableBlock(arena, 'surface.predicted', 'f64');
  }

  /** Sets the sub-step in question: from `time` on, `h` seconds long. */
  setSubstep(time: number, h: number): void {
    this.#start = time;
    this.until = time + h;
  }

  get coversSubstep(): boolean {
    const rounding = ROUNDING * (this.horizon - this.#now);
    return this.#start >= this.#now - rounding && this.until <= this.horizon + rounding;
  }

  /** Share of the predicted motion that is over at the end of the sub-step. */
  get endShare(): number {
    return this.#shareOf(this.until);
  }

  invalidate(): void {
    this.horizon = Number.NEGATIVE_INFINITY;
  }

  /** Predicts the motion of `count` vertices for `ratio` sub-steps like the present one. */
  predict(count: number, ratio: number): void {
    this.records.grow(VERTEX_NUMBERS * count);
    this.#now = this.#start;
    this.horizon = this.#start + ratio * (this.until - this.#start);
    const { kernels, vertices, allowances } = this.#arrays;
    kernels.surfacePredict(vertices.offset, this.records.offset, count, ratio, allowances.offset);
  }

  /** Marks the vertices that stray from their prediction in the sub-step; returns their number. */
  markStrayed([from, end]: Range): number {
    const { kernels, vertices } = this.#arrays;
    const share = this.#shareOf(this.#start);
    return kernels.surfaceMarkStrayed(vertices.offset, this.records.offset, from, end, share, this.endShare);
  }

  /**
   * Moves the start of the predictions of `n` vertices to now, with new ones for those that strayed; returns the share
   * passed.
   */
  advance(n: number): number {
    const { kernels, vertices } = this.#arrays;
    const ratio = (this.horizon - this.#start) / (this.until - this.#start);
    const share = this.#shareOf(this.#start);
    kernels.surfaceAdvance(vertices.offset, this.records.offset, n, share, ratio);
    this.#now = this.#start;
    return share;
  }

  /** Clears the marks of the first `n` vertices, when the lists are valid again. */
  clearStrayed(n: number): void {
    this.#arrays.kernels.surfaceClearStrayed(this.records.offset, n);
  }

  #shareOf(time: number): number {
    const span = this.horizon - this.#now;
    return span > 0 ? (time - this.#now) / span : 1;
  }
}
