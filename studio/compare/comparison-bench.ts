/** Two variants of a scene side by side, with what is around them: their names, time, legend and panels. */
import { effect, type Signal, signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import { type Bench, benchState } from '../bench.ts';
import { deck } from '../deck.ts';
import { h, icon } from '../elements.ts';
import { openHelp } from '../help.ts';
import { Keys } from '../keys.ts';
import { legendPart } from '../look/legend-part.ts';
import type { LookBench } from '../look/look-bench.ts';
import { addLookKeys } from '../look/look-keys.ts';
import { Notices } from '../notices.ts';
import { Sidebar, type Tab } from '../sidebar.ts';
import { addressOf } from './address.ts';
import { type Comparison, variantScene } from './comparison.ts';
import { DIFFERENCE, isByDifference } from './difference.ts';
import { Pair, type Side } from './pair.ts';
import './compare.css';

/** CSS pixels; below it the two are above each other. */
const NARROW = 820;
/** CSS pixels at the top of a pane that its name takes. */
const LABEL = 44;

export interface ComparisonSetup {
  /** The scene that the variants are of. */
  readonly base: Scene;
  readonly comparison: Comparison;
  /** Address of the scene by itself, from `#` on. */
  readonly back: string;
}

const TABS: readonly Tab<ComparisonBench>[] = [
  {
    id: 'compare',
    title: 'Compare',
    icon: 'compare',
    key: 'a',
    make: async (bench) => (await import('./pair-part.ts')).pairPart(bench),
  },
  {
    id: 'look',
    title: 'Look',
    icon: 'look',
    key: 'v',
    make: async (bench) => (await import('../look/look-part.ts')).lookPart(bench),
  },
];

export class ComparisonBench implements LookBench {
  readonly element = h('main', { class: 'bench comparison' });
  readonly title: string;
  readonly base: Scene;
  readonly back: string;
  readonly comparison: Signal<Comparison>;
  readonly ends: AbortSignal;
  readonly keys: Keys;
  readonly state: Omit<Bench['state'], 'probing' | 'tool'>;
  readonly pair: Pair;
  readonly #leaving = new AbortController();
  readonly #notices = new Notices();
  readonly #deck: HTMLElement;
  readonly #sidebar: Sidebar<ComparisonBench>;
  #ticks = 0;

  constructor({ base, comparison, back }: ComparisonSetup) {
    this.base = base;
    this.back = back;
    this.comparison = signal(comparison);
    this.title = `${base.title || 'A scene'}, side by side`;
    this.ends = this.#leaving.signal;
    this.keys = new Keys(this.ends);
    const { scene, opened, frame, status, playing, speed, look } = benchState(base);
    this.state = { scene, opened, frame, status, playing, speed, look };
    this.pair = new Pair(this.state);
    this.pair.onNotice = this.notice;
    this.#sidebar = new Sidebar<ComparisonBench>(this, TABS, this.element);
    this.#sidebar.onChange = () => this.pair.resize();
    const { keys, state } = this;
    this.#deck = deck({ keys, state, effect: this.effect, simulation: this.pair.transport }).element;
    this.element.append(
      h('div', { class: 'split' }, ...this.pair.panes.map((pane) => pane.element)),
      this.#caption(),
      h('div', { class: 'corner' }, legendPart(this).element),
      this.#notices.element,
      this.#deck,
      this.#sidebar.element,
    );
    this.#addKeys();
    this.effect(() => {
      this.element.dataset.stage = look.value.stage;
      this.pair.look();
    });
  }

  get view(): LookBench['view'] {
    return this.pair.view;
  }

  /** To be called once the element is in the page. */
  start(): void {
    this.pair.start(() => this.#insets());
    if (window.innerWidth > NARROW) this.#sidebar.show('compare');
    // Who has asked for less motion starts it by hand.
    void this.#open(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
    const tick = (now: number) => {
      this.pair.tick(now);
      this.#ticks = requestAnimationFrame(tick);
    };
    this.#ticks = requestAnimationFrame(tick);
  }

  readonly notice: Bench['notice'] = (text, kind) => this.#notices.add(text, kind);
  readonly effect: Bench['effect'] = (run) => this.ends.addEventListener('abort', effect(run));

  /** Puts two others of the variants side by side. The address follows. */
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
        'The scene by itself',
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
        label: 'Difference of the two',
        group: 'Look',
        act: () => {
          look.value = { ...look.value, colour: isByDifference(look.value) ? '' : DIFFERENCE.name };
        },
      },
      { key: '?', label: 'This help', group: 'Panels', act: () => openHelp(this) },
      {
        key: 'Escape',
        label: 'The scene by itself',
        group: 'Panels',
        act: () => {
          location.hash = this.back;
        },
      },
    );
  }

  /** The same of both panes, for one camera. */
  #insets() {
    const page = this.element.getBoundingClientRect();
    const bottom = page.width > NARROW ? page.bottom - this.#deck.getBoundingClientRect().top : 0;
    return { top: LABEL, right: 0, bottom, left: 0 };
  }
}
