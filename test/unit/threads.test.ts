/** Kernels on several threads: the same bytes as on one, and no hang where a thread is missing. */

import { createIntegrator, JOBS, type Threads, World } from 'pliant';
import { startThreads } from 'pliant/threads';
import { afterEach, describe, expect, it } from 'vitest';

const started: Threads[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((threads) => threads.dispose()));
});

async function start(count: number, patience?: number): Promise<Threads> {
  const threads = await startThreads(count, { patience });
  started.push(threads);
  return threads;
}

/** A world whose every step makes a dot product of numbers whose sum depends on the order of its terms. */
function dotWorld(threads: Threads | undefined, n = 10_000) {
  const world = new World(createIntegrator('verlet'), { threads });
  const { arena } = world;
  const [a, b] = ['a', 'b'].map((name) => arena.scratch(name, 'f64', n));
  const out = arena.allocate('out', 'f64', 1);
  const sums = arena.scratch('sums', 'f64', Math.ceil(n / 1024));
  const job = arena.scratch('job', 'i32', 6);
  for (let i = 0; i < n; i++) {
    a.view[i] = 1 / (i + 1);
    b.view[i] = Math.sqrt(i) * (i % 3 === 0 ? -1e6 : 1);
  }
  const dot = (times = 1) => {
    job.view.set([a.offset, b.offset, n, out.offset, sums.offset, times]);
    arena.runJob(JOBS.dot, job.offset);
    return out.view[0];
  };
  world.drivers.push({ name: 'dot', run: () => void dot() });
  return { world, dot };
}

describe('a job', () => {
  it('gives the same bytes on 1, 2 and 3 threads, in shared and unshared memory', async () => {
    for (const n of [0, 2, 1024, 1026, 10_000]) {
      const alone = dotWorld(undefined, n).dot();
      for (const count of [1, 2, 3]) expect(dotWorld(await start(count), n).dot(3)).toBe(alone);
    }
  });

  it('goes from world to world and back, and through a growing memory', async () => {
    const threads = await start(2);
    const one = dotWorld(threads, 4000);
    const other = dotWorld(threads, 10_000);
    dotWorld(threads, 64); // called there, and away again before there was a job
    const alone = [4000, 10_000].map((n) => dotWorld(undefined, n).dot());
    for (let i = 0; i < 20; i++) {
      expect([one.dot(), other.dot()]).toEqual(alone);
      one.world.arena.scratch(`more ${i}`, 'f64', 100_000);
    }
  });
});
