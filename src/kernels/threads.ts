/**
 * Threads that run kernels together over the shared memory of a world. The engine has no host and starts no workers:
 * `pliant/threads` does, and passes them in as objects that take messages. The protocol of the threads is in
 * assembly/threads.ts.
 *
 * One set of threads serves any number of worlds, one at a time: before a job they are called to the world's memory.
 */

import * as LowMemory from '../layouts/generated/low-memory.ts';
import * as ThreadControl from '../layouts/generated/thread-control.ts';
import { createSharedMemory, type Kernels, sharedModule, type WasmMemory, type WasmModule } from './index.ts';

/** Kinds of jobs, as in assembly/jobs.ts. */
export const JOBS = { solve: 1, dot: 2, pairs: 3, measure: 4, assemble: 5, range: 6, scan: 7 } as const;

/** Most threads that the words of the layout `threadControl` have room for. */
export const MOST_THREADS = 16;

/** Time after which a silent thread counts as dead, s: it may lose its core to other programs for long. */
export const PATIENCE_SECONDS = 10;

/** A message to a worker, which makes an instance of `module` over `memory` and calls its `serve(thread, call, seen)`. */
export interface ThreadCall {
  readonly module: WasmModule;
  readonly memory: WasmMemory;
  readonly thread: number;
  readonly call: number;
  readonly seen: number;
}

/** A thread that takes messages. */
export interface ThreadWorker {
  post(call: ThreadCall): void;
}

export interface ThreadsOptions {
  /** Reason why there are fewer threads than were asked for. */
  reason?: string;
  /** Whether the thread that steps may sleep while it waits; in a browser's page it may not; default: false. */
  maySleep?: boolean;
  /** Time to wait for a thread before the step fails, s; default: `PATIENCE_SECONDS`. */
  patience?: number;
  /** Ends the workers. */
  stop?: () => Promise<void>;
}

/** Indices of the words by which threads communicate. */
const JOB = (LowMemory.THREADS + ThreadControl.JOB) / 4;
const MAY_SLEEP = (LowMemory.THREADS + ThreadControl.MAY_SLEEP) / 4;
const PATIENCE = (LowMemory.THREADS + ThreadControl.PATIENCE) / 4;
const FAILURE = (LowMemory.THREADS + ThreadControl.FAILURE) / 4;
const FAILED_THREAD = (LowMemory.THREADS + ThreadControl.FAILED_THREAD) / 4;
/** Values of FAILURE. */
const SILENT = 1;
const TRAPPED = 2;

export class Threads {
  /** Number of threads that take part in a job, the caller's included. */
  readonly count: number;
  /** Reason why there are fewer than were asked for, if there are. */
  readonly reason: string | undefined;
  readonly #workers: readonly ThreadWorker[];
  readonly #maySleep: boolean;
  readonly #patience: number;
  readonly #stop: () => Promise<void>;
  #memory: WasmMemory | undefined;
  #kernels: Kernels | undefined;
  #calls = 0;
  #gathered = false;
  #failure: string | undefined;

  constructor(workers: readonly ThreadWorker[], options: ThreadsOptions = {}) {
    this.#workers = workers;
    this.count = workers.length + 1;
    this.reason = options.reason;
    this.#maySleep = options.maySleep ?? false;
    this.#patience = options.patience ?? PATIENCE_SECONDS;
    this.#stop = options.stop ?? (async () => {});
  }

  /** Reason why no more jobs can be run, if there is one. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Makes every later job fail with a reason: a worker died, or the threads were disposed of. The first reason stays. */
  fail(why: string): void {
    this.#failure ??= why;
    if (this.#memory) Atomics.compareExchange(words(this.#memory), FAILURE, 0, SILENT);
  }

  /** Ends the workers and releases the memory. Worlds stay, but their jobs fail. */
  async dispose(): Promise<void> {
    if (this.#failure === undefined) this.#kernels?.dismiss();
    this.fail('the threads of this world have been disposed of');
    this.#memory = undefined;
    this.#kernels = undefined;
    await this.#stop();
  }

  /** A memory that these threads can work on. */
  createMemory(pages: number): WasmMemory {
    return createSharedMemory(pages);
  }

  /** Sends the workers to a memory, if they are not there yet; `run` waits until they have come. */
  attend(memory: WasmMemory, kernels: Kernels): void {
    if (this.#memory === memory) return;
    this.#kernels?.dismiss();
    const control = words(memory);
    Atomics.store(control, MAY_SLEEP, this.#maySleep ? 1 : 0);
    Atomics.store(control, PATIENCE, Math.max(1, Math.round(1000 * this.#patience)));
    const seen = Atomics.load(control, JOB);
    const call = ++this.#calls | 0;
    const module = sharedModule();
    this.#workers.forEach((worker, i) => {
      worker.post({ module, memory, thread: i + 1, call, seen });
    });
    this.#memory = memory;
    this.#kernels = kernels;
    this.#gathered = false;
  }

  /** Runs a job on all threads; returns when all are done. Throws if a thread is missing, and names it. */
  run(memory: WasmMemory, kernels: Kernels, kind: number, job: number): void {
    if (this.#failure !== undefined) throw new Error(this.#failure);
    this.attend(memory, kernels);
    try {
      if (!this.#gathered) kernels.gather(this.#calls, this.count);
      this.#gathered = true;
      kernels.leadJob(kind, job, this.count);
    } catch (error) {
      this.fail(this.#cause(words(memory), error));
      throw new Error(this.#failure);
    }
  }

  #cause(control: Int32Array, error: unknown): string {
    const thread = `thread ${Atomics.load(control, FAILED_THREAD)} of ${this.count}`;
    switch (Atomics.load(control, FAILURE)) {
      case SILENT:
        return `${thread} did not answer within ${this.#patience} s`;
      case TRAPPED:
        return `${thread} broke off its job`;
      default:
        return `thread 0 of ${this.count} broke off its job: ${error instanceof Error ? error.message : error}`;
    }
  }
}

/** The code of a worker, to be called with the message of `post`; self-contained, because it is sent as text. */
export const SERVE = `function serve({ module, memory, thread, call, seen }) {
  try {
    new WebAssembly.Instance(module, { env: { memory } }).exports.serve(thread, call, seen);
  } catch (error) {
    const words = new Int32Array(memory.buffer);
    if (Atomics.load(words, ${FAILURE}) === 0) {
      Atomics.store(words, ${FAILED_THREAD}, thread);
      Atomics.compareExchange(words, ${FAILURE}, 0, ${TRAPPED});
    }
    throw error;
  }
}`;

function words(memory: WasmMemory): Int32Array {
  return new Int32Array(memory.buffer);
}
