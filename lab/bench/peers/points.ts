/** Data of the table and the plots: rows by scenario and size, and points for rows with both numbers. */
import type { PeerRow } from './index.ts';

/** Groups rows by scenario and size, in order. */
export function groupRows(rows: readonly PeerRow[]): PeerRow[][] {
  const groups = new Map<string, PeerRow[]>();
  for (const row of rows) {
    const key = `${row.scenario} ${row.n}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** A row with both numbers, in the plots' units. */
export interface Point {
  row: PeerRow;
  strain: number; // %
  ms: number;
}

/** Logarithmic axes cannot show zeros. */
export function pointsOf(rows: readonly PeerRow[]): Point[] {
  return rows.flatMap((row) =>
    row.status === 'ok' && row.strainMean && row.msMin
      ? [{ row, strain: 100 * row.strainMean, ms: row.msMin }]
      : [],
  );
}
