/** Runs in a page and in its worker: a world on as many threads as the place has, and what came of it. */
import { hash, run, World } from 'pliant';
import { createIntegrator, JOBS } from 'pliant/engine';
import { startThreads } from 'pliant/threads';

export interface ThreadsAnswer {
  count: number;
  reason?: string;
  fault?: string;
  hash: string;
}

/** A step makes a dot product on all threads and moves a particle by it, so that the hash tells of it. */
export async function runOnThreads(count: number): Promise<ThreadsAnswer> {
  const threads = await startThreads(count);
  const world = new World(createIntegrator('euler-cromer'), { threads });
  const { arena, particles } = world;
  const n = 20_000;
  const a = arena.allocate('a', 'f64', n);
  const sums = arena.scratch('sums', 'f64', 20);
  const out = arena.allocate('out', 'f64', 1);
  const job = arena.scratch('job', 'i32', 6);
  const first = particles.add(2);
  for (let i = 0; i < 2; i++) particles.setMass(first + i, 1);
  for (let i = 0; i < n; i++) a.view[i] = Math.sqrt(i) / 1e3;
  world.addForce({
    name: 'dot',
    energy: { none: 'a push, not a potential' },
    add() {
      job.view.set([a.offset, a.offset, n, out.offset, sums.offset, 3]);
      arena.runJob(JOBS.dot, job.offset);
      particles.force.view[0] = out.view[0];
      a.view[0] += 1e-9 * out.view[0];
    },
  });
  const { fault } = run(world, 0.01, 20);
  await threads.dispose();
  return { count: threads.count, reason: threads.reason, fault: fault?.cause, hash: hash(world) };
}

if (typeof document === 'object') Object.assign(window, { runOnThreads });
else if ('WorkerGlobalScope' in globalThis) {
  globalThis.onmessage = async ({ data }) => globalThis.postMessage(await runOnThreads(data));
}
