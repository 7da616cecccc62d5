/**
 * Wall thickness of a stretched sheet, mass by mass: its volume is kept, so t = t₀ A₀/A, A the area of the triangles
 * around a mass, A₀ what it was in the flat sheet. Each layer is measured by its own surface.
 */
import type { Block } from '../../core/arena.ts';
import type { ThicknessMap } from '../../core/thickness.ts';
import type { World } from '../../core/world.ts';
import type { Lattice } from './structures.ts';

export interface SheetWithThickness {
  readonly first: number;
  readonly lattice: Lattice;
  /** t₀, m. */
  readonly thickness: number;
}

/** Measures again and again without allocating. */
export class ThicknessGauge {
  /** m, of each mass of the sheet. */
  readonly thickness: Float64Array;
  readonly #sheet: SheetWithThickness;
  /** Triangles of all layers. */
  readonly #triangles: Int32Array;
  readonly #rest: Float64Array;
  readonly #area: Float64Array;

  constructor(sheet: SheetWithThickness) {
    const { masses, layers } = sheet.lattice;
    this.#sheet = sheet;
    const surfaces = Array.from({ length: layers }, (_, layer) => sheet.lattice.triangles(layer));
    this.#triangles = Int32Array.from(surfaces.flatMap((surface) => [...surface]));
    this.thickness = new Float64Array(masses.length);
    this.#rest = new Float64Array(masses.length);
    this.#area = new Float64Array(masses.length);
    const [x, y, z] = (['x', 'y', 'z'] as const).map((axis) =>
      Float64Array.from(masses, (mass) => mass[axis]),
    );
    addAreas(this.#triangles, x, y, z, 0, this.#rest);
  }

  update({ particles: p }: World): void {
    const { first, thickness } = this.#sheet;
    this.#area.fill(0);
    addAreas(this.#triangles, p.x, p.y, p.z, first, this.#area);
    for (let i = 0; i < this.thickness.length; i++) {
      this.thickness[i] = this.#area[i] > 0 ? (thickness * this.#rest[i]) / this.#area[i] : thickness;
    }
  }
}

/** With the triangles that the lowest layer still has. */
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
