/**
 * Sub-steps for impacts under implicit engines, which take steps of any length: where a sheet may meet something within
 * the next step, no mass shall go farther than the share CELL of a triangle's height h in a sub-step,
 *   n ≥ v Δt / (CELL h),   v the greatest speed along an axis (m/s), Δt the step (s).
 * Where grains of matter (grains.ts) may meet a sheet, they shall not go farther than the share GRAIN of their diameter.
 * The solve knows of edges where it begins to touch them, and nothing of sheets and rigid bodies: over ways of many cells
 * cloth would be torn, and what is held back in a long step comes back as speed.
 */

import type { World } from '../../core/world.ts';
import { IMPACT_FACTOR } from '../../core/world-state.ts';
import { type Obstacle, placeObstacle } from './obstacles.ts';
import type { Grains } from './particle-spheres.ts';
import type { SurfaceBody } from './sheets.ts';

const CELL = 1;
/** The solve knows grains, and not what is behind them: at 0.17 a solid of 1.7 kg stored a third too much in a cloth that it met at 8 m/s. */
const GRAIN = 0.05;
/** Sub-steps for one where something had to be held back in the last step; fewer again where nothing had. */
const HELD = 8;
/** Sub-steps for one, at most. */
const MOST = 32;

export class ImpactSteps {
  readonly #obstacles: readonly Obstacle[];
  readonly #sheets: readonly SurfaceBody[];
  readonly #grains: Grains;
  readonly #box = new Float64Array(6);

  constructor(obstacles: readonly Obstacle[], sheets: readonly SurfaceBody[], grains: Grains) {
    this.#obstacles = obstacles;
    this.#sheets = sheets;
    this.#grains = grains;
  }

  /** Sets the sub-steps of the next step, of `dt` seconds; the world's own number is what they are a multiple of. */
  set(world: World, dt: number, height: number, isHeld: boolean): void {
    const { view } = world.state;
    const before = Math.max(1, view[IMPACT_FACTOR]);
    // Where they are no multiple any more, somebody has set them anew.
    const own = world.substeps % before === 0 ? world.substeps / before : world.substeps;
    const least = isHeld ? HELD : Math.max(1, Math.floor(before / 2));
    view[IMPACT_FACTOR] = Math.max(
      Math.min(least, MOST),
      this.#factor(world, dt, height),
      this.#factorOfGrains(world, dt / own),
    );
    world.substeps = own * view[IMPACT_FACTOR];
  }

  /** How many sub-steps the step should have for each of its own. */
  #factor(world: World, dt: number, height: number): number {
    const { particles: p, kernels } = world;
    const way = kernels.largest(p.velocity.offset, p.numbers) * dt;
    const wanted = Math.ceil(way / (CELL * height));
    if (!(wanted > 1) || !this.#isNear(world, way, dt)) return 1;
    return Math.min(MOST, wanted);
  }

  /** The same for grains, in sub-steps of h seconds. */
  #factorOfGrains(world: World, h: number): number {
    const { particles: p, kernels } = world;
    const { bodies, diameter } = this.#grains;
    const way = kernels.largest(p.velocity.offset, p.numbers) * h;
    const wanted = Math.ceil(way / (GRAIN * diameter));
    if (!(wanted > 1)) return 1;
    const far = diameter + way * world.substeps;
    const isNear = bodies.some(({ body }) =>
      this.#sheets.some((sheet) => areNear(world, body, sheet.body, far)),
    );
    return isNear ? Math.min(MOST, wanted) : 1;
  }

  /** May a particle meet an obstacle, if it goes so far (m)? By the box around all of them. */
  #isNear({ particles: p, time }: World, way: number, dt: number): boolean {
    const box = this.#box;
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3);
    [p.x, p.y, p.z].forEach((places, axis) => {
      for (const place of places) {
        box[axis] = Math.min(box[axis], place - way);
        box[3 + axis] = Math.max(box[3 + axis], place + way);
      }
    });
    return this.#obstacles.some(
      (obstacle) => this.#meets(obstacle, time) || this.#meets(obstacle, time + dt),
    );
  }

  #meets(obstacle: Obstacle, time: number): boolean {
    const points = new Float64Array(obstacle.points.length);
    placeObstacle(obstacle, time, points, 0, 3);
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let at = axis; at < points.length; at += 3) {
        low = Math.min(low, points[at]);
        high = Math.max(high, points[at]);
      }
      if (low - obstacle.radius > this.#box[3 + axis] || high + obstacle.radius < this.#box[axis])
        return false;
    }
    return true;
  }
}

type Range = { readonly first: number; readonly count: number };

/** Are the boxes around two ranges of particles within twice `far` (m) of each other? */
function areNear({ particles: { x, y, z } }: World, a: Range, b: Range, far: number): boolean {
  return [x, y, z].every((places) => {
    const [low, high] = extent(places, a);
    const [least, most] = extent(places, b);
    return low - far <= most + far && high + far >= least - far;
  });
}

function extent(places: Float64Array, { first, count }: Range): readonly [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = first; i < first + count; i++) {
    low = Math.min(low, places[i]);
    high = Math.max(high, places[i]);
  }
  return [low, high];
}
