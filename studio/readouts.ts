/** The numbers beside the picture, calm enough to read: they change a few times a second, not every frame. */
import { h } from './elements.ts';
import { compact, grouped, metres, milliseconds, percent } from './numbers.ts';
import type { Frame, Opened } from './protocol.ts';
import { Spark } from './spark.ts';

/** ms */
const INTERVAL = 120;
/** Below this simulated time visibly lags. */
const REAL_TIME = 0.95;

interface Row {
  value: HTMLElement;
  spark?: Spark;
}

export class Readouts {
  readonly element: HTMLElement;
  readonly #rows: Record<string, Row> = {};
  readonly #pace = h('p', { class: 'pace' });
  #due = 0;

  constructor() {
    const list = h('dl', { class: 'numbers' });
    for (const [key, name, sparked] of ROWS) {
      const row: Row = { value: h('dd', {}, '–'), spark: sparked ? new Spark() : undefined };
      this.#rows[key] = row;
      list.append(
        h('div', { class: `row row-${key}` }, h('dt', {}, name), row.spark?.element ?? '', row.value),
      );
    }
    this.element = h('section', { class: 'panel readouts', 'aria-label': 'Readings' }, list, this.#pace);
  }

  open({ substeps, engine, positions }: Opened): void {
    for (const { value, spark } of Object.values(this.#rows)) {
      value.textContent = '–';
      spark?.clear();
    }
    this.#set('time', '0.00 s');
    this.#set('substeps', `${grouped(substeps)}`);
    this.#set('engine', engine);
    this.#set('particles', grouped(positions.length / 3));
    this.#pace.textContent = '';
    this.#due = 0;
  }

  /** Every frame is in the lines. */
  record({ report, cost }: Frame): void {
    this.#rows.energy.spark?.add(report.energy.total);
    this.#rows.strain.spark?.add(report.strain.max);
    this.#rows.cost.spark?.add(cost);
  }

  /** Whether it is time for new numbers. */
  due(now: number): boolean {
    if (now < this.#due) return false;
    this.#due = now + INTERVAL;
    return true;
  }

  /** `factor`: simulated over real time, if known. */
  show({ report, cost }: Frame, factor: number | undefined): void {
    this.#set('time', `${report.time.toFixed(2)} s`);
    this.#set('cost', milliseconds(cost));
    this.#set('substeps', grouped(report.substeps));
    this.#set('energy', `${compact(report.energy.total)} J`);
    this.#set('strain', percent(report.strain.max));
    this.#set('penetration', metres(report.penetrationMax));
    this.#set('contacts', grouped(report.contacts));
    this.#set('particles', grouped(report.particles));
    for (const { spark } of Object.values(this.#rows)) spark?.draw();
    this.#set('factor', factor === undefined ? '–' : `${factor.toFixed(2)} ×`);
    const slow = factor !== undefined && factor > 0 && factor < REAL_TIME;
    this.#pace.textContent = slow ? `${compact(1 / factor)} × slower than real time` : '';
  }

  #set(key: string, text: string): void {
    this.#rows[key].value.textContent = text;
  }
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
