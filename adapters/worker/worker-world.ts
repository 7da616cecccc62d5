/** A world that is stepped in a worker, as the page sees it. */
import type { SceneInput, StepReport } from 'pliant';
import { type BodySource, frameBody, type RunFrame } from '../drawing/body-source.ts';
import { DEFAULT_DRAWING, type DrawRequest } from '../drawing/frame-drawer.ts';
import { WorkerConnection } from './connection.ts';
import type { HostWorker } from './host-worker.ts';
import { STEP_BUDGET, StepsDue } from './steps-due.ts';
import type { FrameNews, OpenedRun, WorldCalls, WorldNews } from './world-calls.ts';
import type { ToolCommand } from './world-tools.ts';

export class WorkerWorld {
  /** Called with every frame. */
  onFrame: (frame: RunFrame & FrameNews) => void = () => {};
  readonly #connection: WorkerConnection<WorldCalls, WorldNews>;
  readonly #due = new StepsDue();
  #isShared = false;
  #isAdvancing = false;
  #request = DEFAULT_DRAWING;
  #opened: OpenedRun | undefined;
  #frame: (RunFrame & FrameNews) | undefined;
  /** Buffer of the frame before, which the worker may use again. */
  #spare: ArrayBuffer | undefined;

  constructor(worker: HostWorker, patience: number) {
    this.#connection = new WorkerConnection(worker, { patience, onNews: (news) => this.#take(news) });
  }

  /** Simulated time, s. */
  get time(): number {
    return this.#shown.time;
  }

  /** Steps taken since the start. */
  get steps(): number {
    return this.#shown.step;
  }

  /** Length of a step, s. */
  get dt(): number {
    return this.#run.info.dt;
  }

  get bodies(): readonly { name: string; model: string }[] {
    return this.#run.info.bodies.map(({ name, model }) => ({ name, model }));
  }

  /** The views that colours can show. */
  get views(): OpenedRun['views'] {
    return this.#run.views;
  }

  /** Positions of all particles in the last frame: x, y, z of each, m. */
  get positions(): Float32Array {
    return this.#shown.positions;
  }

  /** Returns a body for `SheetMesh` or `MatterMesh` of `pliant/three`. */
  body(name: string): BodySource {
    const { info } = this.#run;
    const index = info.bodies.findIndex((body) => body.name === name);
    if (index < 0)
      throw new Error(`no body named "${name}"; there are: ${info.bodies.map((b) => b.name).join(', ')}`);
    return frameBody(this.#run, index, () => this.#shown);
  }

  async open(scene: SceneInput, shared: boolean, tools: boolean): Promise<void> {
    this.#isShared = shared;
    await this.#connection.call('open', { scene, shared, tools, request: this.#request });
  }

  /** Takes `steps` steps and returns the report of the last. A fault ends them, and is in the report. */
  step(steps = 1): Promise<StepReport> {
    if (!(Number.isInteger(steps) && steps >= 1))
      return Promise.reject(new RangeError(`steps: must be a whole number from 1 on, got ${steps}`));
    return this.#step(steps);
  }

  /**
   * Advances the world by real time: call it once a picture with the seconds since the last. It returns at once; the frame is
   * drawn when it is ready. A world too slow for real time falls behind. Returns the report of the last step, or undefined if
   * no step is due or steps are under way.
   */
  async advance(seconds: number): Promise<StepReport | undefined> {
    const steps = this.#due.after(
      seconds,
      this.dt,
      this.#isAdvancing || this.#shown.report?.fault !== undefined,
    );
    if (steps === 0) return undefined;
    this.#isAdvancing = true;
    try {
      return await this.#step(steps, STEP_BUDGET);
    } finally {
      this.#isAdvancing = false;
    }
  }

  /** Draws frames in another way: coloured by a view, smooth, with springs. */
  draw(request: Partial<DrawRequest>): Promise<void> {
    this.#request = { ...this.#request, ...request };
    return this.#connection.call('draw', this.#request);
  }

  /** Uses a tool on the world. Returns why nothing was done, or undefined if it was done. */
  use(command: ToolCommand): Promise<string | undefined> {
    return this.#connection.call('use', command);
  }

  snapshot(): Promise<Uint8Array> {
    return this.#connection.call('snapshot', undefined);
  }

  /** Restores a snapshot wholly or not at all, as `restore` of a world. */
  restore(bytes: Uint8Array): Promise<void> {
    return this.#connection.call('restore', bytes);
  }

  hash(): Promise<string> {
    return this.#connection.call('hash', undefined);
  }

  /** Stops the worker; calls under way fail. */
  dispose(): void {
    this.#connection.dispose();
  }

  get #run(): OpenedRun {
    if (!this.#opened) throw new Error('worker: no scene is open');
    return this.#opened;
  }

  get #shown(): RunFrame & FrameNews {
    if (!this.#frame) throw new Error('worker: no scene is open');
    return this.#frame;
  }

  #step(steps: number, budget?: number): Promise<StepReport> {
    const buffer = this.#spare;
    this.#spare = undefined;
    return this.#connection.call('step', { steps, budget, buffer }, buffer ? [buffer] : []);
  }

  #take({ opened, frame }: WorldNews): void {
    if (opened) this.#opened = opened;
    if (!frame) return;
    if (!this.#isShared) this.#spare = this.#frame?.positions.buffer as ArrayBuffer | undefined;
    this.#frame = { ...frame, meshes: frame.meshes ?? this.#frame?.meshes ?? [] };
    this.onFrame(this.#frame);
  }
}
