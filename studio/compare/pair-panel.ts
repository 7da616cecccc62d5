/** The panel beside two variants: their choice, their differences and their readings. */

import { h } from '../elements.ts';
import type { Part } from '../workbench-context.ts';
import { addressOf } from './address.ts';
import { colourChoice } from './colour-choice.ts';
import { type Comparison, settingText } from './comparison.ts';
import type { ComparisonWorkbench } from './comparison-workbench.ts';
import { readingTable } from './side-by-side-readings.ts';

const SIDES = ['Left', 'Right'] as const;

export function pairPart(bench: ComparisonWorkbench): Part {
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

function sideChoice(bench: ComparisonWorkbench, name: string, side: 0 | 1): HTMLElement {
  const { variants } = bench.comparison.value;
  const choice = h(
    'select',
    {
      onchange: () => {
        const [left, right] = bench.comparison.value.shown;
        const other = side === 0 ? right : left;
        const chosen = choice.selectedIndex;
        // Choosing the variant of the other side swaps the two.
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

function swap(bench: ComparisonWorkbench): HTMLElement {
  return deed('Swap', () => {
    const [left, right] = bench.comparison.value.shown;
    bench.show([right, left]);
  });
}

/** The settings of each variant. */
function differing(bench: ComparisonWorkbench): HTMLElement {
  const list = h('dl', { class: 'differing' });
  bench.effect(() => {
    const { variants, shown } = bench.comparison.value;
    list.replaceChildren(
      ...shown.map((number) => {
        const { label, settings } = variants[number];
        const words = settings.map((setting) => h('dd', { title: setting.path }, settingText(setting)));
        if (words.length === 0) words.push(h('dd', {}, 'the scene unchanged'));
        return h('div', {}, h('dt', {}, label), ...words);
      }),
    );
  });
  return list;
}

/** A link to a study of the two variants. */
function studyLink({ comparison, effect }: ComparisonWorkbench): HTMLElement {
  const link = h('a', { class: 'wide-button' }, 'Rate these two');
  effect(() => {
    const { shown, variants, ...rest } = comparison.value;
    const both: Comparison = { ...rest, variants: shown.map((i) => variants[i]), shown: [0, 1] };
    link.href = addressOf({ view: 'study', comparison: both });
  });
  return link;
}

async function copyLink(bench: ComparisonWorkbench): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    bench.notice('The link was copied to the clipboard.');
  } catch (error) {
    bench.notice(`The link was not copied: ${error instanceof Error ? error.message : String(error)}`, 'bad');
  }
}

function deed(name: string, onclick: () => void): HTMLElement {
  return h('button', { type: 'button', class: 'wide-button', onclick }, name);
}
