/**
 * Sub-steps for impacts of matter on matter. Pushes depend on present overlap, not on passage. So where two objects may meet
 * within the next step, their particles approach each other by at most MATTER_WAY D in a sub-step:
 *
 *   n ≥ |u| Δt / (MATTER_WAY D)
 *
 * Symbols:
 *   n   sub-steps of the step
 *   u   greatest difference of the objects' velocities along each axis, m/s
 *   Δt  length of the step, s
 *   D   spacing, m
 *
 * Objects are boxes around their particles, with the least and greatest velocities in them. Sub-steps that the scene gives
 * stay as they are; the report then says how far matter moves in one.
 */
import type { Block } from '../../core/arena.ts';
import type { StepReport } from '../../core/report.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { LatticeMatter } from './matter.ts';

/** Most approach in a sub-step, in units of D. Blocks of 10 MPa at 200 m/s passed through each other at 1/2 and part at 1/4; 1/8 keeps more of the bounce. */
export const MATTER_WAY = 0.125;
/** Approach in a sub-step, in units of D, above which matter may pass through matter. */
export const MATTER_PASSES = 0.25;
/** Most sub-steps in place of one. */
const MOST = 128;
/** Distance of boxes in units of D below which they may meet: forces may move them so far within a step. */
const MARGIN = 2;

/** An object's box in space (m) and in velocities (m/s): least x, y, z, then greatest. */
interface Moving {
  readonly place: Float64Array;
  readonly velocity: Float64Array;
  readonly spacing: number;
}

export class MatterImpacts implements System {
  readonly name = 'matter impacts';
  readonly phase = 'adapt';
  readonly changes: Block[] = [];
  /** Factor on the sub-steps; 0 stands for 1. */
  readonly #factor: Block<'f64'>;
  readonly #adjusts: boolean;
  /** Approach per sub-step of the next step, in units of D. */
  #way = 0;

  /** `adjusts`: whether to set the sub-steps, not only to report. */
  constructor(world: World, adjusts: boolean) {
    this.#factor = world.arena.allocate('matter.impacts', 'f64', 1);
    this.#adjusts = adjusts;
  }

  run(world: World, dt: number, report: StepReport): Moved {
    if (this.#way > MATTER_PASSES) report.matterWay = this.#way;
    this.foresee(world, dt);
    return 'still';
  }

  /** Prepares for the next step, of `dt` seconds. */
  foresee(world: World, dt: number): void {
    const { view } = this.#factor;
    const before = Math.max(1, view[0]);
    // If they are no multiple any more, the world's sub-steps have been set since.
    const own = world.substeps % before === 0 ? world.substeps / before : world.substeps;
    const ways = mostSpacings(world, dt, MATTER_WAY * own);
    if (this.#adjusts) {
      view[0] = Math.min(MOST, Math.max(1, Math.ceil(ways / (MATTER_WAY * own))));
      world.substeps = own * view[0];
    }
    this.#way = ways / world.substeps;
  }
}

/** Returns the greatest approach in `dt` seconds of objects that may meet, in units of D; 0 if it is surely below `enough`. */
function mostSpacings(world: World, dt: number, enough: number): number {
  const bodies = world.bodies.filter((body) => body instanceof LatticeMatter);
  const least = Math.min(...bodies.map(({ lattice }) => lattice.spacing));
  const { particles: p, kernels } = world;
  const fastest = kernels.largest(p.velocity.offset, p.numbers);
  if (!(2 * Math.sqrt(3) * fastest * dt > enough * least)) return 0;
  const all = bodies.flatMap((body) => objectsOf(world, body));
  const reach = all.map(({ place, velocity, spacing }) => ({
    low: place[0] + Math.min(0, dt * velocity[0]) - MARGIN * spacing,
    high: place[3] + Math.max(0, dt * velocity[3]) + MARGIN * spacing,
  }));
  const order = [...all.keys()].sort((a, b) => reach[a].low - reach[b].low || a - b);
  let most = 0;
  for (let a = 0; a < order.length; a++) {
    const one = all[order[a]];
    for (let b = a + 1; b < order.length && reach[order[b]].low <= reach[order[a]].high; b++) {
      const other = all[order[b]];
      const spacing = Math.min(one.spacing, other.spacing);
      if (mayMeet(one, other, dt)) most = Math.max(most, (differenceOf(one, other) * dt) / spacing);
    }
  }
  return most;
}

function mayMeet(one: Moving, other: Moving, dt: number): boolean {
  const margin = MARGIN * Math.max(one.spacing, other.spacing);
  for (let axis = 0; axis < 3; axis++) {
    if (areApart(one, other, axis, margin, dt) || areApart(other, one, axis, margin, dt)) return false;
  }
  return true;
}

/** Returns whether the second begins beyond the first along the axis and stays there. */
function areApart(low: Moving, high: Moving, axis: number, margin: number, dt: number): boolean {
  const gap = high.place[axis] - low.place[3 + axis] - margin;
  return gap > Math.max(0, dt * (low.velocity[3 + axis] - high.velocity[axis]));
}

function differenceOf(one: Moving, other: Moving): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const most = Math.max(
      one.velocity[3 + axis] - other.velocity[axis],
      other.velocity[3 + axis] - one.velocity[axis],
    );
    sum += most * most;
  }
  return Math.sqrt(sum);
}

function objectsOf({ particles: p }: World, { first, count, lattice, record }: LatticeMatter): Moving[] {
  const found = new Map<number, Moving>();
  const objects = record.objectOf.view;
  const [x, v] = [p.position.view, p.velocity.view];
  for (let i = 0; i < count; i++) {
    let object = found.get(objects[i]);
    if (!object) {
      const empty = () => Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
      object = { place: empty(), velocity: empty(), spacing: lattice.spacing };
      found.set(objects[i], object);
    }
    const { place, velocity } = object;
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * p.stride + first + i;
      place[axis] = Math.min(place[axis], x[at]);
      place[3 + axis] = Math.max(place[3 + axis], x[at]);
      velocity[axis] = Math.min(velocity[axis], v[at]);
      velocity[3 + axis] = Math.max(velocity[3 + axis], v[at]);
    }
  }
  return [...found.values()];
}
