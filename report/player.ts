/** The 3-D view with its scrub bar: plays the recorded frames, or shows the one under the thumb. */
import type { Trajectory } from 'pliant/formats';
import { recordedViews } from 'pliant/three';
import { h, icon } from '../studio/elements.ts';
import { initialLook } from '../studio/look/initial-look.ts';
import { DEFAULT_LOOK, type Look } from '../studio/look/look.ts';
import { LookBar } from '../studio/look/look-bar.ts';
import { indexAt } from '../studio/plot.ts';
import { RunView } from '../studio/view/run-view.ts';
import { Stage } from '../studio/view/stage.ts';
import { stageMessage, watchContext } from '../studio/view/stage-message.ts';

/** Longest time between two pictures, s: after a longer pause the page was suspended. */
const LONGEST_PAUSE = 0.1;

export class Player {
  readonly element: HTMLElement;
  /** Called with the time of every frame that is shown. */
  onTime: (time: number) => void = () => {};
  readonly #trajectory: Trajectory | undefined;
  readonly #times: number[];
  readonly #view = h('div', { class: 'stage' });
  readonly #play = h('button', { class: 'button main', type: 'button', onclick: () => this.toggle() });
  readonly #bar: HTMLInputElement;
  readonly #lookBar = new LookBar();
  readonly #readout = h('output', { class: 'numbers time' });
  #stage: Stage | undefined;
  #run: RunView | undefined;
  #frame = 0;
  #playing = false;
  #time = 0;
  #last = 0;

  constructor(trajectory: Trajectory | Error, seconds: number) {
    this.#trajectory = trajectory instanceof Error || trajectory.frames.length === 0 ? undefined : trajectory;
    this.#times = this.#trajectory?.frames.map((f) => f.time) ?? [0, seconds];
    this.#bar = h('input', {
      type: 'range',
      min: 0,
      max: this.#times.length - 1,
      step: 1,
      value: 0,
      'aria-label': 'Frame',
      oninput: () => {
        this.#setPlaying(false);
        this.#show(this.#bar.valueAsNumber);
      },
    });
    const controls = h('div', { class: 'scrub' }, this.#play, this.#bar, this.#readout);
    this.#lookBar.onChange = (choice) => {
      this.#run?.setLook({ ...this.#run.look, ...choice });
      this.#lookBar.show(this.#run?.colouring);
    };
    this.element = h('section', { class: 'player', 'aria-label': 'The run in 3-D' }, this.#view, controls);
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Call it once the element is in the page. */
  start(): void {
    this.#openStage();
    this.#show(0);
    this.#setPlaying(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  seek(time: number): void {
    this.#setPlaying(false);
    this.#show(indexAt(this.#times, time));
  }

  toggle(): void {
    if (!this.#playing && this.#frame === this.#times.length - 1) this.#show(0);
    this.#setPlaying(!this.#playing);
  }

  #openStage(): void {
    const trajectory = this.#trajectory;
    if (!trajectory) {
      this.#view.append(stageMessage('There is no motion to show in this report.'));
      return;
    }
    try {
      const stage = new Stage(this.#view);
      this.#stage = stage;
      watchContext(stage, this.#view);
      const [first] = trajectory.frames;
      const { info, skins, frames } = trajectory;
      const look: Look = initialLook(DEFAULT_LOOK, trajectory, first);
      this.#run = new RunView(stage, info, skins, first, { look });
      this.#run.reachFor(frames);
      this.#lookBar.open(info, recordedViews(info, first.meshes), look);
      this.#lookBar.show(this.#run.colouring);
      this.#view.append(this.#lookBar.element);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#view.append(stageMessage(`${reason} The plots below work without it.`));
    }
  }

  #setPlaying(playing: boolean): void {
    const starts = playing && !this.#playing;
    this.#playing = playing;
    if (this.#stage) this.#stage.animating = playing;
    this.#play.replaceChildren(icon(playing ? 'pause' : 'play'));
    this.#play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    if (!starts) return;
    this.#time = this.#times[this.#frame];
    this.#last = performance.now();
    requestAnimationFrame((now) => this.#advance(now));
  }

  #advance(now: number): void {
    if (!this.#playing) return;
    this.#time += Math.min((now - this.#last) / 1000, LONGEST_PAUSE);
    this.#last = now;
    const frame = indexAt(this.#times, this.#time);
    if (frame !== this.#frame) this.#show(frame);
    if (frame === this.#times.length - 1) this.#setPlaying(false);
    else requestAnimationFrame((next) => this.#advance(next));
  }

  #show(frame: number): void {
    this.#frame = Math.min(Math.max(0, frame), this.#times.length - 1);
    const time = this.#times[this.#frame];
    this.#bar.value = String(this.#frame);
    this.#bar.setAttribute('aria-valuetext', `${time.toFixed(2)} s`);
    this.#readout.textContent = `${time.toFixed(2)} / ${this.#times.at(-1)!.toFixed(2)} s`;
    const shown = this.#trajectory?.frames[this.#frame];
    if (shown) this.#run?.show(shown);
    this.onTime(time);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === this.#bar && event.key !== ' ') return;
    if (event.target instanceof HTMLSelectElement) return;
    if (event.target instanceof HTMLButtonElement && event.key === ' ') return;
    const act = {
      ' ': () => this.toggle(),
      ',': () => this.#stepTo(this.#frame - 1),
      '.': () => this.#stepTo(this.#frame + 1),
      Home: () => this.#stepTo(0),
      End: () => this.#stepTo(this.#times.length - 1),
      f: () => this.#run?.frame(),
      l: () => this.#lookBar.toggleColour('level'),
      m: () => this.#lookBar.cycleMatter(),
      c: () => this.#lookBar.cycleColour(),
      1: () => this.#run?.frame('front'),
      2: () => this.#run?.frame('right'),
      3: () => this.#run?.frame('top'),
      4: () => this.#run?.frame('corner'),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #stepTo(frame: number): void {
    this.#setPlaying(false);
    this.#show(frame);
  }
}
