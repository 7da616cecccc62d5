/**
 * Watches a run for what the end alone can't tell: a sheet that went through a thing and came out on the other side.
 *
 * After every so much motion (half of the thinnest obstacle's width, so that nothing can pass unseen in between) the
 * sheet is judged where it is; where one sub-step moved it farther than that, also at places between, on straight
 * ways. Things that turn go round and not straight, so between the ends of a sub-step it is no passing to be less deep
 * than half a thickness, or than a quarter of a thing that is thinner still. Sheets with paces of their own are judged only at the ends of their whole steps.
 */
import type { Body, World } from 'pliant';
import type { Moved, System } from 'pliant/engine';
import type { Surface } from './crossings.ts';
import type { Obstacle } from './obstacle.ts';
import { meetsObstacle, TOLERANCE } from './wrong-side.ts';

/** m; skins have no width: what passes one is in it for as long as it is tilted or curved by this much. */
const SKIN_STRIDE = 2e-3;
/** Places looked at between two sub-steps, at most. */
const MOST_PLACES = 500;

export interface Passage {
  /** s */
  readonly time: number;
  readonly obstacle: string;
  readonly triangle: number;
}

export class Watch implements System {
  readonly name = 'watch';
  readonly phase = 'contact';
  /** The first times that a sheet was seen in each obstacle. */
  readonly passages = new Map<string, Passage>();
  readonly #obstacles: readonly Obstacle[];
  readonly #body: Body;
  readonly #stride: number;
  readonly #radius: number;
  /** m; how far things have moved at most since the sheet was last judged. */
  #unseen = 0;

  /** `radius`: half the sheet's thickness, m. */
  constructor(body: Body, obstacles: readonly Obstacle[], radius: number) {
    this.#body = body;
    this.#radius = radius;
    this.#obstacles = obstacles;
    const strides = obstacles.map(({ width }) => (width > 0 ? width / 2 : SKIN_STRIDE));
    this.#stride = Math.min(...strides);
  }

  run(world: World, h: number): Moved {
    const { paces } = this.#body;
    if (paces?.some(({ substeps }) => (world.substep + 1) % substeps !== 0)) return 'still';
    const steps = Math.max(1, ...(paces ?? []).map(({ substeps }) => substeps));
    const times: [number, number] = [world.time - (steps - 1) * h, world.time + h];
    const sheet: [Float64Array, Float64Array] = [startOf(world), positionsOf(world)];
    const way = this.#farthest(sheet, times);
    this.#unseen += way;
    if (this.#unseen < this.#stride) return 'still';
    this.#unseen = 0;
    // What moves in ways of its own, pace by pace, is not judged between.
    const places = paces ? 1 : Math.min(MOST_PLACES, Math.max(1, Math.ceil(way / this.#stride)));
    for (const obstacle of this.#obstacles) this.#look(obstacle, sheet, times, places);
    return 'still';
  }

  /** How far sheet and obstacles move towards each other at most in a sub-step, m. */
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

/** Places of all particles, x, y, z each. */
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
