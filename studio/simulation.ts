/**
 * The page's end of the simulation: keeps simulated time level with real time while playing, with one request for steps
 * on its way at most, so a slow scene falls behind and says so instead of piling up work.
 */
import type { Scene } from 'pliant';
import type { DrawRequest } from 'pliant/three';
import { DEFAULT_LOOK, isOtherRequest, requestOf } from './look/look.ts';
import type { Answer, Frame, Opened, Question, Request } from './protocol.ts';
import type { Command, Edit } from './session/commands.ts';
import type { Outcome, SessionStatus } from './session/work.ts';

/** s; what is owed beyond this (a hidden tab, a slow scene) is forgotten. */
const MOST_OWED = 0.1;
/** ms a request may take, so that pictures follow one another. */
const BUDGET = 30;
/** ms over which the real-time factor is taken. */
const FACTOR_WINDOW = 1500;
/** ms without scrubbing after which the world is taken to what is shown. */
const SCRUB_REST = 250;

export class Simulation {
  onOpened: (opened: Opened) => void = () => {};
  onFrame: (frame: Frame) => void = () => {};
  onStatus: (status: SessionStatus) => void = () => {};
  onFailed: (message: string) => void = () => {};
  onPlaying: (playing: boolean) => void = () => {};
  /** Simulated over real time to keep to: less than 1 is slow motion. */
  speed = 1;

  #worker: Worker | undefined;
  #run = 0;
  #id = 0;
  #scene: Scene | undefined;
  #request: DrawRequest = requestOf(DEFAULT_LOOK);
  #dt = 0;
  #isAdvancing = false;
  #playing = false;
  /** No more steps: not opened yet, a fault, or a failure. */
  #stopped = true;
  #owed = 0;
  #last = 0;
  #time = 0;
  #step = 0;
  #recorded = 0;
  /** The step that scrubbing shows, where the world is elsewhere. */
  #scrubbed: number | undefined;
  #isShowing = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Pairs of wall time in ms and simulated time in s. */
  #history: [number, number][] = [];
  readonly #waiting = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void }>();

  /** What was open is closed. `edits` are done again, each at its step. */
  open(scene: Scene, edits?: readonly Edit[]): Promise<Answer> {
    this.#scene = scene;
    return this.#openBy({ kind: 'open', scene, edits, request: this.#request });
  }

  /** The same with a recorded run, by its trajectory. */
  openRecorded(bytes: Uint8Array<ArrayBuffer>): Promise<Answer> {
    return this.#openBy({ kind: 'play', bytes, request: this.#request });
  }

  #openBy(question: Question): Promise<Answer> {
    this.#run++;
    this.#stopped = true;
    this.#isAdvancing = false;
    this.#scrubbed = undefined;
    this.#forgetPace();
    return this.ask(question);
  }

  /** Looks in another way, from now on and at what is shown. */
  lookAt(look: DrawRequest): void {
    const request = requestOf(look);
    if (!isOtherRequest(request, this.#request)) return;
    this.#request = request;
    if (this.#worker) this.#tell({ kind: 'look', request });
  }

  /** As it was opened; none of a recorded run. */
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

  /** One step, and pause. */
  step(): void {
    this.play(false);
    this.#settle();
    // Each counts, however quickly they are asked for.
    if (!this.#stopped) this.#tell({ kind: 'advance', steps: 1, budget: BUDGET });
  }

  /** To the recorded step before. */
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
    this.#begin({ kind: 'restart' });
  }

  reset(): void {
    this.#begin({ kind: 'reset' });
  }

  undo(): void {
    this.#change({ kind: 'undo' });
  }

  redo(): void {
    this.#change({ kind: 'redo' });
  }

  /** Does a command to the world as it is shown. */
  async apply(command: Command): Promise<Outcome> {
    this.#settle();
    try {
      return (await this.ask({ kind: 'apply', command })).outcome ?? { done: false };
    } catch (error) {
      return { done: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The scene as a restart would have it, with the session's edits. */
  async edited(): Promise<{ scene: Scene; edits: NonNullable<Answer['edits']> }> {
    const { scene, edits } = await this.ask({ kind: 'scene' });
    return { scene: scene ?? this.#scene!, edits: edits ?? [] };
  }

  /** All that is recorded, as the bytes of a trajectory. */
  async trajectory(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.ask({ kind: 'trajectory' })).bytes!;
  }

  /** Fingerprint of the state that is shown. */
  async hash(): Promise<string> {
    this.#settle();
    return (await this.ask({ kind: 'hash' })).hash!;
  }

  /** Asks for the steps that real time is ahead by. To be called often; `now` in ms. */
  tick(now: number): void {
    const elapsed = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    if (!this.#playing || this.#stopped) return;
    this.#owed = Math.min(this.#owed + elapsed * this.speed, MOST_OWED);
    const steps = Math.floor(this.#owed / this.#dt + 1e-6);
    if (steps === 0 || this.#isAdvancing) return;
    this.#owed -= steps * this.#dt;
    this.#advance(steps);
  }

  /** Pauses after exactly `steps` steps from the start of the scene. */
  async showStep(steps: number): Promise<number> {
    this.play(false);
    await this.ask({ kind: 'restart' });
    // Without pictures on the way.
    if (steps > 0) await this.ask({ kind: 'advance', steps, budget: Number.POSITIVE_INFINITY });
    return this.#step;
  }

  /** Simulated over real time in the last moments of playing; undefined until it is known. */
  realTimeFactor(now: number): number | undefined {
    const [wall, time] = this.#history[0] ?? [now, 0];
    if (!this.#playing || now - wall < FACTOR_WINDOW / 4) return undefined;
    return (1000 * (this.#time - time)) / (now - wall);
  }

  dispose(): void {
    this.#run++;
    this.#end('the simulation was closed');
  }

  /** A question to the worker; its answer is shown before it is given. */
  ask(question: Question): Promise<Answer> {
    this.#worker ??= this.#start();
    const id = ++this.#id;
    this.#worker.postMessage({ id, run: this.#run, question } satisfies Request);
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
  }

  /** A question whose answer nobody waits for; a failure is told. */
  #tell(question: Question): void {
    const run = this.#run;
    this.ask(question).catch((error: Error) => {
      if (run === this.#run) this.#fail(error.message);
    });
  }

  #begin(question: Question): void {
    const { playing } = this;
    clearTimeout(this.#rest);
    this.#scrubbed = undefined;
    this.#stopped = false;
    this.#tell(question);
    this.play(playing);
  }

  #change(question: Question): void {
    this.#settle();
    this.#stopped = false;
    this.#tell(question);
  }

  /** Takes the world to what is shown. */
  #settle(): void {
    if (this.#scrubbed === undefined) return;
    clearTimeout(this.#rest);
    const step = this.#scrubbed;
    this.#scrubbed = undefined;
    this.#stopped = false;
    this.#tell({ kind: 'seek', step });
  }

  /** One at a time: the last step asked for wins. */
  async #showScrubbed(): Promise<void> {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      let asked: number | undefined;
      while (this.#scrubbed !== undefined && this.#scrubbed !== asked) {
        asked = this.#scrubbed;
        await this.ask({ kind: 'show', step: asked });
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    } finally {
      this.#isShowing = false;
    }
  }

  #advance(steps: number): void {
    if (this.#isAdvancing || this.#stopped) return;
    this.#isAdvancing = true;
    this.#tell({ kind: 'advance', steps, budget: BUDGET });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      const message = event.message || 'the simulation stopped without a word';
      this.#end(message);
      this.#fail(message);
    });
    return worker;
  }

  #receive(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.run === this.#run) {
      this.#isAdvancing &&= answer.frame?.cost === undefined && answer.failed === undefined;
      if (answer.opened) this.#open(answer.opened);
      if (answer.frame) this.#show(answer.frame);
      if (answer.status) this.#note(answer.status);
    }
    if (answer.failed === undefined) waiting?.done(answer);
    else waiting?.failed(new Error(answer.failed));
    // Where drawing is slower than simulating, waiting for the next picture would waste the worker's time.
    if (answer.frame?.cost !== undefined && !document.hidden) this.tick(performance.now());
  }

  #open(opened: Opened): void {
    this.#dt = opened.info.dt;
    this.#stopped = false;
    this.onOpened(opened);
  }

  #note(status: SessionStatus): void {
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
    this.#owed = 0;
  }

  #end(why: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#stopped = true;
    clearTimeout(this.#rest);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(new Error(why));
  }

  #fail(message: string): void {
    this.#isAdvancing = false;
    this.#stopped = true;
    this.play(false);
    this.onFailed(message);
  }
}
