/** What the table and the plots draw from: rows by scenario and size, and those of them that have both numbers. */
import type { PeerRow } from './index.ts';

/** Rows of one scenario and size together, in the order they came. */
export function groupRows(rows: readonly PeerRow[]): PeerRow[][] {
  const groups = new Map<string, PeerRow[]>();
  for (const row of rows) {
    const key = `${row.scenario} ${row.n}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** A row that has both numbers, in the plots' units. */
export interface Point {
  row: PeerRow;
  strain: number; // %
  ms: number;
}

/** Zeros have no place on logarithmic axes. */
export function pointsOf(rows: readonly PeerRow[]): Point[] {
  return rows.flatMap((row) =>
    row.status === 'ok' && row.strainMean && row.msMin
      ? [{ row, strain: 100 * row.strainMean, ms: row.msMin }]
      : [],
  );
}
