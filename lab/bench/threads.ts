/** Cost of sharing a kernel between threads, and the gain for a dot product. */
import { World } from 'pliant';
import { createIntegrator, JOBS, type Threads } from 'pliant/engine';
import { startThreads } from 'pliant/threads';

/** Times in µs. */
export interface ThreadsRow {
  threads: number;
  /** From the call of an empty job to its end; the other threads are awake. */
  job: number;
  /** The same with sleeping threads. */
  asleep: number;
  barrier: number;
  dot: number;
  /** Speed-up over one thread. */
  timesOne: number;
}

export interface BenchThreadsOptions {
  clock: () => number;
  /** Largest number of threads to measure. */
  most: number;
  samples: number;
}

const NUMBERS = 200_000;
/** Rounds of a job that measures barriers; every round has two. */
const ROUNDS = 1000;
/** Pause in ms, long enough for an idle thread to fall asleep. */
const SLEEP = 20;

export async function benchThreads({ clock, most, samples }: BenchThreadsOptions): Promise<ThreadsRow[]> {
  const rows: ThreadsRow[] = [];
  for (let count = 1; count <= most; count++) {
    const threads = await startThreads(count);
    if (threads.reason !== undefined) throw new Error(threads.reason);
    try {
      const row = await measure(threads, clock, samples);
      rows.push({ ...row, timesOne: (rows[0]?.dot ?? row.dot) / row.dot });
    } finally {
      await threads.dispose();
    }
  }
  return rows;
}

async function measure(threads: Threads, clock: () => number, samples: number) {
  const dot = dotProduct(threads);
  const time = (numbers: number, rounds: number) => {
    const start = clock();
    dot(numbers, rounds);
    return 1000 * (clock() - start);
  };
  const least = (numbers: number, rounds: number) =>
    Math.min(...Array.from({ length: samples }, () => time(numbers, rounds)));
  least(NUMBERS, 1); // warm
  const job = least(0, 1);
  const barrier = (least(0, ROUNDS + 1) - job) / (2 * ROUNDS);
  let asleep = Number.POSITIVE_INFINITY;
  for (let i = 0; i < samples; i++) {
    await new Promise((woken) => setTimeout(woken, SLEEP));
    asleep = Math.min(asleep, time(0, 1));
  }
  return { threads: threads.count, job, asleep, barrier, dot: least(NUMBERS, 1) };
}

function dotProduct(threads: Threads): (numbers: number, rounds: number) => void {
  const { arena } = new World(createIntegrator('verlet'), { threads });
  const a = arena.scratch('a', 'f64', NUMBERS);
  const b = arena.scratch('b', 'f64', NUMBERS);
  const sums = arena.scratch('sums', 'f64', Math.ceil(NUMBERS / 1024));
  const out = arena.scratch('out', 'f64', 1);
  const job = arena.scratch('job', 'i32', 6);
  a.view.forEach((_, i) => {
    a.view[i] = 1 / (i + 1);
    b.view[i] = Math.sqrt(i);
  });
  return (numbers, rounds) => {
    job.view.set([a.offset, b.offset, numbers, out.offset, sums.offset, rounds]);
    arena.runJob(JOBS.dot, job.offset);
  };
}
