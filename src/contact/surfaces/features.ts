/**
 * Which vertices and edges each triangle of a surface stands for: every vertex and every edge belongs to the first
 * triangle that has it (Curtis, Tamstorf & Manocha 2008), so that pairs of triangles find each pair of features once.
 */
import * as SurfaceTriangle from '../../layouts/generated/surface-triangle.ts';
import { grown } from '../../math/growable.ts';

/** Four i32 a triangle: its vertices, then flags. */
export const TRIANGLE_WORDS = SurfaceTriangle.BYTES / 4;
const FLAGS = SurfaceTriangle.FLAGS / 4;
/** Flags: vertex k is bit k, the edge from corner k to the next is bit 3 + k. */
export const HAS_FACE = 64;

/**
 * Writes the triangles (three vertices each) from number `at` on. `isEdge` tells which edges are any (all, where left
 * out): those between two triangles in one plane are not.
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
    out[to + FLAGS] = flags;
  }
}

/** What has an owner already. Edges are kept in lists by their lesser vertex: no keys to be made of two numbers. */
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

  get edges(): number {
    return this.#edges;
  }

  takeVertex(a: number): boolean {
    if (this.#vertices[a] === 1) return false;
    this.#vertices[a] = 1;
    return true;
  }

  takeEdge(a: number, b: number): boolean {
    if (a === b) return false;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    for (let e = this.#first[low]; e >= 0; e = this.#next[e]) if (this.#other[e] === high) return false;
    if (this.#edges === this.#next.length) this.#grow();
    this.#other[this.#edges] = high;
    this.#next[this.#edges] = this.#first[low];
    this.#first[low] = this.#edges++;
    return true;
  }

  #grow(): void {
    this.#next = grown(this.#next);
    this.#other = grown(this.#other);
  }
}
