/**
 * One clock for several runs: the slowest sets the pace, and all show the same moment. Time is counted in steps of the run with
 * the longest ones; other runs take several for each.
 */

/** A run as the clock sees it. */
export interface TimedRun {
  /** Length of a step, s; constant. */
  readonly dt: number;
  /** Steps taken before the present frame. */
  readonly step: number;
  /** Wall time of a step, ms; undefined before the first. */
  readonly cost?: number;
  /** Whether a fault has stopped it. */
  readonly isStopped: boolean;
  /** Takes up to that many steps, at least one. */
  advance(steps: number): Promise<void>;
  /** Loads the recorded frame of a step. */
  lookUp(step: number): Promise<void>;
  /** Moves the run to a recorded step. */
  seek(step: number): Promise<void>;
  restart(): Promise<void>;
}

/** Largest lag that is caught up, s; more (a hidden tab, a slow scene) is dropped. */
const MOST_OWED = 0.1;
/** Time that the slowest run may take for a picture, unless one step is longer, ms. */
const LONGEST_TURN = 40;
/** Time over which the real-time factor is measured, ms. */
const FACTOR_WINDOW = 1500;
/** Time without scrubbing after which the runs move to the step that is shown, ms. */
const SCRUB_REST = 250;
/** Tolerance of rounding, in steps. */
const ROUNDING = 1e-6;

export class LinkedTime<R extends TimedRun = TimedRun> {
  /** Called when all runs are at `step`. */
  onShown: () => void = () => {};
  onPlaying: (playing: boolean) => void = () => {};
  onFailed: (message: string) => void = () => {};
  /** Called when the runs have finished the last tick. */
  onReady: () => void = () => {};
  /** Requested ratio of simulated to real time. */
  speed = 1;
  readonly #runs: readonly R[];
  #playing = false;
  #step = 0;
  #last = 0;
  #owed = 0;
  #tick = 0;
  #wanted: number | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Whether the runs are at another step than the one that is shown. */
  #isAway = false;
  #ended = false;
  /** Requests run one after the other. */
  #queue: Promise<void> = Promise.resolve();
  #queued = 0;
  /** Pairs of wall time in ms and simulated time in s since playing began. */
  #history: [number, number][] = [];

  constructor(runs: readonly R[]) {
    this.#runs = runs;
  }

  /** Length of a step, s. */
  get dt(): number {
    return Math.max(...this.#runs.map(({ dt }) => dt));
  }

  get step(): number {
    return this.#step;
  }

  /** Simulated time, s. */
  get time(): number {
    return this.#step * this.dt;
  }

  /** The last step that all runs have recorded. */
  get last(): number {
    return this.#last;
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(playing: boolean): void {
    this.#playing = playing;
    this.#owed = 0;
    this.#history = [];
    this.onPlaying(playing);
  }

  /** Call it often while it plays; `now` in ms. */
  tick(now: number): void {
    const elapsed = Math.max(0, now - this.#tick) / 1000;
    this.#tick = now;
    if (!this.#playing) return;
    this.#history.push([now, this.time]);
    while (now - this.#history[0][0] > FACTOR_WINDOW) this.#history.shift();
    this.#owed = Math.min(this.#owed + elapsed * this.speed, MOST_OWED);
    const owed = Math.floor(this.#owed / this.dt + ROUNDING);
    if (owed === 0 || this.#queued > 0) return;
    const slowest = this.slowest;
    const cost = slowest ? costOf(slowest) * this.dt : 0;
    const steps = Math.max(1, Math.min(owed, Math.floor(LONGEST_TURN / cost)));
    this.#owed -= steps * this.dt;
    void this.goOn(steps).then(() => this.onReady());
  }

  /** The slowest run; undefined before the first step. */
  get slowest(): R | undefined {
    const known = this.#runs.filter(({ cost }) => cost !== undefined);
    return known.toSorted((a, b) => costOf(b) - costOf(a))[0];
  }

  /** Returns simulated over real time while playing; undefined until it is known. */
  get realTimeFactor(): number | undefined {
    const [first, last] = [this.#history[0], this.#history.at(-1)];
    if (!first || !last || last[0] - first[0] < FACTOR_WINDOW / 4) return undefined;
    return (1000 * (last[1] - first[1])) / (last[0] - first[0]);
  }

  /** Returns the share of real time that the slowest run is busy: if it is small, drawing is the bottleneck. */
  get workload(): number {
    const { slowest, realTimeFactor = 0 } = this;
    return slowest ? (realTimeFactor * costOf(slowest)) / 1000 : 0;
  }

  /** Does something to the runs that keeps their steps, and shows the same moment again. */
  async again(act: () => Promise<unknown>): Promise<void> {
    await this.#next(async () => {
      await act();
      this.onShown();
    });
  }

  /** Pauses and takes one step. */
  async single(): Promise<void> {
    this.play(false);
    await this.goOn(1);
  }

  /** Moves on by that many steps; recorded ones are not simulated again. */
  async goOn(steps: number): Promise<void> {
    await this.#next(async () => {
      await this.#settle();
      const to = this.#step + steps;
      await Promise.all(this.#runs.map((run) => reach(run, stepsOf(run, to * this.dt))));
      if (this.#runs.some(({ isStopped }) => isStopped)) this.play(false);
      const isThere = this.#runs.every((run) => run.step >= stepsOf(run, to * this.dt));
      if (!isThere) {
        // One run has stopped: all show the last moment that they have in common.
        const common = Math.min(
          ...this.#runs.map((run) => Math.floor((run.step * run.dt) / this.dt + ROUNDING)),
        );
        await this.#lookUp(common);
        this.#isAway = true;
        this.#arrive(common);
        return;
      }
      this.#arrive(to);
    });
  }

  /** Shows a recorded moment; the runs follow when scrubbing rests. */
  scrub(step: number): void {
    this.play(false);
    const isAsked = this.#wanted !== undefined;
    this.#wanted = Math.max(0, Math.min(Math.round(step), this.#last));
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.#next(() => this.#settle()), SCRUB_REST);
    if (!isAsked) void this.#next(() => this.#showWanted());
  }

  async restart(): Promise<void> {
    await this.#next(async () => {
      this.#isAway = false;
      this.#wanted = undefined;
      await Promise.all(this.#runs.map((run) => run.restart()));
      this.#history = [];
      this.#last = 0;
      this.#arrive(0);
    });
  }

  dispose(): void {
    this.#ended = true;
    this.#playing = false;
    clearTimeout(this.#rest);
  }

  #arrive(step: number): void {
    this.#step = step;
    this.#last = Math.max(this.#last, step);
    this.onShown();
  }

  async #lookUp(step: number): Promise<void> {
    await Promise.all(this.#runs.map((run) => run.lookUp(stepsOf(run, step * this.dt))));
  }

  /** Moves the runs to the step that is shown. Later steps stay recorded. */
  async #settle(): Promise<void> {
    if (!this.#isAway) return;
    clearTimeout(this.#rest);
    this.#isAway = false;
    await Promise.all(this.#runs.map((run) => run.seek(stepsOf(run, this.#step * this.dt))));
  }

  /** The last request wins. */
  async #showWanted(): Promise<void> {
    while (this.#wanted !== undefined) {
      const to: number = this.#wanted;
      await this.#lookUp(to);
      if (this.#wanted === to) this.#wanted = undefined;
      this.#isAway = true;
      this.#arrive(to);
    }
  }

  async #next(act: () => Promise<void>): Promise<void> {
    this.#queued++;
    const turn = this.#queue.then(async () => {
      try {
        if (!this.#ended) await act();
      } catch (error) {
        this.#fail(error instanceof Error ? error.message : String(error));
      } finally {
        this.#queued--;
      }
    });
    this.#queue = turn;
    await turn;
  }

  #fail(message: string): void {
    this.#wanted = undefined;
    if (this.#ended) return;
    this.play(false);
    this.onFailed(message);
  }
}

/** Returns the wall time for a second of simulated time, ms. */
function costOf({ cost = 0, dt }: TimedRun): number {
  return cost / dt;
}

function stepsOf(run: TimedRun, time: number): number {
  return Math.round(time / run.dt);
}

async function reach(run: TimedRun, step: number): Promise<void> {
  while (run.step < step && !run.isStopped) await run.advance(step - run.step);
}
