/**
 * Targets of the implicit cloth relative to Jolt at its stiff setting, in the same run: at most half its time when uniform
 * and a fifth when adaptive, nearly all edges strained by less than 1 %, and none by more than the scenario's bound. Times
 * are means over the measured frames; the ratio of the fastest frames is reported too.
 */
import { adaptiveCloth, cloth } from './cloth.ts';
import type { PeerRow } from './index.ts';
import { jolt } from './jolt.ts';
import type { ScenarioName } from './scenario.ts';

const MOST_OF_JOLT = { [cloth.name]: 1 / 2, [adaptiveCloth.name]: 1 / 5 };
const LEAST_WITHIN = 0.99; // share of the edges
/** Largest strain; the corners of the flag carry point loads. */
const LARGEST_STRAIN: Record<ScenarioName, number> = { flag: 0.06, drape: 0.02 };
/** Sizes with a target. */
const SIZES = [73, 129];

export interface PeersTarget {
  peer: string;
  scenario: ScenarioName;
  n: number;
  /** Ratio of times; null if one of the two did not run well. */
  timeOfJolt: number | null;
  quickestOfJolt: number | null;
  /** Mean strain of Jolt in this run, which should be near 0.5 %. */
  joltStrain: number | null;
  strainWithin: number | null; // share of edges below 1 %
  strainMax: number | null;
  targets: { timeOfJolt: number; strainWithin: number; strainMax: number };
  meets: { time: boolean; within: boolean; largest: boolean };
}

export function judgePeers(rows: readonly PeerRow[]): PeersTarget[] {
  return rows.flatMap((row) => {
    const most = MOST_OF_JOLT[row.peer];
    const other = rows.find(
      ({ peer, setting, scenario, n }) =>
        peer === jolt.name && setting === 'stiff' && scenario === row.scenario && n === row.n,
    );
    return most === undefined || !SIZES.includes(row.n) || !other ? [] : [judge(row, other, most)];
  });
}

function judge(row: PeerRow, other: PeerRow, most: number): PeersTarget {
  const { peer, scenario, n, strainWithin, strainMax } = row;
  const isFair = row.status === 'ok' && other.status === 'ok';
  const ratio = (own: number | null, its: number | null) =>
    isFair && own !== null && its !== null ? own / its : null;
  const timeOfJolt = ratio(row.msMean, other.msMean);
  const largest = LARGEST_STRAIN[scenario];
  return {
    peer,
    scenario,
    n,
    timeOfJolt,
    quickestOfJolt: ratio(row.msMin, other.msMin),
    joltStrain: other.strainMean,
    strainWithin,
    strainMax,
    targets: { timeOfJolt: most, strainWithin: LEAST_WITHIN, strainMax: largest },
    meets: {
      time: timeOfJolt !== null && timeOfJolt <= most,
      within: strainWithin !== null && strainWithin >= LEAST_WITHIN,
      largest: strainMax !== null && strainMax < largest,
    },
  };
}

/** Lines below the table; none if nothing has a target. */
export function formatTargets(targets: readonly PeersTarget[]): string[] {
  if (targets.length === 0) return [];
  const met = (holds: boolean) => (holds ? 'met' : 'missed');
  const number = (value: number | null, factor: number, places: number) =>
    value === null ? '–' : (factor * value).toFixed(places);
  const lines = targets.map((t) =>
    [
      `${t.scenario} ${t.n}×${t.n} ${t.peer}:`,
      `${number(t.timeOfJolt, 1, 2)} of Jolt's time (fastest frames ${number(t.quickestOfJolt, 1, 2)}; at most ${t.targets.timeOfJolt}: ${met(t.meets.time)}),`,
      `${number(t.strainWithin, 100, 2)} % of edges below 1 % (at least ${100 * t.targets.strainWithin}: ${met(t.meets.within)}),`,
      `largest ${number(t.strainMax, 100, 1)} % (below ${100 * t.targets.strainMax}: ${met(t.meets.largest)})`,
    ].join(' '),
  );
  return [['targets relative to Jolt, stiff (its mean strain should be 0.5 %):', ...lines].join('\n')];
}
