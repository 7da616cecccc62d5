/** Finds the particles of one body of matter near those of another, at given positions. */
import type { World } from '../../../core/world.ts';
import { ParticleCells } from '../../../surfaces/particle-cells.ts';
import type { LatticeMatter } from '../matter.ts';

export class Near {
  /** Particles of the first body that may have some of the second near. */
  readonly some: readonly number[];
  /** Result of the last `look`: particles of the second body, and squared distances, m². */
  found = new Int32Array(64);
  squares = new Float64Array(64);
  readonly #others: readonly number[];
  readonly #cells: ParticleCells | undefined;
  /** Smaller cells, by which most of the first body are found to have none close. */
  readonly #small: ParticleCells | undefined;
  readonly #close: number;
  readonly #positions: Float64Array;
  readonly #stride: number;
  readonly #first: number;
  readonly #far: number;

  /** `far`: distance (m) up to which particles are found, if there is one within `close` at all. */
  constructor(
    world: World,
    positions: Float64Array,
    a: LatticeMatter,
    b: LatticeMatter,
    far: number,
    close = far,
  ) {
    const { stride } = world.particles;
    this.#positions = positions;
    this.#stride = stride;
    this.#first = a.first;
    this.#far = far;
    this.#close = close;
    const some = within(positions, stride, a, boundsOf(positions, stride, b), close);
    const others = some.length > 0 ? within(positions, stride, b, boundsOf(positions, stride, a), far) : [];
    this.some = others.length > 0 ? some : [];
    this.#others = others;
    if (others.length === 0) return;
    const places = new Float64Array(3 * others.length);
    others.forEach((j, k) => {
      for (let axis = 0; axis < 3; axis++) places[3 * k + axis] = positions[axis * stride + b.first + j];
    });
    this.#cells = new ParticleCells(places, far);
    if (close < far) this.#small = new ParticleCells(places, close);
  }

  /** Returns the number of particles of the second body near particle i of the first. */
  look(i: number): number {
    const cells = this.#cells;
    if (!cells) return 0;
    const at = this.#first + i;
    const [x, s] = [this.#positions, this.#stride];
    if (this.#small?.findNear(x[at], x[s + at], x[2 * s + at], this.#close, 1) === 0) return 0;
    const count = cells.findNear(x[at], x[s + at], x[2 * s + at], this.#far);
    if (count > this.found.length) {
      this.found = new Int32Array(2 * count);
      this.squares = new Float64Array(2 * count);
    }
    for (let k = 0; k < count; k++) {
      this.found[k] = this.#others[cells.found[k]];
      this.squares[k] = cells.squares[k];
    }
    return count;
  }
}

type Bounds = readonly (readonly [number, number])[];

function boundsOf(positions: Float64Array, stride: number, { first, count: n }: LatticeMatter): Bounds {
  return [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis * stride + first; i < axis * stride + first + n; i++) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return [low, high] as const;
  });
}

/** Returns the particles of a body within bounds, or nearer to them than `far`. */
function within(
  positions: Float64Array,
  stride: number,
  { first, count: n }: LatticeMatter,
  bounds: Bounds,
  far: number,
): number[] {
  const found: number[] = [];
  for (let k = 0; k < n; k++) {
    const near = bounds.every(([low, high], axis) => {
      const value = positions[axis * stride + first + k];
      return value > low - far && value < high + far;
    });
    if (near) found.push(k);
  }
  return found;
}
