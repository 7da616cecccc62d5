/**
 * The surface of a layered sheet for drawing: its top layer, its bottom layer, both or all, smooth (NURBS) or plain (the
 * triangles between particles), with normals, texture coordinates, wall thickness and holes where it is torn.
 *
 * Arrays are allocated once and filled by `update`. Holes pass through the whole sheet: a drawn triangle is omitted where the
 * lowest layer has lost its triangle.
 */
import { type ThickSurface, thickSurface } from '../thicken.ts';
import { PlainLayer } from './plain-layer.ts';
import { SmoothLayer } from './smooth-layer.ts';
import { TriangleMap } from './triangle-map.ts';

/** Particles in layers, each a column and a row smaller than the one below it. */
export interface LayeredGrid {
  /** Columns and rows of the lowest layer. */
  readonly columns: number;
  readonly rows: number;
  readonly layers: number;
  /** Width along x and depth along z, m. */
  readonly size: readonly [number, number];
  /** Distance of columns and of rows, m. */
  readonly spacing: readonly [number, number];
  /** First particle of each layer. */
  readonly first: readonly number[];
  /** Positions in the flat sheet, m. */
  readonly masses: readonly { readonly x: number; readonly z: number }[];
  triangles(layer: number): Int32Array;
}

/** Positions of particles: x of all, then y, then z, `stride` apart, m. */
interface PlanarPositions {
  readonly position: { readonly view: Float64Array };
  readonly stride: number;
}

/** Solids that a smooth surface must not sink into. */
export interface Solids {
  /**
   * Writes the shortest motion that brings a point `clearance` away from the solids, m, and returns its length.
   * `outside`: a point near it that is known to be outside.
   */
  push(point: Float64Array, outside: Float64Array, clearance: number, push: Float64Array): number;
}

/** The sheet to draw. */
export interface LayeredSource {
  readonly grid: LayeredGrid;
  readonly particles: PlanarPositions;
  /** First particle. */
  readonly first: number;
  /** Triangles of the lowest layer that are not torn; three particles each. */
  readonly triangles: { readonly view: Int32Array };
  readonly solids?: Solids | undefined;
  /** Distance to keep from the solids, m. */
  readonly clearance: number;
  /** Updates the solids and returns the wall thickness at each particle, m. */
  measure(): ArrayLike<number>;
}

export interface SurfaceOptions {
  /** Default: 'top'. */
  layer?: 'top' | 'bottom' | 'both' | 'all';
  /** Whether the surface is smooth; default: true. Otherwise it consists of the triangles between particles. */
  on?: boolean;
  /** Points per spacing of a smooth surface; default: 4. */
  subdivisions?: number;
  /** Whether a smooth surface passes through the particles; default: false, they are its control points. */
  interpolate?: boolean;
}

/** A layer to draw, smooth or plain. */
export interface DrawnLayer {
  readonly layer: number;
  /** Positions x, z of the points in the flat sheet, m. */
  readonly blank: Float64Array;
  readonly surface: {
    readonly position: Float64Array;
    readonly normal: Float64Array;
    readonly uv: Float64Array;
    readonly triangles: Int32Array;
  };
  /** Fills `position` and `normal` of the surface from the present positions of the particles. */
  update(source: LayeredSource): void;
}

/** Copies x, y, z of a layer's particles, m; `start`: the layer's first particle in the sheet. */
export function readLayer({ particles: p, first }: LayeredSource, start: number, into: Float64Array): void {
  const x = p.position.view;
  for (let i = 0; i < into.length / 3; i++) {
    for (let axis = 0; axis < 3; axis++) into[3 * i + axis] = x[axis * p.stride + first + start + i];
  }
}

export class LayeredSurface {
  /** Positions x, y, z of the points, m. */
  readonly position: Float64Array;
  readonly normal: Float64Array;
  /** Texture coordinates, 0 to 1. */
  readonly uv: Float64Array;
  /** Wall thickness at each point, m. */
  readonly thickness: Float64Array;
  /** Three points per triangle; the first `triangleCount` triangles are drawn. */
  readonly triangles: Int32Array;
  triangleCount = 0;
  readonly #source: LayeredSource;
  readonly #layers: readonly DrawnLayer[];
  /** Positions of points and triangles in the lowest layer, which has the holes. */
  readonly #maps: readonly TriangleMap[];
  /** Positions of points in their own layers. */
  #own: readonly TriangleMap[] | undefined;

  constructor(source: LayeredSource, options: SurfaceOptions = {}) {
    const { layer = 'top', on = true, subdivisions = 4, interpolate = false } = options;
    const { grid } = source;
    const top = grid.layers - 1;
    const numbers = {
      top: [top],
      bottom: [0],
      both: [...new Set([top, 0])],
      all: grid.first.map((_, k) => k),
    }[layer];
    if (!numbers) throw new RangeError(`layer: is top, bottom, both or all, got ${layer}`);
    this.#source = source;
    this.#layers = numbers.map((number) =>
      on ? new SmoothLayer(grid, number, { subdivisions, interpolate }) : new PlainLayer(grid, number),
    );
    this.#maps = this.#layers.map(({ blank, surface }) => new TriangleMap(grid, blank, surface.triangles));
    const sum = (size: (one: DrawnLayer['surface']) => number) =>
      this.#layers.reduce((total, { surface }) => total + size(surface), 0);
    this.position = new Float64Array(sum((s) => s.position.length));
    this.normal = new Float64Array(this.position.length);
    this.uv = new Float64Array(sum((s) => s.uv.length));
    this.thickness = new Float64Array(this.position.length / 3);
    this.triangles = new Int32Array(sum((s) => s.triangles.length));
    this.update();
  }

  /** Fills the arrays from the present shape of the sheet. */
  update(): void {
    const thickness = this.#source.measure();
    let points = 0;
    let corners = 0;
    this.#layers.forEach((layer, k) => {
      layer.update(this.#source);
      const { surface } = layer;
      this.position.set(surface.position, 3 * points);
      this.normal.set(surface.normal, 3 * points);
      this.uv.set(surface.uv, 2 * points);
      const map = this.#maps[k];
      map.update(this.#source);
      map.writeValues(thickness, this.thickness, points);
      for (let t = 0; t < surface.triangles.length; t += 3) {
        if (map.isMissing(t / 3)) continue;
        for (let c = 0; c < 3; c++) this.triangles[corners++] = points + surface.triangles[t + c];
      }
      points += surface.position.length / 3;
    });
    this.triangleCount = corners / 3;
  }

  /** Interpolates a number per particle (temperature, strain …) to points; those of a layer get values of its own particles. */
  valuesAt(ofMasses: ArrayLike<number>): Float64Array {
    const values = new Float64Array(this.position.length / 3);
    this.#own ??= this.#layers.map(
      ({ layer, blank, surface }) => new TriangleMap(this.#source.grid, blank, surface.triangles, layer),
    );
    let points = 0;
    this.#layers.forEach(({ surface }, k) => {
      this.#own![k].writeValues(ofMasses, values, points);
      points += surface.position.length / 3;
    });
    return values;
  }

  /** Returns a watertight body of the sheet's thickness, with walls along rim and holes, in new arrays. */
  thickened(): ThickSurface {
    const drawn = this.triangles.subarray(0, 3 * this.triangleCount);
    return thickSurface(this.position, this.normal, drawn, this.thickness);
  }
}
