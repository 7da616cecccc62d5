/**
 * Ties: springs of zero rest length between points of a cloth, each a combination of at most three vertices. With
 * d = Σ c_a x_a, Σ c = 0,
 *   E = ½ k max(0, |d| − L)²,   L = gap · (1 − s² (3 − 2 s)),   s = min(1, time/closing)      k in N/m
 * While they close, smoothly at either end, they only pull. Their forces are central and internal: momentum and angular
 * momentum are conserved. The stiffness of a taut tie is k c_a c_b I: exact once L is 0, and an upper bound before.
 */
import { length } from '../../math/vec3.ts';
import { blockAt, type Structure } from './structure.ts';
import { NODE_NUMBERS } from './system-blocks.ts';

export interface Tie {
  /** Two or three vertices with their coefficients c. */
  readonly points: readonly (readonly [vertex: number, coefficient: number])[];
  /** Stiffness k, N/m. */
  readonly stiffness: number;
  /** Gap at the start, m, and time in which it closes, s. */
  readonly gap: number;
  readonly closing: number;
}

/** Pairs of the three points of a tie. */
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Returns the pairs of vertices that ties join, three a tie, two numbers each; −1 for none. */
export function tiePairs(ties: readonly Tie[]): Int32Array {
  const pairs = ties.flatMap(({ points }) =>
    PAIRS.flatMap(([a, b]) => (b < points.length ? [points[a][0], points[b][0]] : [-1, -1])),
  );
  return Int32Array.from(pairs);
}

/** Ties by rows of the linear system. */
export class Ties {
  readonly #ties: readonly Tie[];
  /** Rows of the points of each tie, three each. */
  readonly #rows: Int32Array;
  /** Matrix entries of the pairs of each tie, both ways, six a tie: the index of a scalar, or −2 − that of a block; −1 none. */
  readonly #slots: Int32Array;
  readonly #d = new Float64Array(3);
  /** Time at which the last of them is closed, s. */
  readonly closed: number;

  constructor(ties: readonly Tie[], structure: Structure) {
    this.#ties = ties;
    this.closed = ties.reduce((latest, { closing }) => Math.max(latest, closing), 0);
    this.#rows = new Int32Array(3 * ties.length);
    this.#slots = new Int32Array(6 * ties.length).fill(-1);
    ties.forEach(({ points }, tie) => {
      points.forEach(([vertex], k) => {
        this.#rows[3 * tie + k] = structure.rowOf[vertex];
      });
      PAIRS.forEach(([a, b], k) => {
        if (b >= points.length) return;
        for (let way = 0; way < 2; way++) {
          const at = 2 * (3 * tie + k) + way;
          const [i, j] = [this.#rows[3 * tie + (way ? b : a)], this.#rows[3 * tie + (way ? a : b)]];
          const scalar = structure.pairScalars[at];
          this.#slots[at] = scalar >= 0 ? scalar : -2 - blockAt(structure, i, j);
        }
      });
    });
  }

  /** Adds the forces at `nodes` to `loads`, records of four numbers by row. */
  addForces(nodes: Float64Array, loads: Float64Array, time: number): void {
    this.#ties.forEach(({ points }, tie) => {
      const pull = this.#pull(tie, nodes, time);
      for (let k = 0; k < points.length && pull !== 0; k++) {
        const at = NODE_NUMBERS * this.#rows[3 * tie + k];
        for (let axis = 0; axis < 3; axis++) loads[at + axis] -= pull * points[k][1] * this.#d[axis];
      }
    });
  }

  /** Adds `scale` times the stiffness to the blocks (nine numbers each) and scalars of the system. */
  addStiffness(
    nodes: Float64Array,
    time: number,
    scale: number,
    blocks: Float32Array,
    scalars: Float32Array,
  ): void {
    this.#ties.forEach(({ points, stiffness }, tie) => {
      if (this.#pull(tie, nodes, time) === 0) return;
      for (let k = 0; k < 6; k++) {
        const slot = this.#slots[6 * tie + k];
        if (slot === -1) continue;
        const [a, b] = PAIRS[k >> 1];
        const value = scale * stiffness * points[a][1] * points[b][1];
        if (slot >= 0) scalars[slot] += value;
        else for (let n = 0; n < 9; n += 4) blocks[9 * (-2 - slot) + n] += value;
      }
    });
  }

  /** Returns the energy, J. */
  energy(nodes: Float64Array, time: number): number {
    return this.#ties.reduce((sum, { stiffness }, tie) => {
      const load = this.load(tie, nodes, time);
      return sum + (0.5 * load * load) / stiffness;
    }, 0);
  }

  /** Returns the tension of a tie, N. */
  load(tie: number, nodes: Float64Array, time: number): number {
    return this.#pull(tie, nodes, time) * length(this.#d);
  }

  /** Returns force over distance, N/m, and sets #d. */
  #pull(tie: number, nodes: Float64Array, time: number): number {
    const { points, stiffness, gap, closing } = this.#ties[tie];
    const d = this.#d.fill(0);
    for (let k = 0; k < points.length; k++) {
      const at = NODE_NUMBERS * this.#rows[3 * tie + k];
      for (let axis = 0; axis < 3; axis++) d[axis] += points[k][1] * nodes[at + axis];
    }
    if (time >= closing || gap === 0) return stiffness;
    const share = time / closing;
    const rest = gap * (1 - share * share * (3 - 2 * share));
    const distance = length(d);
    return distance > rest ? stiffness * (1 - rest / distance) : 0;
  }
}
