/**
 * Sub-steps for contact under implicit engines, which take steps of any length. What presses is followed in steps as short as its
 * potential asks for. If a sheet may touch something within the next step, no particle shall move farther than the share CELL of
 * a triangle's height H in a sub-step,
 *   n ≥ v Δt / (CELL H),
 * with the greatest speed v along an axis (m/s) and the step Δt (s). If spheres of matter may touch a sheet, no particle shall
 * move farther than the share SPHERE of their diameter: over longer paths a solve would find contacts too late. If a rigid body may,
 * steps are as short as for what presses.
 */

import type { ContactPotential } from '../../core/implicit.ts';
import type { Particles } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import { IMPACT_FACTOR } from '../../core/world-state.ts';
import { type Obstacle, placeObstacle } from '../surfaces/obstacles.ts';
import type { ParticleSpheres } from '../surfaces/particle-spheres.ts';
import type { SurfaceBody } from '../surfaces/sheets.ts';
import { boxesOverlap } from '../surfaces/surface-geometry.ts';

/** Largest motion of a particle in a sub-step, as a share of the mean height of triangles. Test: impact-steps.test.ts. */
const CELL = 1;
/**
 * Largest motion of a particle in a sub-step, as a share of the diameter of spheres: the solve has the spheres, but not the
 * matter behind them. At 0.17 a solid of 1.7 kg at 8 m/s stored a third too much energy in a cloth. Test: impact-steps.test.ts.
 */
const SPHERE = 0.05;
/** Relative rounding error of a ratio of times. */
const ROUNDING = 1e-9;
/** Largest factor on the number of sub-steps, a limit on work. Test: impact-steps.test.ts. */
const MOST = 32;

/** Obstacles, sheets and spheres that may touch within a step. */
export interface Surroundings {
  readonly obstacles: readonly Obstacle[];
  readonly sheets: readonly SurfaceBody[];
  readonly spheres: ParticleSpheres;
  /** Mean height of the sheets' triangles, m. */
  readonly height: number;
}

export class ImpactSteps {
  readonly #potential: Pick<ContactPotential, 'presses' | 'longestStep'>;
  /** Undefined if particles meet colliders alone. */
  readonly #around: Surroundings | undefined;

  constructor(
    potential: Pick<ContactPotential, 'presses' | 'longestStep'>,
    around: Surroundings | undefined,
  ) {
    this.#potential = potential;
    this.#around = around;
  }

  /** Sets the sub-steps of the next step, of `dt` seconds, to a multiple of the world's own number. */
  set(world: World, dt: number): void {
    const { view } = world.state;
    const before = Math.max(1, view[IMPACT_FACTOR]);
    // If they are not a multiple, a program has set them.
    const own = world.substeps % before === 0 ? world.substeps / before : world.substeps;
    const h = dt / own;
    const around = this.#around;
    const meets = around !== undefined && meetsRigid(world, around, dt);
    const factors = [1, this.#pressedFactor(world, h, meets)];
    if (around) factors.push(this.#factor(world, around, dt), this.#sphereFactor(world, around, h));
    view[IMPACT_FACTOR] = Math.max(...factors);
    world.substeps = own * view[IMPACT_FACTOR];
  }

  /** Factor for what presses within the solve, or may do so in the next step. */
  #pressedFactor(world: World, h: number, meets: boolean): number {
    const { presses } = this.#potential;
    return presses || meets ? Math.ceil((1 - ROUNDING) * (h / this.#potential.longestStep(world))) : 1;
  }

  /** Factor for particles that may touch colliders. */
  #factor(world: World, { obstacles, height }: Surroundings, dt: number): number {
    const { particles: p, kernels } = world;
    const way = kernels.largest(p.velocity.offset, p.numbers) * dt;
    const wanted = Math.ceil(way / (CELL * height));
    if (!(wanted > 1) || !isNear(world, obstacles, way, dt)) return 1;
    return Math.min(MOST, wanted);
  }

  /** Factor for spheres that may touch sheets, with own sub-steps of h seconds. */
  #sphereFactor(world: World, { spheres, sheets: bodies }: Surroundings, h: number): number {
    const { particles: p, kernels } = world;
    const { diameter } = spheres;
    const way = kernels.largest(p.velocity.offset, p.numbers) * h;
    const wanted = Math.ceil(way / (SPHERE * diameter));
    if (!(wanted > 1)) return 1;
    const far = diameter + way * world.substeps;
    const sheets = bodies.map(({ body }) => particleBox(p, body, far));
    const near = spheres.bodies.some(({ body }) => {
      const box = particleBox(p, body, far);
      return sheets.some((sheet) => boxesOverlap(sheet, 0, box, 0));
    });
    return near ? Math.min(MOST, wanted) : 1;
  }
}

/** Returns whether a rigid body may touch a sheet within `dt` seconds. */
function meetsRigid(world: World, { obstacles, sheets }: Surroundings, dt: number): boolean {
  const { particles: p, kernels } = world;
  const rigid = obstacles.filter(({ collider }) => collider.rigid);
  if (rigid.length === 0) return false;
  const way = kernels.largest(p.velocity.offset, p.numbers) * dt;
  const boxes = sheets.map(({ body, radius }) => particleBox(p, body, radius + way));
  return rigid.some((obstacle) => {
    const [start, end] = [0, dt].map((later) => obstacleBox(obstacle, world.time + later));
    for (let axis = 0; axis < 3; axis++) {
      start[axis] = Math.min(start[axis], end[axis]);
      start[3 + axis] = Math.max(start[3 + axis], end[3 + axis]);
    }
    return boxes.some((box) => boxesOverlap(box, 0, start, 0));
  });
}

/** Returns whether a particle that moves by `way` (m) may touch an obstacle, by the boxes now and after `dt` seconds. */
function isNear(
  { particles, time }: World,
  obstacles: readonly Obstacle[],
  way: number,
  dt: number,
): boolean {
  const box = particleBox(particles, { first: 0, count: particles.count }, way);
  return obstacles.some((obstacle) =>
    [time, time + dt].some((moment) => boxesOverlap(obstacleBox(obstacle, moment), 0, box, 0)),
  );
}

/** Box around a range of particles, enlarged by `far` (m). */
function particleBox(
  { x, y, z }: Particles,
  { first, count }: { readonly first: number; readonly count: number },
  far: number,
): Float64Array {
  const box = new Float64Array(6);
  [x, y, z].forEach((coordinates, axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = first; i < first + count; i++) {
      low = Math.min(low, coordinates[i]);
      high = Math.max(high, coordinates[i]);
    }
    box[axis] = low - far;
    box[3 + axis] = high + far;
  });
  return box;
}

/** Box around a collider at a time. */
function obstacleBox(obstacle: Obstacle, time: number): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const points = new Float64Array(obstacle.points.length);
  placeObstacle(obstacle, time, points, 0, 3);
  points.forEach((value, at) => {
    const axis = at % 3;
    box[axis] = Math.min(box[axis], value - obstacle.radius);
    box[3 + axis] = Math.max(box[3 + axis], value + obstacle.radius);
  });
  return box;
}
