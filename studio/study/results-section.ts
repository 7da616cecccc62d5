/** The results below the welcome page: tables, import and export, and the ten raters of the thesis as an example. */

import { h } from '../elements.ts';
import { save } from '../files/save-files.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { ratingsFromCsv, ratingsToCsv } from './csv.ts';
import { merged, type Rating } from './ratings.ts';
import { resultTables } from './results.ts';

export interface Results {
  readonly ratings: readonly Rating[];
  readonly notice: WorkbenchContext['notice'];
  /** Whether it is open; it is folded for people who have not rated yet. */
  readonly isOpen: boolean;
  /** Replaces all ratings. */
  keep(ratings: readonly Rating[]): void;
}

export function resultsSection({ ratings, notice, isOpen, keep }: Results): HTMLElement {
  const tables = h('div', {}, resultTables(ratings));
  const source = h('p', { class: 'soft', role: 'status' });
  const isEmpty = ratings.length === 0;
  const picker = h('input', {
    type: 'file',
    accept: '.csv,text/csv',
    hidden: true,
    'aria-label': 'Ratings to open',
    onchange: async () => {
      const file = picker.files?.[0];
      picker.value = '';
      if (!file) return;
      try {
        const read = ratingsFromCsv(await file.text());
        keep(merged(ratings, read));
        notice(`${file.name}: ${read.length} sheets were added.`);
      } catch (error) {
        notice(`${file.name}: ${error instanceof Error ? error.message : String(error)}`, 'bad');
      }
    },
  });
  const example = button('The ten raters of the thesis', async () => {
    const isShown = example.getAttribute('aria-pressed') === 'true';
    example.setAttribute('aria-pressed', String(!isShown));
    if (isShown) {
      source.textContent = '';
      tables.replaceChildren(resultTables(ratings));
      return;
    }
    const { default: text } = await import('./ten-raters.csv?raw');
    source.textContent =
      'An example: marks of ten people for four structures over a cube and two wedges, from App. D of the Aurora thesis. They are not added to yours.';
    tables.replaceChildren(resultTables(ratingsFromCsv(text)));
  });
  example.setAttribute('aria-pressed', 'false');
  const saved = button('Save as CSV', () => save([{ name: 'ratings.csv', bytes: ratingsToCsv(ratings) }]));
  const removed = button('Remove all', () => {
    if (window.confirm('Remove all ratings from this browser? They can be restored only from a saved CSV.'))
      keep([]);
  });
  saved.disabled = removed.disabled = isEmpty;
  return h(
    'details',
    { class: 'study-results', open: isOpen },
    h('summary', {}, h('h2', {}, 'Results')),
    h(
      'div',
      { class: 'study-deeds' },
      saved,
      button('Open a CSV', () => picker.click()),
      example,
      removed,
      picker,
    ),
    source,
    tables,
  );
}

function button(name: string, onclick: () => unknown): HTMLButtonElement {
  return h('button', { type: 'button', class: 'wide-button', onclick: () => void onclick() }, name);
}
