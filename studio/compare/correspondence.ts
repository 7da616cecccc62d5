/**
 * Correspondence between the points of two runs, and their distance. If both have the same particles, which matter without
 * triangles must have, a particle is compared with itself; otherwise with the point of the other surface at the same place in
 * the flat sheet (u and v), by barycentric coordinates. Of several such points (layers, seams) the nearest counts.
 */
import type { TrajectoryMesh } from 'pliant/formats';
import { flatPattern } from 'pliant/three';

type Weights = [number, number, number];

/** The state of a run. */
export interface Standing {
  /** Positions x, y, z of all particles, m. */
  readonly positions: Float32Array;
  readonly meshes: readonly TrajectoryMesh[];
  /** The same at the start, when sheets are flat. */
  readonly rest: Float32Array;
}

/** Tolerance of equal u and v, as shares of the sheet: less than a hundredth of the finest cell. */
const SAME_PLACE = 1e-4;
/** Tolerance of barycentric coordinates at an edge. */
const ON_EDGE = -1e-5;

/** Computes distances of one run's particles from the other, m, by body; undefined for bodies without a counterpart. */
export class Correspondence {
  readonly #maps = new Map<number, { own: TrajectoryMesh; other: TrajectoryMesh; map: PlaceMap | 'same' }>();
  readonly #flat = new WeakMap<TrajectoryMesh, Float32Array>();

  distances(own: Standing, other: Standing): (Float32Array | undefined)[] {
    return own.meshes.map((mesh, body) => {
      const counterpart = other.meshes[body];
      if (!counterpart || mesh.particles === 0) return undefined;
      if (mesh.triangles.length === 0 || counterpart.triangles.length === 0)
        return mesh.triangles.length === counterpart.triangles.length &&
          mesh.particles === counterpart.particles
          ? particleDistances(own.positions, mesh, other.positions, counterpart)
          : undefined;
      const map = this.#mapOf(body, own, other);
      return map === 'same'
        ? particleDistances(own.positions, mesh, other.positions, counterpart)
        : map.distances(own.positions, mesh, other.positions);
    });
  }

  #mapOf(body: number, own: Standing, other: Standing): PlaceMap | 'same' {
    const mesh = own.meshes[body];
    const counterpart = other.meshes[body];
    const known = this.#maps.get(body);
    if (known?.own === mesh && known.other === counterpart) return known.map;
    const uv = this.#places(mesh, own.rest);
    const others = this.#places(counterpart, other.rest);
    const map = arePlacesSame(uv, others) ? 'same' : new PlaceMap(uv, counterpart, others);
    this.#maps.set(body, { own: mesh, other: counterpart, map });
    return map;
  }

  #places(mesh: TrajectoryMesh, rest: Float32Array): Float32Array {
    const uv = this.#flat.get(mesh) ?? flatUv(mesh, rest);
    this.#flat.set(mesh, uv);
    return uv;
  }
}

function arePlacesSame(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((place, i) => Math.abs(place - b[i]) < SAME_PLACE);
}

function particleDistances(
  own: Float32Array,
  mesh: TrajectoryMesh,
  other: Float32Array,
  counterpart: TrajectoryMesh,
): Float32Array {
  const distances = new Float32Array(mesh.particles);
  for (let i = 0; i < mesh.particles; i++) {
    const a = 3 * (mesh.first + i);
    const b = 3 * (counterpart.first + i);
    distances[i] = Math.hypot(own[a] - other[b], own[a + 1] - other[b + 1], own[a + 2] - other[b + 2]);
  }
  return distances;
}

/** Places of one run's particles on the triangles of the other, in the flat sheet. */
class PlaceMap {
  /** Particle i has the candidates #begins[i] … #begins[i + 1], of three corners and three weights each. */
  readonly #begins: Uint32Array;
  readonly #corners: Uint32Array;
  readonly #weights: Float32Array;

  /** `places` of the own particles; `mesh` and `uv` of the other run's body. */
  constructor(places: Float32Array, mesh: TrajectoryMesh, uv: Float32Array) {
    const count = places.length / 2;
    const corners: number[] = [];
    const weights: number[] = [];
    const bins = new TriangleBins(mesh, uv);
    this.#begins = new Uint32Array(count + 1);
    for (let i = 0; i < count; i++) {
      const u = places[2 * i];
      const v = places[2 * i + 1];
      const before = weights.length;
      const take = (k: number, [wa, wb, wc]: Weights) => {
        corners.push(mesh.triangles[k], mesh.triangles[k + 1], mesh.triangles[k + 2]);
        weights.push(wa, wb, wc);
      };
      bins.containing(u, v, take);
      // Outside the other's outline, which may be jagged, the nearest triangle is extrapolated.
      if (weights.length === before) bins.nearest(u, v, take);
      this.#begins[i + 1] = weights.length / 3;
    }
    this.#corners = Uint32Array.from(corners);
    this.#weights = Float32Array.from(weights);
  }

  distances(own: Float32Array, { first, particles }: TrajectoryMesh, other: Float32Array): Float32Array {
    const distances = new Float32Array(particles);
    const corners = this.#corners;
    const weights = this.#weights;
    for (let i = 0; i < particles; i++) {
      const at = 3 * (first + i);
      let nearest = Number.POSITIVE_INFINITY;
      for (let k = 3 * this.#begins[i]; k < 3 * this.#begins[i + 1]; k += 3) {
        let squared = 0;
        for (let axis = 0; axis < 3; axis++) {
          const there =
            weights[k] * other[3 * corners[k] + axis] +
            weights[k + 1] * other[3 * corners[k + 1] + axis] +
            weights[k + 2] * other[3 * corners[k + 2] + axis];
          squared += (own[at + axis] - there) ** 2;
        }
        nearest = Math.min(nearest, squared);
      }
      distances[i] = Math.sqrt(nearest);
    }
    return distances;
  }
}

/** Triangles of a flat sheet in a grid over u and v with about one triangle a cell. */
class TriangleBins {
  readonly #mesh: TrajectoryMesh;
  readonly #uv: Float32Array;
  readonly #side: number;
  readonly #cells: number[][];

  constructor(mesh: TrajectoryMesh, uv: Float32Array) {
    this.#mesh = mesh;
    this.#uv = uv;
    const { triangles } = mesh;
    this.#side = Math.max(1, Math.ceil(Math.sqrt(triangles.length / 3)));
    this.#cells = Array.from({ length: this.#side ** 2 }, () => []);
    for (let k = 0; k < triangles.length; k += 3) {
      const [u0, u1] = this.#span(k, 0);
      const [v0, v1] = this.#span(k, 1);
      for (let row = this.#cell(v0); row <= this.#cell(v1); row++)
        for (let column = this.#cell(u0); column <= this.#cell(u1); column++)
          this.#cells[row * this.#side + column].push(k);
    }
  }

  /** Calls `take` with each triangle that contains the place. */
  containing(u: number, v: number, take: (k: number, weights: Weights) => void): void {
    for (const k of this.#cells[this.#cell(v) * this.#side + this.#cell(u)]) {
      const weights = this.#weights(k, u, v);
      if (weights && Math.min(...weights) >= ON_EDGE) take(k, weights);
    }
  }

  /** Calls `take` with the triangle that the place is least outside of. */
  nearest(u: number, v: number, take: (k: number, weights: Weights) => void): void {
    let best: { k: number; weights: Weights } | undefined;
    for (let k = 0; k < this.#mesh.triangles.length; k += 3) {
      const weights = this.#weights(k, u, v);
      if (weights && (!best || Math.min(...weights) > Math.min(...best.weights))) best = { k, weights };
    }
    if (best) take(best.k, best.weights);
  }

  /** Returns the barycentric coordinates of a place; undefined for a triangle without area. */
  #weights(k: number, u: number, v: number): Weights | undefined {
    const { triangles, first } = this.#mesh;
    const uv = this.#uv;
    const [a, b, c] = [0, 1, 2].map((i) => 2 * (triangles[k + i] - first));
    const area = (uv[b] - uv[a]) * (uv[c + 1] - uv[a + 1]) - (uv[c] - uv[a]) * (uv[b + 1] - uv[a + 1]);
    if (area === 0) return undefined;
    const second = ((u - uv[a]) * (uv[c + 1] - uv[a + 1]) - (uv[c] - uv[a]) * (v - uv[a + 1])) / area;
    const third = ((uv[b] - uv[a]) * (v - uv[a + 1]) - (u - uv[a]) * (uv[b + 1] - uv[a + 1])) / area;
    return [1 - second - third, second, third];
  }

  #span(k: number, axis: number): [number, number] {
    const { triangles, first } = this.#mesh;
    const values = [0, 1, 2].map((i) => this.#uv[2 * (triangles[k + i] - first) + axis]);
    return [Math.min(...values), Math.max(...values)];
  }

  #cell(share: number): number {
    return Math.min(this.#side - 1, Math.max(0, Math.floor(share * this.#side)));
  }
}

export interface Apart {
  /** Distances over the particles of surfaces, and of matter without a surface, m. */
  mean: number;
  max: number;
}

/** Returns the distance of two runs; undefined if nothing can be compared. */
export function apartness(
  meshes: readonly TrajectoryMesh[],
  distances: readonly (Float32Array | undefined)[],
): Apart | undefined {
  let sum = 0;
  let count = 0;
  let max = 0;
  distances.forEach((own, body) => {
    if (!own) return;
    const { triangles, first, particles } = meshes[body];
    const isSeen = new Uint8Array(particles).fill(triangles.length === 0 ? 1 : 0);
    for (const corner of triangles) isSeen[corner - first] = 1;
    own.forEach((distance, i) => {
      if (isSeen[i] === 0) return;
      sum += distance;
      count++;
      max = Math.max(max, distance);
    });
  });
  return count === 0 ? undefined : { mean: sum / count, max };
}

function flatUv({ first, particles, places }: TrajectoryMesh, rest: Float32Array): Float32Array {
  return flatPattern(places?.uv, rest.subarray(3 * first, 3 * (first + particles))).uv;
}
