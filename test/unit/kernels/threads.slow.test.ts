/** Kernels on several threads: the same bytes as on one, and no hang where a thread is missing. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import { buildScene, hash, restore, run, snapshot, step, World } from 'pliant';
import { createIntegrator, JOBS, Threads } from 'pliant/engine';
import { sceneById } from 'pliant/scenes';
import { startThreads } from 'pliant/threads';
import { afterEach, describe, expect, it } from 'vitest';
import { liveScene } from '../../../lab/bench/live/scenes.ts';
import { decodeBase64 } from '../../../src/kernels/base64.ts';
import { withSharedMemory } from '../../../src/kernels/shared-memory.ts';
import { WASM_BASE64 } from '../../../src/kernels/wasm.ts';
import { pliantHere } from '../../faults/cli-session.ts';

const started: Threads[] = [];
const watching: (() => void)[] = [];
afterEach(async () => {
  for (const end of watching.splice(0)) end();
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
  world.add({
    name: 'dot',
    phase: 'drive',
    run: () => {
      dot();
      return 'moved';
    },
  });
  return { world, dot, job, sums };
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

describe('a world in shared memory', () => {
  const scene = sceneById('flag')!;

  it('has the hash and the snapshot of one that is not, and takes the snapshots of the other', async () => {
    const shared = buildScene(scene, { threads: await start(2) });
    const alone = buildScene(scene);
    expect(shared.arena.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
    run(shared, scene.dt, 2);
    run(alone, scene.dt, 2);
    expect(hash(shared)).toBe(hash(alone));
    const bytes = snapshot(shared);
    expect(bytes.buffer).toBeInstanceOf(ArrayBuffer);
    expect(Buffer.compare(bytes, snapshot(alone))).toBe(0);
    run(alone, scene.dt, 1);
    const later = hash(alone);
    for (const world of [alone, shared]) {
      restore(world, bytes);
      run(world, scene.dt, 1);
      expect(hash(world)).toBe(later);
    }
  });
});

describe('a cloth that crumples on a floor', () => {
  it('moves alike on 1, 2 and 3 threads', { timeout: 120_000 }, async () => {
    const scene = liveScene({ scene: 'crumple', n: 33, adaptive: false });
    const crumpled = (threads?: Threads) => {
      const world = buildScene(scene, { threads });
      let pairs = 0;
      for (let frame = 0; frame < 36; frame++)
        pairs = Math.max(pairs, step(world, scene.dt).contact?.pairs ?? 0);
      expect(pairs).toBeGreaterThan(100);
      return hash(world);
    };
    const alone = crumpled();
    for (const count of [2, 3]) expect(crumpled(await start(count))).toBe(alone);
  });
});

describe('a thread that is missing', () => {
  /** What a step that needs all threads says; the state is that before it. */
  function faultOf({ world }: ReturnType<typeof dotWorld>): string {
    const before = hash(world);
    const { fault } = step(world, 0.01);
    expect(hash(world)).toBe(before);
    expect(world.steps).toBe(0);
    return fault?.cause ?? 'no fault';
  }

  it.each([true, false])('never came: the step fails in time (may sleep: %s)', (maySleep) => {
    const threads = new Threads([{ post() {} }], { patience: 0.05, maySleep });
    const begun = performance.now();
    expect(faultOf(dotWorld(threads))).toContain('thread 1 of 2 did not answer within 0.05 s');
    // 50 ms where it sleeps; where it must not, looks are counted instead of time, and machines differ.
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('was killed between two jobs', async () => {
    const workers = watchWorkers();
    const threads = await start(3);
    const world = dotWorld(threads);
    expect(world.dot()).toBe(dotWorld(undefined).dot());
    await workers[1].terminate();
    expect(faultOf(world)).toContain('thread 2 of 3 ended with code 1');
    expect(faultOf(dotWorld(threads))).toContain('thread 2 of 3'); // and so for every other world
  });

  it('was killed with nobody there to hear of it', async () => {
    const workers = watchWorkers();
    const threads = await start(2, 2); // s: short for a test, long enough to start on a busy machine
    const world = dotWorld(threads);
    world.dot();
    const ended = workers[0].terminate(); // its end is told only when this thread next waits
    expect(faultOf(world)).toMatch(/thread 1 of 2 (did not answer within 2 s|ended)/);
    await ended;
  });

  it('trapped: the step fails at once', async () => {
    const { world, dot, job, sums } = dotWorld(await start(2), 2048);
    dot();
    const beyond = world.arena.memory.buffer.byteLength - 8; // room for the first block's sum, not for the second's
    world.remove(world.schedule.in('drive')[0]);
    world.add({
      name: 'beyond',
      phase: 'drive',
      run: () => {
        job.view.set([sums.offset, sums.offset, 2048, sums.offset, beyond, 1]);
        world.arena.runJob(JOBS.dot, job.offset);
        return 'moved';
      },
    });
    const begun = performance.now();
    expect(step(world, 0.01).fault?.cause).toContain('thread 1 of 2 broke off its job');
    expect(performance.now() - begun).toBeLessThan(2000); // not the ten seconds of a silent one
  });

  it('is the caller’s own: the others are let go', async () => {
    const threads = await start(2);
    const { world } = dotWorld(threads);
    expect(() => world.arena.runJob(99, 0)).toThrow(/thread \d of 2 broke off its job/);
    expect(() => world.arena.runJob(JOBS.dot, 0)).toThrow(/broke off/);
  });

  it('was disposed of', async () => {
    const threads = await start(2);
    const world = dotWorld(threads);
    await threads.dispose();
    expect(faultOf(world)).toContain('disposed');
  });
});

describe('starting and stopping', () => {
  it.each([0, -1, 1.5, 17, Number.NaN])('%d threads are refused', async (count) => {
    await expect(startThreads(count)).rejects.toThrow('threads: must be a whole number from 1 to 16');
  });

  it('one thread needs no worker and no shared memory', async () => {
    const threads = await start(1);
    expect([threads.count, threads.reason]).toEqual([1, undefined]);
    expect(dotWorld(threads).world.arena.memory.buffer).toBeInstanceOf(ArrayBuffer);
  });

  it('without shared memory there is one thread, and it is said why', async () => {
    await withoutSharedMemory(async () => {
      const threads = await start(2);
      expect(threads.count).toBe(1);
      expect(threads.reason).toContain('no shared memory');
      expect(dotWorld(threads).dot()).toBe(dotWorld(undefined).dot());
    });
  });

  it('again and again leaves nothing behind', async () => {
    const workers = watchWorkers();
    const memories: WeakRef<object>[] = [];
    let ended = 0;
    for (let i = 0; i < 50; i++) {
      const threads = await startThreads(2);
      workers[i].once('exit', () => ended++);
      const { world, dot } = dotWorld(threads, 2048);
      dot();
      memories.push(new WeakRef(world.arena.memory));
      await threads.dispose();
    }
    expect(ended).toBe(50);
    workers.length = 0;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await new Promise((turn) => setTimeout(turn)); // a weak reference holds until the turn it was read in is over
    collect();
    // The last may still lie in a register or in a message of its worker.
    expect(memories.filter((memory) => memory.deref()).length).toBeLessThanOrEqual(2);
  });

  it('idle threads keep no process from ending', () => {
    const module = (path: string) =>
      JSON.stringify(new URL(`../../../dist/${path}.js`, import.meta.url).href);
    const script = `
      import { World } from ${module('src/index')};
      import { createIntegrator } from ${module('src/engine')};
      import { startThreads } from ${module('adapters/threads/index')};
      const threads = await startThreads(2);
      new World(createIntegrator('verlet'), { threads });
      console.log(threads.count);`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(output.trim()).toBe('2');
  });
});

describe('--threads', () => {
  const flag = ['run', 'flag', '--steps', '2', '--json'];

  it('changes nothing but what is said of it', async () => {
    const [one, two] = await Promise.all([pliantHere(flag), pliantHere([...flag, '--threads', '2'])]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(JSON.parse(one.stdout)).not.toHaveProperty('threads');
    expect(JSON.parse(two.stdout)).toMatchObject({ threads: 2, hash: JSON.parse(one.stdout).hash });
  });

  it('says why there is one thread where there can be no more', async () => {
    const { code, stderr } = await withoutSharedMemory(() => pliantHere([...flag, '--threads', '2']));
    expect(code).toBe(0);
    expect(stderr).toContain('--threads 2: one thread only: there is no shared memory here');
  });

  it.each(['0', '17', '1.5', 'many'])('%s is refused', async (count) => {
    const { code, stderr } = await pliantHere([...flag, '--threads', count]);
    expect(code).toBe(2);
    expect(stderr).toContain('a whole number from 1 up to 16');
  });
});

/** As in a page whose server does not isolate it. */
async function withoutSharedMemory<T>(job: () => Promise<T>): Promise<T> {
  const kept = globalThis.SharedArrayBuffer;
  try {
    Object.assign(globalThis, { SharedArrayBuffer: undefined });
    return await job();
  } finally {
    Object.assign(globalThis, { SharedArrayBuffer: kept });
  }
}

describe('the module for shared memory', () => {
  const bytes = decodeBase64(WASM_BASE64);

  it('is the other but for its import', () => {
    const shared = withSharedMemory(bytes, 32768);
    const memory = new WebAssembly.Memory({ initial: 16, maximum: 32768, shared: true });
    const module = new WebAssembly.Module(shared as BufferSource);
    expect(new WebAssembly.Instance(module, { env: { memory } }).exports).toHaveProperty('serve');
    expect(shared.length).toBe(bytes.length + 3); // 32768 takes three bytes of seven bits
  });

  it('has no globals that threads would see differently, and no start that would undo what others did', () => {
    for (const section of [GLOBALS, START]) expect(sections(bytes)).not.toContain(section);
  });

  it('refuses bytes that are not the kernels', () => {
    const other = bytes.slice();
    other[other.indexOf('m'.charCodeAt(0), 8)] = 0;
    expect(() => withSharedMemory(other, 32768)).toThrow('one import, the memory');
    expect(() => withSharedMemory(withSharedMemory(bytes, 32768), 32768)).toThrow('one import, the memory');
  });
});

const GLOBALS = 6;
const START = 8;

/** Ids of the sections of a module, in order. */
function sections(bytes: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = 8; at < bytes.length; ) {
    found.push(bytes[at++]);
    let size = 0;
    let shift = 0;
    do size += (bytes[at] & 127) << (7 * shift++);
    while (bytes[at++] >= 128);
    at += size;
  }
  return found;
}

/** The workers that are started from now on. */
function watchWorkers(): Worker[] {
  const workers: Worker[] = [];
  process.on('worker', (worker) => workers.push(worker));
  watching.push(() => process.removeAllListeners('worker'));
  return workers;
}
