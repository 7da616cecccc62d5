/** Sheets and results of the peer benchmark that are made up, for tests of what is made of them. */
import type { PeerRow, PeersResult } from '../../../../../lab/bench/peers/index.ts';
import type { PeerRun } from '../../../../../lab/bench/peers/peer.ts';
import { restPositions, scenarios } from '../../../../../lab/bench/peers/scenario.ts';

/** A sheet that does as it is told, a frame of it lasting as long as told by the false clock. */
export function acted(n: number, play: (frame: number, positions: Float64Array) => void, frameMs = 2) {
  let now = 0;
  let frame = 0;
  const positions = restPositions(scenarios.flag, n);
  const run: PeerRun = {
    frame() {
      now += frameMs;
      play(++frame, positions);
    },
    positions: (out) => out.set(positions),
    dispose() {},
  };
  return { run, clock: () => now };
}

/** A row of results, but for what is told. */
export function row(change: Partial<PeerRow>): PeerRow {
  return {
    peer: 'Pliant',
    version: '1',
    licence: 'MIT',
    setting: 'default',
    about: 'as is',
    scenario: 'flag',
    n: 33,
    status: 'ok',
    frames: 90,
    measured: 60,
    msMin: 1,
    msMedian: 2,
    msMean: 2.5,
    strainMean: 0.004,
    strain99: 0.03,
    strainWithin: 0.95,
    strainMax: 0.1,
    penetration: null,
    vertices: null,
    distance: null,
    note: '',
    ...change,
  };
}

export const sample: PeersResult = {
  machine: 'Counting <frame> & Sons',
  date: '2000-01-01',
  warmUp: 30,
  frames: 60,
  rounds: 1,
  planned: 6,
  complete: true,
  rows: [
    row({ msMin: 2, msMedian: 3 }),
    row({ setting: 'stiff', msMin: 4, strainMean: 0.002 }),
    row({ peer: 'Jolt', msMedian: 1.5, strainMean: 0.05 }),
    row({
      peer: 'Jolt',
      setting: 'stiff',
      status: 'exploded',
      strainMean: null,
      note: 'exploded in frame 7',
    }),
    row({ peer: 'Other', scenario: 'drape', penetration: 0.0123 }),
    row({
      peer: 'Other',
      scenario: 'drape',
      status: 'failed',
      msMedian: null,
      msMin: null,
      strainMean: null,
    }),
  ],
};
