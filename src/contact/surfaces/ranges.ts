/** Kernels that work on ranges of vertices, triangles or nodes, which threads share. */
import type { Arena, Block } from '../../core/arena.ts';
import { JOBS } from '../../kernels/threads.ts';
import * as RangeJob from '../../layouts/generated/range-job.ts';

/** Numbers of the functions, as in kernels/assembly/surface/ranges.ts. */
const FUNCTIONS = { vertexBoxes: 0, doubtFlat: 1, folds: 2, flat: 3, leafBoxes: 4 } as const;

export class Ranges {
  readonly #arena: Arena;
  readonly #job: Block<'i32'>;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#job = arena.scratch('surface.range', 'i32', RangeJob.BYTES / 4);
  }

  /** Calls a function for all of `count` things. */
  run(name: keyof typeof FUNCTIONS, count: number, ...args: readonly number[]): void {
    const job = this.#job.view;
    job[RangeJob.FUNCTION / 4] = FUNCTIONS[name];
    job[RangeJob.COUNT / 4] = count;
    job.set(args, RangeJob.ARGUMENTS / 4);
    this.#arena.runJob(JOBS.range, this.#job.offset);
  }
}
