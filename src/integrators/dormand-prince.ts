/**
 * Runge–Kutta 4(5) of Dormand & Prince (1980) with error control: a sub-step is cut into inner steps whose
 * estimated error, per number, stays below tolerance·(1 + |value|) in SI units. A rejected inner step is taken
 * back whole. With tolerance 0 every sub-step is one inner step.
 */
import type { StepReport } from '../core/report.ts';
import { FORCES_CURRENT, INNER_STEP, type Integrator, type World } from '../core/world.ts';
import { pow } from '../math/portable.ts';
import {
  DORMAND_PRINCE,
  DORMAND_PRINCE_ERROR,
  finish,
  type StageRoom,
  save,
  slope,
  stageRoom,
  takeStages,
} from './runge-kutta.ts';

/** An inner step this much shorter than the sub-step means that the tolerance is out of reach. */
const SHORTEST_SHARE = 1e-7;
/** Aim a little below the tolerance, and change the step by at most these factors (Hairer, Nørsett & Wanner 1993). */
const SAFETY = 0.9;
const SHRINK_MOST = 0.2;
const GROW_MOST = 5;

export function dormandPrince(tolerance: number): Integrator & { tolerance: number } {
  return {
    name: 'rk45',
    order: 5,
    stages: 6,
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
        // A last step that would leave a sliver behind takes it along.
        const last = done + inner * 1.000001 >= h;
        const tried = last ? h - done : inner;
        save(world, room);
        takeStages(world, room, DORMAND_PRINCE, world.time + done, tried, report);
        finish(world, room, DORMAND_PRINCE.b, tried);
        const ratio = errorRatio(world, room, tried, world.time + done + tried, this.tolerance, report);
        const factor = ratio > 0 ? SAFETY * pow(ratio, -1 / 5) : GROW_MOST;
        if (ratio <= 1) {
          done = last ? h : done + tried;
          // A step cut short by the end of the sub-step says little about the next.
          if (!last || tried === inner || factor < 1)
            inner = tried * Math.min(GROW_MOST, Math.max(SHRINK_MOST, factor));
        } else {
          takeBack(world, room);
          report.rejected++;
          inner = tried * (factor > SHRINK_MOST ? Math.min(factor, SAFETY) : SHRINK_MOST); // also for NaN
          if (inner < h * SHORTEST_SHARE) {
            report.failure = `rk45: tolerance ${this.tolerance} asks for inner steps below ${h * SHORTEST_SHARE} s`;
            return;
          }
        }
      }
      world.state.view[INNER_STEP] = inner;
    },
  };
}

/** Largest error over its allowance; leaves positions and velocities as they are. */
function errorRatio(
  world: World,
  room: StageRoom,
  h: number,
  time: number,
  tolerance: number,
  report: StepReport,
): number {
  const { particles: p, kernels, arena } = world;
  slope(world, room, 6, time, report);
  const zero = (arena.find('dormand-prince.zero') ??
    arena.scratch('dormand-prince.zero', 'f64', p.numbers)) as never;
  return worst(zero);

  function worst(base: { offset: number; length: number; view: Float64Array }): number {
    if (base.length < p.numbers) arena.resize(base as never, p.numbers);
    base.view.fill(0);
    const n = p.numbers;
    const c = room.coefficients.offset;
    room.coefficients.view.set(DORMAND_PRINCE_ERROR);
    // The force array is free here: it takes the error of x, then of v.
    kernels.combine(p.force.offset, base.offset, room.kx.offset, c, 7, h, n);
    const x = kernels.errorRatio(p.force.offset, room.x.offset, p.position.offset, tolerance, tolerance, n);
    kernels.combine(p.force.offset, base.offset, room.kv.offset, c, 7, h, n);
    const v = kernels.errorRatio(p.force.offset, room.v.offset, p.velocity.offset, tolerance, tolerance, n);
    return x > v || Number.isNaN(x) ? x : v;
  }
}

function takeBack(world: World, room: StageRoom): void {
  world.particles.position.view.set(room.x.view.subarray(0, world.particles.numbers));
  world.particles.velocity.view.set(room.v.view.subarray(0, world.particles.numbers));
}
