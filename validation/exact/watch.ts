/**
 * Watches a run for what the end alone can't tell: a sheet that went through a thing and came out on the other side.
 *
 * After every so much motion (half of the thinnest obstacle's width, so that nothing can pass unseen in between) the
 * sheet is judged where it is; where one sub-step moved it farther than that, also at places between, on straight
 * ways. Sheets with paces of their own are judged only at the ends of their whole steps.
 */
import type { Body, Stage, World } from 'pliant';
import type { Surface } from './crossings.ts';
import type { Obstacle } from './obstacle.ts';
import { meetsObstacle } from './wrong-side.ts';

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

export class Watch implements Stage {
  readonly name = 'watch';
  /** The first times that a sheet was seen in each obstacle. */
  readonly passages = new Map<string, Passage>();
  readonly #obstacles: readonly Obstacle[];
  readonly #body: Body;
  readonly #stride: number;
  #seen: Float64Array = new Float64Array(0);
  #seenTime = 0;
  #triangles: Int32Array = new Int32Array(0);

  constructor(body: Body, obstacles: readonly Obstacle[]) {
    this.#body = body;
    this.#obstacles = obstacles;
    const strides = obstacles.map(({ width }) => (width > 0 ? width / 2 : SKIN_STRIDE));
    this.#stride = Math.min(...strides);
  }

  run(world: World, h: number): boolean {
    const { paces } = this.#body;
    if (paces?.some(({ substeps }) => (world.substep + 1) % substeps !== 0)) return false;
    const now = positionsOf(world);
    const time = world.time + h;
    const triangles = this.#body.triangles.view;
    if (!same(this.#triangles, triangles)) {
      // The first sub-step, or the sheet has refined itself, and its new vertices lie on the old surface.
      this.#triangles = triangles.slice();
      this.#seen = startOf(world);
      this.#seenTime = world.time;
    }
    const way = this.#farthest(now, time);
    if (way < this.#stride) return false;
    const places = Math.min(MOST_PLACES, Math.ceil(way / this.#stride));
    for (const obstacle of this.#obstacles) this.#look(obstacle, now, time, places);
    this.#seen = now;
    this.#seenTime = time;
    return false;
  }

  /** How far anything has moved since it was last judged, m. */
  #farthest(now: Float64Array, time: number): number {
    let sheet = 0;
    for (let i = 0; i < now.length; i += 3) sheet = Math.max(sheet, apart(now, this.#seen, i));
    let most = 0;
    for (const obstacle of this.#obstacles) {
      const [from, to] = [obstacle.cornersAt(this.#seenTime), obstacle.cornersAt(time)];
      for (let i = 0; i < from.length; i += 3) most = Math.max(most, apart(from, to, i));
    }
    return sheet + most;
  }

  #look(obstacle: Obstacle, now: Float64Array, time: number, places: number): void {
    if (this.passages.has(obstacle.name)) return;
    const triangles = this.#triangles;
    const [from, to] = [obstacle.cornersAt(this.#seenTime), obstacle.cornersAt(time)];
    for (let k = 1; k <= places; k++) {
      const t = k / places;
      const sheet: Surface = { positions: mixed(this.#seen, now, t), triangles };
      const triangle = meetsObstacle(sheet, obstacle, mixed(from, to, t));
      if (triangle < 0) continue;
      const when = this.#seenTime + t * (time - this.#seenTime);
      this.passages.set(obstacle.name, { time: when, obstacle: obstacle.name, triangle });
      return;
    }
  }
}

function same(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
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
  return t === 1 ? to : from.map((value, i) => value + t * (to[i] - value));
}

function apart(a: Float64Array, b: Float64Array, i: number): number {
  const [x, y, z] = [a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}
