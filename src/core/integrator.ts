import type { StepReport } from './report.ts';
import type { World } from './world.ts';

/** A time integrator: advances positions and velocities by `h` seconds under `evaluateForces`. */
export interface Integrator {
  readonly name: string;
  /** Order of convergence on smooth problems. */
  readonly order: number;
  /** Force evaluations per sub-step. */
  readonly stages: number;
  /** True for engines that solve for the bodies' forces at the end of the sub-step: they are stable with any sub-step. */
  readonly implicit?: boolean;
  advance(world: World, h: number, report: StepReport): void;
}
