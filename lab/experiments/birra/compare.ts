/**
 * One scene, twice: the cloth that refines itself and the uniform one, frame by frame. The time of a frame is that of the
 * whole step, including adaptation, checks and audit. A frame computes the same in every round, so its time is the minimum
 * over the rounds. The two alternate, equally often, to meet the same noise, after a warm-up, because a short run ends
 * before its code has been optimised.
 */
import { step } from 'pliant';
import { type SurfaceDistance, surfaceDistance } from '../hutchinson/surface-distance.ts';
import { type ClothMoment, type ClothRun, momentOf } from './cotton.ts';

export type Kind = 'adaptive' | 'uniform';

export interface ClothScene {
  readonly frames: number;
  /** Duration of a frame, s: one step. */
  readonly dt: number;
  /** Side of the cloth, m. */
  readonly side: number;
  /** Frames between two comparisons of the surfaces. */
  readonly every: number;
  create(kind: Kind, clock: () => number): ClothRun;
}

export interface ClothRecord {
  /** Moments after every `every` frames, including the last. */
  readonly moments: readonly ClothMoment[];
  /** Triangles and particles at the start and after every frame. */
  readonly triangles: readonly number[];
  readonly particles: readonly number[];
  /** Time of every frame, ms. */
  readonly times: readonly number[];
  /** Time of every frame for finding where to refine, and refining, ms. */
  readonly adapting: readonly number[];
  /** Iterations of the linear solver per frame. */
  readonly iterations: number;
  /** Largest penetration depth of a particle after any frame, m. */
  readonly penetration: number;
  /** The cloth at the end. */
  readonly run: ClothRun;
}

export interface ClothComparison {
  readonly adaptive: ClothRecord;
  readonly uniform: ClothRecord;
  /** Distances at each moment, % of the side. */
  readonly distances: readonly SurfaceDistance[];
}

/** Number of timed rounds. */
const ROUNDS = 8;
/** Warm-up of each, ms. */
const WARM_UP = 1500;

export function compare(
  scene: ClothScene,
  { clock, progress }: { clock: () => number; progress: (fraction: number) => void },
  rounds = ROUNDS,
): ClothComparison {
  const started = clock();
  let adaptive = record(scene, 'adaptive', clock);
  let uniform = record(scene, 'uniform', clock);
  // Without a clock there is nothing to repeat.
  const total = clock() > started ? rounds : 0;
  for (const kind of ['adaptive', 'uniform'] as const) {
    for (const until = clock() + WARM_UP; total > 0 && clock() < until; ) record(scene, kind, clock);
  }
  for (let round = 0; round < total; round++) {
    progress((0.9 * (round + 1)) / (total + 1));
    adaptive = quicker(adaptive, record(scene, 'adaptive', clock));
    uniform = quicker(uniform, record(scene, 'uniform', clock));
  }
  const distances = adaptive.moments.map((moment, i) => {
    const { mean, max } = surfaceDistance(moment, uniform.moments[i], scene.side / 32);
    progress(0.9 + (0.1 * (i + 1)) / adaptive.moments.length);
    return { mean: (100 * mean) / scene.side, max: (100 * max) / scene.side };
  });
  return { adaptive, uniform, distances };
}

/** Minimum of two records, frame by frame. */
function quicker(one: ClothRecord, other: ClothRecord): ClothRecord {
  const least = (key: 'times' | 'adapting') => one[key].map((ms, k) => Math.min(ms, other[key][k]));
  return { ...one, times: least('times'), adapting: least('adapting') };
}

function record(scene: ClothScene, kind: Kind, clock: () => number): ClothRecord {
  const run = scene.create(kind, clock);
  const { world, cloth } = run;
  const moments: ClothMoment[] = [];
  const triangles = [cloth.elements];
  const particles = [cloth.count];
  const times: number[] = [];
  const adapting: number[] = [];
  let [iterations, penetration] = [0, 0];
  for (let k = 1; k <= scene.frames; k++) {
    const before = clock();
    const report = step(world, scene.dt);
    times.push(clock() - before);
    if (report.fault) throw new Error(`the run of the ${kind} cloth stopped: ${report.fault.cause}`);
    adapting.push(report.phases.adapt);
    triangles.push(cloth.elements);
    particles.push(cloth.count);
    iterations += (report.solver?.iterations ?? 0) / scene.frames;
    penetration = Math.max(penetration, report.penetrationMax);
    if (k % scene.every === 0) moments.push(momentOf(run));
  }
  return { moments, triangles, particles, times, adapting, iterations, penetration, run };
}

export interface Summary {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

export function summaryOf(numbers: readonly number[]): Summary {
  return { min: Math.min(...numbers), mean: sumOf(numbers) / numbers.length, max: Math.max(...numbers) };
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}

export interface Counts {
  readonly start: number;
  readonly mean: number;
  readonly most: number;
  readonly end: number;
}

/** Statistics over time. */
export function countsOf(counts: readonly number[]): Counts {
  const { mean, max } = summaryOf(counts);
  return { start: counts[0], mean, most: max, end: counts[counts.length - 1] };
}

/** Deepest level of all triangles at all moments. */
export function deepestLevel({ moments }: ClothRecord): number {
  return Math.max(...moments.map(({ levels }) => levels.reduce((most, level) => Math.max(most, level), 0)));
}
