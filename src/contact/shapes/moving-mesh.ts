/**
 * A triangle mesh whose vertices move in time, such as an animated character. Between keys (times t_k in s, positions x_k in m)
 * every vertex moves linearly,
 *   x(t) = x_k + (t − t_k) / (t_{k+1} − t_k) (x_{k+1} − x_k);
 * before the first key and after the last it rests, unless it loops. The motion is a function of time alone, so snapshots
 * contain nothing of it.
 *
 * The mesh is two-sided and infinitely thin. Only surface contact meets it, with the motion of its vertices in a sub-step.
 */
import { finite, vertexArray } from '../check.ts';
import type { Features, Rows, Shape } from './shape.ts';
import { TriangleMesh, weldedFeatures } from './triangle-mesh.ts';

export interface MeshMotion {
  /** Times of the keys, s, ascending; at least two. */
  readonly times: readonly number[];
  /** Positions at each time: x, y, z of vertex after vertex, m. */
  readonly places: readonly ArrayLike<number>[];
  /** Whether the motion starts again after the last key; default: false. */
  readonly loop?: boolean;
  /** Time at which the motion begins, s; default: 0. */
  readonly start?: number;
}

/** Limit of keys times vertices, so that x, y and z of all fit into what a scene may contain. */
const MOST_PLACES = 1_500_000;

export class MovingMesh implements Shape {
  readonly kind = 'mesh';
  readonly signed = false;
  readonly moving: MovingMesh = this;
  /** Bounds over all keys. */
  readonly bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  /** Mesh at the first key, of the triangles that have an area there. */
  readonly first: TriangleMesh;
  /** Positions x, y, z of each vertex, key after key. */
  readonly #places: Float64Array;
  readonly #times: Float64Array;
  readonly #numbers: number;
  readonly #loop: boolean;
  readonly #start: number;
  readonly #triangles: Rows;
  #present: { time: number; mesh: TriangleMesh } | undefined;

  constructor(vertices: Rows, triangles: Rows, { times, places, loop = false, start = 0 }: MeshMotion) {
    const count = (times?.length ?? 0) * (vertices?.length ?? 0);
    if (count > MOST_PLACES)
      throw new RangeError(
        `motion: ${times.length} keys of ${vertices.length} vertices are ${count} positions; the limit is ${MOST_PLACES}: use a lower rate or a coarser mesh`,
      );
    this.#numbers = vertexArray('vertices', vertices).length;
    this.#times = checkedTimes(times);
    if (!Array.isArray(places) || places.length !== times.length)
      throw new RangeError(
        `motion.places: must be as many as times, ${times.length}, got ${places?.length ?? 'none'}`,
      );
    this.#places = new Float64Array(this.#numbers * times.length);
    places.forEach((row, k) => {
      if (row.length !== this.#numbers)
        throw new RangeError(
          `motion.places[${k}]: must be x, y, z of ${this.#numbers / 3} vertices, got ${row.length} numbers`,
        );
      for (let i = 0; i < row.length; i++) {
        const c = finite(`motion.places[${k}][${i}]`, row[i]);
        this.#places[this.#numbers * k + i] = c;
        this.bounds[i % 3] = Math.min(this.bounds[i % 3], c);
        this.bounds[3 + (i % 3)] = Math.max(this.bounds[3 + (i % 3)], c);
      }
    });
    this.#loop = loop;
    this.#start = finite('motion.start', start);
    this.#triangles = triangles;
    this.first = this.#meshAt(this.#start);
  }

  get repairs(): Shape['repairs'] {
    return this.first.repairs;
  }

  /** Returns the features; all sides are edges, because two triangles in one plane may fold in time. */
  features(): Features {
    return weldedFeatures(this.first, (a, b) => this.goTogether(a, b), false);
  }

  /** Writes x, y, z of each vertex at a time (s), in the collider's axes. */
  placesAt(time: number, out: Float64Array): void {
    const times = this.#times;
    const n = this.#numbers;
    const last = times.length - 1;
    let t = times[0] + Math.max(0, time - this.#start);
    const length = times[last] - times[0];
    if (t > times[last]) t = this.#loop ? times[0] + ((t - times[0]) % length) : times[last];
    let k = this.#keyBefore(t);
    if (k === last) k--;
    const share = (t - times[k]) / (times[k + 1] - times[k]);
    const [a, b] = [n * k, n * (k + 1)];
    for (let i = 0; i < n; i++)
      out[i] = this.#places[a + i] + share * (this.#places[b + i] - this.#places[a + i]);
  }

  /** Returns whether two vertices are in one place at every key. */
  goTogether(a: number, b: number): boolean {
    for (let at = 0; at < this.#places.length; at += this.#numbers)
      for (let axis = at; axis < at + 3; axis++)
        if (this.#places[axis + 3 * a] !== this.#places[axis + 3 * b]) return false;
    return true;
  }

  /** Returns the mesh at a time (s), for queries. */
  at(time: number): TriangleMesh {
    if (this.#present?.time !== time) this.#present = { time, mesh: this.#meshAt(time) };
    return this.#present.mesh;
  }

  distance(): number {
    throw new Error('a mesh that moves has a distance only at a time; use at(time).distance');
  }

  #meshAt(time: number): TriangleMesh {
    const flat = new Float64Array(this.#numbers);
    this.placesAt(time, flat);
    const rows = Array.from({ length: flat.length / 3 }, (_, i) => [...flat.subarray(3 * i, 3 * i + 3)]);
    return new TriangleMesh(rows, this.#triangles);
  }

  #keyBefore(t: number): number {
    let [low, high] = [0, this.#times.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#times[middle] <= t) low = middle;
      else high = middle;
    }
    return t >= this.#times[high] ? high : low;
  }
}

function checkedTimes(times: readonly number[]): Float64Array {
  if (!Array.isArray(times) || times.length < 2)
    throw new RangeError(`motion.times: must be at least two, got ${times?.length ?? 'none'}`);
  times.forEach((time, k) => {
    finite(`motion.times[${k}]`, time);
    if (k > 0 && !(time > times[k - 1]))
      throw new RangeError(`motion.times[${k}]: must be later than the time before, got ${time}`);
  });
  return Float64Array.from(times);
}
