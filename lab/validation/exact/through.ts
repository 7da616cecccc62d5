/**
 * Watches for particles of one body that pass through triangles of another, sub-step by sub-step, by plain geometry that
 * shares nothing with the engine's own detection. All motion within a sub-step is linear. Where the volume of particle and
 * triangle changes sign, bisection finds the time at which it is zero; the particle has passed if it is inside the
 * triangle then. Passing and returning within one sub-step does not count.
 */
import type { Body, World } from 'pliant';
import { type Moved, vec3 } from 'pliant/engine';

type Vector = [number, number, number];
const TURNS = 50;

export class ThroughWatch {
  /** Number of passages seen. */
  passes = 0;
  readonly #body: Pick<Body, 'first' | 'count'>;
  readonly #sheet: Pick<Body, 'triangles'>;
  #before = new Float64Array(0);

  /** Starts to watch particles of `body` and triangles of `sheet`. */
  constructor(world: World, body: Pick<Body, 'first' | 'count'>, sheet: Pick<Body, 'triangles'>) {
    this.#body = body;
    this.#sheet = sheet;
    const start = ({ particles: p }: World) => {
      this.#before = p.position.view.slice(0, p.numbers);
      return 'still' as const;
    };
    world.add({ name: 'through: before', phase: 'start', run: start });
    world.add({ name: 'through', phase: 'contact', run: (w) => this.#look(w) });
  }

  #look({ particles: { position, stride } }: World): Moved {
    const [before, now] = [this.#before, position.view];
    const { first, count } = this.#body;
    const { view } = this.#sheet.triangles;
    const low = new Float64Array(3);
    const high = new Float64Array(3);
    for (let k = 0; k < view.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const at = axis * stride;
        low[axis] = Infinity;
        high[axis] = -Infinity;
        for (let c = k; c < k + 3; c++) {
          low[axis] = Math.min(low[axis], before[at + view[c]], now[at + view[c]]);
          high[axis] = Math.max(high[axis], before[at + view[c]], now[at + view[c]]);
        }
      }
      for (let i = first; i < first + count; i++) {
        let meets = true;
        for (let axis = 0; axis < 3 && meets; axis++) {
          const p = axis * stride + i;
          meets = Math.min(before[p], now[p]) <= high[axis] && Math.max(before[p], now[p]) >= low[axis];
        }
        if (meets && this.#passes(now, stride, view[k], view[k + 1], view[k + 2], i)) this.passes++;
      }
    }
    return 'still';
  }

  #passes(now: Float64Array, stride: number, a: number, b: number, c: number, i: number): boolean {
    const from = (o: number, p: number, t: number): Vector => {
      const along = (axis: number) => {
        const [start, end] = [axis * stride + o, axis * stride + p];
        const gap = this.#before[end] - this.#before[start];
        return gap + t * (now[end] - now[start] - gap);
      };
      return [along(0), along(1), along(2)];
    };
    const volume = (t: number) => vec3.dot(vec3.cross(from(a, b, t), from(a, c, t)), from(a, i, t));
    const start = volume(0);
    if (start * volume(1) >= 0) return false;
    let [low, high] = [0, 1];
    for (let turn = 0; turn < TURNS; turn++) {
      const middle = (low + high) / 2;
      if (start * volume(middle) > 0) low = middle;
      else high = middle;
    }
    const [u, v, w] = [from(a, b, low), from(a, c, low), from(a, i, low)];
    const n = vec3.cross(u, v);
    const square = vec3.dot(n, n);
    const [s, t] = [vec3.dot(vec3.cross(w, v), n) / square, vec3.dot(vec3.cross(u, w), n) / square];
    return s >= 0 && t >= 0 && s + t <= 1;
  }
}
