/**
 * Sub-steps for impacts under implicit engines, which take steps of any length. If a sheet may touch something within the next
 * step, no particle shall move farther than the share CELL of a triangle's height H in a sub-step,
 *   n ≥ v Δt / (CELL H),
 * with the greatest speed v along an axis (m/s) and the step Δt (s). If spheres of matter may touch a sheet, no particle shall
 * move farther than the share SPHERE of their diameter. The implicit solve finds edges of colliders where it first touches
 * them, and neither sheets nor rigid bodies: over paths of many cells it would tear cloth, and what is held back in a long
 * step returns as speed.
 */
import type { Particles } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import { IMPACT_FACTOR } from '../../core/world-state.ts';
import { type Obstacle, placeObstacle } from './obstacles.ts';
import type { ParticleSpheres } from './particle-spheres.ts';
import type { SurfaceBody } from './sheets.ts';
import { boxesOverlap } from './surface-geometry.ts';

/**
 * Largest motion of a particle in a sub-step, as a share of the mean height of triangles. Tests of all four: impact-
 * steps.test.ts.
 */
const CELL = 1;
/**
 * Largest motion of a particle in a sub-step, as a share of the diameter of spheres: the solve has the spheres, but not the
 * matter behind them. At 0.17 a solid of 1.7 kg at 8 m/s stored a third too much energy in a cloth.
 */
const SPHERE = 0.05;
/** Factor on the number of sub-steps after a step in which a pair was held back; halved after each step without one. */
const HELD = 8;
/** Largest factor on the number of sub-steps. */
const MOST = 32;

export class ImpactSteps {
  readonly #obstacles: readonly Obstacle[];
  readonly #sheets: readonly SurfaceBody[];
  readonly #spheres: ParticleSpheres;

  constructor(obstacles: readonly Obstacle[], sheets: readonly SurfaceBody[], spheres: ParticleSpheres) {
    this.#obstacles = obstacles;
    this.#sheets = sheets;
    this.#spheres = spheres;
  }

  /** Sets the sub-steps of the next step, of `dt` seconds, to a multiple of the world's own number. */
  set(world: World, dt: number, height: number, isHeld: boolean): void {
    const { view } = world.state;
    const before = Math.max(1, view[IMPACT_FACTOR]);
    // If they are not a multiple, a program has set them.
    const own = world.substeps % before === 0 ? world.substeps / before : world.substeps;
    const least = isHeld ? HELD : Math.max(1, Math.floor(before / 2));
    view[IMPACT_FACTOR] = Math.max(
      Math.min(least, MOST),
      this.#factor(world, dt, height),
      this.#sphereFactor(world, dt / own),
    );
    world.substeps = own * view[IMPACT_FACTOR];
  }

  /** Factor for particles that may touch colliders. */
  #factor(world: World, dt: number, height: number): number {
    const { particles: p, kernels } = world;
    const way = kernels.largest(p.velocity.offset, p.numbers) * dt;
    const wanted = Math.ceil(way / (CELL * height));
    if (!(wanted > 1) || !this.#isNear(world, way, dt)) return 1;
    return Math.min(MOST, wanted);
  }

  /** Factor for spheres that may touch sheets, with own sub-steps of h seconds. */
  #sphereFactor(world: World, h: number): number {
    const { particles: p, kernels } = world;
    const { bodies, diameter } = this.#spheres;
    const way = kernels.largest(p.velocity.offset, p.numbers) * h;
    const wanted = Math.ceil(way / (SPHERE * diameter));
    if (!(wanted > 1)) return 1;
    const far = diameter + way * world.substeps;
    const sheets = this.#sheets.map(({ body }) => particleBox(p, body, far));
    const isNear = bodies.some(({ body }) => {
      const box = particleBox(p, body, far);
      return sheets.some((sheet) => boxesOverlap(sheet, 0, box, 0));
    });
    return isNear ? Math.min(MOST, wanted) : 1;
  }

  /** Whether a particle that moves by `way` (m) may touch a collider, by the boxes now and after `dt` seconds. */
  #isNear({ particles, time }: World, way: number, dt: number): boolean {
    const box = particleBox(particles, { first: 0, count: particles.count }, way);
    return this.#obstacles.some((obstacle) =>
      [time, time + dt].some((moment) => boxesOverlap(obstacleBox(obstacle, moment), 0, box, 0)),
    );
  }
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
