/**
 * Courses of all vertices: where each is expected to be until some moment ahead, straight and even, and what it may
 * stray from that (kernel surface-courses). Lists of pairs are right for as long as nothing strays.
 */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { SurfaceArrays } from './arrays.ts';
import { VERTEX_NUMBERS } from './arrays.ts';

/** Of the courses' span: the ends of sub-steps, which are sums, are off by less than this from where they should be. */
const ROUNDING = 1e-9;

/** Vertices from number `from` to before `end`. */
export type Range = readonly [from: number, end: number];

export class Courses {
  readonly records: GrowableBlock<'f64'>;
  readonly #arrays: SurfaceArrays;
  /** s; the courses' records are of `#now`, and go to `horizon`. */
  horizon = Number.NEGATIVE_INFINITY;
  /** s; where the sub-step ends. */
  until = 0;
  #now = 0;
  #start = 0;

  constructor(arena: Arena, arrays: SurfaceArrays) {
    this.#arrays = arrays;
    this.records = new GrowableBlock(arena, 'surface.courses', 'f64');
  }

  /** The sub-step that they are asked about: from `time` for `h` (s). */
  at(time: number, h: number): void {
    this.#start = time;
    this.until = time + h;
  }

  /** Do they go from the start of the sub-step to its end? */
  get reach(): boolean {
    const rounding = ROUNDING * (this.horizon - this.#now);
    return this.#start >= this.#now - rounding && this.until <= this.horizon + rounding;
  }

  /** Of what there is of the courses, at the end of the sub-step. */
  get endShare(): number {
    return this.#shareOf(this.until);
  }

  forget(): void {
    this.horizon = Number.NEGATIVE_INFINITY;
  }

  /** All anew, for as long as `ratio` sub-steps like this one. */
  chart(count: number, ratio: number): void {
    this.records.grow(VERTEX_NUMBERS * count);
    this.#now = this.#start;
    this.horizon = this.#start + ratio * (this.until - this.#start);
    const { kernels, vertices, allowances } = this.#arrays;
    kernels.surfaceChart(vertices.offset, this.records.offset, count, ratio, allowances.offset);
  }

  /** Marks the vertices that are off their courses in the sub-step; how many. */
  strays([from, end]: Range): number {
    const { kernels, vertices } = this.#arrays;
    const share = this.#shareOf(this.#start);
    return kernels.surfaceStrays(vertices.offset, this.records.offset, from, end, share, this.endShare);
  }

  /** Courses from now on: others for those of the `n` vertices that strayed. Answers the share that the others have gone. */
  steer(n: number): number {
    const { kernels, vertices } = this.#arrays;
    const ratio = (this.horizon - this.#start) / (this.until - this.#start);
    const share = this.#shareOf(this.#start);
    kernels.surfaceSteer(vertices.offset, this.records.offset, n, share, ratio);
    this.#now = this.#start;
    return share;
  }

  /** What strayed has a course again, and lists know. */
  follow(n: number): void {
    this.#arrays.kernels.surfaceFollow(this.records.offset, n);
  }

  #shareOf(time: number): number {
    const span = this.horizon - this.#now;
    return span > 0 ? (time - this.#now) / span : 1;
  }
}
