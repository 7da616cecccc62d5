/** Reads the shape of a body for drawing, into arrays that last as long as their lengths do. */
import type { Body } from '../core/body.ts';
import type { World } from '../core/world.ts';

/** A body at one moment. */
export interface BodyShape {
  /** Position x, y, z of each particle, m. */
  readonly positions: Float32Array;
  /** Three of the body's own particles a triangle, anticlockwise from the front; another array if they have changed. */
  readonly triangles: Uint32Array;
  /** Position u, v of each particle in the flat sheet, m; only for bodies that have one. */
  readonly places?: Float32Array;
}

export class BodyReader {
  #positions = new Float32Array(0);
  #places = new Float32Array(0);
  #triangles = new Uint32Array(0);
  /** World indices of the triangles that were read last. */
  #known: Int32Array | undefined;
  #first = 0;

  read({ particles }: World, body: Body): BodyShape {
    const { first, count, refinement } = body;
    const { x, y, z } = particles;
    if (this.#positions.length !== 3 * count) this.#positions = new Float32Array(3 * count);
    const positions = this.#positions;
    for (let i = 0; i < count; i++) {
      positions[3 * i] = x[first + i];
      positions[3 * i + 1] = y[first + i];
      positions[3 * i + 2] = z[first + i];
    }
    if (refinement) {
      if (this.#places.length !== 2 * count) this.#places = new Float32Array(2 * count);
      this.#places.set(refinement.places);
    }
    return {
      positions,
      triangles: this.#readTriangles(body.triangles.view, first),
      ...(refinement && { places: this.#places }),
    };
  }

  #readTriangles(now: Int32Array, first: number): Uint32Array {
    const known = this.#known;
    if (known && first === this.#first && known.length === now.length) {
      let same = 0;
      while (same < now.length && now[same] === known[same]) same++;
      if (same === now.length) return this.#triangles;
    }
    this.#known = now.slice();
    this.#first = first;
    this.#triangles = Uint32Array.from(now, (index) => index - first);
    return this.#triangles;
  }
}
