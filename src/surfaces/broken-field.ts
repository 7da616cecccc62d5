/**
 * Two fields on one grid, of a piece of matter that broke: the smooth one around its particles and those that it lost, as
 * if it went on (particle-field.ts), and on which side of the break a place lies,
 *
 *   s = (Σ w_own − Σ w_lost) / (Σ w_own + Σ w_lost),   w = (1 − |x − p|² / R²)³,
 *
 * R the reach of the smooth field. Midway between a layer of its own and a layer of lost particles s is 0: sums over some
 * fifty particles do not follow each of them. The piece is where both are positive; where they meet it has an edge.
 */
import { checked, fieldShape, type IsosurfaceOptions } from './isosurface.ts';
import { BLOCK, ParticleField } from './particle-field.ts';

/** Of a cell, and of s: values keep away from 0 by this much, so that the surface meets no node. */
const APART = 0.005;

/** The two by number. */
export const SKIN = 0;
export const BREAK = 1;

export class BrokenField {
  readonly nodeCount: number;
  /** By number: more than the level of the surface, m; s. Positive inside, nowhere 0. As good as those of a ParticleField. */
  readonly values: readonly [Float32Array, Float32Array];
  readonly blockCount: number;
  readonly #field: ParticleField;
  readonly #cell: number;

  /** `own`, `lost`: x, y, z each, m. */
  constructor(
    own: ArrayLike<number>,
    lost: ArrayLike<number>,
    options: Omit<IsosurfaceOptions, 'style'>,
    flat: boolean,
  ) {
    const { shape, level } = fieldShape(options, flat);
    const all = new Float64Array(own.length + lost.length);
    all.set(own);
    all.set(lost, own.length);
    const field = new ParticleField(checked(all), shape, lost);
    this.#field = field;
    this.#cell = shape.cell;
    this.blockCount = field.blockCount;
    this.nodeCount = field.values.length;
    const { values: skin, sides } = field;
    for (let n = 0; n < skin.length; n++) {
      skin[n] = apart(skin[n] - level, APART * shape.cell);
      sides[n] = apart(sides[n], APART);
    }
    this.values = [skin, sides];
  }

  /** The block itself and the next in x (bit 0), y and z; −1 where there is none, which is outside. */
  blocksAround(block: number, into: Int32Array): void {
    const { blocks } = this.#field;
    for (let part = 0; part < into.length; part++) {
      const i = blocks[3 * block] + (part & 1);
      const j = blocks[3 * block + 1] + ((part >> 1) & 1);
      into[part] = part === 0 ? block : this.#field.blockAt(i, j, blocks[3 * block + 2] + (part >> 2));
    }
  }

  /** The nodes at the corners of a cell, x quickest, into `into`; false where there are none, which is outside. */
  corners(block: number, node: number, into: Int32Array): boolean {
    const { blocks, blockNodes } = this.#field;
    for (let c = 0; c < into.length; c++) {
      const i = (node & 7) + (c & 1);
      const j = ((node >> 3) & 7) + ((c >> 1) & 1);
      const k = (node >> 6) + (c >> 2);
      const [x, y, z] = [i >> 3, j >> 3, k >> 3];
      const at = 3 * block;
      const b =
        x + y + z === 0 ? block : this.#field.blockAt(blocks[at] + x, blocks[at + 1] + y, blocks[at + 2] + z);
      if (b < 0) return false;
      into[c] = b * blockNodes + ((k & 7) << 6) + ((j & 7) << 3) + (i & 7);
    }
    return true;
  }

  /** m */
  place(node: number, axis: number): number {
    const { blocks, blockNodes, first } = this.#field;
    const within = ((node % blockNodes) >> (3 * axis)) & 7;
    return this.#cell * (first[axis] + BLOCK * blocks[3 * Math.floor(node / blockNodes) + axis] + within);
  }

  /** Whether the place on the edge from node `a` to `b` where one of the two fields is 0 is inside by the other. */
  isKept(which: number, a: number, b: number): boolean {
    if (a > b) return this.isKept(which, b, a);
    const [own, other] = [this.values[which], this.values[1 - which]];
    if (other[a] > 0 === other[b] > 0) return other[a] > 0;
    // The other's value there is turned / (own[b] − own[a]); the same product decides for both, so that they agree.
    const turned = other[a] * own[b] - other[b] * own[a] || (which === SKIN ? 1 : -1);
    return turned > 0 === own[b] > own[a];
  }

  /** Where one of the two is 0 on an edge, m. */
  onEdge(which: number, a: number, b: number): [number, number, number] {
    if (a > b) return this.onEdge(which, b, a);
    const own = this.values[which];
    const share = own[a] / (own[a] - own[b]);
    const along = (axis: number) => this.place(a, axis) + share * (this.place(b, axis) - this.place(a, axis));
    return [along(0), along(1), along(2)];
  }

  /** Where both are 0 in the triangle of three nodes, from low to high, m. */
  inTriangle(a: number, b: number, c: number): [number, number, number] {
    const [f, s] = this.values;
    const shares = [f[b] * s[c] - f[c] * s[b], f[c] * s[a] - f[a] * s[c], f[a] * s[b] - f[b] * s[a]];
    const sum = shares[0] + shares[1] + shares[2];
    // All have one sign, but for rounding; where rounding is all there is, the middle will do.
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

function apart(value: number, least: number): number {
  return value >= 0 ? Math.max(value, least) : Math.min(value, -least);
}
