/** The workbench of a scene: the stage with its panels, tools and time controls. */
import { effect, signal } from '@preact/signals-core';
import { parseScene, type Scene } from 'pliant';
import type { OpenedRun } from 'pliant/worker/protocol';
import { h, icon } from './elements.ts';
import { faultText } from './fault-text.ts';
import { openHelp } from './help.ts';
import { Keys } from './keys.ts';
import { initialLook } from './look/initial-look.ts';
import { legendPart } from './look/legend-part.ts';
import { addLookKeys } from './look/look-keys.ts';
import { probePart } from './look/probe.ts';
import { addViewKeys } from './look/view-keys.ts';
import { Notices } from './notices.ts';
import { RunClient } from './run-client.ts';
import type { Edit } from './session/commands.ts';
import { Sidebar } from './sidebar.ts';
import type { Frame } from './studio-calls.ts';
import { TABS } from './tabs.ts';
import { timeControls } from './time-controls.ts';
import { toolsPart } from './tools/tools-part.ts';
import { RunView } from './view/run-view.ts';
import { Stage } from './view/stage.ts';
import { stageMessage, watchContext } from './view/stage-message.ts';
import { type WorkbenchContext, workbenchState } from './workbench-context.ts';

/** Page width in CSS pixels below which panels are at the foot of the page. */
const NARROW = 820;
/** Distance of the picture from the edge of the page, CSS pixels. */
const EDGE = 40;

/** The content of a workbench. */
export type Shown =
  | { readonly kind: 'scene'; readonly scene: Scene; readonly edits?: readonly Edit[] }
  | { readonly kind: 'trajectory'; readonly name: string; readonly bytes: Uint8Array };

export class Workbench implements WorkbenchContext {
  readonly element: HTMLElement;
  readonly title: string;
  readonly original: Scene;
  readonly simulation = new RunClient();
  readonly state;
  readonly view = signal<RunView | undefined>(undefined);
  readonly keys: Keys;
  readonly ends: AbortSignal;
  readonly #shown: Shown;
  readonly #container = h('div', { class: 'stage' });
  readonly #notices = new Notices();
  readonly #sidebar: Sidebar;
  readonly #timeControls: HTMLElement;
  readonly #caption: HTMLElement;
  readonly #leaving = new AbortController();
  #message: HTMLElement | undefined = stageMessage('Loading the scene …');
  #stage: Stage | undefined;
  #meshes: NonNullable<Frame['meshes']> = [];
  #opening: OpenedRun | undefined;
  #ticks = 0;

  constructor(shown: Shown) {
    this.#shown = shown;
    const scene = shown.kind === 'scene' ? shown.scene : recordedScene(shown.name);
    this.ends = this.#leaving.signal;
    this.original = scene;
    this.state = workbenchState(scene);
    this.keys = new Keys(this.ends);
    this.element = h('main', { class: 'bench', 'data-scene': scene.id });
    this.#sidebar = new Sidebar(this, TABS, this.element);
    this.#sidebar.onChange = () => this.#stage?.resize();
    this.#timeControls = timeControls(this).element;
    this.title = scene.title || 'A scene';
    this.#caption = this.#makeCaption(scene);
    this.#container.append(this.#message!);
    this.element.append(
      this.#container,
      this.#caption,
      h('div', { class: 'corner' }, legendPart(this).element),
      probePart(this).element,
      toolsPart(this).element,
      this.#notices.element,
      this.#timeControls,
      this.#sidebar.element,
    );
    this.#addKeys();
    this.effect(() => {
      const look = this.state.look.value;
      this.element.dataset.stage = look.stage;
      this.view.peek()?.setLook(look);
      this.simulation.draw(look);
    });
  }

  get stage(): Stage | undefined {
    return this.#stage;
  }

  /** Call it once the element is in the page. */
  start(): void {
    this.#openStage();
    const { simulation, state } = this;
    simulation.onOpened = (opened) => {
      this.#opening = opened;
    };
    simulation.onFrame = (frame) => this.#showFrame(frame);
    simulation.onStatus = (status) => {
      state.status.value = status;
    };
    simulation.onFailed = (message) => this.notice(`The simulation stopped: ${message}`, 'bad');
    simulation.onPlaying = (playing) => {
      state.playing.value = playing;
      if (this.#stage) this.#stage.animating = playing;
    };
    const shown = this.#shown;
    const opening =
      shown.kind === 'scene'
        ? simulation.open(shown.scene, shown.edits)
        : simulation.openRecorded(shown.bytes.slice());
    opening.catch((error: Error) => {
      if (this.ends.aborted) return;
      this.#setMessage(`The scene could not be opened: ${error.message}`);
      this.notice(`The scene could not be opened: ${error.message}`, 'bad');
    });
    // Users who prefer reduced motion start it themselves.
    simulation.play(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
    if (window.innerWidth > NARROW) this.#sidebar.show('readings');
    const tick = (now: number) => {
      simulation.tick(now);
      this.#ticks = requestAnimationFrame(tick);
    };
    this.#ticks = requestAnimationFrame(tick);
  }

  // Properties, because parts destructure them.
  readonly notice: WorkbenchContext['notice'] = (text, kind) => this.#notices.add(text, kind);
  readonly effect: WorkbenchContext['effect'] = (run) => this.ends.addEventListener('abort', effect(run));

  /** Shows the scene after exactly `steps` steps, paused. Returns the steps taken. */
  showStep(steps: number): Promise<number> {
    return this.simulation.showStep(steps);
  }

  /** Returns the present scene as a PNG data URL. */
  picture(width: number, height: number): string {
    if (!this.view.value) throw new Error('There is no 3-D view.');
    return this.view.value.picture(width, height);
  }

  dispose(): void {
    cancelAnimationFrame(this.#ticks);
    this.#leaving.abort();
    this.#sidebar.dispose();
    this.simulation.dispose();
    this.view.value?.dispose();
    this.#stage?.dispose();
  }

  #makeCaption({ about, paper }: Scene): HTMLElement {
    return h(
      'header',
      { class: 'caption' },
      h('a', { class: 'back', href: '#', 'aria-keyshortcuts': 'Escape' }, icon('back'), 'All scenes'),
      h('h1', {}, this.title),
      h('p', { class: 'about' }, about),
      ...(paper ? [h('p', { class: 'paper' }, paper)] : []),
    );
  }

  #addKeys(): void {
    addLookKeys(this);
    addViewKeys(this);
    this.keys.add(
      { key: '?', label: 'Help', group: 'Panels', act: () => openHelp(this) },
      {
        key: 'Escape',
        label: 'All scenes',
        group: 'Panels',
        act: () => {
          // The first press puts a tool away.
          if (this.state.tool.value !== 'look') this.state.tool.value = 'look';
          else location.hash = '';
        },
      },
    );
  }

  #openStage(): void {
    try {
      this.#stage = new Stage(this.#container);
      this.#stage.insets = () => this.#insets();
      this.#stage.resize();
      watchContext(this.#stage, this.#container);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#setMessage(`${reason} The simulation and its readings work without it.`);
    }
  }

  /** Returns the room that panels take from the picture, which is below the caption or, on a wide page, beside it. */
  #insets() {
    const page = this.element.getBoundingClientRect();
    const sidebar = this.#sidebar.element.getBoundingClientRect();
    const controls = this.#timeControls.getBoundingClientRect();
    const caption = this.#caption.getBoundingClientRect();
    const isNarrow = page.width <= NARROW;
    const isOpen = this.#sidebar.open !== undefined;
    const right = isOpen && !isNarrow ? page.right - sidebar.left : 0;
    const bottom = page.bottom - (isOpen && isNarrow ? sidebar : controls).top;
    const below = { top: caption.bottom, right, bottom, left: 0 };
    return isNarrow ? below : [below, { top: EDGE, right, bottom, left: caption.right }];
  }

  #showFrame(frame: Frame): void {
    const opened = this.#opening;
    this.#opening = undefined;
    this.#meshes = frame.meshes ?? this.#meshes;
    if (opened) this.#open(opened, frame);
    else this.view.value?.show({ ...frame, meshes: this.#meshes });
    this.state.frame.value = frame;
    const fault = faultText(frame);
    if (fault) this.notice(`The run ${fault}`, 'bad');
  }

  #open(opened: OpenedRun, frame: Frame): void {
    const { state, view } = this;
    const isFirst = view.value === undefined;
    if (isFirst) for (const warning of opened.warnings) this.notice(warning, 'warning');
    state.opened.value = opened;
    state.scene.value = opened.scene;
    if (!this.#stage) return;
    this.#setMessage(undefined);
    view.value?.dispose();
    const start = { ...frame, meshes: this.#meshes };
    if (isFirst) state.look.value = initialLook(state.look.value, opened, start);
    const options = { look: state.look.value, kinds: opened.views };
    const next = new RunView(this.#stage, opened.info, opened.skins, start, options);
    view.value = next;
    if (isFirst) next.frame();
    this.#stage.invalidate();
  }

  #setMessage(text: string | undefined): void {
    this.#message?.remove();
    this.#message = text === undefined ? undefined : stageMessage(text);
    if (this.#message) this.#container.append(this.#message);
  }
}

/** Returns a stand-in until the run has been read. */
function recordedScene(name: string): Scene {
  return parseScene({ format: 1, title: name, about: 'A recorded run.', bodies: [] });
}
