/**
 * The implicit cloth's linear solve, where most of its time goes: an iteration beside the same loop in C++, and the
 * whole on two threads beside one. Sides take turns, and the least of each counts.
 */
import { startThreads } from 'pliant/threads';
import { withCompiled } from '../kernels/compiled.ts';
import { SOLVE_SOURCE } from './native.ts';
import { type PreparedSolve, prepareSolve } from './solve.ts';

export interface IterationRow {
  n: number;
  /** ms an iteration; null without g++. */
  wasm: number;
  cpp: number | null;
  slowerThanCpp: number | null;
  /** r·z after the last iteration over that of C++: both did the same, up to rounding. */
  residualRatio: number | null;
}

export interface SharedRow {
  n: number;
  threads: number;
  /** ms of a solve. */
  one: number;
  shared: number;
  timesOne: number;
  /** Whether the world and the solution were the same, byte by byte. */
  sameBytes: boolean;
}

export interface BenchClothOptions {
  sizes: readonly number[];
  iterations: number;
  /** Of each side in a round. */
  samples: number;
  rounds: number;
  clock: () => number;
}

export function benchIterations(options: BenchClothOptions): IterationRow[] {
  const { sizes, iterations } = options;
  const solves = sizes.map((n) => prepareSolve(n, iterations));
  const both = withCompiled(SOLVE_SOURCE, (native) =>
    solves.map((solve) =>
      measure(solve, options, () => {
        const { memory, job } = solve.image();
        const head = Uint32Array.of(memory.byteLength, job, options.samples, 0);
        return native([new Uint8Array(head.buffer), memory]) as { ms: number; residual: number };
      }),
    ),
  );
  return both ?? solves.map((solve) => measure(solve, options, undefined));
}

function measure(
  solve: PreparedSolve,
  { samples, rounds, iterations, clock }: BenchClothOptions,
  native: (() => { ms: number; residual: number }) | undefined,
): IterationRow {
  let wasm = Number.POSITIVE_INFINITY;
  let cpp = Number.POSITIVE_INFINITY;
  let residualRatio: number | null = null;
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < samples; k++) wasm = Math.min(wasm, solve.solve(clock) / iterations);
    if (!native) continue;
    const residual = solve.residual();
    const other = native();
    cpp = Math.min(cpp, other.ms / iterations);
    residualRatio = residual / other.residual;
  }
  const { n } = solve;
  if (!native) return { n, wasm, cpp: null, slowerThanCpp: null, residualRatio };
  return { n, wasm, cpp, slowerThanCpp: wasm / cpp, residualRatio };
}

/** On so many threads beside one. */
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
