/**
 * One drape, twice: the sheet that refines itself and the uniform one, step by step, with their times. A step computes the
 * same in every round, so its time is the minimum over the rounds; the two alternate to meet the same noise.
 */
import { type StepReport, step } from 'pliant';
import type { RefinementMap } from 'pliant/engine';
import { createAdaptive, createUniform, type Drape, FINEST, type Run, SIDE } from './drape.ts';
import { type SurfaceDistance, surfaceDistance, type TriangleSurface } from './surface-distance.ts';
import { type Stages, stagesOf } from './table.ts';

/** A copy of a sheet at a moment. */
export interface Moment extends TriangleSurface {
  readonly positions: Float32Array;
  readonly triangles: Int32Array;
  /** Time, s. */
  readonly time: number;
  readonly map?: RefinementMap;
}

export interface Record {
  readonly moments: readonly Moment[];
  /** Number of masses after every step, from the start. */
  readonly points: readonly number[];
  /** World sub-steps of every step. */
  readonly substeps: readonly number[];
  /** Largest elongation of a spring at the end, and the speed of the fastest mass, m/s. */
  readonly strain: number;
  readonly speed: number;
  /** Times of every step. */
  readonly times: readonly Stages[];
}

export interface Comparison {
  readonly adaptive: Record;
  readonly uniform: Record;
  /** Distances at each moment, m. */
  readonly distances: readonly SurfaceDistance[];
}

/**
 * Runs of the adaptive sheet per run of the uniform one: they end before the code has been optimised, which happens within
 * the first few steps of a uniform sheet.
 */
const TURNS = 4;

/** `moments` has the steps after which to keep the sheets, including the last step. */
export function compare(
  drape: Drape,
  moments: readonly number[],
  { clock, progress }: { clock: () => number; progress: (fraction: number) => void },
  rounds = 3,
): Comparison {
  const started = clock();
  const share = (round: number, done: number) => progress((0.95 * (round + done)) / total);
  let total = 1;
  const adaptive = record(createAdaptive(drape, clock), drape, moments, (done) => share(0, 0.1 * done));
  const uniform = record(createUniform(drape, FINEST, clock), drape, moments, (done) =>
    share(0, 0.1 + 0.9 * done),
  );
  // Without a clock there is nothing to repeat.
  total = clock() > started ? rounds : 1;
  let [quick, slow] = [adaptive.times, uniform.times];
  for (let round = 1; round < total; round++) {
    for (let turn = 0; turn < TURNS; turn++) {
      quick = quicker(quick, record(createAdaptive(drape, clock), drape, []).times);
    }
    slow = quicker(slow, record(createUniform(drape, FINEST, clock), drape, []).times);
    share(round, 1);
  }
  const distances = adaptive.moments.map((moment, i) =>
    surfaceDistance(moment, uniform.moments[i], SIDE / (FINEST - 1)),
  );
  progress(1);
  return { adaptive: { ...adaptive, times: quick }, uniform: { ...uniform, times: slow }, distances };
}

/** Minimum of two records, step by step. */
function quicker(one: readonly Stages[], other: readonly Stages[]): readonly Stages[] {
  return one.map((step, k) => (other[k].total < step.total ? other[k] : step));
}

function record(
  run: Run,
  { steps, dt }: Drape,
  moments: readonly number[],
  progress: (fraction: number) => void = () => {},
): Record {
  const { world } = run;
  const kept: Moment[] = [];
  const points = [world.particles.count];
  const substeps: number[] = [];
  const times: Stages[] = [];
  let report: StepReport | undefined;
  for (let k = 1; k <= steps; k++) {
    report = step(world, dt);
    if (report.fault) throw new Error(`the run of the sheet stopped: ${report.fault.cause}`);
    times.push(stagesOf(report));
    points.push(report.particles);
    substeps.push(report.substeps);
    if (moments.includes(k)) kept.push(momentOf(run));
    progress(k / steps);
  }
  return {
    moments: kept,
    points,
    substeps,
    strain: report?.strain.max ?? 0,
    speed: topSpeed(run),
    times,
  };
}

export function momentOf({ world, sheet }: Run): Moment {
  const { x, y, z } = world.particles;
  const positions = new Float32Array(3 * sheet.count);
  for (let i = 0; i < sheet.count; i++) {
    const at = sheet.first + i;
    positions.set([x[at], y[at], z[at]], 3 * i);
  }
  return {
    positions,
    triangles: sheet.triangles.view.map((corner) => corner - sheet.first),
    time: world.time,
    map: sheet.refinement?.map() as RefinementMap | undefined,
  };
}

function topSpeed({ world }: Run): number {
  const { vx, vy, vz, count } = world.particles;
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
  return Math.sqrt(most);
}
