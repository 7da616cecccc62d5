/** One layer of a sheet as it is: a point a mass, the lattice's triangles, normals by the areas around. */
import type { LayeredGrid, LayeredSource } from './layered-surface.ts';

export class PlainLayer {
  readonly layer: number;
  /** x, z of each point in the flat sheet, m. */
  readonly blank: Float64Array;
  readonly surface: {
    readonly position: Float64Array;
    readonly normal: Float64Array;
    readonly uv: Float64Array;
    readonly triangles: Int32Array;
  };
  /** Number of the layer's first mass. */
  readonly #first: number;

  constructor(lattice: LayeredGrid, layer: number) {
    const own = lattice.first[layer];
    const count = (lattice.columns - layer) * (lattice.rows - layer);
    const masses = lattice.masses.slice(own, own + count);
    this.layer = layer;
    this.#first = own;
    this.blank = Float64Array.from(masses.flatMap(({ x, z }) => [x, z]));
    this.surface = {
      position: new Float64Array(3 * count),
      normal: new Float64Array(3 * count),
      uv: Float64Array.from(
        masses.flatMap(({ x, z }) => [x / lattice.size[0] + 0.5, z / lattice.size[1] + 0.5]),
      ),
      triangles: lattice.triangles(layer).map((corner) => corner - own),
    };
  }

  update({ particles: p, first }: LayeredSource): void {
    const { position, normal, triangles } = this.surface;
    const x = p.position.view;
    for (let i = 0; i < position.length / 3; i++) {
      for (let axis = 0; axis < 3; axis++)
        position[3 * i + axis] = x[axis * p.stride + first + this.#first + i];
    }
    normal.fill(0);
    for (let t = 0; t < triangles.length; t += 3) addNormal(position, normal, triangles, t);
    for (let i = 0; i < normal.length; i += 3) {
      const length = Math.sqrt(
        normal[i] * normal[i] + normal[i + 1] * normal[i + 1] + normal[i + 2] * normal[i + 2],
      );
      if (length > 0) for (let axis = 0; axis < 3; axis++) normal[i + axis] /= length;
    }
  }
}

function addNormal(s: Float64Array, normal: Float64Array, triangles: Int32Array, t: number): void {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const part =
      (s[b + u] - s[a + u]) * (s[c + v] - s[a + v]) - (s[b + v] - s[a + v]) * (s[c + u] - s[a + u]);
    normal[a + axis] += part;
    normal[b + axis] += part;
    normal[c + axis] += part;
  }
}
