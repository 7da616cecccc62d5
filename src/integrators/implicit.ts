/**
 * Implicit engines, for bodies that provide their stiffness (core/implicit.ts).
 *
 *   implicit-euler   v' = v + h M⁻¹ (f_ext + f(y)), y = x + h v'. First order; its numerical damping makes large steps stable
 *                    (Baraff & Witkin 1998)
 *   sdirk2           two such stages of γh, γ = 1 − 1/√2 (Alexander 1977). Second order and equally stable, at twice the cost. A
 *                    step with contacts is one of implicit-euler
 *
 * Forces that do not belong to a body (gravity, air, wind, pressure, custom ones) are evaluated at the beginning of a stage; their
 * drag coefficients c enter as m + h c, so that no wind is too strong for a step.
 *
 * No Newton iteration raises the incremental potential, so no step ends with more energy than standing still would have. Solves stop
 * when accelerations are known to `tolerance` of what they are or to `balance` (m/s²), whichever is more: a rest is the same for
 * every step, and motion is solved no further than its own accuracy. A step that stretches an element by more than STRETCH_CHANGE is
 * undone and split in halves, down to 1/8; after GOOD_STEPS good steps their length doubles again.
 */
import type { Block } from '../core/arena.ts';
import { evaluateForces } from '../core/force.ts';
import { Constraints, type ImplicitStage, type ImplicitStep } from '../core/implicit.ts';
import type { Integrator } from '../core/integrator.ts';
import type { StepReport } from '../core/report.ts';
import { isAtRest, isWorldAtRest } from '../core/rest.ts';
import { LARGEST_NUMBER } from '../core/step.ts';
import type { World } from '../core/world.ts';
import { FORCES_CURRENT, HALVINGS, STEADY } from '../core/world-state.ts';
import { wholeNumber, within } from '../math/check.ts';
import type { SolvedBody } from './coupled-system.ts';
import { type NewtonOptions, newtonOf } from './newton.ts';
import { updateRests } from './rests.ts';

/**
 * Largest relative change of a warp or weft length in a step; beyond it the directions of forces are no longer valid. Chosen. Test:
 * halvings.test.ts.
 */
const STRETCH_CHANGE = 0.05;
/** Good steps after which their length doubles. Chosen. Test: halvings.test.ts. */
const GOOD_STEPS = 8;
/** Relative rounding error of a ratio of times. */
const ROUNDING = 1e-9;
/** Most halvings of a step, to 1/8 of it: a limit on work. Test: halvings.test.ts. */
const MOST_HALVINGS = 3;
/** Coefficient γ of sdirk2, for which it is L-stable (Alexander 1977). */
const GAMMA = 1 - Math.SQRT1_2;

export interface ImplicitOptions {
  /**
   * Error of the acceleration in a step over the acceleration, both root mean squares over the mass. Default: 0.01. Whatever it
   * is, an error below `balance` counts as none.
   */
  tolerance?: number;
  /** Acceleration below which forces count as balanced, m/s²: that of a rest is less. Default: 0.001. */
  balance?: number;
  /** Maximum iterations of a linear solve. Default: 300. */
  iterations?: number;
  /** Most Newton iterations per stage. Default: 3. */
  corrections?: number;
}

export function implicitEuler(options: ImplicitOptions = {}): Integrator {
  return implicitEngine('implicit-euler', 1, 1, options, (world, start, h, room, report) =>
    stage(world, h, start + h, room, report),
  );
}

export function sdirk2(options: ImplicitOptions = {}): Integrator {
  return implicitEngine('sdirk2', 2, 2, options, (world, start, h, room, report, last) => {
    const { particles: p, kernels } = world;
    const good = stage(world, GAMMA * h, start + GAMMA * h, room, report);
    if (!good && !last) return false;
    if (world.contact?.potential?.count) {
      // Contact begins and ends at an instant, where slopes do not exist: the step is of first order.
      restore(world, room);
      return stage(world, h, start + h, room, report);
    }
    // The second stage starts from x̂ = x₀ + (1 − γ) h V₁ and v̂ = v₀ + (1 − γ)/γ (V₁ − v₀).
    const ratio = (1 - GAMMA) / GAMMA;
    kernels.addScaled(p.position.offset, room.x.offset, p.velocity.offset, (1 - GAMMA) * h, p.numbers);
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0, at = axis * p.stride; i < p.count; i++, at++) {
        if (p.inverseMass.view[i] === 0) {
          // A pin moves at the constant velocity that drives it.
          p.position.view[at] = room.x.view[at] + (1 - GAMMA) * h * room.v.view[at];
          p.velocity.view[at] = room.v.view[at];
        } else p.velocity.view[at] = room.v.view[at] + ratio * (p.velocity.view[at] - room.v.view[at]);
      }
    }
    return stage(world, GAMMA * h, start + h, room, report) && good;
  });
}

interface Room {
  /** State at the beginning of the step. */
  x: Block<'f64'>;
  v: Block<'f64'>;
  /** Positions at the beginning of the stage. */
  from: Block<'f64'>;
  goal: Block<'f64'>;
  mass: Block<'f64'>;
  solver: NewtonOptions;
}

/** Advances by h from the time `start`. Returns false if the step should be shorter; `last`: it cannot be, and completes. */
type Step = (
  world: World,
  start: number,
  h: number,
  room: Room,
  report: StepReport,
  last: boolean,
) => boolean;

function implicitEngine(
  name: string,
  order: number,
  stages: number,
  options: ImplicitOptions,
  take: Step,
): Integrator {
  const solver = {
    tolerance: within('tolerance', options.tolerance ?? 0.01, 0, 1),
    balance: within('balance', options.balance ?? 0.001, 0),
    iterations: wholeNumber('iterations', options.iterations ?? 300, 1),
    corrections: wholeNumber('corrections', options.corrections ?? 3, 1),
  };
  return {
    name,
    order,
    stages,
    implicit: true,
    advance(world: World, h: number, report: StepReport) {
      refuseExplicit(world, name);
      const { state, particles: p, arena } = world;
      state.view[FORCES_CURRENT] = 0;
      updateRests(world, h, solver.balance);
      report.resting = world.bodies.filter(isAtRest).length;
      if (isWorldAtRest(world)) return;
      const room: Room = {
        x: arena.scratchOf('implicit.x', p.numbers),
        v: arena.scratchOf('implicit.v', p.numbers),
        from: arena.scratchOf('implicit.start', p.numbers),
        goal: arena.scratchOf('implicit.goal', p.numbers),
        mass: arena.scratchOf('implicit.mass', p.stride),
        solver,
      };
      let done = 0; // in shortest steps
      const whole = 1 << MOST_HALVINGS;
      while (done < whole) {
        const length = whole >> state.view[HALVINGS];
        room.x.view.set(p.position.view);
        room.v.view.set(p.velocity.view);
        const start = world.time + (h * done) / whole;
        const last = state.view[HALVINGS] === MOST_HALVINGS;
        const span = (h * length) / whole;
        const potential = world.contact?.potential;
        const before = potential?.longestStep(world) ?? Infinity;
        const good = take(world, start, span, room, report, last);
        const longest =
          good && !last && potential?.touches ? Math.min(before, potential.longestStep(world)) : Infinity;
        if (span > (1 + ROUNDING) * longest) {
          // Contact has begun in a step that is too long for it.
          restore(world, room);
          state.view[STEADY] = 0;
          while (
            state.view[HALVINGS] < MOST_HALVINGS &&
            h / (1 << state.view[HALVINGS]) > (1 + ROUNDING) * longest
          )
            state.view[HALVINGS]++;
          continue;
        }
        if (good || (last && staysFinite(world))) {
          if (!good && report.solver) report.solver.unsolved++;
          world.contact?.potential?.remember(world);
          done += length;
          state.view[STEADY]++;
          const even = done % (2 * length) === 0;
          if (state.view[STEADY] >= GOOD_STEPS && state.view[HALVINGS] > 0 && even) {
            state.view[HALVINGS]--;
            state.view[STEADY] = 0;
          }
          continue;
        }
        report.rejected++;
        state.view[STEADY] = 0;
        restore(world, room);
        if (last) {
          report.failure = `${name}: steps of ${(h * length) / whole} s have no finite solution. Shorten the step, or soften the material`;
          return;
        }
        state.view[HALVINGS]++;
      }
    },
  };
}

/** Returns to the beginning of the step. */
function restore(world: World, { x, v }: Room): void {
  const { position, velocity, numbers } = world.particles;
  position.view.set(x.view.subarray(0, numbers));
  velocity.view.set(v.view.subarray(0, numbers));
}

function staysFinite({ particles: p, kernels }: World): boolean {
  return kernels.largest(p.position.offset, p.numbers) < LARGEST_NUMBER;
}

/** Returns the bodies that the engine solves for: those that are not at rest. */
function solved({ bodies }: World): SolvedBody[] {
  return bodies.flatMap((body) => {
    const { first, count, dynamics } = body;
    return dynamics.kind === 'implicit' && !isAtRest(body) ? [{ first, count, dynamics }] : [];
  });
}

/** Fixes the particles of bodies at rest where they are. */
function fixResting(world: World, from: Block<'f64'>, constraints: Constraints): void {
  const { position, stride } = world.particles;
  for (const body of world.bodies) {
    if (!isAtRest(body)) continue;
    for (let i = body.first; i < body.first + body.count; i++) {
      constraints.fix(i);
      for (let axis = 0; axis < 3; axis++) position.view[axis * stride + i] = from.view[axis * stride + i];
    }
  }
}

function refuseExplicit(world: World, name: string): void {
  const without = world.bodies.find(({ dynamics }) => dynamics.kind === 'explicit');
  if (without) {
    throw new Error(
      `Engine "${name}" needs the stiffness of every body; "${without.name}" (${without.model}) has none. Use an explicit engine`,
    );
  }
}

/** Constraints of each world, reused from step to step. */
const kept = new WeakMap<World, Constraints>();
function constraintsOf(world: World): Constraints {
  let found = kept.get(world);
  if (!found || found.isFixed.length < world.particles.stride) {
    found = new Constraints(2 * world.particles.stride);
    kept.set(world, found);
  }
  found.clear();
  return found;
}

/** Takes an implicit Euler step of h from the present state. Returns false if it must be shorter. */
function stage(world: World, h: number, time: number, room: Room, report: StepReport): boolean {
  const { particles: p, kernels } = world;
  room.from.view.set(p.position.view);
  evaluateForces(world, time - h, report, 'others');
  room.mass.view.set(p.mass.view);
  for (const force of world.forces) force.addDrag?.(world, room.mass.view, h);
  const bodies = solved(world);
  for (const { dynamics } of bodies) dynamics.begin(world);
  // After the forces, since a custom one may grow the arena.
  const [x, v, f] = [p.position.view, p.velocity.view, p.force.view];
  const mass = room.mass.view;
  const constraints = constraintsOf(world);
  for (let i = 0; i < p.count; i++) {
    const free = p.inverseMass.view[i] !== 0;
    if (!free) constraints.fix(i);
    const pull = free ? (h * h) / mass[i] : 0;
    for (let at = i, axis = 0; axis < 3; axis++, at += p.stride) {
      x[at] += h * v[at] + pull * f[at];
    }
  }
  fixResting(world, room.from, constraints);
  room.goal.view.set(x);
  for (const { dynamics } of bodies) dynamics.soften?.(world, h, room.goal, room.mass);
  x.set(room.goal.view.subarray(0, p.numbers));
  const around: ImplicitStage = { h, time, from: room.from, goal: room.goal, velocity: p.velocity };
  world.contact?.constrain(world, around);
  const step: ImplicitStep = { h, from: room.from, goal: room.goal, mass: room.mass, constraints };
  // Contacts within the solve couple all bodies; without them each has a solve of its own.
  const groups = world.contact?.potential ? [bodies] : bodies.map((body) => [body]);
  let change = 0;
  for (const group of groups) {
    if (group.length === 0) continue;
    const found = newtonOf(world).solve(group, around, step, room.solver, report);
    if (!(found <= change)) change = found;
    if (Number.isNaN(change)) break;
  }
  kernels.addScaled(p.velocity.offset, p.position.offset, room.from.offset, -1, p.numbers);
  kernels.scale(p.velocity.offset, 1 / h, p.numbers);
  return change <= STRETCH_CHANGE;
}
