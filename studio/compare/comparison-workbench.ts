/** The workbench of a comparison: two variants side by side with their names, time controls, legend and panels. */
import { effect, type Signal, signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import { h, icon } from '../elements.ts';
import { openHelp } from '../help.ts';
import { Keys } from '../keys.ts';
import { legendPart } from '../look/legend-part.ts';
import type { LookContext } from '../look/look-context.ts';
import { addLookKeys } from '../look/look-keys.ts';
import { Notices } from '../notices.ts';
import { Sidebar, type Tab } from '../sidebar.ts';
import { timeControls } from '../time-controls.ts';
import { type WorkbenchContext, workbenchState } from '../workbench-context.ts';
import { addressOf } from './address.ts';
import { type Comparison, variantScene } from './comparison.ts';
import { DIFFERENCE, isByDifference } from './difference.ts';
import { RunPair, type Side } from './run-pair.ts';
import './compare.css';

/** Page width in CSS pixels below which the panes are stacked. */
const NARROW = 820;
/** Height of a pane's name, CSS pixels. */
const LABEL = 44;

export interface ComparisonSetup {
  /** The scene of the variants. */
  readonly base: Scene;
  readonly comparison: Comparison;
  /** Address of the scene alone, from `#` on. */
  readonly back: string;
}

const TABS: readonly Tab<ComparisonWorkbench>[] = [
  {
    id: 'compare',
    title: 'Compare',
    icon: 'compare',
    key: 'a',
    make: async (bench) => (await import('./pair-panel.ts')).pairPart(bench),
  },
  {
    id: 'look',
    title: 'Look',
    icon: 'look',
    key: 'v',
    make: async (bench) => (await import('../look/look-part.ts')).lookPart(bench),
  },
];

export class ComparisonWorkbench implements LookContext {
  readonly element = h('main', { class: 'bench comparison' });
  readonly title: string;
  readonly base: Scene;
  readonly back: string;
  readonly comparison: Signal<Comparison>;
  readonly ends: AbortSignal;
  readonly keys: Keys;
  readonly state: Omit<WorkbenchContext['state'], 'probing' | 'tool'>;
  readonly pair: RunPair;
  readonly #leaving = new AbortController();
  readonly #notices = new Notices();
  readonly #timeControls: HTMLElement;
  readonly #sidebar: Sidebar<ComparisonWorkbench>;
  #ticks = 0;

  constructor({ base, comparison, back }: ComparisonSetup) {
    this.base = base;
    this.back = back;
    this.comparison = signal(comparison);
    this.title = `${base.title || 'A scene'}, side by side`;
    this.ends = this.#leaving.signal;
    this.keys = new Keys(this.ends);
    const { scene, opened, frame, status, playing, speed, look } = workbenchState(base);
    this.state = { scene, opened, frame, status, playing, speed, look };
    this.pair = new RunPair(this.state);
    this.pair.onNotice = this.notice;
    this.#sidebar = new Sidebar<ComparisonWorkbench>(this, TABS, this.element);
    this.#sidebar.onChange = () => this.pair.resize();
    const { keys, state } = this;
    this.#timeControls = timeControls({
      keys,
      state,
      effect: this.effect,
      simulation: this.pair.transport,
    }).element;
    this.element.append(
      h('div', { class: 'split' }, ...this.pair.panes.map((pane) => pane.element)),
      this.#caption(),
      h('div', { class: 'corner' }, legendPart(this).element),
      this.#notices.element,
      this.#timeControls,
      this.#sidebar.element,
    );
    this.#addKeys();
    this.effect(() => {
      this.element.dataset.stage = look.value.stage;
      this.pair.look();
    });
  }

  get view(): LookContext['view'] {
    return this.pair.view;
  }

  /** Call it once the element is in the page. */
  start(): void {
    this.pair.start(() => this.#insets());
    if (window.innerWidth > NARROW) this.#sidebar.show('compare');
    // Users who prefer reduced motion start it themselves.
    void this.#open(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
    const tick = (now: number) => {
      this.pair.tick(now);
      this.#ticks = requestAnimationFrame(tick);
    };
    this.#ticks = requestAnimationFrame(tick);
  }

  readonly notice: WorkbenchContext['notice'] = (text, kind) => this.#notices.add(text, kind);
  readonly effect: WorkbenchContext['effect'] = (run) => this.ends.addEventListener('abort', effect(run));

  /** Shows two other variants and updates the address. */
  show(shown: readonly [number, number]): void {
    this.comparison.value = { ...this.comparison.value, shown };
    history.replaceState(undefined, '', addressOf({ comparison: this.comparison.value }));
    void this.#open(this.state.playing.value);
  }

  dispose(): void {
    cancelAnimationFrame(this.#ticks);
    this.#leaving.abort();
    this.#sidebar.dispose();
    this.pair.dispose();
  }

  async #open(playing: boolean): Promise<void> {
    const { variants, shown } = this.comparison.value;
    const side = (i: number): Side => ({
      name: variants[shown[i]].label,
      scene: variantScene(this.base, this.comparison.value, variants[shown[i]]),
    });
    try {
      await this.pair.open([side(0), side(1)], playing);
    } catch (error) {
      this.notice(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  #caption(): HTMLElement {
    return h(
      'header',
      { class: 'caption' },
      h(
        'a',
        { class: 'back', href: this.back, 'aria-keyshortcuts': 'Escape' },
        icon('back'),
        'The scene alone',
      ),
      h('h1', {}, this.base.title || 'A scene'),
    );
  }

  #addKeys(): void {
    addLookKeys(this);
    const { look } = this.state;
    this.keys.add(
      {
        key: 'd',
        label: 'Difference of the runs',
        group: 'Look',
        act: () => {
          look.value = { ...look.value, colour: isByDifference(look.value) ? '' : DIFFERENCE.name };
        },
      },
      { key: '?', label: 'Help', group: 'Panels', act: () => openHelp(this) },
      {
        key: 'Escape',
        label: 'The scene alone',
        group: 'Panels',
        act: () => {
          location.hash = this.back;
        },
      },
    );
  }

  /** Returns the insets of both panes, which share one camera. */
  #insets() {
    const page = this.element.getBoundingClientRect();
    const bottom = page.width > NARROW ? page.bottom - this.#timeControls.getBoundingClientRect().top : 0;
    return { top: LABEL, right: 0, bottom, left: 0 };
  }
}
