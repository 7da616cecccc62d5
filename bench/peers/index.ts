/**
 * Pliant beside other engines, all in one run on one thread: flag and drape at several resolutions, each engine
 * at its default and at a stiff setting. Milliseconds a frame are told together with how much the sheet stretches
 * and how deep it sinks into the ball, for a fast rubber sheet is no win.
 */
import { cpus } from 'node:os';
import { ammo } from './ammo.ts';
import { cannon } from './cannon.ts';
import { jolt } from './jolt.ts';
import { type Measurement, measure } from './measure.ts';
import { mujoco } from './mujoco.ts';
import { ours } from './ours.ts';
import type { Peer, Setting } from './peer.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenario.ts';

export { plotPeers } from './plot.ts';
export { formatPeers } from './table.ts';

export const peers: readonly Peer[] = [ours, jolt, ammo, mujoco, cannon];

export interface PeersOptions {
  sizes?: readonly number[]; // masses a side
  scenarios?: readonly ScenarioName[];
  frames?: number; // measured
  warmUp?: number; // frames before
  budget?: number; // ms of stepping a row
  peers?: readonly Peer[];
  progress?: (done: number, total: number, label: string) => void;
  stop?: () => boolean; // asked before each row; the rows until then are the result
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
  frames: number; // run in all
  measured: number; // of them timed and judged
  msMin: number | null; // of a frame
  msMedian: number | null;
  strainMean: number | null; // 1; null unless the status is ok, and so on below
  strainMax: number | null;
  penetration: number | null; // m
  note: string;
}

export interface PeersResult {
  machine: string;
  date: string;
  warmUp: number; // frames
  frames: number; // measured, where nothing is noted
  planned: number; // rows
  complete: boolean; // false when stopped before the last of them
  rows: PeerRow[];
}

export async function benchPeers(options: PeersOptions): Promise<PeersResult> {
  const { sizes = [33, 73, 129], frames = 60, warmUp = 30, budget = 25_000, progress, stop, clock } = options;
  const tasks = (options.scenarios ?? (['flag', 'drape'] as const)).flatMap((name) =>
    sizes.flatMap((n) =>
      (options.peers ?? peers).flatMap((peer) =>
        peer.settings.map((setting) => ({ scenario: scenarios[name], n, peer, setting })),
      ),
    ),
  );
  const rows: PeerRow[] = [];
  for (const { scenario, n, peer, setting } of tasks) {
    if (stop?.()) break;
    progress?.(rows.length, tasks.length, `${scenario.name} ${n}×${n} ${peer.name} ${setting}`);
    rows.push(await runRow(peer, scenario, n, setting, { warmUp, frames, budget, clock }));
  }
  const planned = tasks.length;
  const complete = rows.length === planned;
  if (complete) progress?.(planned, planned, 'done');
  const [cpu] = cpus();
  const machine = `${cpu?.model.trim() ?? 'unknown processor'}, one thread, Node ${process.version}`;
  const date = new Date().toISOString().slice(0, 10);
  return { machine, date, warmUp, frames, planned, complete, rows };
}

/** A peer that is missing, throws or explodes is a row that says so. */
async function runRow(
  peer: Peer,
  scenario: Scenario,
  n: number,
  setting: Setting,
  options: Parameters<typeof measure>[3],
): Promise<PeerRow> {
  const row = emptyRow(peer, scenario, n, setting);
  if (peer.version === undefined) return { ...row, status: 'not installed', note: 'not installed' };
  const reason = peer.tooLarge?.(n);
  if (reason) return { ...row, status: 'slow', note: `too slow: ${reason}` };
  try {
    const run = await peer.create(scenario, n, setting);
    try {
      const m = await measure(run, scenario, n, options);
      return {
        ...row,
        status: m.status,
        frames: m.frames,
        measured: m.measured,
        msMin: m.msMin,
        msMedian: m.msMedian,
        strainMean: m.strain?.mean ?? null,
        strainMax: m.strain?.max ?? null,
        penetration: m.penetration,
        note: noteOf(m, options),
      };
    } finally {
      run.dispose();
    }
  } catch (error) {
    return { ...row, status: 'failed', note: `failed: ${firstLine(error)}` };
  }
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
    strainMean: null,
    strainMax: null,
    penetration: null,
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
