/**
 * Layered sheets. The timing scene of the Aurora thesis (11×2×11 TRiMM over two polyhedra, Runge–Kutta at its own step,
 * contact included) relative to real time; and the cost of a spring from small sheets to large ones.
 *
 * Sizes are measured in turn, repeatedly, and the minimum of each counts: all meet the same noise.
 */
import { step, World } from 'pliant';
import { addLayeredSheet, createIntegrator, gravity, stableSteps } from 'pliant/engine';
import { measureTimingScene } from '../experiments/index.ts';

export interface RealTimeRow {
  /** Simulated time until the sheet lies on the floor (s), and computing time (ms). */
  simulated: number;
  milliseconds: number;
  step: number;
  timesRealTime: number;
}

export interface SpringCostRow {
  side: number;
  springs: number;
  /** Cost per spring and force evaluation in whole steps, ns. */
  perSpring: number;
}

export function benchRealTime(clock: () => number, rounds: number): RealTimeRow {
  const { simulated, milliseconds, step: h } = measureTimingScene('rk4', clock, rounds);
  return { simulated, milliseconds, step: h, timesRealTime: (1000 * simulated) / milliseconds };
}

/** Evaluations per sample, times springs: enough for the resolution of the clock. */
const SAMPLE = 4e6;

export function benchSpringCost(
  sizes: readonly number[],
  clock: () => number,
  rounds: number,
): SpringCostRow[] {
  const sheets = sizes.map((side) => {
    const world = new World(createIntegrator('rk4'));
    const { springs } = addLayeredSheet(world, {
      name: 'sheet',
      structure: 'trimm',
      points: [side, side],
      layers: 2,
      size: [0.25, 0.25],
      material: { density: 0.3, stretch: 1e5, rigidity: 2e-3, damping: 0.05, thickness: 3e-4 },
    });
    world.addForce(gravity([0, -9.80665, 0]));
    // As long as a frame of usual sub-steps, because the audit after a step runs once per frame.
    world.substeps = 16;
    const dt = 0.9 * world.substeps * stableSteps(world).engines.rk4.step;
    const evaluations = 4 * world.substeps;
    return { side, world, dt, springs: springs.count, evaluations, perSpring: Number.POSITIVE_INFINITY };
  });
  for (let round = 0; round < rounds; round++) {
    for (const sheet of sheets) {
      const { world, dt, springs, evaluations } = sheet;
      const steps = Math.max(1, Math.round(SAMPLE / (springs * evaluations)));
      const start = clock();
      for (let i = 0; i < steps; i++) step(world, dt);
      const perSpring = (1e6 * (clock() - start)) / (steps * evaluations * springs);
      sheet.perSpring = Math.min(sheet.perSpring, perSpring);
    }
  }
  return sheets.map(({ side, springs, perSpring }) => ({ side, springs, perSpring }));
}
