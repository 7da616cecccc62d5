/**
 * Representative triangles (Curtis, Tamstorf & Manocha 2008): every vertex and edge belongs to the first triangle that has
 * it, so that pairs of triangles find each pair of features once.
 */
import { grown } from '../../math/growable.ts';
import { HAS_FACE, TRIANGLE_FLAGS, TRIANGLE_WORDS } from './records.ts';

/**
 * Writes the records of triangles (three vertices each) from number `at` on. `isEdge` tells which sides of triangles are
 * edges, as those inside a plane face are not; default: all.
 */
export function writeFeatures(
  triangles: ArrayLike<number>,
  out: Int32Array,
  at: number,
  owned: FeatureOwners,
  isEdge?: (a: number, b: number) => boolean,
): void {
  for (let t = 0; t < triangles.length / 3; t++) {
    let flags = HAS_FACE;
    const to = TRIANGLE_WORDS * (at + t);
    for (let k = 0; k < 3; k++) {
      const a = triangles[3 * t + k];
      const b = triangles[3 * t + ((k + 1) % 3)];
      out[to + k] = a;
      if (owned.takeVertex(a)) flags |= 1 << k;
      if ((!isEdge || isEdge(a, b)) && owned.takeEdge(a, b)) flags |= 8 << k;
    }
    out[to + TRIANGLE_FLAGS] = flags;
  }
}

/** Vertices and edges that belong to a triangle already. Edges are in linked lists by their lower vertex. */
export class FeatureOwners {
  readonly #vertices: Uint8Array;
  readonly #first: Int32Array;
  #next = new Int32Array(1024);
  #other = new Int32Array(1024);
  #edges = 0;

  constructor(vertices: number) {
    this.#vertices = new Uint8Array(vertices);
    this.#first = new Int32Array(vertices).fill(-1);
  }

  /** Claims a vertex; false if it belongs to a triangle already. */
  takeVertex(a: number): boolean {
    if (this.#vertices[a] === 1) return false;
    this.#vertices[a] = 1;
    return true;
  }

  /** Claims an edge; false if it belongs to a triangle already, or has no length by its indices. */
  takeEdge(a: number, b: number): boolean {
    if (a === b) return false;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    for (let e = this.#first[low]; e >= 0; e = this.#next[e]) if (this.#other[e] === high) return false;
    if (this.#edges === this.#next.length) {
      this.#next = grown(this.#next);
      this.#other = grown(this.#other);
    }
    this.#other[this.#edges] = high;
    this.#next[this.#edges] = this.#first[low];
    this.#first[low] = this.#edges++;
    return true;
  }
}
