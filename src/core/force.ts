/** Forces on particles, and energies. */
import type { StepReport } from './report.ts';
import type { World } from './world.ts';

export interface Force {
  readonly name: string;
  /** Adds newtons to `particles.force`, at the present positions and velocities. */
  add(world: World, time: number): void;
  /** Potential energy in J, or the reason why there is none. */
  readonly energy: ((world: World) => number) | { none: string };
  /** True for the internal force of a body that implicit engines solve for: they leave it out of the explicit sum. */
  readonly implicit?: boolean;
  /**
   * For forces against motion: adds h c to `mass` (kg, by particle), c being the drag coefficient of a particle in N·s/m,
   * so that an implicit engine stays stable with any step. An upper bound suffices if c depends on direction.
   */
  addDrag?(world: World, mass: Float64Array, h: number): void;
}

/** A potential energy, for the audit of a step. */
export interface Energy {
  readonly name: string;
  /** Returns the energy in J. */
  energy(world: World): number;
}

/**
 * Sets `particles.force` to the sum of all forces at the present positions and velocities. `others` leaves out the forces
 * that implicit engines solve for.
 */
export function evaluateForces(
  world: World,
  time: number,
  report?: StepReport,
  which: 'all' | 'others' = 'all',
): void {
  const { particles } = world;
  particles.force.view.fill(0);
  for (const force of world.forces) if (which === 'all' || !force.implicit) force.add(world, time);
  if (report) report.forceEvaluations++;
}
