/**
 * `pliant/threads`: workers for the kernels of a world, in Node and in browsers. They are sent the compiled kernels and a few
 * lines of code, so that neither a bundler nor a server has to provide a file.
 *
 * ```ts
 * const threads = await startThreads(2);
 * if (threads.reason) console.warn(threads.reason);
 * const world = new World(createIntegrator('implicit-euler'), { threads });
 * …
 * await threads.dispose();
 * ```
 */
import { MOST_THREADS, SERVE, type ThreadCall, Threads, type ThreadWorker } from 'pliant/engine';

export interface StartThreadsOptions {
  /** Time that a worker may take to start, and that a step waits for one, s; default: 10. */
  patience?: number;
}

/** A worker of a browser or of Node. */
export interface HostWorker extends ThreadWorker {
  /** Resolves when the worker runs; rejects if it cannot. */
  readonly started: Promise<void>;
  /** Stops the worker, whether or not it ever ran. */
  stop(): Promise<void>;
}

/**
 * Starts `count` − 1 workers, besides the thread that steps the world. If threads cannot share memory, as in a page that is not
 * cross-origin isolated, there is one thread and `reason` says why. The results are the same, byte for byte. Throws if a worker
 * does not start.
 */
export async function startThreads(count: number, options: StartThreadsOptions = {}): Promise<Threads> {
  const { patience = 10 } = options;
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST_THREADS))
    throw new RangeError(`threads: must be a whole number from 1 to ${MOST_THREADS}, got ${count}`);
  if (!(patience > 0 && patience < 1e6))
    throw new RangeError(`threads: patience must be a number of seconds above 0, got ${patience}`);
  if (count === 1) return new Threads([]);
  const reason = obstacle();
  if (reason !== undefined) return new Threads([], { reason });
  const failed: { tell?: (why: string) => void } = {};
  const workers: HostWorker[] = [];
  const stop = async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
  try {
    for (let thread = 1; thread < count; thread++)
      workers.push(startWorker(`thread ${thread} of ${count}`, (why) => failed.tell?.(why)));
    await Promise.all(workers.map((worker, i) => inTime(worker, `thread ${i + 1} of ${count}`, patience)));
  } catch (error) {
    await stop();
    throw error;
  }
  const threads = new Threads(workers, { maySleep: maySleep(), patience, stop });
  failed.tell = (why) => threads.fail(why);
  return threads;
}

/** Returns why threads cannot share memory here, or undefined if they can. */
function obstacle(): string | undefined {
  if (globalThis.crossOriginIsolated === false)
    return 'one thread only: the page is not cross-origin isolated, so it has no shared memory (its server must send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp)';
  if (typeof SharedArrayBuffer === 'undefined') return 'one thread only: there is no shared memory here';
  if (!nodeThreads() && typeof Worker === 'undefined') return 'one thread only: there are no workers here';
  return undefined;
}

/** Whether this thread may sleep: the main thread of a page may not. */
function maySleep(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
    return true;
  } catch {
    return false;
  }
}

/** Uses this call instead of an import, which bundlers for browsers would follow. */
function nodeThreads(): typeof import('node:worker_threads') | undefined {
  return typeof process === 'object' && process.versions?.node !== undefined
    ? process.getBuiltinModule?.('node:worker_threads')
    : undefined;
}

async function inTime({ started }: HostWorker, name: string, patience: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(
      () => refuse(new Error(`${name} did not start within ${patience} s`)),
      1000 * patience,
    );
  });
  try {
    await Promise.race([started, late]);
  } finally {
    clearTimeout(timer);
  }
}

function startWorker(name: string, failed: (why: string) => void): HostWorker {
  const node = nodeThreads();
  return node ? startNodeWorker(node, name, failed) : startWebWorker(name, failed);
}

/**
 * Message that a worker answers once it runs. Only then do messages reach it while the posting thread is busy: Chromium holds
 * earlier ones back until the page has been notified that the worker's script has run.
 */
const HELLO = 'hello';

/** The worker does not keep the process alive. */
function startNodeWorker(
  { Worker: NodeWorker }: typeof import('node:worker_threads'),
  name: string,
  failed: (why: string) => void,
): HostWorker {
  const code = `${SERVE}
    const HELLO = '${HELLO}';
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (call) => (call === HELLO ? parentPort.postMessage(HELLO) : serve(call)));`;
  const worker = new NodeWorker(code, { eval: true, execArgv: [], name: `pliant ${name}` });
  const started = new Promise<void>((done, refuse) => {
    worker.once('message', () => {
      worker.unref();
      done();
    });
    worker.once('error', (error) => refuse(new Error(`${name} did not start: ${error.message}`)));
    worker.once('exit', (code) => refuse(new Error(`${name} did not start: it ended with code ${code}`)));
  });
  started.catch(() => {}); // reported to the caller that awaits it
  worker.postMessage(HELLO);
  worker.on('error', (error) => failed(`${name} failed: ${error.message}`));
  worker.on('exit', (code) => failed(`${name} ended with code ${code}`));
  return {
    started,
    post: (call: ThreadCall) => worker.postMessage(call),
    stop: async () => {
      await worker.terminate();
    },
  };
}

function startWebWorker(name: string, failed: (why: string) => void): HostWorker {
  const code = `${SERVE}
    const HELLO = '${HELLO}';
    onmessage = ({ data }) => (data === HELLO ? postMessage(HELLO) : serve(data));`;
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = newWebWorker(address, name);
  const started = new Promise<void>((done, refuse) => {
    worker.onmessage = () => done();
    worker.onerror = ({ message }) => {
      // Without a message: the page's content security policy forbids workers from blob addresses.
      const why = message ?? 'the page does not allow workers from blob addresses';
      refuse(new Error(`${name} did not start: ${why}`));
      failed(`${name} failed: ${why}`);
    };
  }).finally(() => URL.revokeObjectURL(address));
  started.catch(() => {}); // reported to the caller that awaits it
  worker.postMessage(HELLO);
  return {
    started,
    post: (call: ThreadCall) => worker.postMessage(call),
    stop: async () => worker.terminate(),
  };
}

/** Starts a worker. Some browsers refuse by an exception, others by an event. */
function newWebWorker(address: string, name: string): Worker {
  try {
    return new Worker(address, { name: `pliant ${name}` });
  } catch (error) {
    URL.revokeObjectURL(address);
    throw new Error(`${name} did not start: ${error instanceof Error ? error.message : error}`);
  }
}
