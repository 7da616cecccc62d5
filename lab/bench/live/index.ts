/**
 * Live cloth: time, strain and work of a frame of 1/60 s, for the scenes of scenes.ts at several resolutions, uniform and
 * adaptive. The bare drape stands beside Jolt, which has no self-contact either; all other times are given as multiples of
 * Jolt's time for its drape of the same n × n, and of a product with the cloth's matrix in C++, measured in the same run.
 */
import { judge } from '../../validation/index.ts';
import { cpuTime } from '../cpu-time.ts';
import { type LiveMeasurement, measureLive } from './measure.ts';
import { LIVE_SCENES, type LiveSceneName, type LiveSheet, liveScene, liveWorld } from './scenes.ts';

/** Rows of the table by name: a scene, and the settled drape. */
export const LIVE_KINDS = [...LIVE_SCENES, 'rest'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

export interface LiveRow extends LiveMeasurement {
  kind: LiveKind;
  adaptive: boolean;
  n: number;
  /** Pairs of triangles that intersect at the end, by the exact judge; null without self-contact. */
  crossings: number | null;
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
export const LIVE_CHOICES = LIVE_KINDS.flatMap((kind) => [`${kind} uniform`, `${kind} adaptive`]);

export interface LiveBenchOptions {
  only?: readonly string[];
  sizes?: readonly number[];
  /** Frames measured of each kind; default: those of the table. */
  frames?: number;
  /** Time for the steps of a row's run, ms. */
  budget?: number;
  progress?: (done: number, total: number, label: string) => void;
  stop?: () => boolean;
}

export async function benchLive(options: LiveBenchOptions): Promise<LiveRow[]> {
  const { only = LIVE_CHOICES, sizes, progress, stop } = options;
  const tasks = LIVE_KINDS.flatMap((kind) =>
    (['uniform', 'adaptive'] as const)
      .filter((mesh) => only.includes(`${kind} ${mesh}`))
      .flatMap((mesh) =>
        (sizes ?? SIZES[kind][mesh]).map((n) => ({ kind, n, adaptive: mesh === 'adaptive' })),
      ),
  );
  const rows: LiveRow[] = [];
  for (const [i, task] of tasks.entries()) {
    await new Promise((resolve) => setImmediate(resolve)); // lets a signal arrive
    if (stop?.()) break;
    rows.push(runRow(task, options));
    progress?.(i + 1, tasks.length, task.kind);
  }
  return rows;
}

interface Task {
  kind: LiveKind;
  n: number;
  adaptive: boolean;
}

/** Frames before the measured ones, and measured frames: drapes settle within 3 s; the bare one as in peers/measure.ts. */
const FRAMES: Record<LiveKind, { warmUp: number; frames: number }> = {
  drape: { warmUp: 0, frames: 90 },
  flag: { warmUp: 0, frames: 90 },
  crumple: { warmUp: 0, frames: 90 },
  bare: { warmUp: 30, frames: 60 },
  rest: { warmUp: 180, frames: 30 },
};

function runRow({ kind, n, adaptive }: Task, { frames, budget = 60_000 }: LiveBenchOptions): LiveRow {
  const scene: LiveSceneName = kind === 'rest' ? 'drape' : kind;
  const sheet: LiveSheet = { scene, n, adaptive };
  const { measurement, world } = measureLive(() => liveWorld(sheet, cpuTime), {
    ...FRAMES[kind],
    ...(frames !== undefined && { frames }),
    rounds: 2,
    budget,
    clock: cpuTime,
  });
  const crossings = scene === 'bare' ? null : judge(world, liveScene(sheet)).crossings.length;
  return { kind, n, adaptive, ...measurement, crossings };
}
