/** The result as text: the table, the verdicts, and what the numbers are. */
import { table } from '../bench.ts';
import type { LiveResult, LiveRow, Yardstick } from './index.ts';
import { judgeLive, type LiveVerdict, nameOf } from './targets.ts';

const HEAD = [
  'sheet',
  'frames',
  'ms',
  'p99',
  'worst',
  '× Jolt',
  '× product',
  'strain p99 %',
  'largest %',
  'solves',
  'iterations',
  'detections',
  'integrate %',
  'contact %',
  'adapt %',
  'check %',
  'vertices',
  'crossings',
];

export function formatLive(result: LiveResult): string {
  const { rows, failures, threads, threadsNote, yardsticks, complete, machine, date } = result;
  const verdicts = judgeLive(rows, threads);
  return [
    ...(rows.length > 0 ? [table(HEAD, rows.map(cells))] : []),
    ...failures,
    ...rows.filter(({ complete }) => !complete).map(whyIncomplete),
    ...rows.filter(({ kind }) => kind === 'rest').map(restOf),
    ...(complete ? [] : ['stopped early: the rest was not measured']),
    ...(threads ? [threadsLine(threads)] : []),
    ...(threadsNote ? [`two threads were not measured: ${threadsNote}`] : []),
    ...(yardsticks.length > 0 ? [yardsticks.map(yardstickLine).join('\n')] : []),
    ...(verdicts.length > 0 ? [['targets:', ...verdicts.map(verdictLine)].join('\n')] : []),
    LEGEND,
    `${machine}, ${date}`,
  ].join('\n\n');
}

const LEGEND = `ms: CPU time of a frame of 1/60 s, mean over the frames, each the less of two runs unless a run is long; bare: after 30
frames, rest: once it rests, at most 1,800 frames later. × Jolt: over the mean of Jolt's drape; × product: over a product with the matrix in C++; both at
the same n × n. strain: |l/l₀ − 1| of the edges along the threads in all frames. Shares are of the time of the phases.
crossings: pairs of triangles that intersect at the end, by the exact judge.`;

function cells(row: LiveRow): string[] {
  return [
    nameOf(row),
    String(row.frames),
    digits(row.mean),
    digits(row.p99),
    digits(row.worst),
    digits(row.timesJolt),
    digits(row.timesCpp),
    digits(row.strain99, 100),
    digits(row.strainMax, 100),
    digits(row.solves),
    digits(row.iterations),
    digits(row.detections),
    ...(['integrate', 'contact', 'adapt', 'check'] as const).map((phase) => digits(row.phases[phase], 100)),
    row.vertices.toFixed(0),
    row.crossings === null ? '–' : String(row.crossings),
  ];
}

function whyIncomplete(row: LiveRow): string {
  const why = row.fault ?? 'its time was spent';
  return `${nameOf(row)} ended after ${row.frames} frames: ${why}`;
}

function restOf(row: LiveRow): string {
  return row.speed === 0
    ? `${nameOf(row)} is at rest`
    : `${nameOf(row)} still moves at ${digits(row.speed, 1000)} mm/s (root mean square)`;
}

function threadsLine({ n, threads, one, shared, timesOne, sameBytes }: NonNullable<LiveResult['threads']>) {
  const bytes = sameBytes ? 'same bytes' : 'DIFFERENT BYTES';
  return `solve ${n}×${n} on ${threads} threads: ${digits(shared)} ms, on one ${digits(one)}; ${timesOne.toFixed(2)} times as fast, ${bytes}`;
}

function yardstickLine({ n, joltMs, joltStrain99, joltNote, productMs }: Yardstick): string {
  const beside =
    joltMs === null ? joltNote : `${digits(joltMs)} ms a frame, strain p99 ${digits(joltStrain99, 100)} %`;
  const product = productMs === null ? 'no g++' : `${digits(productMs, 1000)} µs`;
  return `${n}×${n}: Jolt, stiff: ${beside}; a product in C++: ${product}`;
}

const WORDS: Record<LiveVerdict['what'], { title: string; unit: string; factor: number }> = {
  mean: { title: 'mean', unit: ' ms', factor: 1 },
  worst: { title: 'worst', unit: ' ms', factor: 1 },
  strain99: { title: 'strain p99', unit: ' %', factor: 100 },
  strainMax: { title: 'largest strain', unit: ' %', factor: 100 },
  crossings: { title: 'crossings', unit: '', factor: 1 },
  timesJolt: { title: 'time', unit: " of Jolt's", factor: 1 },
  strainOfJolt: { title: 'strain p99', unit: " of Jolt's", factor: 1 },
  timesOne: { title: 'speed', unit: ' times that of one', factor: 1 },
};

function verdictLine({ row, what, value, bound, meets }: LiveVerdict): string {
  const { title, unit, factor } = WORDS[what];
  const side = what === 'timesOne' ? 'at least' : 'at most';
  const measured = value === null ? 'not measured' : `${digits(value, factor)}${unit}`;
  return `${row}: ${title} ${measured} (${side} ${factor * bound}): ${meets ? 'met' : 'missed'}`;
}

/** Three significant digits, more than the machine reproduces. */
function digits(value: number | null, factor = 1): string {
  if (value === null) return '–';
  const scaled = value * factor;
  if (scaled === 0) return '0';
  return scaled >= 100 ? scaled.toFixed(0) : scaled >= 10 ? scaled.toFixed(1) : scaled.toFixed(2);
}
