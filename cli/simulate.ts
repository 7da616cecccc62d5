/**
 * Runs a world step by step: accumulates the step reports, processes signals, and notifies observers after steps.
 * Stops at the target, at a fault, or at a signal, always between two steps.
 */
import {
  factsAfterStep,
  PHASES,
  type Phase,
  type Scene,
  type StepFacts,
  type StepReport,
  step,
  type World,
} from 'pliant';
import { audit, matterFigures, type RefinementReport } from 'pliant/engine';
import type { Progress } from './progress.ts';
import { breathe, type Signal, type SignalWatch } from './signals.ts';

/** Summary of a run from its first step to its last. */
export interface Tally {
  /** The last step's report, or an audit of the start. */
  last: StepReport;
  /** Times summed over the steps, ms. */
  phases: Record<Phase, number>;
  particles: { start: number; end: number; min: number; max: number };
  /** Adaptation of sheets, summed over the steps; undefined if there are none. */
  refinement?: RefinementSum;
  /** Largest of any step. */
  strainMax: number;
  /** Largest penetration depth of any step, m. */
  penetrationMax: number;
  /** Most contacts after any step. */
  contactsMax: number;
  /** Solves of implicit engines that missed their tolerance, over all steps. */
  unsolved: number;
  /** Largest motion of matter towards other matter in a sub-step, in spacings; absent if it never was too large. */
  matterWay?: number;
  /** Total energy at the start, and the largest of any step, J. */
  energyStart: number;
  energyMax: number;
  /** Facts that expectations need. */
  steps?: StepFacts;
  /** Elapsed real time of the steps alone, ms. */
  wallMs: number;
  interrupted?: Signal;
}

/** Splits and merges, and the ms they took. */
export type RefinementSum = Omit<RefinementReport, 'active'>;

export interface SimulateOptions {
  /** Scene of the world. */
  scene: Scene;
  /** Step number to stop at. */
  target: number;
  clock: () => number;
  progress: Progress;
  signals: SignalWatch;
  /** Summary of the run before the break that it continues from. */
  before?: Tally;
  /** Called after every step. */
  each: (report: StepReport, tally: Tally) => void;
}

/** Time of computing before the event loop runs, ms: a signal waits no longer than this and one step. */
const BREATH = 20;

export async function simulate(world: World, options: SimulateOptions): Promise<Tally> {
  const { scene, target, clock, progress, signals, before, each } = options;
  const { dt } = scene;
  const first = before?.last ?? startReport(world, dt);
  const tally = before ? structuredClone(before) : startTally(first);
  const start = clock() - tally.wallMs;
  const steps = target - first.step;
  let breath = clock();
  while (tally.last.step < target && !tally.last.fault && !signals.received) {
    const report = withMatter(world, step(world, dt));
    add(tally, report);
    tally.steps = factsAfterStep(scene, world, report, tally.steps);
    tally.wallMs = clock() - start;
    each(report, tally);
    if (clock() - breath < BREATH) continue;
    progress.update((report.step - first.step) / steps);
    await breathe();
    breath = clock();
  }
  tally.wallMs = clock() - start;
  tally.interrupted = tally.last.step < target && !tally.last.fault ? signals.received : undefined;
  return tally;
}

/** The state before the first step in the form of a step's report. */
export function startReport(world: World, dt: number): StepReport {
  const report: StepReport = {
    dt,
    time: world.time,
    step: world.steps,
    substeps: world.substeps,
    phases: noTimes(),
    particles: world.particles.count,
    elements: 0,
    contacts: 0,
    forceEvaluations: 0,
    rejected: 0,
    energy: {},
    strain: { mean: 0, max: 0 },
    penetrationMax: 0,
  };
  audit(world, report);
  return withMatter(world, report);
}

function withMatter(world: World, report: StepReport): StepReport {
  const matter = matterFigures(world);
  if (matter) report.matter = matter;
  return report;
}

function noTimes(): Record<Phase, number> {
  return Object.fromEntries(PHASES.map((name) => [name, 0])) as Record<Phase, number>;
}

export function startTally(first: StepReport): Tally {
  const { particles, energy, strain } = first;
  return {
    last: first,
    phases: noTimes(),
    particles: { start: particles, end: particles, min: particles, max: particles },
    strainMax: strain.max,
    penetrationMax: 0,
    contactsMax: 0,
    unsolved: 0,
    energyStart: energy.total,
    energyMax: energy.total,
    wallMs: 0,
  };
}

function add(tally: Tally, report: StepReport): void {
  tally.last = report;
  for (const name of PHASES) tally.phases[name] += report.phases[name];
  tally.particles.end = report.particles;
  tally.particles.min = Math.min(tally.particles.min, report.particles);
  tally.particles.max = Math.max(tally.particles.max, report.particles);
  if (report.refinement) tally.refinement = withMore(tally.refinement, report.refinement);
  tally.strainMax = Math.max(tally.strainMax, report.strain.max);
  tally.penetrationMax = Math.max(tally.penetrationMax, report.penetrationMax);
  tally.contactsMax = Math.max(tally.contactsMax, report.contacts);
  tally.unsolved += report.solver?.unsolved ?? 0;
  if (report.matterWay !== undefined) tally.matterWay = Math.max(tally.matterWay ?? 0, report.matterWay);
  tally.energyMax = Math.max(tally.energyMax, report.energy.total);
}

function withMore(sum: RefinementSum | undefined, { active: _, ...more }: RefinementReport): RefinementSum {
  if (!sum) return more;
  return {
    split: sum.split + more.split,
    merged: sum.merged + more.merged,
    detect: sum.detect + more.detect,
    keep: sum.keep + more.keep,
    backUp: sum.backUp + more.backUp,
    refine: sum.refine + more.refine,
  };
}
