/** The Plots tab: a run as lines or as a table, updated a few times a second while it is visible. */
import { signal } from '@preact/signals-core';
import { h } from '../elements.ts';
import { Scope } from '../panels/effect-scope.ts';
import type { Part, WorkbenchContext } from '../workbench-context.ts';
import { LinePlot } from './line-plot.ts';
import './plots.css';
import { sampleTable } from './sample-table.ts';
import { Samples } from './samples.ts';
import { PLOTS } from './series.ts';

/** Time between drawings, and between updates of the table and of the descriptions for screen readers, ms. */
const INTERVAL = 100;
const SLOW_INTERVAL = 1000;

type View = 'plots' | 'table';

export function plotsPart(bench: WorkbenchContext): Part {
  const { simulation, state } = bench;
  const scope = new Scope();
  const samples = new Samples();
  const seekTime = (time: number) => {
    if (samples.length > 0) simulation.scrub(samples.steps[samples.nearest(time)]);
  };
  const plots = PLOTS.map((spec) => new LinePlot(spec, samples, seekTime));
  const view = signal<View>('plots');
  const chosen = signal(PLOTS[0].id);
  const board = h('div', { class: 'plot-board' }, ...plots.map(({ element }) => element));
  const empty = h('p', { class: 'plots-empty' }, 'Nothing has been simulated yet. Press play to see plots.');
  const table = h('div', { class: 'table-board', hidden: true });
  const element = h(
    'section',
    { class: 'plots', 'aria-label': 'Plots' },
    toolbar(view, chosen, scope, () => save(samples, state.scene.peek().id)),
    empty,
    board,
    table,
  );

  let due = 0;
  let slowDue = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    const now = performance.now();
    if (element.offsetParent === null) return; // another tab is open
    const time = state.frame.peek()?.time ?? 0;
    const isSlow = now >= slowDue || !simulation.playing;
    due = now + INTERVAL;
    if (isSlow) slowDue = now + SLOW_INTERVAL;
    empty.hidden = samples.length > 1;
    if (view.peek() === 'plots') {
      for (const plot of plots) plot.draw(time);
      if (isSlow) for (const plot of plots) plot.describe();
    } else if (isSlow && !table.contains(document.activeElement)) {
      drawTable(time);
    }
  };
  const drawTable = (time: number) => {
    const plot = PLOTS.find(({ id }) => id === chosen.peek()) ?? PLOTS[0];
    table.replaceChildren(sampleTable(plot, samples, time, (step) => simulation.scrub(step)));
  };
  const drawSoon = () => {
    timer ??= setTimeout(draw, Math.max(0, due - performance.now()));
  };

  scope.effect(() => {
    const frame = state.frame.value;
    if (!frame) return;
    samples.put(frame);
    drawSoon();
  });
  scope.effect(() => {
    samples.cut(state.status.value.last);
    drawSoon();
  });
  scope.effect(() => {
    const isTable = view.value === 'table';
    void chosen.value;
    board.hidden = isTable;
    table.hidden = !isTable;
    if (isTable) drawTable(state.frame.peek()?.time ?? 0);
    else drawSoon();
  });
  // Steps simulated before the tab was opened.
  simulation.call('reports', undefined).then(
    (reports) => {
      for (const reported of reports) samples.put(reported);
      drawSoon();
    },
    () => {},
  );
  const sizes = new ResizeObserver(drawSoon);
  sizes.observe(element);
  const colours = matchMedia('(prefers-color-scheme: dark)');
  const recolour = () => {
    for (const plot of plots) plot.redraw();
  };
  colours.addEventListener('change', recolour);
  scope.onEnd(() => {
    clearTimeout(timer);
    sizes.disconnect();
    colours.removeEventListener('change', recolour);
    for (const plot of plots) plot.dispose();
  });
  return { element, dispose: () => scope.end() };
}

function toolbar(
  view: { value: View },
  chosen: { value: string },
  scope: Scope,
  onSave: () => void,
): HTMLElement {
  const name = 'plots-view';
  const option = (value: View, words: string) => {
    const radio = h('input', { type: 'radio', name, value, onchange: () => (view.value = value) });
    scope.effect(() => {
      radio.checked = view.value === value;
    });
    return h('label', {}, radio, h('span', {}, words));
  };
  const choice = h(
    'select',
    {
      class: 'plot-choice',
      'aria-label': 'Content of the table',
      onchange: () => (chosen.value = choice.value),
    },
    ...PLOTS.map(({ id, title }) => h('option', { value: id }, title)),
  );
  scope.effect(() => {
    choice.hidden = view.value !== 'table';
  });
  return h(
    'div',
    { class: 'plots-bar' },
    h(
      'div',
      { class: 'segments', role: 'radiogroup', 'aria-label': 'Show as' },
      option('plots', 'Plots'),
      option('table', 'Table'),
    ),
    choice,
    h(
      'button',
      { type: 'button', class: 'csv-button', title: 'All samples as a CSV file', onclick: onSave },
      'CSV',
    ),
  );
}

function save(samples: Samples, name: string): void {
  const address = URL.createObjectURL(new Blob([samples.csv(PLOTS)], { type: 'text/csv' }));
  h('a', { href: address, download: `${name}-plots.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
