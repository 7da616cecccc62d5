/**
 * Explicit Runge–Kutta methods for x' = v, v' = a(x, v, t), given by their Butcher tableaux:
 *
 *   k_s = f(y + h Σ_j a_sj k_j, t + c_s h),   y ← y + h Σ_s b_s k_s
 *
 * euler-richardson is the midpoint rule, rk4 the classical method, rk45 the pair of Dormand & Prince (1980), whose second row of
 * weights gives an error estimate.
 */
import type { Block } from '../core/arena.ts';
import { evaluateForces } from '../core/force.ts';
import type { Integrator } from '../core/integrator.ts';
import type { StepReport } from '../core/report.ts';
import type { World } from '../core/world.ts';
import { FORCES_CURRENT } from '../core/world-state.ts';

export interface Tableau {
  readonly c: readonly number[];
  readonly a: readonly (readonly number[])[];
  readonly b: readonly number[];
}

export const MIDPOINT: Tableau = { c: [0, 1 / 2], a: [[], [1 / 2]], b: [0, 1] };

export const CLASSICAL: Tableau = {
  c: [0, 1 / 2, 1 / 2, 1],
  a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]],
  b: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
};

export const DORMAND_PRINCE: Tableau = {
  c: [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1],
  a: [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  ],
  b: [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
};

/** Weights b − b̂ of Dormand & Prince for seven stages; the last is the slope at the new point. */
export const DORMAND_PRINCE_ERROR: readonly number[] = [
  71 / 57600,
  0,
  -71 / 16695,
  71 / 1920,
  -17253 / 339200,
  22 / 525,
  -1 / 40,
];

export function rungeKutta(name: string, order: number, tableau: Tableau): Integrator {
  return {
    name,
    order,
    stages: tableau.b.length,
    advance(world: World, h: number, report: StepReport) {
      world.state.view[FORCES_CURRENT] = 0;
      const room = stageRoom(world, tableau.b.length);
      save(world, room);
      takeStages(world, room, tableau, world.time, h, report);
      finish(world, room, tableau.b, h);
    },
  };
}

/** Memory of a Runge–Kutta step: the state at its beginning, and the slopes k of its stages in turn. */
export interface StageRoom {
  x: Block<'f64'>;
  v: Block<'f64'>;
  /** Velocities (slopes of x) and accelerations (slopes of v) of each stage. */
  kx: Block<'f64'>;
  kv: Block<'f64'>;
  coefficients: Block<'f64'>;
}

export function stageRoom(world: World, stages: number): StageRoom {
  const { arena, particles: p } = world;
  return {
    x: arena.scratchOf('runge-kutta.x', p.numbers),
    v: arena.scratchOf('runge-kutta.v', p.numbers),
    kx: arena.scratchOf('runge-kutta.kx', stages * p.numbers),
    kv: arena.scratchOf('runge-kutta.kv', stages * p.numbers),
    coefficients: arena.scratchOf('runge-kutta.coefficients', 8),
  };
}

export function save(world: World, room: StageRoom): void {
  room.x.view.set(world.particles.position.view);
  room.v.view.set(world.particles.velocity.view);
}

export function restore({ particles: { position, velocity, numbers } }: World, { x, v }: StageRoom): void {
  position.view.set(x.view.subarray(0, numbers));
  velocity.view.set(v.view.subarray(0, numbers));
}

export function takeStages(
  world: World,
  room: StageRoom,
  tableau: Tableau,
  time: number,
  h: number,
  report: StepReport,
): void {
  for (let s = 0; s < tableau.c.length; s++) {
    if (s > 0) finish(world, room, tableau.a[s], h);
    slope(world, room, s, time + tableau.c[s] * h, report);
  }
}

/** Stores the slope at the present state as stage `s`. */
export function slope(world: World, room: StageRoom, s: number, time: number, report: StepReport): void {
  const p = world.particles;
  evaluateForces(world, time, report);
  room.kx.view.set(p.velocity.view, s * p.numbers);
  world.kernels.accelerate(
    room.kv.offset + s * p.numbers * 8,
    p.force.offset,
    p.inverseMass.offset,
    p.stride,
  );
}

/** Sets the state to that at the beginning plus h times the weighted slopes. */
export function finish(world: World, room: StageRoom, weights: readonly number[], h: number): void {
  const { particles: p, kernels } = world;
  const c = room.coefficients.offset;
  room.coefficients.view.set(weights);
  kernels.combine(p.position.offset, room.x.offset, room.kx.offset, c, weights.length, h, p.numbers);
  kernels.combine(p.velocity.offset, room.v.offset, room.kv.offset, c, weights.length, h, p.numbers);
}
