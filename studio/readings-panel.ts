/** The Readings tab: numbers of the run, updated a few times a second so that they can be read. */

import { h } from './elements.ts';
import { compact, grouped, metres, milliseconds, percent } from './numbers.ts';
import { choiceLabel } from './panels/labels.ts';
import { Sparkline } from './sparkline.ts';
import type { Part, WorkbenchContext } from './workbench-context.ts';

/** Time between two updates, ms. */
const INTERVAL = 120;

interface Row {
  value: HTMLElement;
  spark?: Sparkline;
}

/** Returns the panel of readings. */
export function readings(bench: WorkbenchContext): Part {
  const { simulation, state } = bench;
  const rows = new Map<string, Row>();
  const list = h('dl', { class: 'numbers' });
  for (const [key, name, sparked] of ROWS) {
    const row: Row = { value: h('dd', {}, '–'), spark: sparked ? new Sparkline() : undefined };
    rows.set(key, row);
    list.append(
      h('div', { class: `row row-${key}` }, h('dt', {}, name), row.spark?.element ?? '', row.value),
    );
  }
  const set = (key: string, text: string) => {
    rows.get(key)!.value.textContent = text;
  };
  bench.effect(() => {
    const opened = state.opened.value;
    if (!opened) return;
    set('substeps', grouped(opened.substeps));
    set('engine', choiceLabel(opened.engine));
  });
  let due = 0;
  bench.effect(() => {
    const frame = state.frame.value;
    if (!frame) return;
    const { report, cost } = frame;
    if (frame.step === 0) for (const { spark } of rows.values()) spark?.clear();
    if (report && cost !== undefined) {
      rows.get('energy')!.spark?.add(report.energy.total);
      rows.get('strain')!.spark?.add(report.strain.max);
      rows.get('cost')!.spark?.add(cost);
    }
    const now = performance.now();
    if (simulation.playing && now < due) return;
    due = now + INTERVAL;
    set('time', `${frame.time.toFixed(2)} s`);
    set('particles', grouped(frame.positions.length / 3));
    if (report) {
      if (cost !== undefined) set('cost', milliseconds(cost));
      set('substeps', grouped(report.substeps));
      set('energy', `${compact(report.energy.total)} J`);
      set('strain', percent(report.strain.max));
      set('penetration', metres(report.penetrationMax));
      set('contacts', grouped(report.contacts));
    }
    for (const { spark } of rows.values()) spark?.draw();
    const factor = simulation.realTimeFactor(now);
    set('factor', factor === undefined ? '–' : `${factor.toFixed(2)} ×`);
  });
  return { element: h('section', { class: 'readouts', 'aria-label': 'Readings' }, list) };
}

const ROWS: readonly [key: string, name: string, sparked?: boolean][] = [
  ['time', 'Time'],
  ['factor', 'Speed'],
  ['cost', 'Per frame', true],
  ['substeps', 'Sub-steps'],
  ['energy', 'Energy', true],
  ['strain', 'Largest strain', true],
  ['penetration', 'Penetration'],
  ['contacts', 'Contacts'],
  ['particles', 'Particles'],
  ['engine', 'Engine'],
];
