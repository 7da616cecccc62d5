/**
 * Threads that run kernels together over the shared memory of a world. The engine has no host and starts no workers:
 * `pliant/threads` does, and hands them in here as something one can send a message to. What threads and memory say to
 * one another is in assembly/threads.ts.
 *
 * One set of threads serves any number of worlds, one at a time: before a job they are called to the world's memory.
 */

import * as LowMemory from '../layouts/generated/low-memory.ts';
import * as ThreadControl from '../layouts/generated/thread-control.ts';
import { createSharedMemory, type Kernels, sharedModule, type WasmMemory, type WasmModule } from './index.ts';

/** Kinds of jobs, as in assembly/jobs.ts. */
export const JOBS = { solve: 1, dot: 2 } as const;

/** More have not been tried; the words by which threads talk have room for so many. */
export const MOST_THREADS = 16;

/** s. A thread may lose its core to other programs for long; beyond this it is taken for dead. */
export const PATIENCE_SECONDS = 10;

/** Sent to a worker, which makes an instance of `module` over `memory` and calls its `serve(thread, call, seen)`. */
export interface ThreadCall {
  readonly module: WasmModule;
  readonly memory: WasmMemory;
  readonly thread: number;
  readonly call: number;
  readonly seen: number;
}

/** A thread that can be sent for. */
export interface ThreadWorker {
  post(call: ThreadCall): void;
}

export interface ThreadsOptions {
  /** Why there are fewer threads than were asked for. */
  reason?: string;
  /** Whether the thread that steps may sleep while it waits; in a browser's page it may not. False where left out. */
  maySleep?: boolean;
  /** s that a thread is waited for before the step fails; `PATIENCE_SECONDS` where left out. */
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
  /** How many take part in a job, the caller's own among them. */
  readonly count: number;
  /** Why there are fewer than were asked for; undefined where there are not. */
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

  /** Why no job can be run any more; undefined where all is well. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** From now on every job fails, saying why: a worker died, or the threads were dismissed. The first reason stays. */
  fail(why: string): void {
    this.#failure ??= why;
    if (this.#memory) Atomics.compareExchange(words(this.#memory), FAILURE, 0, SILENT);
  }

  /** Ends the workers and lets go of the memory. Worlds stay, but jobs of theirs fail. */
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

  /** Sends the workers to a memory; does nothing where they are there. They come in their own time: see `run`. */
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

  /** Runs a job on all threads; returns when all are done. Throws, naming the thread, where one is missing. */
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

/** The code of a worker, to be called with what `post` was given; self-contained, as it is sent as text. */
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
