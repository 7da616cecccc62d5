/** The result as text. */
import { table } from '../bench.ts';
import type { LiveRow } from './index.ts';

const HEAD = [
  'scene',
  'mesh',
  'frames',
  'ms',
  'p99',
  'worst',
  'strain p99 %',
  'largest %',
  'in triangles %',
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

export function formatLive(rows: readonly LiveRow[]): string {
  const text = table(HEAD, rows.map(cells));
  const faults = rows.filter(({ fault }) => fault).map((row) => `${row.kind} ${meshOf(row)}: ${row.fault}`);
  return [text, ...faults].join('\n');
}

function meshOf({ n, adaptive }: LiveRow): string {
  return adaptive ? `adaptive to ${n}` : `${n}×${n}`;
}

function cells(row: LiveRow): string[] {
  return [
    row.kind,
    meshOf(row),
    String(row.frames),
    digits(row.mean),
    digits(row.p99),
    digits(row.worst),
    digits(100 * row.strain99),
    digits(100 * row.strainMax),
    digits(100 * row.triangleMax),
    row.solves.toFixed(1),
    row.iterations.toFixed(0),
    row.detections === null ? '–' : row.detections.toFixed(1),
    ...(['integrate', 'contact', 'adapt', 'check'] as const).map((phase) =>
      (100 * row.phases[phase]).toFixed(0),
    ),
    row.vertices.toFixed(0),
    row.crossings === null ? '–' : String(row.crossings),
  ];
}

/** Three significant digits, more than the machine reproduces. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
