/** Readings of two compared runs, and the table that shows them side by side. */
import { effect, type ReadonlySignal } from '@preact/signals-core';
import { h } from '../elements.ts';
import { compact, grouped, metres, milliseconds, percent } from '../numbers.ts';
import type { Frame } from '../studio-calls.ts';
import type { ComparedRun } from './compared-run.ts';
import { type Apart, apartness } from './correspondence.ts';

export interface RunReadings {
  readonly name: string;
  /** Simulated time, s. */
  readonly time: number;
  /** Wall time of a step, ms. */
  readonly cost: number | undefined;
  readonly frame: Frame;
  /** Distance from the other run. */
  readonly apart: Apart | undefined;
}

export function readingsOfRun(
  { frame, cost }: ComparedRun,
  name: string,
  distances: readonly (Float32Array | undefined)[],
): RunReadings {
  return { name, time: frame.time, cost, frame, apart: apartness(frame.meshes, distances) };
}

const NONE = '–';
/** Resolution of single-precision positions in a scene of some metres, m. */
const FINEST = 1e-6;

function distance(value: number): string {
  return value > 0 && value < FINEST ? '< 0.001 mm' : metres(value);
}

const ROWS: readonly [name: string, text: (reading: RunReadings) => string | undefined][] = [
  ['Time', ({ time }) => `${time.toFixed(2)} s`],
  ['Cost of a step', ({ cost }) => (cost === undefined ? undefined : milliseconds(cost))],
  ['Sub-steps', ({ frame }) => frame.report && grouped(frame.report.substeps)],
  ['Energy', ({ frame }) => frame.report && `${compact(frame.report.energy.total)} J`],
  ['Largest strain', ({ frame }) => frame.report && percent(frame.report.strain.max)],
  ['Contacts', ({ frame }) => frame.report && grouped(frame.report.contacts)],
  ['Particles', ({ frame }) => grouped(frame.positions.length / 3)],
  ['Triangles', ({ frame }) => grouped(frame.measures.triangles)],
  ['Mean difference', ({ apart }) => apart && distance(apart.mean)],
  ['Largest difference', ({ apart }) => apart && distance(apart.max)],
];

/** Returns a table with a column for each run. */
export function readingTable(
  readings: ReadonlySignal<readonly RunReadings[]>,
  ends: AbortSignal,
): HTMLElement {
  const heads = [0, 1].map(() => h('th', { scope: 'col' }));
  const rows = ROWS.map(([name, text]) => {
    const cells = [0, 1].map(() => h('td', {}, NONE));
    return { cells, text, row: h('tr', {}, h('th', { scope: 'row' }, name), ...cells) };
  });
  const stop = effect(() => {
    const both = readings.value;
    heads.forEach((head, i) => {
      head.textContent = both[i]?.name ?? NONE;
    });
    for (const { cells, text } of rows)
      cells.forEach((cell, i) => {
        cell.textContent = (both[i] && text(both[i])) ?? NONE;
      });
  });
  ends.addEventListener('abort', stop);
  return h(
    'table',
    { class: 'numbers side-table' },
    h('caption', { class: 'unseen' }, 'Readings of both'),
    h('thead', {}, h('tr', {}, h('td', {}), ...heads)),
    h('tbody', {}, ...rows.map(({ row }) => row)),
  );
}
