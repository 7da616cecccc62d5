/**
 * Targets of live cloth on one core, each for one row of the table or for the solve on two threads. The times in ms are meant
 * for a 2-core AMD EPYC; those relative to Jolt hold anywhere.
 */
import type { SharedRow } from '../cloth/index.ts';
import type { LiveKind, LiveRow } from './index.ts';

/** Numbers of a row that a target bounds from above. */
type Bounded = 'mean' | 'worst' | 'strain99' | 'strainMax' | 'crossings' | 'timesJolt' | 'strainOfJolt';

interface Target {
  kind: LiveKind;
  adaptive: boolean;
  n: number;
  most: Partial<Record<Bounded, number>>;
}

export const LIVE_TARGETS: readonly Target[] = [
  { kind: 'drape', adaptive: false, n: 65, most: { mean: 16, worst: 33, strain99: 0.01, strainMax: 0.04 } },
  { kind: 'drape', adaptive: true, n: 129, most: { mean: 12, strain99: 0.01, strainMax: 0.04 } },
  { kind: 'flag', adaptive: false, n: 65, most: { mean: 6, strainMax: 0.03 } },
  { kind: 'crumple', adaptive: false, n: 65, most: { mean: 40, strainMax: 0.06, crossings: 0 } },
  { kind: 'crumple', adaptive: true, n: 129, most: { mean: 30, strainMax: 0.06, crossings: 0 } },
  { kind: 'bare', adaptive: false, n: 73, most: { timesJolt: 1, strainOfJolt: 0.1 } },
  { kind: 'bare', adaptive: true, n: 73, most: { timesJolt: 0.3 } },
  { kind: 'bare', adaptive: false, n: 129, most: { timesJolt: 0.7 } },
  { kind: 'bare', adaptive: true, n: 129, most: { timesJolt: 0.1 } },
  { kind: 'garment', adaptive: false, n: 100, most: { mean: 66, crossings: 0 } },
  { kind: 'rest', adaptive: false, n: 65, most: { mean: 0.5 } },
  { kind: 'rest', adaptive: true, n: 129, most: { mean: 0.5 } },
];

/** Least speed-up of the solve on two threads at 129 × 129, with the same bytes, where two cores are free. */
export const THREADS_TARGET = { n: 129, timesOne: 1.6 };

export interface LiveVerdict {
  /** Row that is judged, and which of its numbers. */
  row: string;
  what: Bounded | 'timesOne';
  /** Measured number; null if it could not be measured. */
  value: number | null;
  bound: number;
  meets: boolean;
}

/** Judges the rows that have targets. A row that stopped early meets none, because its hardest frames may be missing. */
export function judgeLive(rows: readonly LiveRow[], threads: SharedRow | null): LiveVerdict[] {
  const verdicts = LIVE_TARGETS.flatMap(({ kind, adaptive, n, most }) => {
    const row = rows.find((one) => one.kind === kind && one.adaptive === adaptive && one.n === n);
    if (!row) return [];
    return (Object.keys(most) as Bounded[]).map((what): LiveVerdict => {
      const bound = most[what]!;
      const value = row[what];
      const name = row.complete ? nameOf(row) : `${nameOf(row)}, incomplete`;
      return { row: name, what, value, bound, meets: row.complete && value !== null && value <= bound };
    });
  });
  if (threads?.n !== THREADS_TARGET.n) return verdicts;
  const { n, timesOne, sameBytes } = threads;
  const bound = THREADS_TARGET.timesOne;
  const row = `solve ${n}×${n} on ${threads.threads} threads${sameBytes ? '' : ', DIFFERENT BYTES'}`;
  return [
    ...verdicts,
    { row, what: 'timesOne', value: timesOne, bound, meets: sameBytes && timesOne >= bound },
  ];
}

/** Returns the scene and mesh of a row in words. */
export function nameOf({ kind, n, adaptive }: Pick<LiveRow, 'kind' | 'n' | 'adaptive'>): string {
  return `${kind} ${adaptive ? `adaptive to ${n}` : `${n}×${n}`}`;
}
