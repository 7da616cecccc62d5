/**
 * The linear solve of the implicit cloth, which takes most of its time: an iteration compared with the same loop in C++,
 * and the whole solve on two threads compared with one. Both sides alternate, and the minimum of each counts.
 */
import { startThreads } from 'pliant/threads';
import { type Compiled, withCompiled } from '../kernels/compiled.ts';
import { SOLVE_SOURCE } from './native.ts';
import { type PreparedSolve, prepareSolve } from './solve.ts';

export interface IterationRow {
  n: number;
  /** Time per iteration, ms; null without g++. */
  wasm: number;
  cpp: number | null;
  slowerThanCpp: number | null;
  /** Ratio of r·z to that of C++ after a few iterations, before rounding dominates: both compute the same. */
  residualRatio: number | null;
}

export interface SharedRow {
  n: number;
  threads: number;
  /** Time per solve, ms. */
  one: number;
  shared: number;
  timesOne: number;
  /** Whether world and solution were identical byte by byte. */
  sameBytes: boolean;
}

export interface BenchClothOptions {
  sizes: readonly number[];
  iterations: number;
  /** Samples of each side per round. */
  samples: number;
  rounds: number;
  clock: () => number;
}

export function benchIterations(options: BenchClothOptions): IterationRow[] {
  const { sizes, iterations } = options;
  const solves = sizes.map((n) => prepareSolve(n, iterations));
  const both = withCompiled(SOLVE_SOURCE, (run) => {
    const native = (solve: PreparedSolve, samples: number) => runNative(run, solve, samples);
    return solves.map((solve) => ({
      ...measure(solve, options, () => native(solve, options.samples).ms),
      residualRatio: agreement(prepareSolve(solve.n, FEW), (few) => native(few, 1).residual),
    }));
  });
  return both ?? solves.map((solve) => measure(solve, options, undefined));
}

interface NativeSolve {
  ms: number;
  residual: number;
  /** Time of one product with the matrix, ms. */
  product: number;
}

function runNative(run: Compiled, solve: PreparedSolve, samples: number): NativeSolve {
  const { memory, job } = solve.image();
  const head = Uint32Array.of(memory.byteLength, job, samples, 0);
  return run([new Uint8Array(head.buffer), memory]) as NativeSolve;
}

/** Returns the least time in ms of a product with the matrix in C++, by size; undefined without g++. */
export function nativeProducts(
  sizes: readonly number[],
  samples: number,
): ReadonlyMap<number, number> | undefined {
  return withCompiled(
    SOLVE_SOURCE,
    (run) => new Map(sizes.map((n) => [n, runNative(run, prepareSolve(n, FEW), samples).product])),
  );
}

/** Iterations after which r·z is still far above the single-precision noise. */
const FEW = 4;

function agreement(few: PreparedSolve, native: (few: PreparedSolve) => number): number {
  few.solve(() => 0);
  return few.residual() / native(few);
}

function measure(
  solve: PreparedSolve,
  { samples, rounds, iterations, clock }: BenchClothOptions,
  native: (() => number) | undefined,
): IterationRow {
  let wasm = Number.POSITIVE_INFINITY;
  let cpp = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < samples; k++) wasm = Math.min(wasm, solve.solve(clock) / iterations);
    if (native) cpp = Math.min(cpp, native() / iterations);
  }
  const { n } = solve;
  if (!native) return { n, wasm, cpp: null, slowerThanCpp: null, residualRatio: null };
  return { n, wasm, cpp, slowerThanCpp: wasm / cpp, residualRatio: null };
}

/** Compares a number of threads with one. */
export async function benchShared(
  n: number,
  count: number,
  { iterations, samples, rounds, clock }: Omit<BenchClothOptions, 'sizes'>,
): Promise<SharedRow> {
  const threads = await startThreads(count);
  try {
    if (threads.reason !== undefined) throw new Error(threads.reason);
    const alone = prepareSolve(n, iterations);
    const together = prepareSolve(n, iterations, threads);
    let one = Number.POSITIVE_INFINITY;
    let shared = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      for (let k = 0; k < samples; k++) one = Math.min(one, alone.solve(clock));
      for (let k = 0; k < samples; k++) shared = Math.min(shared, together.solve(clock));
    }
    const sameBytes =
      alone.world === together.world && Buffer.compare(alone.solution(), together.solution()) === 0;
    return { n, threads: threads.count, one, shared, timesOne: one / shared, sameBytes };
  } finally {
    await threads.dispose();
  }
}
