/**
 * The page's end of a run in a worker. While it plays, simulated time keeps level with real time, with at most one request for
 * steps under way: a slow scene falls behind and says so instead of queueing work.
 */
import type { Scene } from 'pliant';
import {
  browserWorker,
  type DrawRequest,
  type OpenedRun,
  STEP_BUDGET,
  StepsDue,
  WorkerConnection,
} from 'pliant/worker/protocol';
import { DEFAULT_LOOK, isOtherRequest, requestOf } from './look/look.ts';
import type { Command, Edit } from './session/commands.ts';
import type { Outcome, SessionStatus } from './session/open-run.ts';
import type { Frame, StudioCalls, StudioNews } from './studio-calls.ts';

/** Time over which the real-time factor is measured, ms. */
const FACTOR_WINDOW = 1500;
/** Time without scrubbing after which the world moves to the step that is shown, ms. */
const SCRUB_REST = 250;

export class RunClient {
  onOpened: (opened: OpenedRun) => void = () => {};
  onFrame: (frame: Frame) => void = () => {};
  onStatus: (status: SessionStatus) => void = () => {};
  onFailed: (message: string) => void = () => {};
  onPlaying: (playing: boolean) => void = () => {};
  /** Simulated over real time: less than 1 is slow motion. */
  speed = 1;

  #connection: WorkerConnection<StudioCalls, StudioNews> | undefined;
  /** Number of the call that opened the run: news of earlier calls are out of date. */
  #opening = 0;
  #scene: Scene | undefined;
  #request: DrawRequest = requestOf(DEFAULT_LOOK);
  #dt = 0;
  #isAdvancing = false;
  #playing = false;
  /** No more steps: not opened yet, a fault, or a failure. */
  #stopped = true;
  readonly #due = new StepsDue();
  #last = 0;
  #time = 0;
  #step = 0;
  #recorded = 0;
  /** The step that scrubbing shows while the world is at another. */
  #scrubbed: number | undefined;
  #isShowing = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Pairs of wall time in ms and simulated time in s. */
  #history: [number, number][] = [];

  /** Opens a scene in place of the present one. `edits` are repeated, each at its step. */
  open(scene: Scene, edits?: readonly Edit[]): Promise<void> {
    this.#scene = scene;
    return this.#open('open', { scene, edits, request: this.#request });
  }

  /** Opens a recorded run, given as a trajectory. */
  openRecorded(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#open('openRecorded', { bytes, request: this.#request });
  }

  #open<Name extends 'open' | 'openRecorded'>(
    name: Name,
    parameters: Parameters<StudioCalls[Name]>[0],
  ): Promise<void> {
    this.#stopped = true;
    this.#isAdvancing = false;
    this.#scrubbed = undefined;
    this.#forgetPace();
    const opened = this.call(name, parameters);
    this.#opening = this.#connection!.calls;
    return opened as Promise<void>;
  }

  /** Draws the frame that is shown and all following ones in another way. */
  draw(look: DrawRequest): void {
    const request = requestOf(look);
    if (!isOtherRequest(request, this.#request)) return;
    this.#request = request;
    if (this.#connection) this.#tell('draw', request);
  }

  /** The scene as it was opened; undefined for a recorded run. */
  get scene(): Scene | undefined {
    return this.#scene;
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(playing: boolean): void {
    if (playing) this.#settle();
    this.#playing = playing;
    this.#forgetPace();
    this.onPlaying(playing);
  }

  /** Pauses and takes one step. */
  step(): void {
    this.play(false);
    this.#settle();
    // Each press is one step, however quickly they follow one another.
    if (!this.#stopped) this.#tell('advance', { steps: 1, budget: STEP_BUDGET });
  }

  /** Shows the recorded step before. */
  stepBack(): void {
    this.scrub(this.#step - 1);
  }

  /** Shows a recorded step at once; the world follows when scrubbing rests. */
  scrub(step: number): void {
    this.play(false);
    this.#scrubbed = Math.max(0, Math.min(Math.round(step), this.#recorded));
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), SCRUB_REST);
    void this.#showScrubbed();
  }

  restart(): void {
    this.#begin('restart');
  }

  reset(): void {
    this.#begin('reset');
  }

  undo(): void {
    this.#change('undo');
  }

  redo(): void {
    this.#change('redo');
  }

  /** Applies a command to the world as it is shown. */
  async apply(command: Command): Promise<Outcome> {
    this.#settle();
    try {
      return await this.call('apply', command);
    } catch (error) {
      return { done: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Returns the scene of the next restart, with the session's edits. */
  edited(): Promise<{ scene: Scene; edits: readonly Edit[] }> {
    return this.call('scene', undefined);
  }

  /** Returns the recording as the bytes of a trajectory. */
  trajectory(): Promise<Uint8Array<ArrayBuffer>> {
    return this.call('trajectory', undefined);
  }

  /** Returns the hash of the state that is shown. */
  hash(): Promise<string> {
    this.#settle();
    return this.call('hash', undefined);
  }

  /** Requests the steps that are due. To be called often; `now` in ms. */
  tick(now: number): void {
    const elapsed = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    if (!this.#playing || this.#stopped) return;
    const steps = this.#due.after(elapsed * this.speed, this.#dt, this.#isAdvancing);
    if (steps === 0) return;
    this.#isAdvancing = true;
    this.#tell('advance', { steps, budget: STEP_BUDGET });
  }

  /** Restarts, takes exactly `steps` steps and pauses. Returns the steps taken. */
  async showStep(steps: number): Promise<number> {
    this.play(false);
    await this.call('restart', undefined);
    // Without pictures in between.
    if (steps > 0) await this.call('advance', { steps, budget: Number.POSITIVE_INFINITY });
    return this.#step;
  }

  /** Returns simulated over real time while playing; undefined until it is known. */
  realTimeFactor(now: number): number | undefined {
    const [wall, time] = this.#history[0] ?? [now, 0];
    if (!this.#playing || now - wall < FACTOR_WINDOW / 4) return undefined;
    return (1000 * (this.#time - time)) / (now - wall);
  }

  dispose(): void {
    this.#opening = Number.POSITIVE_INFINITY;
    this.#stopped = true;
    clearTimeout(this.#rest);
    this.#connection?.dispose();
    this.#connection = undefined;
  }

  /** Calls the worker. News of the call are shown before it returns. */
  call<Name extends keyof StudioCalls>(
    name: Name,
    parameters: Parameters<StudioCalls[Name]>[0],
  ): Promise<Awaited<ReturnType<StudioCalls[Name]>>> {
    this.#connection ??= this.#connect();
    return this.#connection.call(name, parameters);
  }

  /** Calls the worker without waiting for its answer; a failure is reported. */
  #tell<Name extends keyof StudioCalls>(name: Name, parameters: Parameters<StudioCalls[Name]>[0]): void {
    const opening = this.#opening;
    this.call(name, parameters).then(
      () => {
        // If drawing is slower than simulating, waiting for the next picture would leave the worker idle.
        if (name === 'advance' && !document.hidden) this.tick(performance.now());
      },
      (error: Error) => {
        if (opening === this.#opening) this.#fail(error.message);
      },
    );
  }

  #begin(name: 'restart' | 'reset'): void {
    const { playing } = this;
    clearTimeout(this.#rest);
    this.#scrubbed = undefined;
    this.#stopped = false;
    this.#tell(name, undefined);
    this.play(playing);
  }

  #change(name: 'undo' | 'redo'): void {
    this.#settle();
    this.#stopped = false;
    this.#tell(name, undefined);
  }

  /** Moves the world to the step that is shown. */
  #settle(): void {
    if (this.#scrubbed === undefined) return;
    clearTimeout(this.#rest);
    const step = this.#scrubbed;
    this.#scrubbed = undefined;
    this.#stopped = false;
    this.#tell('seek', step);
  }

  /** One call at a time: the last step requested wins. */
  async #showScrubbed(): Promise<void> {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      let requested: number | undefined;
      while (this.#scrubbed !== undefined && this.#scrubbed !== requested) {
        requested = this.#scrubbed;
        await this.call('show', requested);
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    } finally {
      this.#isShowing = false;
    }
  }

  #connect(): WorkerConnection<StudioCalls, StudioNews> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#opening = 0;
    return new WorkerConnection(browserWorker(worker), {
      onNews: (news, during) => {
        if (during >= this.#opening) this.#take(news);
      },
      onFailed: ({ message }) => {
        this.#connection = undefined;
        clearTimeout(this.#rest);
        this.#fail(message);
      },
    });
  }

  #take({ opened, frame, status }: StudioNews): void {
    if (frame.cost !== undefined) this.#isAdvancing = false;
    if (opened) {
      this.#dt = opened.info.dt;
      this.#stopped = false;
      this.onOpened(opened);
    }
    this.#show(frame);
    this.#recorded = status.last;
    this.onStatus(status);
  }

  #show(frame: Frame): void {
    this.#time = frame.time;
    this.#step = frame.step;
    const now = performance.now();
    this.#history.push([now, this.#time]);
    while (now - this.#history[0][0] > FACTOR_WINDOW) this.#history.shift();
    if (frame.report?.fault) {
      this.#stopped = true;
      this.play(false);
    }
    this.onFrame(frame);
  }

  #forgetPace(): void {
    this.#history = [];
    this.#due.clear();
  }

  #fail(message: string): void {
    this.#isAdvancing = false;
    this.#stopped = true;
    this.play(false);
    this.onFailed(message);
  }
}
