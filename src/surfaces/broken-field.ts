/**
 * Two fields on one grid for a piece of matter that broke off. The first is the smooth field of its particles together with
 * those that it lost, as if the matter continued (particle-field.ts). The second says on which side of the break a node
 * lies,
 *
 *   s = (Σ w_own − Σ w_lost) / (Σ w_own + Σ w_lost),   w = (1 − |x − p|² / R²)³,
 *
 * with the reach R of the smooth field. Midway between a layer of own and a layer of lost particles s is 0; sums over some
 * fifty particles do not follow each of them. The piece is where both fields are positive; it has an edge where both are 0.
 */
import { BLOCK } from './block-field.ts';
import { fieldShape, type IsosurfaceOptions } from './isosurface.ts';
import { ParticleField } from './particle-field.ts';
import { checkPlaces } from './places.ts';

/** Least absolute value, in cells and of s: the surface meets no node. */
const LEAST_VALUE = 0.005;

/** Indices of the two fields. */
export const OUTER = 0;
export const BREAK = 1;

export type BrokenOptions = Omit<IsosurfaceOptions, 'style'>;

export class BrokenField {
  /** The grid. Its values are replaced by those of the first field here. */
  readonly grid: ParticleField;
  /** By index: height above the level of the surface, m, and s. Positive inside, nowhere 0. Valid as long as `grid.values`. */
  readonly values: readonly [Float32Array, Float32Array];

  /** `own`, `lost`: x, y, z of the piece's particles and of where the lost ones would be, m. */
  constructor(own: ArrayLike<number>, lost: ArrayLike<number>, options: BrokenOptions, flat: boolean) {
    const { shape, level } = fieldShape(options, flat);
    const all = new Float64Array(own.length + lost.length);
    all.set(own);
    all.set(lost, own.length);
    checkPlaces('particles', all);
    this.grid = new ParticleField(all, shape, lost);
    const { values, sides } = this.grid;
    for (let n = 0; n < values.length; n++) {
      values[n] = awayFrom0(values[n] - level, LEAST_VALUE * shape.cell);
      sides[n] = awayFrom0(sides[n], LEAST_VALUE);
    }
    this.values = [values, sides];
  }

  /** Coordinate of a node, m. */
  place(node: number, axis: number): number {
    const { blocks, blockNodes, first, cell } = this.grid;
    const within = ((node % blockNodes) >> (3 * axis)) & 7;
    return cell * (first[axis] + BLOCK * blocks[3 * Math.floor(node / blockNodes) + axis] + within);
  }

  /** Whether the point on the edge from node `a` to `b` at which field `which` is 0 lies inside by the other field. */
  isKept(which: number, a: number, b: number): boolean {
    if (a > b) return this.isKept(which, b, a);
    const [own, other] = [this.values[which], this.values[1 - which]];
    if (other[a] > 0 === other[b] > 0) return other[a] > 0;
    // The other's value there is `determinant` / (own[b] − own[a]). Both fields use this product, so that they agree.
    const determinant = other[a] * own[b] - other[b] * own[a] || (which === OUTER ? 1 : -1);
    return determinant > 0 === own[b] > own[a];
  }

  /** Point on an edge at which field `which` is 0, m. */
  onEdge(which: number, a: number, b: number): [number, number, number] {
    if (a > b) return this.onEdge(which, b, a);
    const own = this.values[which];
    const share = own[a] / (own[a] - own[b]);
    const along = (axis: number) => this.place(a, axis) + share * (this.place(b, axis) - this.place(a, axis));
    return [along(0), along(1), along(2)];
  }

  /** Point in the triangle of three nodes, in rising order, at which both fields are 0, m. */
  inTriangle(a: number, b: number, c: number): [number, number, number] {
    const [f, s] = this.values;
    const shares = [f[b] * s[c] - f[c] * s[b], f[c] * s[a] - f[a] * s[c], f[a] * s[b] - f[b] * s[a]];
    const sum = shares[0] + shares[1] + shares[2];
    // All have one sign except for rounding; if they are nothing but rounding, the centre is taken.
    const weights = shares.map((share) => (sum === 0 ? 1 / 3 : Math.max(0, share / sum)));
    const whole = weights[0] + weights[1] + weights[2];
    const at = (axis: number) =>
      (weights[0] * this.place(a, axis) +
        weights[1] * this.place(b, axis) +
        weights[2] * this.place(c, axis)) /
      whole;
    return [at(0), at(1), at(2)];
  }
}

function awayFrom0(value: number, least: number): number {
  return value >= 0 ? Math.max(value, least) : Math.min(value, -least);
}
