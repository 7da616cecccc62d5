/**
 * The study of §6 of the Aurora thesis: a rater sees variants of a scene one after the other, unnamed and in random order, and
 * marks each from 1 to 9. Marks stay in this browser and can be saved as CSV.
 */
import { effect } from '@preact/signals-core';
import type { Scene } from 'pliant';
import { type Comparison, variantScene } from '../compare/comparison.ts';
import type { OpenedComparison } from '../compare/open-comparison.ts';
import { h, icon } from '../elements.ts';
import { openHelp } from '../help.ts';
import { Keys } from '../keys.ts';
import { DEFAULT_LOOK } from '../look/look.ts';
import { Notices } from '../notices.ts';
import { timeControls } from '../time-controls.ts';
import { type WorkbenchContext, workbenchState } from '../workbench-context.ts';
import { Progress, type Study } from './progress.ts';
import { blindName } from './random-order.ts';
import { ratingForm } from './rating-form.ts';
import { LONGEST_NAME, merged, type Rating } from './ratings.ts';
import { resultsSection } from './results-section.ts';
import { ShownVariant } from './shown-variant.ts';
import { browserStore, keepRater, keepRatings, readRater, readRatings } from './storage.ts';
import { welcome } from './welcome.ts';
import '../compare/compare.css';
import './study.css';

/** Height of the variant's name on the stage, CSS pixels. */
const LABEL = 44;

export class StudyPage {
  readonly element = h('main', { class: 'bench study' });
  readonly title: string;
  readonly ends: AbortSignal;
  readonly keys: Keys;
  readonly #leaving = new AbortController();
  readonly #notices = new Notices();
  readonly #base: Scene;
  readonly #comparison: Comparison;
  readonly #study: Study;
  readonly #back: string;
  readonly #store = browserStore();
  readonly #body = h('div', { class: 'study-body' });
  readonly #state;
  #ratings: readonly Rating[];
  #rater = '';
  readonly #showing: ShownVariant;
  readonly #stageBox: HTMLElement;
  #hasStage = false;
  #ticks = 0;

  constructor({ base, comparison, seed, back }: OpenedComparison) {
    this.#base = base;
    this.#comparison = comparison;
    this.#back = back;
    const title = base.title || 'A scene';
    this.title = `${title}, a study`;
    const variants = comparison.variants.map(({ label }) => label);
    this.#study = { scene: title.slice(0, LONGEST_NAME), variants, seed };
    this.ends = this.#leaving.signal;
    this.keys = new Keys(this.ends);
    const { scene, opened, frame, status, playing, speed, look } = workbenchState(base);
    this.#state = { scene, opened, frame, status, playing, speed, look };
    // As in the thesis: the surface, without particles and springs.
    look.value = { ...DEFAULT_LOOK, smooth: true };
    this.#showing = new ShownVariant(this.#state);
    this.#showing.onNotice = this.notice;
    const time = timeControls({
      keys: this.keys,
      state: this.#state,
      effect: (run) => this.ends.addEventListener('abort', effect(run)),
      simulation: this.#showing.transport,
    });
    this.#stageBox = h('div', { class: 'study-stage' }, this.#showing.pane.element, time.element);
    const { ratings, problem } = readRatings(this.#store);
    this.#ratings = ratings;
    this.element.append(this.#head(title), this.#body, this.#notices.element);
    if (problem) this.notice(problem, 'warning');
    this.keys.add(
      { key: '?', label: 'Help', group: 'Panels', act: () => openHelp(this) },
      {
        key: 'Escape',
        label: 'The scene alone',
        group: 'Panels',
        act: () => {
          location.hash = back;
        },
      },
    );
  }

  readonly notice: WorkbenchContext['notice'] = (text, kind) => this.#notices.add(text, kind);

  /** Call it once the element is in the page. A rater who left continues at the same sheet. */
  start(): void {
    const rater = readRater(this.#store);
    const next = rater === undefined ? undefined : new Progress(this.#study, rater).next(this.#ratings);
    if (rater !== undefined && next !== undefined) this.#rate(rater, next);
    else this.#welcome();
    const tick = (now: number) => {
      this.#showing.tick(now);
      this.#ticks = requestAnimationFrame(tick);
    };
    this.#ticks = requestAnimationFrame(tick);
  }

  dispose(): void {
    cancelAnimationFrame(this.#ticks);
    this.#leaving.abort();
    this.#showing.dispose();
  }

  #head(title: string): HTMLElement {
    return h(
      'header',
      { class: 'caption' },
      h(
        'a',
        { class: 'back', href: this.#back, 'aria-keyshortcuts': 'Escape' },
        icon('back'),
        'The scene alone',
      ),
      h('h1', {}, `A study: ${title}`),
    );
  }

  #welcome({ thanks, isOpen = false }: { thanks?: string; isOpen?: boolean } = {}): void {
    this.#showing.close();
    const { variants } = this.#study;
    this.#body.replaceChildren(
      h(
        'div',
        { class: 'study-text' },
        welcome({
          variants: variants.length,
          thanks,
          begin: (rater) => {
            const next = new Progress(this.#study, rater).next(this.#ratings);
            if (next === undefined)
              this.notice(`“${rater}” has already rated all variants. New marks replace the old ones.`);
            this.#rate(rater, next ?? 0);
          },
        }),
        resultsSection({
          ratings: this.#ratings,
          notice: this.notice,
          isOpen,
          keep: (ratings) => {
            this.#keep(ratings);
            this.#welcome({ isOpen: true });
          },
        }),
      ),
    );
  }

  #rate(rater: string, place: number): void {
    const progress = new Progress(this.#study, rater);
    this.#rater = rater;
    keepRater(this.#store, rater);
    this.#sheet(progress, place);
  }

  #sheet(progress: Progress, place: number): void {
    const sheet = progress.sheet(place, this.#ratings);
    const isLast = place + 1 === progress.count;
    const name =
      sheet.variant === undefined ? 'All of them' : `${blindName(place + 1)} of ${progress.order.length}`;
    const form = ratingForm(
      sheet,
      {
        title: name,
        next: isLast ? 'Done' : 'Next',
        back: place > 0 ? 'Back' : undefined,
      },
      {
        marked: (marks) => this.#keep(merged(this.#ratings, [progress.rating({ ...sheet, marks })])),
        next: () => {
          if (isLast) this.#done();
          else this.#sheet(progress, place + 1);
        },
        back: () => this.#sheet(progress, place - 1),
      },
    );
    const bar = h('progress', { max: progress.count, value: place, 'aria-label': 'Sheets filled in' });
    const who = h('p', { class: 'study-who' }, `Rater ${this.#rater}`, bar);
    this.#body.replaceChildren(
      h('div', { class: 'study-work' }, this.#stageBox, h('div', { class: 'study-side panel' }, who, form)),
    );
    if (!this.#hasStage) this.#showing.pane.start(() => ({ top: LABEL, right: 0, bottom: 0, left: 0 }));
    this.#hasStage = true;
    form.querySelector('h2')?.focus({ preventScroll: true });
    if (sheet.variant === undefined) return;
    const variant = this.#comparison.variants[sheet.variant];
    const scene = variantScene(this.#base, this.#comparison, variant);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    void this.#showing.open(blindName(place + 1), scene, !isStill);
  }

  #done(): void {
    keepRater(this.#store, undefined);
    this.#welcome({ thanks: `Thank you, ${this.#rater}. Your marks are stored.` });
  }

  #keep(ratings: readonly Rating[]): void {
    this.#ratings = ratings;
    const problem = keepRatings(this.#store, ratings);
    if (problem) this.notice(problem, 'bad');
  }
}
