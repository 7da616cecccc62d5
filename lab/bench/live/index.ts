/**
 * Live cloth: time, strain and work of a frame of 1/60 s, for the scenes of scenes.ts at several resolutions, uniform and
 * adaptive. The bare drape stands beside Jolt, which has no self-contact either; all other times are given as multiples of
 * Jolt's time for its drape of the same n × n, and of a product with the cloth's matrix in C++, measured in the same run.
 */
import { judge } from '../../validation/index.ts';
import { benchShared, nativeProducts, type SharedRow } from '../cloth/index.ts';
import { cpuTime, machineName, today } from '../machine.ts';
import { benchPeers } from '../peers/index.ts';
import { jolt } from '../peers/jolt.ts';
import { type LiveMeasurement, type LiveOptions, measureLive } from './measure.ts';
import { LIVE_SCENES, type LiveSceneName, type LiveSheet, liveScene, liveWorld } from './scenes.ts';
import { nameOf, THREADS_TARGET } from './targets.ts';

/** Rows of the table by name: a scene, and the settled drape. */
export const LIVE_KINDS = [...LIVE_SCENES, 'rest'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

export interface LiveRow extends LiveMeasurement {
  kind: LiveKind;
  adaptive: boolean;
  n: number;
  /** Pairs of triangles that intersect at the end, by the exact judge; null without self-contact. */
  crossings: number | null;
  /** Mean time over Jolt's for its drape of n × n and over that of a product in C++; null without them. */
  timesJolt: number | null;
  timesCpp: number | null;
  /** Strain that 99 % of the edges stay below over that of Jolt's drape. */
  strainOfJolt: number | null;
}

/** References for the times of sheets of n × n. */
export interface Yardstick {
  n: number;
  /** Mean time of a frame of Jolt's drape at its stiff setting, ms, and its strain; null if it could not be measured. */
  joltMs: number | null;
  joltStrain99: number | null;
  joltNote: string;
  /** Time of a product with the matrix of the uniform cloth in C++, ms; null without g++. */
  productMs: number | null;
}

export interface LiveResult {
  machine: string;
  date: string;
  rows: LiveRow[];
  /** Rows of which no frame could be measured, and why. */
  failures: string[];
  yardsticks: Yardstick[];
  /** Solve on two threads; null if it was not chosen or threads could not be started. */
  threads: SharedRow | null;
  threadsNote: string;
  /** False when stopped before the last row. */
  complete: boolean;
}

/** Sizes by kind, unless others are chosen. */
const SIZES: Record<LiveKind, { uniform: readonly number[]; adaptive: readonly number[] }> = {
  drape: { uniform: [33, 65, 129], adaptive: [65, 129] },
  flag: { uniform: [33, 65, 129], adaptive: [65, 129] },
  crumple: { uniform: [33, 65, 129], adaptive: [65, 129] },
  bare: { uniform: [73, 129], adaptive: [73, 129] },
  rest: { uniform: [65], adaptive: [129] },
};

/** Names that `--only` selects from. */
export const LIVE_CHOICES = [
  ...LIVE_KINDS.flatMap((kind) => [`${kind} uniform`, `${kind} adaptive`]),
  'threads',
];

/** Frames before the measured ones, and measured frames: drapes come to rest within 30 s; the bare one is measured as Jolt's. */
const FRAMES: Record<LiveKind, Pick<LiveOptions, 'warmUp' | 'frames' | 'untilRest'>> = {
  drape: { warmUp: 0, frames: 120 },
  flag: { warmUp: 0, frames: 120 },
  crumple: { warmUp: 0, frames: 120 },
  bare: { warmUp: 30, frames: 60 },
  rest: { warmUp: 1800, frames: 30, untilRest: true },
};

export interface LiveBenchOptions {
  only?: readonly string[];
  sizes?: readonly number[];
  /** Few frames and short solves; needs `sizes`. */
  quick?: boolean;
  /** Time for the steps of a row's run, ms. */
  budget?: number;
  /** Clock in ms for the solves on two threads; all else is CPU time. */
  clock: () => number;
  progress?: (done: number, total: number, label: string) => void;
  stop?: () => boolean;
}

/** Frames of a quick run. */
const QUICK = { warmUp: 2, frames: 4 };

interface Task {
  kind: LiveKind;
  n: number;
  adaptive: boolean;
}

export async function benchLive(options: LiveBenchOptions): Promise<LiveResult> {
  const { only = LIVE_CHOICES, progress, stop } = options;
  const tasks = tasksOf(options);
  const yardsticks = await measureYardsticks([...new Set(tasks.map(({ n }) => n))], options);
  const rows: LiveRow[] = [];
  const failures: string[] = [];
  for (const [i, task] of tasks.entries()) {
    await new Promise((resolve) => setImmediate(resolve)); // lets a signal arrive
    if (stop?.()) break;
    progress?.(i, tasks.length, `${task.kind} ${task.n}`);
    try {
      rows.push(compared(runRow(task, options), yardsticks));
    } catch (error) {
      failures.push(`${nameOf(task)} was not measured: ${messageOf(error)}`);
    }
  }
  const complete = rows.length + failures.length === tasks.length;
  if (complete) progress?.(tasks.length, tasks.length, 'threads');
  const threads = complete && only.includes('threads') ? await measureThreads(options) : undefined;
  return {
    machine: machineName(),
    date: today(),
    rows,
    failures,
    yardsticks,
    threads: typeof threads === 'object' ? threads : null,
    threadsNote: typeof threads === 'string' ? threads : '',
    complete,
  };
}

function tasksOf({ only = LIVE_CHOICES, sizes }: LiveBenchOptions): Task[] {
  return LIVE_KINDS.flatMap((kind) =>
    (['uniform', 'adaptive'] as const)
      .filter((mesh) => only.includes(`${kind} ${mesh}`))
      .flatMap((mesh) =>
        (sizes ?? SIZES[kind][mesh]).map((n) => ({ kind, n, adaptive: mesh === 'adaptive' })),
      ),
  );
}

async function measureYardsticks(
  sizes: readonly number[],
  { quick, stop }: LiveBenchOptions,
): Promise<Yardstick[]> {
  if (sizes.length === 0) return [];
  const products = nativeProducts(sizes, quick ? 2 : 40);
  const { rows } = await benchPeers({
    peers: [{ ...jolt, settings: ['stiff'] }],
    scenarios: ['drape'],
    sizes,
    ...(quick ? QUICK : { ...FRAMES.bare, rounds: 2 }),
    clock: cpuTime,
    stop,
  });
  return sizes.map((n) => {
    const row = rows.find((one) => one.n === n);
    const ran = row?.status === 'ok' ? row : undefined;
    return {
      n,
      joltMs: ran?.msMean ?? null,
      joltStrain99: ran?.strain99 ?? null,
      joltNote: row?.note ?? 'stopped',
      productMs: products?.get(n) ?? null,
    };
  });
}

type Measured = Omit<LiveRow, 'timesJolt' | 'timesCpp' | 'strainOfJolt'>;

function runRow({ kind, n, adaptive }: Task, { quick, budget = 120_000 }: LiveBenchOptions): Measured {
  const scene: LiveSceneName = kind === 'rest' ? 'drape' : kind;
  const sheet: LiveSheet = { scene, n, adaptive };
  const world = liveWorld(sheet, cpuTime);
  const measurement = measureLive(world, {
    ...(quick ? QUICK : FRAMES[kind]),
    rounds: 2,
    budget,
    clock: cpuTime,
  });
  const crossings = scene === 'bare' ? null : judge(world, liveScene(sheet)).crossings.length;
  return { kind, n, adaptive, ...measurement, crossings };
}

function compared(row: Measured, yardsticks: readonly Yardstick[]): LiveRow {
  const { joltMs, joltStrain99, productMs } = yardsticks.find(({ n }) => n === row.n)!;
  const over = (value: number | null, other: number | null) =>
    value === null || !other ? null : value / other;
  return {
    ...row,
    timesJolt: over(row.mean, joltMs),
    timesCpp: over(row.mean, productMs),
    strainOfJolt: over(row.strain99, joltStrain99),
  };
}

/** Returns the reason if threads cannot be started. */
async function measureThreads({ quick, clock }: LiveBenchOptions): Promise<SharedRow | string> {
  try {
    return quick
      ? await benchShared(33, 2, { iterations: 5, samples: 2, rounds: 1, clock })
      : await benchShared(THREADS_TARGET.n, 2, { iterations: 10, samples: 40, rounds: 10, clock });
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
