/** Two runs with one camera, one clock, one look and one colour scale, and the difference between them. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import type { WorldView } from 'pliant/engine';
import type { DrawRequest, ViewRange } from 'pliant/three';
import { faultText } from '../fault-text.ts';
import { initialLook } from '../look/initial-look.ts';
import { isOtherRequest } from '../look/look.ts';
import type { LookContext } from '../look/look-context.ts';
import { compact } from '../numbers.ts';
import type { Transport } from '../time-controls.ts';
import type { Insets } from '../view/camera-rig.ts';
import type { NoticeKind, WorkbenchState } from '../workbench-context.ts';
import type { ComparedRun } from './compared-run.ts';
import { Correspondence } from './correspondence.ts';
import { askedOf, byDifference, DIFFERENCE, isByDifference } from './difference.ts';
import { LinkedTime } from './linked-time.ts';
import { linkedTransport } from './linked-time-controls.ts';
import { linkCameras, RunPane } from './run-pane.ts';
import { type RunReadings, readingsOfRun } from './side-by-side-readings.ts';

/** Time between two updates of the readings while playing, ms. */
const INTERVAL = 200;
/** Share of the requested speed below which the runs are reported as slow. */
const REAL_TIME = 0.95;
/** Share of busy time from which on a run is the bottleneck. */
const BUSY = 0.5;

export interface Side {
  readonly name: string;
  readonly scene: Scene;
}

export class RunPair {
  onNotice: (text: string, kind: NoticeKind) => void = () => {};
  readonly panes = [new RunPane(), new RunPane()] as const;
  readonly view: LookContext['view'];
  readonly #view = signal<LookContext['view']['value']>(undefined);
  readonly #readings = signal<readonly RunReadings[]>([]);
  readonly #pace = signal('');
  readonly #state: Omit<WorkbenchState, 'probing' | 'tool'>;
  #ranges = new Map<string, ViewRange>();
  #runs: readonly ComparedRun[] = [];
  /** Correspondence of the left run's points on the right one, and the reverse. */
  #places = [new Correspondence(), new Correspondence()];
  #time: LinkedTime<ComparedRun> | undefined;
  /** The last request to the workers. */
  #asked: DrawRequest;
  #isFirst = true;
  #turn = 0;
  #due = 0;

  constructor(state: Omit<WorkbenchState, 'probing' | 'tool'>) {
    this.#state = state;
    this.#asked = askedOf(state.look.value);
    this.view = this.#view;
  }

  /** Readings of the left and the right run; undefined before both are open. */
  get readings(): ReadonlySignal<readonly RunReadings[]> {
    return this.#readings;
  }

  /** The run that the other waits for, and how slow both are; undefined if they keep up. */
  get pace(): ReadonlySignal<string> {
    return this.#pace;
  }

  /** Call it once the panes are in the page. */
  start(insets: () => Insets): void {
    for (const pane of this.panes) pane.start(insets);
    linkCameras(...this.panes);
  }

  tick(now: number): void {
    this.#time?.tick(now);
  }

  get transport(): Transport {
    return linkedTransport(() => this.#time, this.#state.speed);
  }

  /** Opens two variants at their start in place of the present ones, and plays them if `playing`. */
  async open(sides: readonly [Side, Side], playing: boolean): Promise<void> {
    const mine = ++this.#turn;
    this.#close();
    const look = this.#state.look.value;
    this.#asked = askedOf(look);
    const setup = { look, ranges: this.#ranges };
    const opened = await Promise.allSettled(
      this.panes.map((pane, i) => pane.open(sides[i].name, sides[i].scene, setup)),
    );
    if (mine !== this.#turn) return;
    const runs: ComparedRun[] = [];
    for (const result of opened) {
      if (result.status === 'rejected') this.onNotice((result.reason as Error).message, 'bad');
      else if (result.value) runs.push(result.value);
    }
    if (runs.length === sides.length) this.#begin(runs, playing);
  }

  /** Draws the present and all following frames with the look of the state. */
  look(): void {
    const look = this.#state.look.value;
    for (const { view } of this.panes) view?.setLook(look);
    if (!this.#time) return;
    const asked = askedOf(look);
    const isOther = isOtherRequest(asked, this.#asked);
    this.#asked = asked;
    void this.#time.again(async () => {
      if (isOther) await Promise.all(this.#runs.map((run) => run.draw(asked)));
    });
  }

  resize(): void {
    for (const { stage } of this.panes) stage?.resize();
  }

  dispose(): void {
    this.#turn++;
    this.#close();
    for (const pane of this.panes) pane.dispose();
  }

  #close(): void {
    this.#time?.dispose();
    this.#time = undefined;
    this.#runs = [];
    this.#ranges = new Map();
    this.#places = [new Correspondence(), new Correspondence()];
    this.#readings.value = [];
    this.#pace.value = '';
    this.#state.playing.value = false;
  }

  #begin(runs: readonly ComparedRun[], playing: boolean): void {
    const state = this.#state;
    const time = new LinkedTime(runs);
    this.#runs = runs;
    this.#time = time;
    time.speed = state.speed.value;
    time.onShown = () => this.#show();
    time.onPlaying = (isPlaying) => {
      state.playing.value = isPlaying;
      for (const pane of this.panes) pane.animating = isPlaying;
      if (!isPlaying) this.#read();
    };
    // If drawing is slower than simulating, waiting for the next picture would leave the workers idle.
    time.onReady = () => {
      if (!document.hidden) time.tick(performance.now());
    };
    time.onFailed = (message) => this.onNotice(`The simulation stopped: ${message}`, 'bad');
    state.scene.value = this.#lead.opened.scene;
    state.opened.value = { ...runs[0].opened, views: viewsOf(runs) };
    for (const warning of new Set(runs.flatMap(({ opened }) => opened.warnings)))
      this.onNotice(warning, 'warning');
    if (this.#isFirst) state.look.value = initialLook(state.look.value, runs[0].opened, runs[0].frame);
    this.#view.value = this.#bothViews();
    if (this.#isFirst) this.#view.value.frame();
    this.#isFirst = false;
    this.#show();
    time.play(playing);
  }

  /** The run with the longest steps, in which time is counted. */
  get #lead(): ComparedRun {
    return this.#runs.find(({ dt }) => dt === this.#time!.dt)!;
  }

  #bothViews(): NonNullable<LookContext['view']['value']> {
    const [left, right] = this.panes;
    return {
      frame: (from) => {
        right.view?.frame(from);
        left.view?.frame(from);
      },
      get colouring() {
        return left.view?.colouring;
      },
      get springRange() {
        return left.view?.springRange ?? [0, 0];
      },
    };
  }

  /** Shows both runs at one moment. */
  #show(): void {
    const state = this.#state;
    const now = performance.now();
    const isDue = now >= this.#due || !this.#time!.playing;
    const distances = isByDifference(state.look.value) || isDue ? this.#distances() : undefined;
    const frames = this.#runs.map(({ frame }, i) =>
      isByDifference(state.look.value) ? byDifference(frame, distances![i]) : frame,
    );
    const [left, right] = this.panes;
    left.show(frames[0]);
    const before = String(left.view?.colouring?.range);
    right.show(frames[1]);
    // The right run may have extended the range that the left one was coloured by.
    if (String(left.view?.colouring?.range) !== before) left.show(frames[0]);
    state.frame.value = this.#lead.frame;
    state.status.value = { step: this.#time!.step, last: this.#time!.last, waiting: [] };
    this.#runs.forEach(({ frame }, i) => {
      const fault = faultText(frame);
      if (fault) this.onNotice(`${this.panes[i].name} ${fault}`, 'bad');
    });
    if (isDue) this.#read(distances);
  }

  /** Distances by body, of the left and the right run. */
  #distances(): (Float32Array | undefined)[][] {
    const [left, right] = this.#runs.map(({ standing }) => standing);
    return [this.#places[0].distances(left, right), this.#places[1].distances(right, left)];
  }

  #read(distances = this.#distances()): void {
    this.#due = performance.now() + INTERVAL;
    this.#readings.value = this.#runs.map((run, i) => readingsOfRun(run, this.panes[i].name, distances[i]));
    this.#sayPace(this.#time!);
  }

  #sayPace(time: LinkedTime<ComparedRun>): void {
    const { realTimeFactor: factor, slowest } = time;
    const isSlow = factor !== undefined && factor > 0 && factor < REAL_TIME * time.speed;
    const waited = isSlow && slowest && time.workload > BUSY ? this.#runs.indexOf(slowest) : -1;
    const slower = isSlow ? `${compact(time.speed / factor)} × slower` : '';
    this.panes.forEach((pane, i) => {
      pane.note = i === waited ? `slowest: ${slower}` : '';
    });
    const who = this.panes[waited]?.name ?? 'Drawing';
    this.#pace.value = isSlow ? `${who} is the bottleneck: ${slower} than the chosen speed.` : '';
  }
}

/** Returns the views of either run. */
function viewsOf(runs: readonly ComparedRun[]): WorldView[] {
  const [first] = runs;
  const bodies = first.opened.info.bodies.map((_, i) => i);
  const all = new Map<string, WorldView>([[DIFFERENCE.name, { ...DIFFERENCE, bodies }]]);
  for (const { opened } of runs)
    for (const quantity of opened.views) if (!all.has(quantity.name)) all.set(quantity.name, quantity);
  return [...all.values()];
}
