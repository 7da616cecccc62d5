/**
 * Wall thickness of a stretched sheet at each particle. Its volume is constant, so that t = t₀ A₀/A, A the area of the whole
 * triangles around a particle, A₀ their area in the flat sheet. Each layer is measured by its own surface. A particle
 * without a whole triangle counts with t₀. Springs do not flow to less than `SHORTEST` of their length, so that t is at most
 * t₀/SHORTEST², even where triangles are folded flat.
 */
import type { Block } from '../../core/arena.ts';
import type { ThicknessMap } from '../../core/thickness.ts';
import type { World } from '../../core/world.ts';
import { triangleArea } from '../../math/vec3.ts';
import { type TearableSheet, WholeTriangles } from './whole-triangles.ts';

interface SheetWithThickness extends TearableSheet {
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
  /** Positions of the particles in the flat sheet, m, planar. */
  readonly #flat: Float64Array;
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
    this.#flat = Float64Array.from((['x', 'y', 'z'] as const).flatMap((axis) => masses.map((m) => m[axis])));
  }

  update({ particles: p }: World): void {
    const { first, thickness } = this.#sheet;
    const triangles = this.#triangles.now;
    if (this.#measured !== this.#triangles.changes) {
      addAreas(triangles, this.#flat, this.#rest.length, 0, this.#rest.fill(0));
      this.#measured = this.#triangles.changes;
    }
    this.#area.fill(0);
    addAreas(triangles, p.position.view, p.stride, first, this.#area);
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

/** Adds the area of each triangle to its corners; `positions`: planar, from particle `first` on. */
function addAreas(
  triangles: Int32Array,
  positions: Float64Array,
  stride: number,
  first: number,
  out: Float64Array,
): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const area = triangleArea(positions, first + a, first + b, first + c, stride);
    out[a] += area;
    out[b] += area;
    out[c] += area;
  }
}
