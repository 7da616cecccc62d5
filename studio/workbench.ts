/** A scene at work: the picture, the transport, the readings, and what it is about. */
import type { Scene } from 'pliant';
import { h, icon } from './elements.ts';
import { LevelSwitch } from './level-legend.ts';
import { MatterPanel } from './matter-panel.ts';
import { compact } from './numbers.ts';
import type { Frame, Opened } from './protocol.ts';
import { Readouts } from './readouts.ts';
import { Simulation } from './simulation.ts';
import { RunView } from './view/run-view.ts';
import { Stage } from './view/stage.ts';
import { stageMessage, watchContext } from './view/stage-message.ts';

export class Workbench {
  readonly element: HTMLElement;
  readonly simulation = new Simulation();
  readonly #scene: Scene;
  readonly #view = h('div', { class: 'stage' });
  readonly #readouts = new Readouts();
  readonly #levels = new LevelSwitch();
  readonly #matter = new MatterPanel();
  readonly #notices = h('div', { class: 'notices', 'aria-live': 'polite' });
  readonly #play = h('button', { class: 'button main', type: 'button', 'aria-keyshortcuts': 'Space' });
  readonly #transport: HTMLElement;
  readonly #caption: HTMLElement;
  readonly #ends = new AbortController();
  #message: HTMLElement | undefined = stageMessage('Setting the scene …');
  #stage: Stage | undefined;
  #run: RunView | undefined;
  #meshes: Opened['meshes'] = [];
  #ticks = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#play.addEventListener('click', () => this.toggle());
    this.#transport = h(
      'div',
      { class: 'panel transport', role: 'toolbar', 'aria-label': 'Time' },
      this.#button('restart', 'Restart', 'Home', () => this.restart()),
      this.#play,
      this.#button('step', 'One step', '.', () => this.simulation.step()),
      h('span', { class: 'divider' }),
      this.#button('frame', 'Frame the view', 'f', () => this.#run?.frame()),
      this.#levels.button,
    );
    this.#levels.onChange = (on) => this.#run?.showLevels(on);
    this.#matter.onStyle = (style) => this.simulation.drawAs(style);
    this.#matter.onColour = (colour) => this.#colourMatter(colour);
    this.#caption = h(
      'header',
      { class: 'caption' },
      h('a', { class: 'back', href: '#', 'aria-keyshortcuts': 'Escape' }, icon('back'), 'All scenes'),
      h('h1', {}, scene.title),
      h('p', { class: 'about' }, scene.about),
      ...(scene.paper ? [h('p', { class: 'paper' }, scene.paper)] : []),
    );
    this.#view.append(this.#message!);
    this.element = h(
      'main',
      { class: 'bench' },
      this.#view,
      this.#caption,
      this.#readouts.element,
      this.#levels.legend,
      this.#matter.element,
      this.#notices,
      this.#transport,
    );
  }

  /** To be called once the element is in the page. */
  start(): void {
    this.#openStage();
    const { simulation } = this;
    simulation.onOpened = (opened) => this.#opened(opened);
    simulation.onFrame = (frame) => this.#showFrame(frame);
    simulation.onDrawn = ({ style, drawn }) => this.#run?.drawAs(style, drawn);
    simulation.onFailed = (message) => this.#notice(`The simulation stopped: ${message}`, true);
    simulation.onPlaying = (playing) => this.#showPlaying(playing);
    simulation.open(this.#scene.id);
    simulation.play(true);
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal: this.#ends.signal });
    const tick = (now: number) => {
      simulation.tick(now);
      this.#ticks = requestAnimationFrame(tick);
    };
    this.#ticks = requestAnimationFrame(tick);
  }

  toggle(): void {
    this.simulation.play(!this.simulation.playing);
  }

  restart(): void {
    const { playing } = this.simulation;
    this.simulation.restart();
    this.simulation.play(playing);
  }

  /** Shows the scene after exactly `steps` steps, paused. */
  showStep(steps: number): Promise<void> {
    return this.simulation.showStep(this.#scene.id, steps);
  }

  /** The scene as it stands, as a PNG data URL. */
  picture(width: number, height: number): string {
    if (!this.#run) throw new Error('there is no 3-D view');
    return this.#run.picture(width, height);
  }

  dispose(): void {
    cancelAnimationFrame(this.#ticks);
    this.#ends.abort();
    this.simulation.dispose();
    this.#run?.dispose();
    this.#stage?.dispose();
  }

  #openStage(): void {
    try {
      this.#stage = new Stage(this.#view);
      this.#stage.insets = () => this.#insets();
      this.#stage.resize();
      watchContext(this.#stage, this.#view);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#setMessage(`${reason} The simulation and its readings work without it.`);
    }
  }

  /** Room that the panels take from the picture: on a narrow page they are above and below it, not beside. */
  #insets() {
    const page = this.element.getBoundingClientRect();
    const readouts = this.#readouts.element.getBoundingClientRect();
    const transport = this.#transport.getBoundingClientRect();
    const caption = this.#caption.getBoundingClientRect();
    const beside = readouts.left > page.width / 2;
    return {
      top: beside ? 40 : caption.bottom,
      right: beside ? 0.85 * (page.right - readouts.left) : 0,
      bottom: page.bottom - (beside ? transport.top : readouts.top),
      // Words are at the top only: cloth may come under them, but seldom does.
      left: beside ? 0.5 * caption.right : 0,
    };
  }

  #opened(opened: Opened): void {
    this.#notices.replaceChildren();
    for (const warning of opened.warnings) this.#notice(warning, false);
    this.#readouts.open(opened);
    this.#meshes = opened.meshes;
    this.#levels.show(opened.meshes);
    if (!this.#stage) return;
    this.#setMessage(undefined);
    const first = this.#run === undefined;
    this.#run?.dispose();
    const start = { ...opened, time: 0 };
    const { style, colour } = this.#matter;
    this.#run = new RunView(this.#stage, opened.info, opened.skins, start, { style, colour });
    this.#run.showLevels(this.#levels.isOn);
    this.#matter.open(opened.info, this.#run.ranges.all, opened.skins.length > 0);
    if (first) this.#run.frame();
    this.#stage.invalidate();
  }

  #showFrame(frame: Frame): void {
    this.#meshes = frame.meshes ?? this.#meshes;
    if (frame.meshes) this.#levels.show(frame.meshes);
    this.#run?.show({ ...frame, time: frame.report.time, meshes: this.#meshes });
    const now = performance.now();
    this.#readouts.record(frame);
    if (this.#readouts.due(now) || !this.simulation.playing) {
      this.#readouts.show(frame, this.simulation.realTimeFactor(now));
      if (this.#run) this.#matter.show(this.#run.ranges.all);
    }
    const { fault } = frame.report;
    if (!fault) return;
    const place = fault.particle < 0 ? fault.body : `${fault.body}, particle ${fault.particle}`;
    this.#notice(`Stopped at ${compact(fault.time)} s (${place}): ${fault.cause}. ${fault.advice}`, true);
  }

  #colourMatter(colour: MatterPanel['colour']): void {
    this.#run?.colourBy(colour);
    if (this.#run) this.#matter.show(this.#run.ranges.all);
  }

  #showPlaying(playing: boolean): void {
    if (this.#stage) this.#stage.animating = playing;
    this.#play.replaceChildren(icon(playing ? 'pause' : 'play'));
    const name = playing ? 'Pause' : 'Play';
    this.#play.setAttribute('aria-label', name);
    this.#play.title = `${name} (Space)`;
  }

  #notice(text: string, bad: boolean): void {
    this.#notices.append(h('p', { class: bad ? 'notice bad' : 'notice' }, text));
  }

  #setMessage(text: string | undefined): void {
    this.#message?.remove();
    this.#message = text === undefined ? undefined : stageMessage(text);
    if (this.#message) this.#view.append(this.#message);
  }

  #button(name: Parameters<typeof icon>[0], label: string, key: string, act: () => void): HTMLElement {
    return h(
      'button',
      {
        class: 'button',
        type: 'button',
        title: `${label} (${key})`,
        'aria-label': label,
        'aria-keyshortcuts': key,
        onclick: act,
      },
      icon(name),
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A focused button takes Space itself.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    if (event.target instanceof HTMLSelectElement) return;
    const act = {
      ' ': () => this.toggle(),
      '.': () => this.simulation.step(),
      Home: () => this.restart(),
      f: () => this.#run?.frame(),
      l: () => this.#levels.toggle(),
      m: () => this.#matter.cycleStyle(),
      c: () => this.#matter.cycleColour(),
      Escape: () => {
        location.hash = '';
      },
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
