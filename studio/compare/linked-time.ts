/**
 * One time for several runs: they go on together, the slowest sets the pace, and what is shown of them is of one moment.
 * Times are counted in steps of the longest frame; a run with shorter ones takes several for each.
 */

/** A run as far as its time is concerned; what it shows, it shows when told. */
export interface TimedRun {
  /** s a step; the same for as long as it runs. */
  readonly dt: number;
  /** Steps taken by what would be shown. */
  readonly step: number;
  /** ms that a step takes; none before the first. */
  readonly cost?: number;
  /** It can go no further. */
  readonly isStopped: boolean;
  /** Goes on by up to that many steps, at least by one. */
  advance(steps: number): Promise<void>;
  /** Looks up what is recorded of a step. */
  lookUp(step: number): Promise<void>;
  /** Takes the run to a recorded step, to go on from there. */
  seek(step: number): Promise<void>;
  restart(): Promise<void>;
}

/** s; what is owed beyond this (a hidden tab, a slow scene) is forgotten. */
const MOST_OWED = 0.1;
/** ms that the slowest may take from picture to picture, if one step is not longer. */
const LONGEST_TURN = 40;
/** ms over which the real-time factor is taken. */
const FACTOR_WINDOW = 1500;
/** ms without scrubbing after which the runs are taken to what is shown. */
const SCRUB_REST = 250;
/** A share of a step that is no more than rounding. */
const ROUNDING = 1e-6;

export class LinkedTime<R extends TimedRun = TimedRun> {
  /** All runs are at `step`: they may be shown. */
  onShown: () => void = () => {};
  onPlaying: (playing: boolean) => void = () => {};
  onFailed: (message: string) => void = () => {};
  /** The runs have done what the last tick asked of them. */
  onReady: () => void = () => {};
  /** Simulated over real time to keep to. */
  speed = 1;
  readonly #runs: readonly R[];
  #playing = false;
  #step = 0;
  #last = 0;
  #owed = 0;
  #tick = 0;
  #wanted: number | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** The runs are not where what is shown is. */
  #isAway = false;
  #ended = false;
  /** What has been asked for is done one after the other. */
  #queue: Promise<void> = Promise.resolve();
  #queued = 0;
  /** Pairs of wall time in ms and simulated time in s, since it plays. */
  #history: [number, number][] = [];

  constructor(runs: readonly R[]) {
    this.#runs = runs;
  }

  /** s */
  get dt(): number {
    return Math.max(...this.#runs.map(({ dt }) => dt));
  }

  get step(): number {
    return this.#step;
  }

  /** s */
  get time(): number {
    return this.#step * this.dt;
  }

  /** The last step that all have simulated. */
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

  /** To be called often while it plays; `now` in ms. */
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

  /** The one that the others wait for; none before there are steps. */
  get slowest(): R | undefined {
    const known = this.#runs.filter(({ cost }) => cost !== undefined);
    return known.toSorted((a, b) => costOf(b) - costOf(a))[0];
  }

  /** Simulated over real time in the last moments of playing; none until it is known. */
  get realTimeFactor(): number | undefined {
    const [first, last] = [this.#history[0], this.#history.at(-1)];
    if (!first || !last || last[0] - first[0] < FACTOR_WINDOW / 4) return undefined;
    return (1000 * (last[1] - first[1])) / (last[0] - first[0]);
  }

  /** Which share of the real time the slowest is at work: where it is small, it is not the runs that are waited for. */
  get workload(): number {
    const { slowest, realTimeFactor = 0 } = this;
    return slowest ? (realTimeFactor * costOf(slowest)) / 1000 : 0;
  }

  /** Does something to the runs that leaves them where they are, and shows the same moment again. */
  async again(act: () => Promise<unknown>): Promise<void> {
    await this.#next(async () => {
      await act();
      this.onShown();
    });
  }

  /** One step, and pause. */
  async single(): Promise<void> {
    this.play(false);
    await this.goOn(1);
  }

  /** Further by that many steps; what has been simulated already is not done again. */
  async goOn(steps: number): Promise<void> {
    await this.#next(async () => {
      await this.#settle();
      const to = this.#step + steps;
      await Promise.all(this.#runs.map((run) => reach(run, stepsOf(run, to * this.dt))));
      if (this.#runs.some(({ isStopped }) => isStopped)) this.play(false);
      const isThere = this.#runs.every((run) => run.step >= stepsOf(run, to * this.dt));
      if (!isThere) {
        // One has stopped on the way: all of them show the last moment that they have in common.
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

  /** Shows a moment that has been simulated; the runs follow when scrubbing rests. */
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

  /** Takes the runs to what is shown. What was simulated beyond stays in their records. */
  async #settle(): Promise<void> {
    if (!this.#isAway) return;
    clearTimeout(this.#rest);
    this.#isAway = false;
    await Promise.all(this.#runs.map((run) => run.seek(stepsOf(run, this.#step * this.dt))));
  }

  /** The last one asked for wins. */
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

/** ms of wall time for a second of simulated time. */
function costOf({ cost = 0, dt }: TimedRun): number {
  return cost / dt;
}

function stepsOf(run: TimedRun, time: number): number {
  return Math.round(time / run.dt);
}

async function reach(run: TimedRun, step: number): Promise<void> {
  while (run.step < step && !run.isStopped) await run.advance(step - run.step);
}
