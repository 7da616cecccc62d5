/** A scene of lattice matter, run frame by frame: what it costs, what energy it has, and what somebody looks at. */
import { buildScene, type Scene, step, type World } from 'pliant';
import type { LatticeMatter } from 'pliant/engine';
import type { ExperimentContext } from '../experiment.ts';

export interface MatterRun {
  readonly world: World;
  readonly matter: LatticeMatter;
}

export interface MatterCourse extends MatterRun {
  /** ms of every frame; all 0 without a clock. */
  readonly times: readonly number[];
  /** ms of processor time of every frame. */
  readonly work: readonly number[];
  /** J after every frame. */
  readonly energies: readonly number[];
  /** s, of a frame. */
  readonly dt: number;
}

export interface CourseOptions extends Pick<ExperimentContext, 'clock' | 'processor' | 'progress'> {
  /** Whole length of the scene, where left out. */
  readonly frames?: number;
  /** Share of the work that was done before, and that this is, 0 to 1. */
  readonly from?: number;
  readonly share?: number;
}

/** `look` is called before the first frame with 0, and after each one with its number. */
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

/** The greatest rise of energy above the least that it had before, over the first less what it has at rest, J. */
export function energyRise(energies: readonly number[], rest: number): number {
  let least = Number.POSITIVE_INFINITY;
  let rise = 0;
  for (const energy of energies) {
    rise = Math.max(rise, energy - least);
    least = Math.min(least, energy);
  }
  return rise / (energies[0] - rest);
}

/** What the paper took on its computer, a Pentium 4 at 3 GHz. */
export interface Published {
  readonly particles: number;
  readonly secondsPerFrame: number;
}

/**
 * The fields that all of these experiments have. Frames a second are those of the processor time, which does not count what else
 * the machine does.
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

/** For a sentence: what a frame took. */
export function costText({ work }: MatterCourse): string {
  const ms = mean(work);
  return ms > 0 ? `, at ${ms.toFixed(ms < 10 ? 1 : 0)} ms of the processor a frame of 1/25 s` : '';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
