/**
 * A clamped cubic NURBS surface over a grid of particles (Piegl & Tiller 1997, ch. 4),
 *   S(u, v) = Σᵢⱼ Nᵢ(u) Nⱼ(v) wᵢⱼ Pᵢⱼ / Σᵢⱼ Nᵢ(u) Nⱼ(v) wᵢⱼ,
 * with the particles P as control points (m) and weights w > 0; default: 1. The surface begins and ends at its corner
 * particles and is C² inside; with fewer than four particles a side its degree is lower.
 *
 * It is evaluated at `subdivisions` points per spacing, equally spaced in the material (bspline.ts), so that a point of the
 * surface is always the same point of the sheet. Normals are those of the exact tangents, ∂S/∂u × ∂S/∂v.
 *
 * Everything is allocated once: `evaluate` may be called every frame.
 */
import { wholeNumber } from '../math/check.ts';
import { gridTriangles } from '../math/mesh.ts';
import { Bspline, Interpolation, type SplineTable, splineTable } from './bspline.ts';

export interface NurbsOptions {
  /** Particles a side. */
  columns: number;
  rows: number;
  /** Points per spacing; default: 4. */
  subdivisions?: number;
  /** Whether the surface passes through the particles; default: they are its control points, as in the thesis. */
  interpolate?: boolean;
  /**
   * Shift of each row along itself, in spacings. Rows are moved to their mean shift, along the straight lines between
   * neighbours, so that the edge of the surface is straight where that of the grid is a zigzag.
   */
  rowShift?: ArrayLike<number>;
}

/** Numbers per control point: x, y, z times the weight, and the weight. */
const HOMOGENEOUS = 4;

export class NurbsSurface {
  readonly columns: number;
  readonly rows: number;
  /** Columns and rows of points of the surface, which are stored row by row. */
  readonly across: number;
  readonly down: number;
  /** Positions x, y, z of the points, m. */
  readonly position: Float64Array;
  /** Unit normals; from above (+y) on a flat sheet with columns along x and rows along z. */
  readonly normal: Float64Array;
  /** Texture coordinates, 0 to 1 across and down the sheet. */
  readonly uv: Float64Array;
  /** Two triangles per cell, anticlockwise seen from the side of the normals. */
  readonly triangles: Int32Array;
  /** Homogeneous control points of the last evaluation. */
  readonly control: Float64Array;
  readonly columnTable: SplineTable;
  readonly rowTable: SplineTable;
  readonly #rowShift: Float64Array | undefined;
  readonly #interpolations: readonly [Interpolation, Interpolation] | undefined;
  /** One combined row of control points, and its derivative down the sheet. */
  readonly #strip: Float64Array;
  readonly #stripSlope: Float64Array;
  readonly #sum = new Float64Array(3 * HOMOGENEOUS);

  constructor(options: NurbsOptions) {
    const { columns, rows, subdivisions = 4, interpolate = false, rowShift } = options;
    this.columns = wholeNumber('nurbs: columns', columns, 2);
    this.rows = wholeNumber('nurbs: rows', rows, 2);
    wholeNumber('nurbs: subdivisions', subdivisions, 1, 64);
    this.across = (columns - 1) * subdivisions + 1;
    this.down = (rows - 1) * subdivisions + 1;
    const points = this.across * this.down;
    this.position = new Float64Array(3 * points);
    this.normal = new Float64Array(3 * points);
    this.uv = new Float64Array(2 * points);
    this.triangles = gridTriangles(this.across, this.down);
    this.control = new Float64Array(HOMOGENEOUS * columns * rows);
    this.#strip = new Float64Array(HOMOGENEOUS * columns);
    this.#stripSlope = new Float64Array(HOMOGENEOUS * columns);
    const sites = (count: number) => Array.from({ length: count }, (_, k) => k / subdivisions);
    const along = new Bspline(columns, interpolate);
    const down = new Bspline(rows, interpolate);
    this.columnTable = splineTable(along, sites(this.across));
    this.rowTable = splineTable(down, sites(this.down));
    this.#interpolations = interpolate ? [new Interpolation(along), new Interpolation(down)] : undefined;
    this.#rowShift = rowShift && shiftsFromMean(rowShift, rows);
    this.#writeUv();
  }

  /** Fills `position` and `normal`; `masses`: x, y, z of each particle, row by row, m. */
  evaluate(masses: Float64Array, weights?: Float64Array): void {
    this.setControl(masses, weights);
    this.evaluateControl();
  }

  setControl(masses: Float64Array, weights?: Float64Array): void {
    this.writeAligned(masses, this.control, weights);
    this.#interpolate();
  }

  /** Writes the homogeneous points of the particles with all rows at their mean shift. */
  writeAligned(masses: Float64Array, out: Float64Array, weights?: Float64Array): void {
    const { columns, rows } = this;
    for (let row = 0; row < rows; row++) {
      const shift = this.#rowShift ? this.#rowShift[row] : 0;
      for (let column = 0; column < columns; column++) {
        // Along the line to the neighbour on that side, or at the rim along the extension of the last line.
        const side = shift < 0 ? 1 : -1;
        const inside = column + side >= 0 && column + side < columns;
        const share = Math.abs(shift) * (inside ? 1 : -1);
        const i = row * columns + column;
        const other = inside ? i + side : i - side;
        const weight = weights ? weights[i] : 1;
        for (let axis = 0; axis < 3; axis++) {
          const here = masses[3 * i + axis];
          out[HOMOGENEOUS * i + axis] = weight * (here + share * (masses[3 * other + axis] - here));
        }
        out[HOMOGENEOUS * i + 3] = weight;
      }
    }
  }

  #interpolate(): void {
    if (!this.#interpolations) return;
    const { columns, rows, control } = this;
    const [along, down] = this.#interpolations;
    for (let part = 0; part < HOMOGENEOUS; part++) {
      for (let row = 0; row < rows; row++)
        along.solve(control, HOMOGENEOUS * row * columns + part, HOMOGENEOUS);
      for (let column = 0; column < columns; column++) {
        down.solve(control, HOMOGENEOUS * column + part, HOMOGENEOUS * columns);
      }
    }
  }

  /** Fills `position` and `normal` from `control`. */
  evaluateControl(): void {
    for (let k = 0; k < this.down; k++) {
      this.#combineRows(k);
      for (let l = 0; l < this.across; l++) this.#point(k * this.across + l, l);
    }
  }

  #combineRows(k: number): void {
    const { width, first, value, slope } = this.rowTable;
    const length = HOMOGENEOUS * this.columns;
    this.#strip.fill(0);
    this.#stripSlope.fill(0);
    for (let r = 0; r < width; r++) {
      const share = value[width * k + r];
      const change = slope[width * k + r];
      const from = length * (first[k] + r);
      for (let i = 0; i < length; i++) {
        this.#strip[i] += share * this.control[from + i];
        this.#stripSlope[i] += change * this.control[from + i];
      }
    }
  }

  /** Uses S = A/w, so that w ∂S = ∂A − S ∂w; the factor 1/w does not change the direction of the normal. */
  #point(at: number, l: number): void {
    const { width, first, value, slope } = this.columnTable;
    const sum = this.#sum;
    sum.fill(0);
    for (let c = 0; c < width; c++) {
      const share = value[width * l + c];
      const change = slope[width * l + c];
      const from = HOMOGENEOUS * (first[l] + c);
      for (let part = 0; part < HOMOGENEOUS; part++) {
        sum[part] += share * this.#strip[from + part];
        sum[4 + part] += change * this.#strip[from + part];
        sum[8 + part] += share * this.#stripSlope[from + part];
      }
    }
    const w = sum[3];
    const { position: s, normal: n } = this;
    for (let axis = 0; axis < 3; axis++) {
      s[3 * at + axis] = sum[axis] / w;
      sum[4 + axis] -= s[3 * at + axis] * sum[7];
      sum[8 + axis] -= s[3 * at + axis] * sum[11];
    }
    // Down × across: rows run along +z, columns along +x, so a flat sheet faces +y.
    const nx = sum[9] * sum[6] - sum[10] * sum[5];
    const ny = sum[10] * sum[4] - sum[8] * sum[6];
    const nz = sum[8] * sum[5] - sum[9] * sum[4];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    // A surface that is folded to a line has no normal: the last one stays.
    if (!(length > 0)) return;
    n[3 * at] = nx / length;
    n[3 * at + 1] = ny / length;
    n[3 * at + 2] = nz / length;
  }

  #writeUv(): void {
    for (let k = 0; k < this.down; k++) {
      for (let l = 0; l < this.across; l++) {
        this.uv[2 * (k * this.across + l)] = l / (this.across - 1);
        this.uv[2 * (k * this.across + l) + 1] = k / (this.down - 1);
      }
    }
  }
}

function shiftsFromMean(shift: ArrayLike<number>, rows: number): Float64Array {
  if (shift.length !== rows)
    throw new RangeError(`nurbs: rowShift: must have ${rows} numbers, got ${shift.length}`);
  const values = Float64Array.from(shift);
  const mean = 0.5 * (Math.min(...values) + Math.max(...values));
  for (let row = 0; row < rows; row++) {
    values[row] -= mean;
    if (!(Math.abs(values[row]) <= 1))
      throw new RangeError(
        `nurbs: rowShift[${row}]: must be within a spacing of the mean, got ${shift[row]}`,
      );
  }
  return values;
}
