/** Division of a surface in two parts along cut edges. */
import { dot, normalised, subtract, vectorAt } from '../../math/vec3.ts';
import type { CrossingSurface } from './crossings.ts';

export class MeshParts {
  readonly #surface: CrossingSurface;
  /** Edges of each point, from index `#first[point]` on. */
  readonly #first: Int32Array;
  readonly #edges: Int32Array;
  /** Number of each point's piece, from 1 on; 0 if it was not reached. */
  readonly #piece: Int32Array;
  readonly #cut: Uint8Array;
  /** Points that have a piece. */
  #reached: number[] = [];
  /** 1 for each piece of the lesser part. */
  #isLesser: Int8Array = new Int8Array(0);

  constructor(surface: CrossingSurface) {
    const { points, edges } = surface;
    const n = points.length / 3;
    this.#surface = surface;
    this.#first = new Int32Array(n + 1);
    for (let k = 0; k < edges.length; k++) this.#first[edges[k] + 1]++;
    for (let v = 0; v < n; v++) this.#first[v + 1] += this.#first[v];
    const next = this.#first.slice();
    this.#edges = new Int32Array(edges.length);
    for (let k = 0; k < edges.length; k++) this.#edges[next[edges[k]]++] = k >> 1;
    this.#piece = new Int32Array(n);
    this.#cut = new Uint8Array(edges.length / 2);
  }

  /** Extent of the two parts from the other surface, m. */
  lesser = 0;
  greater = 0;

  /**
   * Divides the surface at the edges `cut`; false if they do not divide it. An edge that is cut twice counts as whole. The
   * lesser part extends less far from the plane through `centre` with the unit normal n, or from `centre` if n is 0.
   */
  divide(cut: Int32Array, n: readonly number[], centre: readonly number[]): boolean {
    const { edges } = this.#surface;
    for (const v of this.#reached) this.#piece[v] = 0;
    this.#reached = [];
    for (const e of cut) this.#cut[e] ^= 1;
    const ends = cut.filter((e) => this.#cut[e] === 1);
    let pieces = 1;
    for (const e of ends) {
      for (let end = 0; end < 2; end++) {
        if (this.#piece[edges[2 * e + end]] === 0) this.#flood(edges[2 * e + end], pieces++);
      }
    }
    const colour = this.#colours(ends, pieces);
    for (const e of cut) this.#cut[e] = 0;
    if (colour === undefined) return false;
    const reach = this.#reach(colour, n, centre);
    const lesser = reach[1] < reach[0] ? 1 : 0;
    this.#isLesser = colour.map((c) => (c === lesser ? 1 : 0));
    this.lesser = reach[lesser];
    this.greater = reach[1 - lesser];
    return true;
  }

  #reach(colour: Int8Array, n: readonly number[], centre: readonly number[]): [number, number] {
    const x = this.#surface.points;
    const reach: [number, number] = [0, 0];
    const isFlat = dot(n, n) > 0;
    for (const v of this.#reached) {
      const d = subtract(vectorAt(x, 3 * v), centre);
      const far = isFlat ? Math.abs(dot(n, d)) : Math.sqrt(dot(d, d));
      const part = colour[this.#piece[v]];
      reach[part] = Math.max(reach[part], far);
    }
    return reach;
  }

  /** Cosine of the angle between n and the vector from those of the points in the lesser part to the others; 0 for none. */
  towardsRest(points: readonly number[], n: readonly number[]): number {
    const x = this.#surface.points;
    const rest = [0, 0, 0];
    const going = [0, 0, 0];
    let [stay, go] = [0, 0];
    for (const v of points) {
      const goes = this.#isLesser[this.#piece[v]] === 1;
      const sum = goes ? going : rest;
      if (goes) go++;
      else stay++;
      for (let axis = 0; axis < 3; axis++) sum[axis] += x[3 * v + axis];
    }
    if (stay === 0 || go === 0) return 0;
    const d = normalised([0, 1, 2].map((axis) => rest[axis] / stay - going[axis] / go));
    return dot(d, n);
  }

  /** Returns the points of the lesser part, or of the other. */
  pointsOf(lesser: boolean): number[] {
    return this.#reached.filter((v) => (this.#isLesser[this.#piece[v]] === 1) === lesser);
  }

  #flood(from: number, piece: number): void {
    const { edges } = this.#surface;
    const stack = [from];
    this.#piece[from] = piece;
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      this.#reached.push(v);
      for (let k = this.#first[v]; k < this.#first[v + 1]; k++) {
        const e = this.#edges[k];
        if (this.#cut[e] === 1) continue;
        const other = edges[2 * e] === v ? edges[2 * e + 1] : edges[2 * e];
        if (this.#piece[other] !== 0) continue;
        this.#piece[other] = piece;
        stack.push(other);
      }
    }
  }

  /** Colours pieces with 0 and 1 so that each cut edge joins two colours; undefined if that is impossible. */
  #colours(ends: Int32Array, pieces: number): Int8Array | undefined {
    if (ends.length === 0) return undefined;
    const { edges } = this.#surface;
    const colour = new Int8Array(pieces).fill(-1);
    colour[this.#piece[edges[2 * ends[0]]]] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (const e of ends) {
        const [a, b] = [this.#piece[edges[2 * e]], this.#piece[edges[2 * e + 1]]];
        if (a === b || (colour[a] >= 0 && colour[a] === colour[b])) return undefined;
        if (colour[a] < 0 === colour[b] < 0) continue;
        if (colour[a] < 0) colour[a] = 1 - colour[b];
        else colour[b] = 1 - colour[a];
        changed = true;
      }
    }
    for (let piece = 1; piece < pieces; piece++) if (colour[piece] < 0) colour[piece] = 0;
    return colour;
  }
}
