/**
 * The page's end of the simulation: keeps simulated time level with real time while playing, with one request
 * on its way at most, so a slow scene falls behind and says so instead of piling up work.
 */
import type { MatterStyle } from './matter-drawings.ts';
import type { Answer, Frame, Opened, Request } from './protocol.ts';

/** s; what is owed beyond this (a hidden tab, a slow scene) is forgotten. */
const MOST_OWED = 0.1;
/** ms a request may take, so that pictures follow one another. */
const BUDGET = 30;
/** ms over which the real-time factor is taken. */
const FACTOR_WINDOW = 1500;

export class Simulation {
  onOpened: (opened: Opened) => void = () => {};
  onFrame: (frame: Frame) => void = () => {};
  /** Matter as it stands, drawn in another way. */
  onDrawn: (drawn: Extract<Answer, { kind: 'drawn' }>) => void = () => {};
  onFailed: (message: string) => void = () => {};
  onPlaying: (playing: boolean) => void = () => {};

  #worker: Worker | undefined;
  #run = 0;
  #scene = '';
  #style: MatterStyle = 'smooth';
  #dt = 0;
  #busy = false;
  #playing = false;
  /** No more steps: not opened yet, a fault, or a failure. */
  #stopped = true;
  #owed = 0;
  #last = 0;
  #time = 0;
  #spare: ArrayBuffer | undefined;
  /** Pairs of wall time in ms and simulated time in s. */
  #history: [number, number][] = [];
  #waiting: (() => void)[] = [];

  open(scene: string): void {
    this.#scene = scene;
    this.#run++;
    this.#stopped = true;
    this.#spare = undefined;
    this.#owed = this.#time = 0;
    this.#history = [];
    this.#send({ kind: 'open', run: this.#run, scene, style: this.#style });
  }

  drawAs(style: MatterStyle): void {
    this.#style = style;
    // Beside the requests that follow one another: its answer is waited for by nobody.
    this.#worker?.postMessage({ kind: 'draw', run: this.#run, style } satisfies Request);
  }

  restart(): void {
    this.open(this.#scene);
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(playing: boolean): void {
    this.#playing = playing;
    this.#history = [];
    this.#owed = 0;
    this.onPlaying(playing);
  }

  /** One step, and pause. */
  step(): void {
    this.play(false);
    this.#advance(1, BUDGET);
  }

  /** Asks for the steps that real time is ahead by. To be called often; `now` in ms. */
  tick(now: number): void {
    const elapsed = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    if (!this.#playing || this.#stopped) return;
    this.#owed = Math.min(this.#owed + elapsed, MOST_OWED);
    const steps = Math.floor(this.#owed / this.#dt + 1e-6);
    if (steps === 0 || this.#busy) return;
    this.#owed -= steps * this.#dt;
    this.#advance(steps, BUDGET);
  }

  /** Pauses after exactly `steps` steps from the start of the scene. */
  async showStep(scene: string, steps: number): Promise<void> {
    this.play(false);
    this.open(scene);
    await this.#answered();
    for (let done = 0; done < steps && !this.#stopped; done++) {
      this.#advance(1, BUDGET);
      await this.#answered();
    }
  }

  /** Simulated over real time in the last moments of playing; undefined until it is known. */
  realTimeFactor(now: number): number | undefined {
    const [wall, time] = this.#history[0] ?? [now, 0];
    if (!this.#playing || now - wall < FACTOR_WINDOW / 4) return undefined;
    return (1000 * (this.#time - time)) / (now - wall);
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#stopped = true;
  }

  #advance(steps: number, budget: number): void {
    if (this.#busy || this.#stopped) return;
    const buffer = this.#spare;
    this.#spare = undefined;
    this.#send({ kind: 'advance', run: this.#run, steps, budget, buffer }, buffer ? [buffer] : []);
  }

  #send(request: Request, transfer: Transferable[] = []): void {
    this.#worker ??= this.#start();
    this.#busy = true;
    this.#worker.postMessage(request, { transfer });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#worker?.terminate();
      this.#worker = undefined;
      this.#fail(event.message || 'the simulation stopped without a word');
    });
    return worker;
  }

  #receive(answer: Answer): void {
    if (answer.run !== this.#run) return;
    if (answer.kind === 'drawn') {
      this.onDrawn(answer);
      return;
    }
    this.#busy = false;
    if (answer.kind === 'failed') this.#fail(answer.message);
    if (answer.kind === 'opened') {
      this.#dt = answer.info.dt;
      this.#stopped = false;
      this.onOpened(answer);
    }
    if (answer.kind === 'frame') this.#receiveFrame(answer);
    for (const resume of this.#waiting.splice(0)) resume();
  }

  #receiveFrame(frame: Frame): void {
    this.#time = frame.report.time;
    const now = performance.now();
    this.#history.push([now, this.#time]);
    while (now - this.#history[0][0] > FACTOR_WINDOW) this.#history.shift();
    if (frame.report.fault) {
      this.#stopped = true;
      this.play(false);
    }
    this.onFrame(frame);
    // Whoever shows the frame copies what it needs; the buffer goes back with the next request.
    this.#spare = frame.positions.buffer as ArrayBuffer;
    // Where drawing is slower than simulating, waiting for the next picture would waste the worker's time.
    if (!document.hidden) this.tick(now);
  }

  #fail(message: string): void {
    this.#busy = false;
    this.#stopped = true;
    this.play(false);
    this.onFailed(message);
    for (const resume of this.#waiting.splice(0)) resume();
  }

  #answered(): Promise<void> {
    return new Promise((resume) => this.#waiting.push(resume));
  }
}
