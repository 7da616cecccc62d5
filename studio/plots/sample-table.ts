/** The samples as a table, for screen readers and for exact numbers. A row's time is a button that shows it. */
import { h } from '../elements.ts';
import { compact } from '../numbers.ts';
import type { Samples } from './samples.ts';
import type { PlotSpec } from './series.ts';

/** Number of rows, evenly spread over the run; the CSV file has all samples. */
const ROWS = 40;

export function sampleTable(
  plot: PlotSpec,
  samples: Samples,
  shown: number,
  onSeek: (step: number) => void,
): HTMLElement {
  const lines = samples.telling(plot);
  const head = ['Time', ...lines.map(({ name }) => name)];
  const units = ['s', ...lines.map(() => plot.unit)];
  const columns = head.map((name, i) =>
    h('th', { scope: 'col' }, name, units[i] ? h('span', { class: 'unit' }, ` ${units[i]}`) : ''),
  );
  const current = samples.nearest(shown);
  const picked = samples.spread(ROWS);
  const nearest = picked.reduce(
    (best, i) => (Math.abs(i - current) < Math.abs(best - current) ? i : best),
    picked[0],
  );
  const rows = picked.map((i) => {
    const time = h(
      'button',
      { type: 'button', class: 'time-button', onclick: () => onSeek(samples.steps[i]) },
      samples.times[i].toFixed(2),
    );
    time.setAttribute('aria-label', `Go to ${samples.times[i].toFixed(2)} s`);
    const cells = lines.map((line) => {
      const value = samples.column(line)[i];
      return h('td', {}, value === null || value === undefined ? '–' : compact(value));
    });
    return h(
      'tr',
      i === nearest ? { 'aria-current': 'time' } : {},
      h('th', { scope: 'row' }, time),
      ...cells,
    );
  });
  return h(
    'table',
    { class: 'sample-table numbers' },
    h('caption', { class: 'unseen' }, `${plot.title} over time`),
    h('thead', {}, h('tr', {}, ...columns)),
    h('tbody', {}, ...rows),
  );
}
