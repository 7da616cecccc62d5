/** The Compare tab: the choice of variants to see side by side, or to have rated. */
import { computed } from '@preact/signals-core';
import type { Scene } from 'pliant';
import { LONGEST_LINK } from '../address.ts';
import { h } from '../elements.ts';
import type { Part, WorkbenchContext } from '../workbench-context.ts';
import { addressOf } from './address.ts';
import { type Comparison, settingsBetween, type Variant, variantScene } from './comparison.ts';
import { nameOf } from './open-comparison.ts';
import { ParameterChoice } from './parameter-choice.ts';
import { presetsFor } from './presets.ts';
import './compare.css';

/** A comparison: variants, and two of them to begin with. */
interface Choice {
  readonly title: string;
  readonly variants: readonly Variant[];
  readonly shown: readonly [number, number];
  /** Variants that are selected for a study. */
  readonly rated: readonly string[];
}

/** The variants of the study of the thesis (§6). */
const THESIS = ['SLaMM', 'TRiMM', 'Provot 2-D', 'Provot 3-D'];
const AS_IT_IS: Variant = { label: 'As it is', settings: [] };
const ONE_PARAMETER = 'One parameter';

export function comparePart(bench: WorkbenchContext): Part {
  const element = h('div', { class: 'compare' });
  if (!bench.simulation.scene) {
    element.append(
      h(
        'p',
        { class: 'soft' },
        'A recorded run cannot be compared, because variants have to be simulated. Open its scene instead.',
      ),
    );
    return { element };
  }
  let asked = 0;
  const fill = async () => {
    const mine = ++asked;
    const { scene } = await bench.simulation.edited();
    if (mine !== asked || bench.ends.aborted) return;
    element.replaceChildren(...new Chooser(bench, scene).elements);
  };
  // Status comes with every frame: only waiting changes matter here.
  const waiting = computed(() => bench.state.status.value.waiting.join('\n'));
  bench.effect(() => {
    void bench.state.scene.value;
    void waiting.value;
    fill().catch((error: Error) => bench.notice(error.message, 'bad'));
  });
  return { element };
}

class Chooser {
  readonly elements: readonly HTMLElement[];
  readonly #bench: WorkbenchContext;
  /** The scene with all changes. */
  readonly #scene: Scene;
  readonly #choices: readonly Choice[];
  readonly #parameter: ParameterChoice;
  readonly #what: HTMLSelectElement;
  readonly #left = h('select');
  readonly #right = h('select');
  readonly #sides: HTMLElement;
  readonly #rated = h('div', { class: 'rated' });
  readonly #study: HTMLElement;
  readonly #seed = h('input', { type: 'number', min: 1, max: 999_999_999, step: 1, value: 1 });

  constructor(bench: WorkbenchContext, scene: Scene) {
    this.#bench = bench;
    this.#scene = scene;
    this.#choices = choicesFor(bench.original, scene);
    this.#parameter = new ParameterChoice(scene);
    this.#what = h(
      'select',
      { onchange: () => this.#choose() },
      ...this.#choices.map(({ title }) => h('option', {}, title)),
      h('option', {}, ONE_PARAMETER),
    );
    this.#sides = h('div', { class: 'sides' }, row('Left', this.#left), row('Right', this.#right));
    this.#study = h(
      'section',
      { class: 'study-choice' },
      h('h2', {}, 'A study'),
      h(
        'p',
        { class: 'soft' },
        'Raters see the variants one after the other, unnamed and in random order, and rate them from 1 to 9.',
      ),
      h('fieldset', {}, h('legend', {}, 'Variants to rate'), this.#rated),
      row('Order seed', this.#seed),
      wideButton('Go to the study', () => void this.#go('study')),
    );
    this.elements = [
      h(
        'section',
        {},
        h('h2', {}, 'Side by side'),
        h(
          'p',
          { class: 'soft' },
          'Two variants of this scene, with one camera, one time and one scale of colours.',
        ),
        row('What', this.#what),
        this.#sides,
        this.#parameter.element,
        wideButton('Compare', () => void this.#go('compare'), 'main'),
      ),
      this.#study,
    ];
    this.#choose();
  }

  /** Undefined if one parameter is changed. */
  get #choice(): Choice | undefined {
    return this.#choices[this.#what.selectedIndex];
  }

  #choose(): void {
    const choice = this.#choice;
    this.#sides.hidden = !choice;
    this.#parameter.element.hidden = choice !== undefined;
    this.#study.hidden = !choice;
    if (!choice) return;
    const { variants, shown, rated } = choice;
    for (const [side, list] of [this.#left, this.#right].entries()) {
      list.replaceChildren(...variants.map(({ label }) => h('option', {}, label)));
      list.selectedIndex = shown[side];
    }
    this.#rated.replaceChildren(
      ...variants.map(({ label }) => {
        const box = h('input', { type: 'checkbox', value: label, checked: rated.includes(label) });
        return h('label', {}, box, h('span', {}, label));
      }),
    );
  }

  async #go(view: 'compare' | 'study'): Promise<void> {
    try {
      const original = this.#bench.original;
      const common = settingsBetween(original, this.#scene);
      const comparison: Comparison = {
        scene: await nameOf(original),
        common,
        ...(view === 'compare' ? this.#compared() : this.#toRate()),
      };
      for (const variant of comparison.variants) variantScene(original, comparison, variant);
      const address = addressOf({
        view,
        comparison,
        seed: Math.max(1, Math.round(this.#seed.valueAsNumber || 1)),
      });
      if (address.length > LONGEST_LINK) throw new RangeError('The changes are too long for an address.');
      location.hash = address;
    } catch (error) {
      this.#bench.notice(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  #compared(): Pick<Comparison, 'variants' | 'shown'> {
    const choice = this.#choice;
    if (!choice) return { variants: [AS_IT_IS, this.#parameter.variant], shown: [0, 1] };
    const shown = [this.#left.selectedIndex, this.#right.selectedIndex] as const;
    if (shown[0] === shown[1]) throw new RangeError('Choose two different variants.');
    return { variants: choice.variants, shown };
  }

  #toRate(): Pick<Comparison, 'variants' | 'shown'> {
    const boxes = [...this.#rated.querySelectorAll('input')];
    const variants = this.#choice!.variants.filter((_, i) => boxes[i].checked);
    if (variants.length < 2) throw new RangeError('Choose at least two variants to rate.');
    return { variants, shown: [0, 1] };
  }
}

/** Returns the comparisons that suit the scene, and that with the scene as it was opened. */
function choicesFor(original: Scene, scene: Scene): Choice[] {
  const presets = presetsFor(scene).map((preset) => ({
    ...preset,
    rated:
      preset.id === 'structures'
        ? THESIS
        : preset.variants.filter((_, i) => preset.shown.includes(i)).map(({ label }) => label),
  }));
  const changes = settingsBetween(scene, original);
  if (changes.length === 0) return presets;
  const variants = [AS_IT_IS, { label: 'Original scene', settings: changes }];
  const own: Choice = {
    title: 'Present scene against the original',
    variants,
    shown: [0, 1],
    rated: variants.map(({ label }) => label),
  };
  return [own, ...presets];
}

function row(name: string, control: HTMLElement): HTMLElement {
  return h('label', { class: 'field-row' }, h('span', {}, name), control);
}

function wideButton(name: string, onclick: () => void, kind = ''): HTMLElement {
  return h('button', { type: 'button', class: `wide-button ${kind}`, onclick }, name);
}
