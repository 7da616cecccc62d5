/**
 * Sub-steps for impacts of matter on matter. Pushes know who is in whom by now, not who was passed: where two objects may meet within the
 * next step, their particles shall not go farther towards each other than the share MATTER_WAY of the spacing D in a sub-step,
 *   n ≥ |u| Δt / (MATTER_WAY D),   u the greatest difference of their velocities along each axis (m/s), Δt the step (s).
 * Objects are boxes around their particles, with the least and the greatest velocity in them.
 *
 * Sub-steps that somebody chose stay as they are; the report then says how far matter goes in one.
 */
import type { Block } from '../../core/arena.ts';
import type { StepReport } from '../../core/report.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { LatticeMatter } from './matter.ts';

/** Of D. Blocks of 10 MPa that meet at 200 m/s passed through each other at a half; at a quarter they part, and none gains energy. Less leaves more of the bounce. */
export const MATTER_WAY = 0.125;
/** Of D: what goes farther may pass. */
export const MATTER_PASSES = 0.25;
/** Sub-steps for one, at most. */
const MOST = 128;
/** Of D: boxes nearer than this may meet, whatever else moves them within a step. */
const MARGIN = 2;

/** Six numbers each: least and greatest x, y, z, m and m/s. */
interface Moving {
  readonly place: Float64Array;
  readonly velocity: Float64Array;
  readonly spacing: number;
}

export class MatterImpacts implements System {
  readonly name = 'matter impacts';
  readonly phase = 'adapt';
  readonly changes: Block[] = [];
  /** How many sub-steps are taken for one; 0 stands for 1. */
  readonly #factor: Block<'f64'>;
  readonly #adjusts: boolean;
  /** Spacings a sub-step of the step to come. */
  #way = 0;

  /** `adjusts`: sub-steps are set, and not only looked at. */
  constructor(world: World, adjusts: boolean) {
    this.#factor = world.arena.allocate('matter.impacts', 'f64', 1);
    this.#adjusts = adjusts;
  }

  run(world: World, dt: number, report: StepReport): Moved {
    if (this.#way > MATTER_PASSES) report.matterWay = this.#way;
    this.look(world, dt);
    return 'still';
  }

  /** Looks at the next step, of `dt` seconds. */
  look(world: World, dt: number): void {
    const { view } = this.#factor;
    const before = Math.max(1, view[0]);
    // Where they are no multiple any more, somebody has set them anew.
    const own = world.substeps % before === 0 ? world.substeps / before : world.substeps;
    const ways = mostSpacings(world, dt, MATTER_WAY * own);
    if (this.#adjusts) {
      view[0] = Math.min(MOST, Math.max(1, Math.ceil(ways / (MATTER_WAY * own) - 1e-9)));
      world.substeps = own * view[0];
    }
    this.#way = ways / world.substeps;
  }
}

/** How many spacings objects that may meet go towards each other in `dt` seconds, at most; none where that is surely less than `enough`. */
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

/** Does the second begin beyond the first along the axis, and stay there? */
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
