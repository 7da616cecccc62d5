/** `--threads`: workers that run kernels for a command. */
import { availableParallelism } from 'node:os';
import { MOST_THREADS, type Threads } from 'pliant/engine';
import { startThreads } from 'pliant/threads';
import { RunFailure, reasonOf } from './failure.ts';
import { wholeIn } from './options.ts';
import type { Output } from './output.ts';

export const threadCount = wholeIn({ min: 1, max: MOST_THREADS });

/** Starts threads for a job and ends them after it, also if it fails. Warns if fewer threads could be started. */
export async function withThreads<T>(
  count: number,
  output: Output,
  job: (threads: Threads) => T | Promise<T>,
): Promise<T> {
  const threads = await startThreads(count).catch((error) => {
    throw new RunFailure(`--threads ${count}: ${reasonOf(error)}`);
  });
  try {
    for (const warning of warningsOf(count, threads)) output.warn(`--threads ${count}: ${warning}`);
    return await job(threads);
  } finally {
    await threads.dispose();
  }
}

function warningsOf(count: number, { reason }: Threads): string[] {
  if (reason !== undefined) return [reason];
  const cores = availableParallelism();
  return count > cores ? [`this machine has ${cores} cores; more threads than cores are slower`] : [];
}
