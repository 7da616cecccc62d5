/**
 * Wall thickness of a stretched sheet at each particle. Its volume is constant, so that t = t₀ A₀/A, A the area of the whole
 * triangles around a particle, A₀ their area in the flat sheet. Each layer is measured by its own surface. A particle
 * without a whole triangle counts with t₀. Springs do not flow to less than `SHORTEST` of their length, so that t is at most
 * t₀/SHORTEST², even where triangles are folded flat.
 */
import type { Block } from '../../core/arena.ts';
import type { ThicknessMap } from '../../core/thickness.ts';
import type { World } from '../../core/world.ts';
import { type SheetOfSprings, WholeTriangles } from './whole-triangles.ts';

interface SheetWithThickness extends SheetOfSprings {
  /** Thickness t₀ of the flat sheet, m. */
  readonly thickness: number;
}

/** Least length to which a spring flows over its first length, so that particles stay apart. */
export const SHORTEST = 0.4;
const THICKEST = 1 / (SHORTEST * SHORTEST);

/** Measures the thickness without allocating. */
export class ThicknessGauge {
  /** Thickness at each particle of the sheet, m. */
  readonly thickness: Float64Array;
  readonly #sheet: SheetWithThickness;
  /** Triangles of all layers. */
  readonly #triangles: WholeTriangles;
  /** Positions of the particles in the flat sheet, m: x, y, z. */
  readonly #flat: readonly Float64Array[];
  #measured = -1;
  readonly #rest: Float64Array;
  readonly #area: Float64Array;

  constructor(sheet: SheetWithThickness) {
    const { masses, layers } = sheet.lattice;
    this.#sheet = sheet;
    this.#triangles = new WholeTriangles(
      sheet,
      Array.from({ length: layers }, (_, layer) => layer),
    );
    this.thickness = new Float64Array(masses.length);
    this.#rest = new Float64Array(masses.length);
    this.#area = new Float64Array(masses.length);
    this.#flat = (['x', 'y', 'z'] as const).map((axis) => Float64Array.from(masses, (mass) => mass[axis]));
  }

  update({ particles: p }: World): void {
    const { first, thickness } = this.#sheet;
    const triangles = this.#triangles.now;
    if (this.#measured !== this.#triangles.changes) {
      const [x, y, z] = this.#flat;
      addAreas(triangles, x, y, z, 0, this.#rest.fill(0));
      this.#measured = this.#triangles.changes;
    }
    this.#area.fill(0);
    addAreas(triangles, p.x, p.y, p.z, first, this.#area);
    for (let i = 0; i < this.thickness.length; i++) {
      const thicker = this.#area[i] > 0 ? this.#rest[i] / this.#area[i] : 1;
      this.thickness[i] = thickness * Math.min(THICKEST, thicker);
    }
  }
}

/** Returns the thickness with the triangles that the lowest layer still has. */
export function sheetThickness(
  world: World,
  sheet: SheetWithThickness & { readonly triangles: Block<'i32'> },
): ThicknessMap {
  const gauge = new ThicknessGauge(sheet);
  gauge.update(world);
  const { masses } = sheet.lattice;
  return {
    rest: sheet.thickness,
    thickness: gauge.thickness,
    blank: Float64Array.from(masses.flatMap((mass) => [mass.x, mass.z])),
    triangles: sheet.triangles.view.map((corner) => corner - sheet.first),
  };
}

/** Adds the area of each triangle to its three corners. */
function addAreas(
  triangles: Int32Array,
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
  first: number,
  out: Float64Array,
): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const a = first + triangles[t];
    const b = first + triangles[t + 1];
    const c = first + triangles[t + 2];
    const nx = (y[b] - y[a]) * (z[c] - z[a]) - (z[b] - z[a]) * (y[c] - y[a]);
    const ny = (z[b] - z[a]) * (x[c] - x[a]) - (x[b] - x[a]) * (z[c] - z[a]);
    const nz = (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
    const area = 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
    out[a - first] += area;
    out[b - first] += area;
    out[c - first] += area;
  }
}
