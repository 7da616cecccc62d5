/** The panel beside two variants: which two they are, what differs in them, and their readings. */
import type { Part } from '../bench.ts';
import { h } from '../elements.ts';
import { addressOf } from './address.ts';
import { colourChoice } from './colour-choice.ts';
import { type Comparison, settingText } from './comparison.ts';
import type { ComparisonBench } from './comparison-bench.ts';
import { readingTable } from './side-reading.ts';

const SIDES = ['Left', 'Right'] as const;

export function pairPart(bench: ComparisonBench): Part {
  const { pair } = bench;
  const pace = h('p', { class: 'pace' });
  bench.effect(() => {
    pace.textContent = pair.pace.value;
  });
  const element = h(
    'div',
    { class: 'pair' },
    h('div', { class: 'sides' }, ...SIDES.map((name, i) => sideChoice(bench, name, i as 0 | 1)), swap(bench)),
    colourChoice(bench),
    readingTable(pair.readings, bench.ends),
    pace,
    differing(bench),
    h(
      'div',
      { class: 'pair-deeds' },
      deed('Copy a link', () => void copyLink(bench)),
      studyLink(bench),
    ),
  );
  return { element };
}

function sideChoice(bench: ComparisonBench, name: string, side: 0 | 1): HTMLElement {
  const { variants } = bench.comparison.value;
  const choice = h(
    'select',
    {
      onchange: () => {
        const [left, right] = bench.comparison.value.shown;
        const other = side === 0 ? right : left;
        const chosen = choice.selectedIndex;
        // What is chosen on the one side while the other has it changes places with it.
        const own = side === 0 ? left : right;
        const pushed = chosen === other ? own : other;
        bench.show(side === 0 ? [chosen, pushed] : [pushed, chosen]);
      },
    },
    ...variants.map(({ label }) => h('option', {}, label)),
  );
  bench.effect(() => {
    choice.selectedIndex = bench.comparison.value.shown[side];
  });
  return h('label', { class: 'field-row' }, h('span', {}, name), choice);
}

function swap(bench: ComparisonBench): HTMLElement {
  return deed('Change places', () => {
    const [left, right] = bench.comparison.value.shown;
    bench.show([right, left]);
  });
}

/** The settings by which each is another than the scene. */
function differing(bench: ComparisonBench): HTMLElement {
  const list = h('dl', { class: 'differing' });
  bench.effect(() => {
    const { variants, shown } = bench.comparison.value;
    list.replaceChildren(
      ...shown.map((number) => {
        const { label, settings } = variants[number];
        const words = settings.map((setting) => h('dd', { title: setting.path }, settingText(setting)));
        if (words.length === 0) words.push(h('dd', {}, 'the scene as it is'));
        return h('div', {}, h('dt', {}, label), ...words);
      }),
    );
  });
  return list;
}

/** A study of the two that are seen. */
function studyLink({ comparison, effect }: ComparisonBench): HTMLElement {
  const link = h('a', { class: 'wide-button' }, 'Have them rated');
  effect(() => {
    const { shown, variants, ...rest } = comparison.value;
    const both: Comparison = { ...rest, variants: shown.map((i) => variants[i]), shown: [0, 1] };
    link.href = addressOf({ view: 'study', comparison: both });
  });
  return link;
}

async function copyLink(bench: ComparisonBench): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    bench.notice('The link is in the clipboard.');
  } catch (error) {
    bench.notice(`The link was not copied: ${error instanceof Error ? error.message : String(error)}`, 'bad');
  }
}

function deed(name: string, onclick: () => void): HTMLElement {
  return h('button', { type: 'button', class: 'wide-button', onclick }, name);
}
