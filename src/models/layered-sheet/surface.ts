/**
 * What is drawn of a layered sheet: the surface of its top layer, its bottom layer, both or all, smooth (NURBS) or plain
 * (the triangles between masses), with normals, texture coordinates, wall thickness and holes where it is torn.
 *
 * Arrays are allocated once and filled by `update`. Holes go through the sheet: a triangle of the drawing is left out
 * where the lowest layer has lost its triangle at that place.
 */
import { type Collider, contactOf, Outside } from '../../contact/index.ts';
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import type { Springs } from '../../forces/springs.ts';
import { within } from '../../math/check.ts';
import { type ThickSurface, thickSurface } from '../../surfaces/thicken.ts';
import { PlainLayer } from './plain-layer.ts';
import { SmoothLayer } from './smooth-layer.ts';
import type { Lattice } from './structures.ts';
import { ThicknessGauge } from './thickness.ts';
import { TriangleMap } from './triangle-map.ts';

export interface SurfaceOptions {
  /** 'top' where left out. */
  layer?: 'top' | 'bottom' | 'both' | 'all';
  /** Smooth (true, as left out), or the triangles between the masses. */
  on?: boolean;
  /** Points a spacing of a smooth surface; 4 where left out. */
  subdivisions?: number;
  /** A smooth surface passes through the masses instead of taking them as control points. */
  interpolate?: boolean;
  /** What a smooth surface must not sink into; all that the world has contact with, where left out. */
  colliders?: readonly Collider[];
  /** m to keep from them; half the thickness where left out, as masses do. */
  clearance?: number;
}

/** The part of a layered sheet that its drawing needs. */
export interface DrawnSheet {
  readonly first: number;
  readonly lattice: Lattice;
  /** Triangles of the lowest layer that are there, in world numbers. */
  readonly triangles: Block<'i32'>;
  /** m, as made. */
  readonly thickness: number;
  /** Those that may break; what they took with them has no thickness. */
  readonly springs?: Springs;
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
  update(world: World, outside: Outside | undefined, clearance: number): void;
}

export class SheetSurface {
  /** x, y, z of each point, m; their normals; u, v from 0 to 1. */
  readonly position: Float64Array;
  readonly normal: Float64Array;
  readonly uv: Float64Array;
  /** Wall thickness at each point, m. */
  readonly thickness: Float64Array;
  /** Point numbers; the first 3 · `triangleCount` are to be drawn. */
  readonly triangles: Int32Array;
  triangleCount = 0;
  readonly #world: World;
  readonly #sheet: DrawnSheet;
  readonly #layers: readonly Layer[];
  /** Of points and triangles in the lowest layer, where holes are; and of points in their own, once it is asked for. */
  readonly #maps: readonly TriangleMap[];
  #own: readonly TriangleMap[] | undefined;
  readonly #outside: Outside | undefined;
  readonly #clearance: number;
  readonly #gauge: ThicknessGauge;

  constructor(world: World, sheet: DrawnSheet, options: SurfaceOptions = {}) {
    const { layer = 'top', on = true, subdivisions = 4, interpolate = false } = options;
    const colliders = options.colliders ?? contactOf(world).colliders;
    const { lattice, first } = sheet;
    const top = lattice.layers - 1;
    const numbers = {
      top: [top],
      bottom: [0],
      both: [...new Set([top, 0])],
      all: lattice.first.map((_, k) => k),
    }[layer];
    if (!numbers) throw new RangeError(`layer: is top, bottom, both or all, got ${layer}`);
    this.#world = world;
    this.#sheet = sheet;
    this.#layers = numbers.map((number) =>
      on
        ? new SmoothLayer(lattice, number, first, { subdivisions, interpolate })
        : new PlainLayer(lattice, number, first),
    );
    this.#maps = this.#layers.map(({ blank, surface }) => new TriangleMap(lattice, blank, surface.triangles));
    this.#outside = on && colliders.length > 0 ? new Outside(colliders) : undefined;
    this.#gauge = new ThicknessGauge(sheet);
    this.#clearance = within('clearance', options.clearance ?? sheet.thickness / 2, 0);
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
    const world = this.#world;
    this.#outside?.begin(world.time);
    this.#gauge.update(world);
    let points = 0;
    let corners = 0;
    this.#layers.forEach((layer, k) => {
      layer.update(world, this.#outside, this.#clearance);
      const { surface } = layer;
      this.position.set(surface.position, 3 * points);
      this.normal.set(surface.normal, 3 * points);
      this.uv.set(surface.uv, 2 * points);
      const map = this.#maps[k];
      map.update(this.#sheet);
      map.writeValues(this.#gauge.thickness, this.thickness, points);
      for (let t = 0; t < surface.triangles.length; t += 3) {
        if (map.isMissing(t / 3)) continue;
        for (let c = 0; c < 3; c++) this.triangles[corners++] = points + surface.triangles[t + c];
      }
      points += surface.position.length / 3;
    });
    this.triangleCount = corners / 3;
  }

  /**
   * What masses of the sheet have (temperature, strain …), at the points: one number a mass in, one a point out. Points
   * of a layer have what its own masses have.
   */
  valuesAt(ofMasses: ArrayLike<number>): Float64Array {
    const values = new Float64Array(this.position.length / 3);
    this.#own ??= this.#layers.map(
      ({ layer, blank, surface }) => new TriangleMap(this.#sheet.lattice, blank, surface.triangles, layer),
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

/** A surface to draw a sheet by; call its `update` after steps. */
export function smoothSurface(world: World, sheet: DrawnSheet, options: SurfaceOptions = {}): SheetSurface {
  return new SheetSurface(world, sheet, options);
}
