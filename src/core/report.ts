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
  /** Advice on what to change. */
  advice: string;
}

/** Adaptation of all sheets of a world in one step. */
export interface RefinementReport {
  /** Particles in use. */
  active: number;
  /** Particles around which cells were split, and cells that were merged. */
  split: number;
  merged: number;
  /** Time of the search for creases and for colliders between particles, ms. */
  detect: number;
  /** Time to save the state of the last sub-step, in the phase `drive`, ms. */
  keep: number;
  /** Time to run that sub-step again for a few particles, ms. */
  backUp: number;
  /** Time to change the grid, ms. */
  refine: number;
}

/** Contact in the last sub-step. */
export interface ContactReport {
  /** Particles on colliders. */
  particles: number;
  /** Pairs of features in contact: vertex and face, edge and edge. */
  pairs: number;
  /** Pairs that only the last fallback, stopping both, kept from passing each other. */
  heldBack: number;
  /** Searches for pairs that may touch, over the whole step. */
  detections: number;
  /** Pairs that could not be stopped, usually between colliders that close on each other. */
  passing: number;
  /** Pairs of edge and face that crossed at the last check. */
  crossings: number;
}

/** Summary of a body of lattice matter. */
export interface MatterFigures {
  /** Solid share of its mass, 0 to 1. */
  solidShare: number;
  /** Mean temperature by mass, K. */
  temperature: number;
  /** Number of connected solid pieces, single particles included. */
  pieces: number;
}

/** Result of one step. */
export interface StepReport {
  /** Length of the step, s. */
  dt: number;
  /** Simulated time after the step, s. */
  time: number;
  step: number;
  substeps: number;
  /** Time of each phase by the world's clock, ms; 0 without a clock. */
  phases: Record<Phase, number>;
  particles: number;
  elements: number;
  contacts: number;
  forceEvaluations: number;
  /** Inner steps that an error-controlled engine rejected. */
  rejected: number;
  /** Energies, J: `kinetic`, one entry per force that has an energy, and their sum `total`. */
  energy: Record<string, number>;
  /** Relative elongation |L − L₀| / L₀ over the springs. */
  strain: { mean: number; max: number };
  /** Largest penetration depth of a particle in a collider after the step, m. */
  penetrationMax: number;
  /** Present if the world has contact of surfaces. */
  contact?: ContactReport;
  /** Implicit engines: number of bodies at rest, which the step leaves out. */
  resting?: number;
  /**
   * Implicit engines: linear solves of the step, iterations of all of them, and inner steps of the shortest length that were
   * accepted without convergence.
   */
  solver?: { solves: number; iterations: number; unsolved: number };
  /** Summaries by body of lattice matter, filled in by `matterFigures`: a step itself does not count pieces. */
  matter?: Record<string, MatterFigures>;
  /** Spacings that matter may have gone towards other matter in a sub-step, where it may pass: more than a quarter. */
  matterWay?: number;
  /** Triangles lost to tears since the start; present if a body can tear. */
  tornTriangles?: number;
  /** Edges of cloth that have torn since the start; present if a cloth can tear. */
  tornEdges?: number;
  /** Present if the world has adaptive sheets. */
  refinement?: RefinementReport;
  /** Reason why a system or the engine could not complete the step; it becomes a fault. */
  failure?: string;
  fault?: Fault;
}

export function noTimes(): Record<Phase, number> {
  return Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
}
