/**
 * Table 1 of Hutchinson, Preston & Hewitt 1996, and the same rows of our own runs: computing time in ms by activity. The
 * checks for blow-ups and the audit of energies, which the paper did not have, are excluded from both.
 */
import type { StepReport } from 'pliant';

export interface Stages {
  /** Detection of and response to contacts. */
  readonly collision: number;
  /** Forces, engine, pins. */
  readonly dynamics: number;
  /** Search for creases, and for colliders between masses; the paper counts it as refinement. */
  readonly detecting: number;
  /** Saving the state of a sub-step, restoring it and repeating it for a few masses. */
  readonly backingUp: number;
  readonly refinement: number;
  readonly total: number;
}

/** Times of one step. */
export function stagesOf({ phases, refinement }: StepReport): Stages {
  const detecting = refinement?.detect ?? 0;
  const again = refinement?.backUp ?? 0;
  const keep = refinement?.keep ?? 0;
  const collision = phases.contact;
  const dynamics = phases.drive - keep + phases.heat + phases.integrate + phases.limit;
  return {
    collision,
    dynamics,
    detecting,
    backingUp: keep + again,
    refinement: phases.adapt - detecting - again,
    total: collision + dynamics + keep + phases.adapt,
  };
}

export function sumOf(steps: readonly Stages[]): Stages {
  const sum = (row: keyof Stages) => steps.reduce((total, step) => total + step[row], 0);
  return {
    collision: sum('collision'),
    dynamics: sum('dynamics'),
    detecting: sum('detecting'),
    backingUp: sum('backingUp'),
    refinement: sum('refinement'),
    total: sum('total'),
  };
}

export interface Ratios {
  /** Time of the uniform sheet over that of the adaptive one. */
  readonly totalRatio: number;
  readonly dynamicsRatio: number;
  /** Share of detecting, backing up and refining in the adaptive total. */
  readonly overheadPercent: number;
}

export function ratios(adaptive: Stages, uniform: Stages): Ratios {
  return {
    totalRatio: uniform.total / adaptive.total,
    dynamicsRatio: uniform.dynamics / adaptive.dynamics,
    overheadPercent: (100 * (adaptive.detecting + adaptive.backingUp + adaptive.refinement)) / adaptive.total,
  };
}

/**
 * Published times in s on a HP 9000/735. The total of the uniform sheet over poles is printed as 4598; its rows
 * give 4250.
 */
export const PUBLISHED = {
  cup: {
    uniform: { collision: 64319, dynamics: 474, backingUp: 0, refinement: 0, total: 64793 },
    adaptive: { collision: 3929.2, dynamics: 16.3, backingUp: 0.78, refinement: 0.71, total: 3947 },
    totalRatio: 16.4,
    dynamicsRatio: 29,
  },
  poles: {
    uniform: { collision: 3580, dynamics: 669.8, backingUp: 0, refinement: 0, total: 4598 },
    adaptive: { collision: 687, dynamics: 76.3, backingUp: 0.29, refinement: 1.2, total: 764.79 },
    totalRatio: 6,
    dynamicsRatio: 8.8,
  },
} as const;
