/**
 * `pliant/worker`: a world that is stepped in a worker, off the page's own thread, in browsers and in Node. Places of
 * particles come back in buffers that are handed to and fro, or in shared memory where the page is cross-origin isolated.
 *
 * ```ts
 * const world = await openWorkerWorld(scene);
 * const cloth = new SheetMesh(world.body('cloth'));   // of pliant/three
 * await world.step();
 * cloth.update();
 * world.dispose();
 * ```
 */
import type { SceneInput, StepReport } from 'pliant';
import type { MatterGrain } from 'pliant/engine';
import type { Answer, BodyOutline, FrameMessage, Request } from './protocol.ts';

export interface WorkerWorldOptions {
  /** Shared memory; where left out, it is used wherever there is any. */
  shared?: boolean;
  /** ms that an answer may take before the worker is given up; a minute where left out. */
  patience?: number;
}

/** As `BodySource` of `pliant/three` has it. */
export interface WorkerBody {
  readonly name: string;
  readonly matter?: MatterGrain;
  read(): {
    positions: Float32Array;
    triangles: Uint32Array;
    places?: Float32Array;
    temperatures?: Float32Array;
  };
}

/** Starts a worker and builds the scene in it. Refuses what the scene's schema refuses, with its message. */
export async function openWorkerWorld(
  scene: SceneInput,
  options: WorkerWorldOptions = {},
): Promise<WorkerWorld> {
  const { shared = canShare(), patience = 60_000 } = options;
  if (shared && !canShare())
    throw new Error('worker: there is no shared memory here; the page must be cross-origin isolated');
  const world = new WorkerWorld(startWorker(), patience);
  try {
    await world.open(scene, shared);
    return world;
  } catch (error) {
    world.dispose();
    throw error;
  }
}

export class WorkerWorld {
  readonly #worker: HostWorker;
  readonly #patience: number;
  #shared = false;
  #frame: FrameMessage | undefined;
  #bodies: BodyOutline[] = [];
  /** Own triangles of each body, by its outline. */
  readonly #local = new WeakMap<BodyOutline, Uint32Array>();
  #waiting: { done: (answer: Answer) => void; failed: (error: Error) => void } | undefined;
  #ended: Error | undefined;

  constructor(worker: HostWorker, patience: number) {
    this.#worker = worker;
    this.#patience = patience;
    worker.listen(
      (answer) => {
        const waiting = this.#waiting;
        this.#waiting = undefined;
        waiting?.done(answer);
      },
      (why) => this.#end(new Error(`worker: ${why}`)),
    );
  }

  /** Simulated time, s. */
  get time(): number {
    return this.#frame?.time ?? 0;
  }

  /** Steps taken since the start. */
  get steps(): number {
    return this.#frame?.steps ?? 0;
  }

  /** s, of a step. */
  get dt(): number {
    return this.#frame?.dt ?? 0;
  }

  get bodies(): readonly { name: string; model: string }[] {
    return this.#bodies.map(({ name, model }) => ({ name, model }));
  }

  /** x, y, z of all particles; until the next step. */
  get positions(): Float32Array {
    const { numbers, particles } = this.#frame!;
    return numbers.subarray(0, 3 * particles);
  }

  /** What `pliant/three` draws. */
  body(name: string): WorkerBody {
    const index = this.#bodies.findIndex((body) => body.name === name);
    if (index < 0)
      throw new Error(`no body named "${name}"; there are: ${this.#bodies.map((b) => b.name).join(', ')}`);
    const { matter } = this.#bodies[index];
    return { name, ...(matter && { matter }), read: () => this.#read(index) };
  }

  async open(scene: SceneInput, shared: boolean): Promise<void> {
    this.#shared = shared;
    this.#take(await this.#ask({ kind: 'open', scene, shared }, []));
  }

  /** Takes so many steps; the report is the last one's. A fault ends them, and is in it. */
  async step(steps = 1): Promise<StepReport> {
    if (!(Number.isInteger(steps) && steps >= 1))
      throw new RangeError(`steps: must be a whole number from 1 on, got ${steps}`);
    const buffer = this.#handBack();
    const frame = this.#take(await this.#ask({ kind: 'step', steps, buffer }, buffer ? [buffer] : []));
    return frame.report!;
  }

  async snapshot(): Promise<Uint8Array> {
    return (await this.#expect({ kind: 'snapshot' }, 'bytes')).bytes;
  }

  /** All or nothing, as `restore` of a world. */
  async restore(bytes: Uint8Array): Promise<void> {
    this.#take(await this.#ask({ kind: 'restore', bytes }, []));
  }

  async hash(): Promise<string> {
    return (await this.#expect({ kind: 'hash' }, 'hash')).hash;
  }

  /** Ends the worker; what is under way fails. */
  dispose(): void {
    this.#end(new Error('worker: the world was disposed of'));
  }

  #read(index: number) {
    const body = this.#bodies[index];
    const { numbers, particles } = this.#frame!;
    let triangles = this.#local.get(body);
    if (!triangles) {
      triangles = body.triangles.map((corner) => corner - body.first);
      this.#local.set(body, triangles);
    }
    const { first, count, places, matter } = body;
    return {
      positions: numbers.subarray(3 * first, 3 * (first + count)),
      triangles,
      ...(places && { places }),
      ...(matter && {
        temperatures: numbers.subarray(3 * particles + first, 3 * particles + first + count),
      }),
    };
  }

  #handBack(): ArrayBuffer | undefined {
    return this.#shared ? undefined : (this.#frame?.numbers.buffer as ArrayBuffer | undefined);
  }

  #take(answer: Answer): FrameMessage {
    if (answer.kind !== 'frame') throw new Error('worker: an answer to another question');
    this.#frame = answer;
    if (answer.bodies) this.#bodies = answer.bodies;
    return answer;
  }

  async #expect<Kind extends Answer['kind']>(
    request: Request,
    kind: Kind,
  ): Promise<Extract<Answer, { kind: Kind }>> {
    const answer = await this.#ask(request, []);
    if (answer.kind !== kind) throw new Error('worker: an answer to another question');
    return answer as Extract<Answer, { kind: Kind }>;
  }

  #ask(request: Request, transfer: ArrayBuffer[]): Promise<Answer> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (this.#waiting)
      return Promise.reject(new Error('worker: a request is under way; wait for its answer'));
    return new Promise<Answer>((done, failed) => {
      const late = setTimeout(
        () => this.#end(new Error(`worker: no answer within ${this.#patience} ms`)),
        this.#patience,
      );
      this.#waiting = {
        done: (answer) => {
          clearTimeout(late);
          if (answer.kind === 'failed') failed(new Error(answer.message));
          else done(answer);
        },
        failed: (error) => {
          clearTimeout(late);
          failed(error);
        },
      };
      this.#worker.post(request, transfer);
    });
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#waiting?.failed(error);
    this.#waiting = undefined;
    this.#worker.stop();
  }
}

/** A worker of either host. */
interface HostWorker {
  post(request: Request, transfer: ArrayBuffer[]): void;
  listen(each: (answer: Answer) => void, failed: (why: string) => void): void;
  stop(): void;
}

function canShare(): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false;
}

function startWorker(): HostWorker {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (node) {
    const worker = new node.Worker(new URL('./serve.js', import.meta.url));
    return {
      post: (request, transfer) => worker.postMessage(request, transfer),
      listen(each, failed) {
        worker.on('message', each);
        worker.on('error', ({ message }) => failed(message));
        worker.on('exit', (code) => failed(`it ended with code ${code}`));
      },
      stop: () => void worker.terminate(),
    };
  }
  // Written out in full: bundlers look for just this.
  const worker = new Worker(new URL('./serve.js', import.meta.url), { type: 'module' });
  return {
    post: (request, transfer) => worker.postMessage(request, transfer),
    listen(each, failed) {
      worker.onmessage = ({ data }) => each(data);
      worker.onerror = ({ message }) => failed(message ?? 'it did not start');
    },
    stop: () => worker.terminate(),
  };
}
