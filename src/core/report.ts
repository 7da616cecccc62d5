/** The report of a step: times of its phases, counts, energies, and the numbers that show whether to trust it. */

/**
 * The phases of a step in their order. The engine is `integrate`; `check` is the search for blow-ups and the audit of energy
 * and strain; systems run in the others (schedule.ts).
 */
export const PHASES = [
  'start',
  'drive',
  'heat',
  'integrate',
  'matter',
  'limit',
  'contact',
  'adapt',
  'check',
] as const;
/** Name of a phase of a step. */
export type Phase = (typeof PHASES)[number];

/** A run-time failure: the world is back at its last good state. */
export interface Fault {
  /** Time of that state, s. */
  time: number;
  step: number;
  body: string;
  /** Index within the body. */
  particle: number;
  cause: string;
  /** What to change. */
  advice: string;
}

/** Adaptation of all sheets of a world after one step. */
export interface RefinementReport {
  /** Masses in use. */
  active: number;
  /** Masses that were split around, and cells that were put together again. */
  split: number;
  merged: number;
  /** ms: looking for creases and for colliders between masses. */
  detect: number;
  /** ms: keeping the state of the last sub-step, in the phase `drive`. */
  keep: number;
  /** ms: running that sub-step again for a few masses. */
  backUp: number;
  /** ms: changing the grid. */
  refine: number;
}

/** Contact in the last sub-step. */
export interface ContactReport {
  /** Particles on colliders. */
  particles: number;
  /** Pairs of features that touched: vertex and face, edge and edge. */
  pairs: number;
  /** Pairs that only holding them back kept from passing each other. */
  heldBack: number;
  /** Pairs that nothing could hold back: between things that close, as a rule. */
  passing: number;
  /** Pairs of edge and face that cross, as they did when somebody last looked. */
  crossings: number;
}

/** Of a body of lattice matter. */
export interface MatterFigures {
  /** Of its mass, 0 to 1. */
  solidShare: number;
  /** K, mean over its mass. */
  temperature: number;
  /** Solid ones that nothing joins, single particles too. */
  pieces: number;
}

/** Result of one step. */
export interface StepReport {
  /** s */
  dt: number;
  /** Simulated time after the step, s. */
  time: number;
  step: number;
  substeps: number;
  /** ms of each phase, by the world's clock (0 without one). */
  phases: Record<Phase, number>;
  particles: number;
  elements: number;
  contacts: number;
  forceEvaluations: number;
  /** Inner steps that an error-controlled engine threw away. */
  rejected: number;
  /** J; `kinetic`, one entry per force that has an energy, and their sum `total`. */
  energy: Record<string, number>;
  /** Relative elongation |L − L₀| / L₀ over the springs. */
  strain: { mean: number; max: number };
  /** m; how deep the deepest particle is inside a collider after the step. */
  penetrationMax: number;
  /** Left out where no surfaces touch each other. */
  contact?: ContactReport;
  /**
   * Of implicit engines: linear systems solved in the step, the iterations of all of them, and inner steps that were as
   * short as they get and taken though they were not solved as asked for.
   */
  solver?: { solves: number; iterations: number; unsolved: number };
  /** By body of lattice matter, where somebody asked for it (`matterFigures`): steps do not count pieces by themselves. */
  matter?: Record<string, MatterFigures>;
  /** Spacings that matter may have gone towards other matter in a sub-step, where it may pass: more than a quarter. */
  matterWay?: number;
  /** Triangles that bodies have lost to tears since the start; left out where none can tear. */
  tornTriangles?: number;
  /** Edges that cloth has been torn open at since the start; left out where none can tear. */
  tornEdges?: number;
  /** What adaptive sheets did after the step; left out where there are none. */
  refinement?: RefinementReport;
  /** Set by an engine that can't reach its accuracy; becomes a fault. */
  failure?: string;
  fault?: Fault;
}

export function noTimes(): Record<Phase, number> {
  return {
    start: 0,
    drive: 0,
    heat: 0,
    integrate: 0,
    matter: 0,
    limit: 0,
    contact: 0,
    adapt: 0,
    check: 0,
  };
}
