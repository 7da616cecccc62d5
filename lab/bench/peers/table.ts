/** The result as text: a table and a plot for each scenario and size, then the settings. */
import { table } from '../bench.ts';
import type { PeerRow, PeersResult } from './index.ts';
import { groupRows } from './points.ts';
import { scenarios } from './scenario.ts';
import { formatTargets, judgePeers } from './targets.ts';
import { textPlot } from './text-plot.ts';

const HEAD = [
  'engine',
  'setting',
  'ms',
  'median',
  'mean',
  '× Pliant',
  'strain %',
  '99 % below',
  'largest %',
  'depth mm',
  'note',
];

export function formatPeers(result: PeersResult): string {
  const tables = groupRows(result.rows).map((rows) => {
    const [{ scenario, n }] = rows;
    const lines = rows.map((row) => cells(row, oursBeside(row, rows)));
    const plot = textPlot(rows);
    const title = `${scenario} ${n}×${n}: ${scenarios[scenario].about}`;
    return [title, table(HEAD, lines), ...(plot ? [plot] : [])].join('\n\n');
  });
  const targets = formatTargets(judgePeers(result.rows));
  const stopped = result.complete ? [] : [`stopped early: ${result.rows.length} of ${result.planned} rows`];
  return [...tables, ...stopped, ...targets, legend(result)].join('\n\n');
}

function oursBeside(row: PeerRow, rows: readonly PeerRow[]): PeerRow | undefined {
  return rows.find(
    ({ peer, setting, status }) => peer === 'Pliant' && setting === row.setting && status === 'ok',
  );
}

function cells(row: PeerRow, ours: PeerRow | undefined): string[] {
  const isComparable = ours && ours !== row && ours.msMin !== null && row.msMin !== null;
  return [
    row.peer,
    row.setting,
    digits(row.msMin),
    digits(row.msMedian),
    digits(row.msMean),
    isComparable ? digits(row.msMin! / ours.msMin!) : '',
    digits(row.strainMean, 100),
    digits(row.strain99, 100),
    digits(row.strainMax, 100),
    digits(row.penetration, 1000),
    [row.note, adapted(row)].filter(Boolean).join('; '),
  ];
}

function adapted({ vertices, distance }: PeerRow): string {
  if (vertices === null) return '';
  const apart = distance === null ? '' : `, ${digits(distance, 1000)} mm from the uniform one`;
  return `${vertices.toFixed(0)} vertices${apart}`;
}

/** Three significant digits, more than the machine reproduces. */
function digits(value: number | null, factor = 1): string {
  if (value === null) return '';
  const scaled = value * factor;
  if (scaled === 0) return '0';
  return scaled >= 100 ? scaled.toFixed(0) : scaled >= 10 ? scaled.toFixed(1) : scaled.toFixed(2);
}

function legend({ machine, date, warmUp, frames, rounds, rows }: PeersResult): string {
  const about = new Map<string, string>();
  for (const row of rows) {
    const version = row.version ?? 'not installed';
    about.set(
      `${row.peer} ${row.setting}`,
      `${row.peer} ${version} (${row.licence}), ${row.setting}: ${row.about}`,
    );
  }
  return [
    `ms: the fastest of ${frames} frames of 1/60 s after ${warmUp} of warm-up; median, mean: of these frames${rounds > 1 ? `, each the least of ${rounds} rounds` : ''};`,
    '× Pliant: relative to the sheet of springs at the same setting. strain: |l/l₀ − 1| of the edges, the mean over edges and',
    'frames; 99 % below: their 99th percentile; largest: of any edge in any frame; depth: the deepest particle',
    'inside the ball.',
    '',
    ...about.values(),
    '',
    `${machine}, ${date}`,
  ].join('\n');
}
