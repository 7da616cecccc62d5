/**
 * Measurement of one sheet of live cloth, frame by frame from the start of its scene.
 *
 * The times are those of whole steps. A run is repeated from a snapshot of its start, and the smaller time of each frame
 * counts: both runs do the same work, and other programs disturb only one of them. A run that takes more than a quarter of its
 * budget is not repeated. Strain is |l/l₀ − 1| of the edges along the threads, over all frames.
 */
import { PHASES, type Phase, restore, type StepReport, snapshot, step, type World } from 'pliant';
import { clothOf, threadStrains } from '../peers/cloth.ts';
import { strainOf } from '../peers/measure.ts';
import { frameTime } from '../peers/scenario.ts';

export interface LiveOptions {
  /** Frames before the measured ones, and measured frames. */
  warmUp: number;
  frames: number;
  /** Ends the warm-up once all is at rest. */
  untilRest?: boolean;
  /** Number of runs, unless one takes long. */
  rounds: number;
  /** Time for the steps of one run, ms; it ends early when this is spent. */
  budget: number;
  clock: () => number;
}

export interface LiveMeasurement {
  /** Number of frames measured; the run is incomplete after a fault or when the time was spent. */
  frames: number;
  complete: boolean;
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
  /** Numbers a frame. */
  solves: number;
  iterations: number;
  detections: number | null;
  /** Number of vertices, mean over the frames. */
  vertices: number;
  /** Speed at the end, root of the mean square by mass, m/s. */
  speed: number;
}

/** Frames before the first run, in which the compilers do most of their work. */
const FIRST = 3;

/** Measures a world from its present state, and leaves it at the end of its last run. Throws if no frame could be measured. */
export function measureLive(world: World, options: LiveOptions): LiveMeasurement {
  const { rounds, budget } = options;
  const start = snapshot(world);
  for (let frame = 0; frame < FIRST && !step(world, frameTime).fault; frame++);
  restore(world, start);
  let run = once(world, options);
  if (run.times.length === 0) throw new Error(run.fault ?? 'its time was spent before the first frame');
  for (let round = 1; round < rounds && run.spent < budget / 4; round++) {
    restore(world, start);
    const { times } = once(world, options);
    run = { ...run, times: run.times.map((time, k) => Math.min(time, times[k] ?? time)) };
  }
  return { complete: run.times.length === options.frames, ...summary(run, world) };
}

interface Run {
  times: number[];
  reports: StepReport[];
  strains: Float64Array[];
  fault: string | null;
  /** Time of all steps, ms. */
  spent: number;
}

function once(world: World, { warmUp, frames, untilRest, budget, clock }: LiveOptions): Run {
  const run: Run = { times: [], reports: [], strains: [], fault: null, spent: 0 };
  let before = warmUp;
  while (run.times.length < frames && run.spent < budget) {
    const start = clock();
    const report = step(world, frameTime);
    const time = clock() - start;
    run.spent += time;
    if (report.fault) {
      run.fault = report.fault.cause;
      break;
    }
    if (before > 0) {
      before = untilRest && report.resting === world.bodies.length ? 0 : before - 1;
      continue;
    }
    run.times.push(time);
    run.reports.push(report);
    run.strains.push(threadStrains(world, clothOf(world)));
  }
  return run;
}

function summary({ times, reports, strains, fault }: Run, world: World) {
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
    solves: mean(({ solver }) => solver?.solves ?? 0),
    iterations: mean(({ solver }) => solver?.iterations ?? 0),
    detections: reports.some(({ contact }) => contact)
      ? mean(({ contact }) => contact?.detections ?? 0)
      : null,
    vertices: mean(({ particles }) => particles),
    speed: speedOf(world, reports[reports.length - 1]),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function speedOf({ particles }: World, report: StepReport): number {
  const mass = sumOf(Array.from(particles.mass.view.subarray(0, particles.count)));
  return Math.sqrt((2 * report.energy.kinetic) / mass);
}
