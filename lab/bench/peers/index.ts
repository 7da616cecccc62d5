/**
 * Pliant beside other engines, all in one run on one thread: flag and drape at several resolutions, each engine at its
 * default and at a stiff setting. Milliseconds per frame come with the stretch of the sheet and its penetration into the
 * ball, because a fast rubber sheet is no win.
 *
 * The engines of a scenario and size run in turn, again in every further round, so that a busy moment of the machine does
 * not hit one alone; the minimum time of each frame counts. Engines that ran out of time in the first round are not
 * measured again.
 */
import { surfaceDistance } from '../../experiments/index.ts';
import { machineName, today } from '../machine.ts';
import { ammo } from './ammo.ts';
import { cannon } from './cannon.ts';
import { adaptiveCloth, cloth } from './cloth.ts';
import { jolt } from './jolt.ts';
import { type Measurement, measure, median } from './measure.ts';
import { mujoco } from './mujoco.ts';
import { ours } from './ours.ts';
import type { Peer, Setting } from './peer.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenario.ts';

export { plotPeers } from './plot.ts';
export { formatPeers } from './table.ts';
export { judgePeers, type PeersTarget } from './targets.ts';

export const peers: readonly Peer[] = [ours, cloth, adaptiveCloth, jolt, ammo, mujoco, cannon];

export interface PeersOptions {
  sizes?: readonly number[]; // particles per side
  scenarios?: readonly ScenarioName[];
  frames?: number; // measured
  warmUp?: number; // frames before
  budget?: number; // ms of stepping per row, in each round
  rounds?: number;
  peers?: readonly Peer[];
  progress?: (done: number, total: number, label: string) => void;
  stop?: () => boolean; // polled before each row; the rows so far are the result
  clock: () => number; // ms
}

export interface PeerRow {
  peer: string;
  version: string | null;
  licence: string;
  setting: Setting;
  about: string; // of the setting
  scenario: ScenarioName;
  n: number;
  status: Measurement['status'] | 'failed' | 'not installed';
  frames: number; // total
  measured: number; // timed and judged
  msMin: number | null; // of a frame
  msMedian: number | null;
  msMean: number | null; // over frames, each the minimum of all rounds
  strainMean: number | null; // dimensionless; null unless the status is ok, likewise below
  strain99: number | null; // dimensionless; 99 % of the edges stay below
  strainWithin: number | null; // share of the edges strained by less than 1 %
  strainMax: number | null;
  penetration: number | null; // m
  vertices: number | null; // mean, for a sheet that refines itself
  distance: number | null; // m, mean distance to the uniform sheet at the end; null unless both ended at the same frame
  note: string;
}

export interface PeersResult {
  machine: string;
  date: string;
  warmUp: number; // frames
  frames: number; // measured, if nothing else is noted
  rounds: number;
  planned: number; // rows
  complete: boolean; // false when stopped before the last of them
  rows: PeerRow[];
}

export async function benchPeers(options: PeersOptions): Promise<PeersResult> {
  const { sizes = [33, 73, 129], frames = 60, warmUp = 30, budget = 25_000, rounds = 1 } = options;
  const { progress, stop, clock } = options;
  const engines = options.peers ?? peers;
  const groups = (options.scenarios ?? (['flag', 'drape'] as const)).flatMap((name) =>
    sizes.map((n) =>
      engines.flatMap((peer) =>
        peer.settings.map((setting): Task => ({ scenario: scenarios[name], n, peer, setting })),
      ),
    ),
  );
  const planned = groups.reduce((sum, tasks) => sum + tasks.length, 0);
  const rows: PeerRow[] = [];
  let turns = 0;
  const isStopped = (task: Task) => {
    if (stop?.()) return true;
    const { scenario, n, peer, setting } = task;
    progress?.(turns++, rounds * planned, `${scenario.name} ${n}×${n} ${peer.name} ${setting}`);
    return false;
  };
  for (const tasks of groups) {
    const group = await measureGroup(tasks, rounds, { warmUp, frames, budget, clock }, isStopped);
    rows.push(...group);
    if (group.length < tasks.length) break;
  }
  const complete = rows.length === planned;
  if (complete) progress?.(rounds * planned, rounds * planned, 'done');
  return { machine: machineName(), date: today(), warmUp, frames, rounds, planned, complete, rows };
}

interface Task {
  scenario: Scenario;
  n: number;
  peer: Peer;
  setting: Setting;
}

/** Measurements of a task so far. */
interface Measured {
  row: PeerRow;
  measurement?: Measurement;
}

async function measureGroup(
  tasks: readonly Task[],
  rounds: number,
  options: Parameters<typeof measure>[3],
  isStopped: (task: Task) => boolean,
): Promise<PeerRow[]> {
  const all: Measured[] = [];
  measuring: for (let round = 0; round < rounds; round++) {
    for (const [i, task] of tasks.entries()) {
      if (isStopped(task)) break measuring;
      if (round === 0) all.push(await runRow(task, options));
      else if (isWhole(all[i])) all[i] = again(all[i], await runRow(task, options));
    }
  }
  const uniform = all.find(({ row }) => row.peer === cloth.name)?.measurement;
  return all.map(({ row, measurement }) =>
    row.peer === adaptiveCloth.name &&
    row.status === 'ok' &&
    uniform?.strain &&
    uniform.frames === row.frames &&
    measurement
      ? { ...row, distance: distance(uniform.positions, measurement.positions, row.n) }
      : row,
  );
}

function isWhole({ row, measurement }: Measured): boolean {
  return row.status === 'ok' && row.note === '' && measurement !== undefined;
}

/** Merges another run: the smaller time of each frame. A run with a different outcome replaces it. */
function again(before: Measured, now: Measured): Measured {
  if (!before.measurement || !now.measurement || !isWhole(now)) return now;
  const times = before.measurement.times.map((time, i) => Math.min(time, now.measurement!.times[i]));
  return { row: { ...before.row, ...timesOf(times) }, measurement: { ...before.measurement, times } };
}

function timesOf(times: readonly number[]) {
  return {
    msMin: Math.min(...times),
    msMedian: median(times),
    msMean: times.reduce((sum, time) => sum + time, 0) / times.length,
  };
}

/** Mean distance in m of two sheets given at n × n points. */
function distance(one: Float64Array, other: Float64Array, n: number): number {
  const triangles: number[] = [];
  for (let row = 0; row + 1 < n; row++) {
    for (let k = row * n; k < row * n + n - 1; k++) triangles.push(k, k + n, k + n + 1, k, k + n + 1, k + 1);
  }
  return surfaceDistance({ positions: one, triangles }, { positions: other, triangles }, 1).mean;
}

/** A peer that is missing, throws or explodes becomes a row that says so. */
async function runRow(task: Task, options: Parameters<typeof measure>[3]): Promise<Measured> {
  const { peer, scenario, n, setting } = task;
  const row = emptyRow(peer, scenario, n, setting);
  if (peer.version === undefined) return { row: { ...row, status: 'not installed', note: 'not installed' } };
  const reason = peer.tooLarge?.(n);
  if (reason) return { row: { ...row, status: 'slow', note: `too slow: ${reason}` } };
  try {
    const run = await peer.create(scenario, n, setting);
    try {
      const m = await measure(run, scenario, n, options);
      return { row: { ...row, ...measuredPart(m), note: noteOf(m, options) }, measurement: m };
    } finally {
      run.dispose();
    }
  } catch (error) {
    return { row: { ...row, status: 'failed', note: `failed: ${firstLine(error)}` } };
  }
}

function measuredPart(m: Measurement) {
  return {
    status: m.status,
    frames: m.frames,
    measured: m.measured,
    ...timesOf(m.times),
    strainMean: m.strain?.mean ?? null,
    strain99: m.strain?.p99 ?? null,
    strainWithin: m.strain?.within ?? null,
    strainMax: m.strain?.max ?? null,
    penetration: m.penetration,
    vertices: m.vertices,
  };
}

function emptyRow(peer: Peer, scenario: Scenario, n: number, setting: Setting): PeerRow {
  return {
    peer: peer.name,
    version: peer.version ?? null,
    licence: peer.licence,
    setting,
    about: peer.about(setting),
    scenario: scenario.name,
    n,
    status: 'failed',
    frames: 0,
    measured: 0,
    msMin: null,
    msMedian: null,
    msMean: null,
    strainMean: null,
    strain99: null,
    strainWithin: null,
    strainMax: null,
    penetration: null,
    vertices: null,
    distance: null,
    note: '',
  };
}

function noteOf(m: Measurement, { warmUp, frames }: { warmUp: number; frames: number }): string {
  if (m.status === 'exploded') return `exploded in frame ${m.frames}`;
  if (m.status === 'slow') return `too slow: stopped after ${m.frames} of ${warmUp + frames} frames`;
  return m.measured < frames ? `slow: ${m.measured} of ${frames} frames measured` : '';
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0].slice(0, 120);
}
