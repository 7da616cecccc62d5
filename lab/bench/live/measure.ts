/**
 * Measurement of one sheet of live cloth, frame by frame from the start of its scene.
 *
 * The times are those of whole steps. A run is repeated, and the smaller time of each frame counts, because both runs do the
 * same work and other programs disturb only one of them. Strain is |l/l₀ − 1| of the edges along the threads, over all frames;
 * `triangleMax` is the largest in any triangle, along its threads, as the engine reports it.
 */
import { PHASES, type Phase, type StepReport, step, type World } from 'pliant';
import { clothOf, threadStrains } from '../peers/cloth.ts';
import { strainOf } from '../peers/measure.ts';
import { frameTime } from '../peers/scenario.ts';

export interface LiveOptions {
  /** Frames before the measured ones, and measured frames. */
  warmUp: number;
  frames: number;
  /** Runs at most; a further one is made only if the first left time for it. */
  rounds: number;
  /** Time for the steps of one run, ms; it ends early when this is spent. */
  budget: number;
  clock: () => number;
}

export interface LiveMeasurement {
  /** Number of frames measured, fewer than asked for after a fault or when the time was spent. */
  frames: number;
  /** Cause of the fault that ended the run. */
  fault: string | null;
  /** Time of a frame, ms. */
  mean: number;
  p99: number;
  worst: number;
  /** Share of each phase in the time of the frames, 0 to 1. */
  phases: Record<Phase, number>;
  strain99: number;
  strainMax: number;
  triangleMax: number;
  /** Numbers a frame. */
  solves: number;
  iterations: number;
  detections: number | null;
  /** Number of vertices, mean over the frames. */
  vertices: number;
  /** Speed at the end, root of the mean square by mass, m/s. */
  speed: number;
}

/** Measures the worlds that `make` builds, each from its start, and returns the last of them too. */
export function measureLive(
  make: () => World,
  options: LiveOptions,
): { measurement: LiveMeasurement; world: World } {
  const { rounds, budget } = options;
  let { world, run } = once(make, options);
  for (let round = 1; round < rounds && round * run.spent < budget / 2; round++) {
    const again = once(make, options);
    // A run cut short by its budget cannot be merged with a longer one.
    if (again.run.times.length !== run.times.length) break;
    run = { ...run, times: run.times.map((time, k) => Math.min(time, again.run.times[k])) };
    world = again.world;
  }
  return { measurement: summary(run, world), world };
}

interface Run {
  times: number[];
  reports: StepReport[];
  strains: Float64Array[];
  fault: string | null;
  /** Time of all steps, ms. */
  spent: number;
}

function once(make: () => World, { warmUp, frames, budget, clock }: LiveOptions): { world: World; run: Run } {
  const world = make();
  const run: Run = { times: [], reports: [], strains: [], fault: null, spent: 0 };
  for (let frame = 0; frame < warmUp + frames; frame++) {
    const start = clock();
    const report = step(world, frameTime);
    const time = clock() - start;
    run.spent += time;
    if (report.fault) {
      run.fault = report.fault.cause;
      break;
    }
    if (frame < warmUp) continue;
    run.times.push(time);
    run.reports.push(report);
    run.strains.push(threadStrains(world, clothOf(world)));
    if (run.spent > budget) break;
  }
  return { world, run };
}

function summary({ times, reports, strains, fault }: Run, world: World): LiveMeasurement {
  const sorted = [...times].sort((a, b) => a - b);
  const { p99, max } = strainOf(strains);
  const mean = (of: (report: StepReport) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0) / reports.length;
  const inPhases = mean(({ phases }) => sumOf(Object.values(phases)));
  return {
    frames: times.length,
    fault,
    mean: sumOf(times) / times.length,
    p99: sorted[Math.ceil(0.99 * sorted.length) - 1],
    worst: sorted[sorted.length - 1],
    phases: Object.fromEntries(
      PHASES.map((phase) => [phase, mean(({ phases }) => phases[phase]) / inPhases]),
    ) as Record<Phase, number>,
    strain99: p99,
    strainMax: max,
    triangleMax: Math.max(...reports.map(({ strain }) => strain.max)),
    solves: mean(({ solver }) => solver?.solves ?? 0),
    iterations: mean(({ solver }) => solver?.iterations ?? 0),
    detections: reports.some((report) => detectionsOf(report) !== null)
      ? mean((report) => detectionsOf(report) ?? 0)
      : null,
    vertices: mean(({ particles }) => particles),
    speed: speedOf(world, reports[reports.length - 1]),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Returns how often a step searched for pairs in contact; null if its report does not say so. */
function detectionsOf({ contact }: StepReport): number | null {
  return (contact as { detections?: number } | undefined)?.detections ?? null;
}

function speedOf({ particles }: World, report: StepReport | undefined): number {
  const mass = sumOf(Array.from(particles.mass.view.subarray(0, particles.count)));
  return Math.sqrt((2 * (report?.energy.kinetic ?? 0)) / mass);
}
