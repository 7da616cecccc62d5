/**
 * Runge–Kutta 4(5) of Dormand & Prince (1980) with error control: a sub-step is split into inner steps whose estimated error stays
 * below tolerance·(1 + |value|) for each number in SI units. A rejected inner step is undone. With tolerance 0 every sub-step is
 * one inner step.
 */
import type { Block } from '../core/arena.ts';
import type { Integrator } from '../core/integrator.ts';
import type { StepReport } from '../core/report.ts';
import type { World } from '../core/world.ts';
import { FORCES_CURRENT, INNER_STEP } from '../core/world-state.ts';
import { within } from '../math/check.ts';
import { pow } from '../math/portable.ts';
import {
  DORMAND_PRINCE,
  DORMAND_PRINCE_ERROR,
  finish,
  restore,
  type StageRoom,
  save,
  slope,
  stageRoom,
  takeStages,
} from './runge-kutta.ts';

/** Shortest inner step over the sub-step; below it the tolerance counts as out of reach. Chosen. */
const SHORTEST_SHARE = 1e-7;
/** Safety factor on the step, and limits of its change (Hairer, Nørsett & Wanner 1993). */
const SAFETY = 0.9;
const SHRINK_MOST = 0.2;
const GROW_MOST = 5;

export function dormandPrince(tolerance: number): Integrator & { tolerance: number } {
  within('tolerance', tolerance, 0);
  return {
    name: 'rk45',
    order: 5,
    stages: tolerance === 0 ? 6 : 7,
    tolerance,
    advance(world: World, h: number, report: StepReport) {
      world.state.view[FORCES_CURRENT] = 0;
      const room = stageRoom(world, 7);
      if (this.tolerance === 0) {
        save(world, room);
        takeStages(world, room, DORMAND_PRINCE, world.time, h, report);
        finish(world, room, DORMAND_PRINCE.b, h);
        return;
      }
      let done = 0;
      let inner = world.state.view[INNER_STEP] || h;
      while (done < h) {
        // The last step absorbs a sliver.
        const last = done + inner * 1.000001 >= h;
        const tried = last ? h - done : inner;
        save(world, room);
        takeStages(world, room, DORMAND_PRINCE, world.time + done, tried, report);
        finish(world, room, DORMAND_PRINCE.b, tried);
        const ratio = errorRatio(world, room, tried, world.time + done + tried, this.tolerance, report);
        const factor = ratio > 0 ? SAFETY * pow(ratio, -1 / 5) : GROW_MOST;
        if (ratio <= 1) {
          done = last ? h : done + tried;
          // A step shortened by the end of the sub-step says little about the next one.
          if (!last || tried === inner || factor < 1)
            inner = tried * Math.min(GROW_MOST, Math.max(SHRINK_MOST, factor));
        } else {
          restore(world, room);
          report.rejected++;
          inner = tried * (factor > SHRINK_MOST ? Math.min(factor, SAFETY) : SHRINK_MOST); // also for NaN
          if (inner < h * SHORTEST_SHARE) {
            report.failure = `rk45: tolerance ${this.tolerance} needs inner steps below ${h * SHORTEST_SHARE} s. Raise the tolerance`;
            return;
          }
        }
      }
      world.state.view[INNER_STEP] = inner;
    },
  };
}

/** Returns the largest error over its allowance. Positions and velocities stay. */
function errorRatio(
  world: World,
  room: StageRoom,
  h: number,
  time: number,
  tolerance: number,
  report: StepReport,
): number {
  const { particles: p, kernels, arena } = world;
  const n = p.numbers;
  const error = arena.scratchOf('dormand-prince.error', n);
  const zero = arena.scratchOf('dormand-prince.zero', n);
  slope(world, room, 6, time, report);
  room.coefficients.view.set(DORMAND_PRINCE_ERROR);
  const ratioOf = (slopes: Block<'f64'>, before: Block<'f64'>, after: Block<'f64'>) => {
    kernels.combine(error.offset, zero.offset, slopes.offset, room.coefficients.offset, 7, h, n);
    return kernels.errorRatio(error.offset, before.offset, after.offset, tolerance, tolerance, n);
  };
  const x = ratioOf(room.kx, room.x, p.position);
  const v = ratioOf(room.kv, room.v, p.velocity);
  return x > v || Number.isNaN(x) ? x : v;
}
