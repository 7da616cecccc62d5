/** What an object of a three.js scene draws: a body of a world, wherever that is stepped. */
import type { World } from 'pliant';
import type { MatterGrain } from 'pliant/engine';

export interface BodyFrame {
  /** x, y, z of the body's particles, m. */
  readonly positions: Float32Array;
  /** The body's own vertices, three a triangle; another array when the topology is another. */
  readonly triangles: Uint32Array;
  /** u, v of each particle in the flat sheet, m, of those that know. */
  readonly places?: Float32Array;
  /** K, of matter. */
  readonly temperatures?: Float32Array;
}

export interface BodySource {
  readonly name: string;
  /** Of matter: what a surface around its particles needs. */
  readonly matter?: MatterGrain;
  /** The body as it is now. Arrays may be the same as last time, with other numbers. */
  read(): BodyFrame;
}

/** A body of a world that is stepped in this thread. */
export function worldBody(world: World, name: string): BodySource {
  const body = world.body(name);
  const { matter } = body;
  let positions = new Float32Array(0);
  let temperatures = new Float32Array(0);
  let triangles = new Uint32Array(0);
  let flat = new Float32Array(0);
  let known: Int32Array | undefined;
  return {
    name,
    ...(matter && { matter: { spacing: matter.spacing, dimension: matter.dimension } }),
    read() {
      const { first, count, places } = body;
      const { x, y, z, temperature } = world.particles;
      if (positions.length !== 3 * count) positions = new Float32Array(3 * count);
      for (let i = 0; i < count; i++) {
        positions[3 * i] = x[first + i];
        positions[3 * i + 1] = y[first + i];
        positions[3 * i + 2] = z[first + i];
      }
      if (places) {
        if (flat.length !== places.length) flat = new Float32Array(places.length);
        flat.set(places);
      }
      const now = body.triangles.view;
      if (known === undefined || (world.adapt.length > 0 && !isSame(now, known))) {
        known = Int32Array.from(now);
        triangles = Uint32Array.from(now, (corner) => corner - first);
      }
      if (matter) {
        if (temperatures.length !== count) temperatures = new Float32Array(count);
        temperatures.set(temperature.view.subarray(first, first + count));
      }
      return {
        positions,
        triangles,
        ...(places && { places: flat }),
        ...(matter && { temperatures }),
      };
    },
  };
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
