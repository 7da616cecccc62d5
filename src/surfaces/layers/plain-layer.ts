/** One layer of a sheet without smoothing: one point per particle, the lattice's triangles, normals weighted by area. */
import { areaNormals } from '../normals.ts';
import { type DrawnLayer, type LayeredGrid, type LayeredSource, readLayer } from './layered-surface.ts';

export class PlainLayer implements DrawnLayer {
  readonly layer: number;
  readonly blank: Float64Array;
  readonly surface: DrawnLayer['surface'];
  /** First particle of the layer. */
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

  update(source: LayeredSource): void {
    const { position, normal, triangles } = this.surface;
    readLayer(source, this.#first, position);
    areaNormals(position, triangles, normal);
  }
}
