/** A scene of lattice matter, run frame by frame: its cost, its energy and the observations of a callback. */
import { buildScene, type Scene, step, type World } from 'pliant';
import type { LatticeMatter } from 'pliant/engine';
import type { ExperimentContext } from '../experiment.ts';

export interface MatterRun {
  readonly world: World;
  readonly matter: LatticeMatter;
}

export interface MatterCourse extends MatterRun {
  /** Time of every frame, ms; all 0 without a clock. */
  readonly times: readonly number[];
  /** Processor time of every frame, ms. */
  readonly work: readonly number[];
  /** Energy after every frame, J. */
  readonly energies: readonly number[];
  /** Duration of a frame, s. */
  readonly dt: number;
}

export interface CourseOptions extends Pick<ExperimentContext, 'clock' | 'processor' | 'progress'> {
  /** Number of frames; default: the whole scene. */
  readonly frames?: number;
  /** Share of the work done before, and share of this run, 0 to 1. */
  readonly from?: number;
  readonly share?: number;
}

/** Calls `look` before the first frame with 0, and after each one with its number. */
export function follow(
  scene: Scene,
  options: CourseOptions,
  look: (run: MatterRun, frame: number) => void,
): MatterCourse {
  const { clock, processor, progress, from = 0, share = 1 } = options;
  const frames = options.frames ?? framesOf(scene);
  const world = buildScene(scene);
  const matter = world.bodies[0] as LatticeMatter;
  const times: number[] = [];
  const work: number[] = [];
  const energies: number[] = [];
  look({ world, matter }, 0);
  for (let k = 1; k <= frames; k++) {
    const [before, worked] = [clock(), processor()];
    const report = step(world, scene.dt);
    work.push(processor() - worked);
    times.push(clock() - before);
    if (report.fault) throw new Error(`the run of "${scene.title}" stopped: ${report.fault.cause}`);
    energies.push(report.energy.total);
    look({ world, matter }, k);
    progress(from + (share * k) / frames);
  }
  return { world, matter, times, work, energies, dt: scene.dt };
}

export function framesOf({ seconds, dt }: Scene): number {
  return Math.round(seconds / dt);
}

/** Largest rise of energy above its earlier minimum, over the initial energy less that at rest, J. */
export function energyRise(energies: readonly number[], rest: number): number {
  let least = Number.POSITIVE_INFINITY;
  let rise = 0;
  for (const energy of energies) {
    rise = Math.max(rise, energy - least);
    least = Math.min(least, energy);
  }
  return rise / (energies[0] - rest);
}

/** Published times on a Pentium 4 at 3 GHz. */
export interface Published {
  readonly particles: number;
  readonly secondsPerFrame: number;
}

/**
 * Fields that all of these experiments have. Frames per second are those of processor time, which other work on the machine
 * does not affect.
 */
export function costOf(
  { matter, times, work }: MatterCourse,
  published?: Published,
): Record<string, unknown> {
  const msPerFrame = mean(times);
  const processorMsPerFrame = mean(work);
  const timed = msPerFrame > 0;
  return {
    particles: matter.count,
    frames: times.length,
    ...(timed
      ? {
          msPerFrame,
          slowestFrame: Math.max(...times),
          processorMsPerFrame,
          framesPerSecond: 1000 / processorMsPerFrame,
        }
      : {}),
    paperSecondsPerFrame: published?.secondsPerFrame ?? null,
    ...(published ? { published } : {}),
    ...(published && timed ? { totalRatio: (1000 * published.secondsPerFrame) / msPerFrame } : {}),
  };
}

/** Cost of a frame as part of a sentence. */
export function costText({ work }: MatterCourse): string {
  const ms = mean(work);
  return ms > 0 ? `, at ${ms.toFixed(ms < 10 ? 1 : 0)} ms of processor time per frame of 1/25 s` : '';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
