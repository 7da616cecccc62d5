/**
 * Watches a run for passages that the final state cannot show: a sheet that went through an obstacle and out again.
 *
 * After every stretch of motion (half the width of the thinnest obstacle, so that nothing passes unseen) the sheet is
 * judged. If one sub-step moved it farther than that, intermediate positions on straight lines are judged too. Turning
 * obstacles move on arcs, so between the ends of a sub-step a depth below half a thickness, or below a quarter of a
 * thinner obstacle, does not count. Sheets with steps by level are judged only at the ends of their whole steps.
 */
import type { Body, World } from 'pliant';
import { type Moved, pacesOf, type System } from 'pliant/engine';
import type { Surface } from './crossings.ts';
import type { Obstacle } from './obstacle.ts';
import { meetsObstacle, TOLERANCE } from './wrong-side.ts';

/**
 * Stride for skins, m: they have no width, and a passing surface meets them while it is tilted or curved by this
 * much.
 */
const SKIN_STRIDE = 2e-3;
/** Most intermediate positions per sub-step. */
const MOST_PLACES = 500;

export interface Passage {
  /** Time, s. */
  readonly time: number;
  readonly obstacle: string;
  readonly triangle: number;
}

export class Watch implements System {
  readonly name = 'watch';
  readonly phase = 'contact';
  /** First time that a sheet was seen in each obstacle. */
  readonly passages = new Map<string, Passage>();
  readonly #obstacles: readonly Obstacle[];
  readonly #body: Body;
  readonly #stride: number;
  readonly #radius: number;
  /** Largest motion since the sheet was last judged, m. */
  #unseen = 0;

  /** `radius` is half the thickness of the sheet, m. */
  constructor(body: Body, obstacles: readonly Obstacle[], radius: number) {
    this.#body = body;
    this.#radius = radius;
    this.#obstacles = obstacles;
    const strides = obstacles.map(({ width }) => (width > 0 ? width / 2 : SKIN_STRIDE));
    this.#stride = Math.min(...strides);
  }

  run(world: World, h: number): Moved {
    const paces = pacesOf(this.#body);
    if (paces?.some(({ substeps }) => (world.substep + 1) % substeps !== 0)) return 'still';
    const steps = Math.max(1, ...(paces ?? []).map(({ substeps }) => substeps));
    const times: [number, number] = [world.time - (steps - 1) * h, world.time + h];
    const sheet: [Float64Array, Float64Array] = [startOf(world), positionsOf(world)];
    const way = this.#farthest(sheet, times);
    this.#unseen += way;
    if (this.#unseen < this.#stride) return 'still';
    this.#unseen = 0;
    // Bodies with steps by level are not judged between them.
    const places = paces ? 1 : Math.min(MOST_PLACES, Math.max(1, Math.ceil(way / this.#stride)));
    for (const obstacle of this.#obstacles) this.#look(obstacle, sheet, times, places);
    return 'still';
  }

  /** Largest relative motion of sheet and obstacles in a sub-step, m. */
  #farthest([from, to]: [Float64Array, Float64Array], [start, end]: [number, number]): number {
    let most = 0;
    for (const obstacle of this.#obstacles) {
      const [was, is] = [obstacle.cornersAt(start), obstacle.cornersAt(end)];
      if (was !== is) most = Math.max(most, farthest(was, is));
    }
    return most + farthest(from, to);
  }

  #look(
    obstacle: Obstacle,
    sheet: [Float64Array, Float64Array],
    times: [number, number],
    places: number,
  ): void {
    if (this.passages.has(obstacle.name)) return;
    const triangles = this.#body.triangles.view;
    const [from, to] = times.map((time) => obstacle.cornersAt(time));
    for (let k = 1; k <= places; k++) {
      const t = k / places;
      const surface: Surface = { positions: mixed(sheet[0], sheet[1], t), triangles };
      const depth = k < places ? Math.min(this.#radius, obstacle.width / 4) : TOLERANCE;
      const triangle = meetsObstacle(surface, obstacle, mixed(from, to, t), depth);
      if (triangle < 0) continue;
      const time = times[0] + t * (times[1] - times[0]);
      this.passages.set(obstacle.name, { time, obstacle: obstacle.name, triangle });
      return;
    }
  }
}

function startOf({ particles: { startPosition, stride, count } }: World): Float64Array {
  const out = new Float64Array(3 * count);
  for (let k = 0; k < 3 * count; k++) out[k] = startPosition.view[(k % 3) * stride + Math.floor(k / 3)];
  return out;
}

/** Coordinates of all particles. */
export function positionsOf({ particles: { x, y, z, count } }: World): Float64Array {
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    out[3 * i] = x[i];
    out[3 * i + 1] = y[i];
    out[3 * i + 2] = z[i];
  }
  return out;
}

function mixed(from: Float64Array, to: Float64Array, t: number): Float64Array {
  return t === 1 || from === to ? to : from.map((value, i) => value + t * (to[i] - value));
}

function farthest(from: Float64Array, to: Float64Array): number {
  let most = 0;
  for (let i = 0; i < from.length; i += 3) {
    const [x, y, z] = [to[i] - from[i], to[i + 1] - from[i + 1], to[i + 2] - from[i + 2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}
