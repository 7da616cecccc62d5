/**
 * The drawing of a layered sheet: the surface of its top layer, its bottom layer, both or all, smooth (NURBS) or plain
 * (the triangles between masses), with normals, texture coordinates, wall thickness and holes where it is torn.
 *
 * Arrays are allocated once and filled by `update`. Holes go through the sheet: a triangle of the drawing is left out
 * where the lowest layer has lost its triangle at that place.
 */
import { type ThickSurface, thickSurface } from '../thicken.ts';
import { PlainLayer } from './plain-layer.ts';
import { SmoothLayer } from './smooth-layer.ts';
import { TriangleMap } from './triangle-map.ts';

/** Masses in layers, each a column and a row smaller than the one below it. */
export interface LayeredGrid {
  /** Of the lowest layer. */
  readonly columns: number;
  readonly rows: number;
  readonly layers: number;
  /** m */
  readonly size: readonly [number, number];
  readonly spacing: readonly [number, number];
  /** Number of each layer's first mass. */
  readonly first: readonly number[];
  /** Places in the flat sheet, m. */
  readonly masses: readonly { readonly x: number; readonly z: number }[];
  triangles(layer: number): Int32Array;
}

/** Positions of particles: x of all, then y, then z, `stride` apart, m. */
export interface PlanarPositions {
  readonly position: { readonly view: Float64Array };
  readonly stride: number;
}

/** Solids that a smooth surface must not sink into. */
export interface Solids {
  /** Writes the way out of a point that is deeper than `-clearance`, and returns its depth; `sure` is a point near it that is outside. */
  push(point: Float64Array, sure: Float64Array, clearance: number, push: Float64Array): number;
}

/** The sheet to draw. */
export interface LayeredSource {
  readonly grid: LayeredGrid;
  readonly particles: PlanarPositions;
  /** Index of its first particle. */
  readonly first: number;
  /** Triangles of the lowest layer that are not torn, by indices of particles. */
  readonly triangles: { readonly view: Int32Array };
  readonly solids?: Solids | undefined;
  /** m to keep from them. */
  readonly clearance: number;
  /** Brings the solids up to date and returns the wall thickness at each mass, m. */
  measure(): ArrayLike<number>;
}

export interface SurfaceOptions {
  /** Default: 'top'. */
  layer?: 'top' | 'bottom' | 'both' | 'all';
  /** Smooth, or the triangles between the masses; default: true. */
  on?: boolean;
  /** Points a spacing of a smooth surface; default: 4. */
  subdivisions?: number;
  /** A smooth surface passes through the masses instead of taking them as control points; default: false. */
  interpolate?: boolean;
}

/** A layer to draw, smooth or plain. */
interface Layer {
  readonly layer: number;
  readonly blank: Float64Array;
  readonly surface: {
    readonly position: Float64Array;
    readonly normal: Float64Array;
    readonly uv: Float64Array;
    readonly triangles: Int32Array;
  };
  update(source: LayeredSource): void;
}

export class LayeredSurface {
  /** x, y, z of each point, m; their normals; u, v from 0 to 1. */
  readonly position: Float64Array;
  readonly normal: Float64Array;
  readonly uv: Float64Array;
  /** Wall thickness at each point, m. */
  readonly thickness: Float64Array;
  /** Point numbers; the first 3 · `triangleCount` are to be drawn. */
  readonly triangles: Int32Array;
  triangleCount = 0;
  readonly #source: LayeredSource;
  readonly #layers: readonly Layer[];
  /** Where points and triangles lie in the lowest layer, which has the holes; and where points lie in their own. */
  readonly #maps: readonly TriangleMap[];
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
    const sum = (size: (one: Layer['surface']) => number) =>
      this.#layers.reduce((total, { surface }) => total + size(surface), 0);
    this.position = new Float64Array(sum((s) => s.position.length));
    this.normal = new Float64Array(this.position.length);
    this.uv = new Float64Array(sum((s) => s.uv.length));
    this.thickness = new Float64Array(this.position.length / 3);
    this.triangles = new Int32Array(sum((s) => s.triangles.length));
    this.update();
  }

  /** Fills the arrays from where the sheet is now. */
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

  /**
   * Interpolates a number per mass of the sheet (temperature, strain …) to a number per point. Points of a layer get the
   * values of its own masses.
   */
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

  /** The surface as a watertight body of its own thickness, with walls along rim and holes; new arrays. */
  thickened(): ThickSurface {
    const drawn = this.triangles.subarray(0, 3 * this.triangleCount);
    return thickSurface(this.position, this.normal, drawn, this.thickness);
  }
}
