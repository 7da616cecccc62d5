/** The page's end of a worker: makes calls and receives news. */
import type { Calls, Message, Request } from './calls.ts';
import type { HostWorker } from './host-worker.ts';

export interface ConnectionOptions<News> {
  /** Receives news of the call with number `during`. */
  onNews: (news: News, during: number) => void;
  /** Called when the worker fails. */
  onFailed?: (error: Error) => void;
  /** Time that a call may take before the worker is stopped, ms; default: unlimited. */
  patience?: number;
}

interface Waiting {
  readonly done: (result: never) => void;
  readonly failed: (error: Error) => void;
}

export class WorkerConnection<C extends Calls<C>, News> {
  readonly #worker: HostWorker;
  readonly #options: ConnectionOptions<News>;
  /** By number of the call, in their order. */
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #ended: Error | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: HostWorker, options: ConnectionOptions<News>) {
    this.#worker = worker;
    this.#options = options;
    worker.listen(
      (message: Message<News>) => this.#receive(message),
      (reason) => this.#fail(new Error(`worker: ${reason}`)),
    );
  }

  /** Number of the last call. */
  get calls(): number {
    return this.#calls;
  }

  /** Calls the worker. News of the call come before its answer. */
  call<Name extends keyof C>(
    call: Name,
    parameters: Parameters<C[Name]>[0],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<C[Name]>>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#calls;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#worker.post({ id, call, parameters } satisfies Request<C>, transfer);
      if (this.#waiting.size === 1) this.#watch();
    });
  }

  /** Stops the worker; calls under way fail. */
  dispose(): void {
    this.#end(new Error('worker: the world was disposed of'));
  }

  #receive(message: Message<News>): void {
    if ('during' in message) {
      this.#options.onNews(message.news, message.during);
      return;
    }
    const waiting = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    this.#watch();
    if (message.failed === undefined) waiting?.done(message.result as never);
    else waiting?.failed(new Error(message.failed));
  }

  /** Starts the time limit of the oldest call that waits. */
  #watch(): void {
    const { patience } = this.#options;
    clearTimeout(this.#late);
    if (patience === undefined || this.#waiting.size === 0) return;
    this.#late = setTimeout(() => this.#fail(new Error(`worker: no answer within ${patience} ms`)), patience);
  }

  #fail(error: Error): void {
    if (this.#ended) return;
    this.#end(error);
    this.#options.onFailed?.(error);
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    clearTimeout(this.#late);
    this.#worker.stop();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(error);
  }
}
