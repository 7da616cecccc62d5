/**
 * Ties: springs of zero rest length between points of a cloth, each a combination of at most three vertices. With
 * d = Σ c_a x_a, Σ c = 0,
 *   E = ½ k max(0, |d| − L)²,   L = gap · (1 − s² (3 − 2 s)),   s = min(1, time/closing)      k in N/m
 * While they close, smoothly at either end, they only pull. Their forces are central and internal: momentum and angular
 * momentum are conserved. The stiffness of a taut tie is k c_a c_b I: exact once L is 0, and an upper bound before.
 */
import type { Structure } from './structure.ts';
import { blockAt } from './structure.ts';
import { NODE_NUMBERS } from './system-blocks.ts';

export interface TieList {
  /** Vertices, three a tie (−1: none), and their coefficients c. */
  readonly vertices: Int32Array;
  readonly coefficients: Float64Array;
  /** Stiffness k, N/m. */
  readonly stiffness: Float64Array;
  /** Gap at the start, m, and time in which it closes, s. */
  readonly gaps: Float64Array;
  readonly closing: Float64Array;
}

/** Pairs of the three vertices of a tie. */
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Returns the pairs of vertices that ties join, three a tie, two numbers each; −1 for none. */
export function tiePairs({ vertices }: TieList): Int32Array {
  const pairs = new Int32Array(2 * vertices.length).fill(-1);
  for (let at = 0; at < vertices.length; at += 3) {
    PAIRS.forEach(([a, b], k) => {
      if (vertices[at + b] < 0) return;
      pairs[2 * (at + k)] = vertices[at + a];
      pairs[2 * (at + k) + 1] = vertices[at + b];
    });
  }
  return pairs;
}

/** Ties by rows of the linear system. */
export class Ties {
  readonly count: number;
  readonly #list: TieList;
  readonly #rows: Int32Array;
  /** Matrix entries of the pairs of each tie, both ways, six a tie: the index of a scalar, or −2 − that of a block; −1 none. */
  readonly #slots: Int32Array;

  constructor(list: TieList, structure: Structure) {
    this.#list = list;
    this.count = list.stiffness.length;
    this.#rows = list.vertices.map((v) => (v < 0 ? -1 : structure.rowOf[v]));
    this.#slots = new Int32Array(6 * this.count).fill(-1);
    for (let pair = 0; pair < 3 * this.count; pair++) {
      const tie = Math.floor(pair / 3);
      const [a, b] = PAIRS[pair % 3];
      const [i, j] = [this.#rows[3 * tie + a], this.#rows[3 * tie + b]];
      if (j < 0) continue;
      for (let way = 0; way < 2; way++) {
        const scalar = structure.pairScalars[2 * pair + way];
        this.#slots[2 * pair + way] =
          scalar >= 0 ? scalar : -2 - (way === 0 ? blockAt(structure, i, j) : blockAt(structure, j, i));
      }
    }
  }

  /** Adds the forces at `nodes` to `loads`, records of four numbers by row. */
  addForces(nodes: Float64Array, loads: Float64Array, time: number): void {
    const { coefficients: c } = this.#list;
    const d = new Float64Array(3);
    for (let tie = 0; tie < this.count; tie++) {
      const pull = this.#pull(tie, nodes, time, d);
      if (pull === 0) continue;
      for (let k = 3 * tie; k < 3 * tie + 3; k++) {
        const row = this.#rows[k];
        if (row < 0) break;
        for (let axis = 0; axis < 3; axis++) loads[NODE_NUMBERS * row + axis] -= pull * c[k] * d[axis];
      }
    }
  }

  /** Adds `scale` times the stiffness to the blocks (nine numbers each) and scalars of the system. */
  addStiffness(
    nodes: Float64Array,
    time: number,
    scale: number,
    blocks: Float32Array,
    scalars: Float32Array,
  ): void {
    const { coefficients: c, stiffness } = this.#list;
    const d = new Float64Array(3);
    for (let tie = 0; tie < this.count; tie++) {
      if (this.#pull(tie, nodes, time, d) === 0) continue;
      for (let pair = 0; pair < 3; pair++) {
        const [a, b] = PAIRS[pair];
        const value = scale * stiffness[tie] * c[3 * tie + a] * c[3 * tie + b];
        for (let way = 0; way < 2; way++) {
          const slot = this.#slots[2 * (3 * tie + pair) + way];
          if (slot >= 0) scalars[slot] += value;
          else if (slot < -1) for (let k = 0; k < 9; k += 4) blocks[9 * (-2 - slot) + k] += value;
        }
      }
    }
  }

  /** Returns the energy, J. */
  energy(nodes: Float64Array, time: number): number {
    let sum = 0;
    for (let tie = 0; tie < this.count; tie++) {
      const load = this.load(tie, nodes, time);
      sum += (0.5 * load * load) / this.#list.stiffness[tie];
    }
    return sum;
  }

  /** Returns the tension of a tie, N. */
  load(tie: number, nodes: Float64Array, time: number): number {
    const d = new Float64Array(3);
    const pull = this.#pull(tie, nodes, time, d);
    return pull * Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }

  /** Returns force over distance, N/m, and sets d. */
  #pull(tie: number, nodes: Float64Array, time: number, d: Float64Array): number {
    const { coefficients: c, stiffness, gaps, closing } = this.#list;
    d.fill(0);
    for (let k = 3 * tie; k < 3 * tie + 3; k++) {
      const row = this.#rows[k];
      if (row < 0) break;
      for (let axis = 0; axis < 3; axis++) d[axis] += c[k] * nodes[NODE_NUMBERS * row + axis];
    }
    if (time >= closing[tie] || gaps[tie] === 0) return stiffness[tie];
    const share = time / closing[tie];
    const rest = gaps[tie] * (1 - share * share * (3 - 2 * share));
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    return length > rest ? stiffness[tie] * (1 - rest / length) : 0;
  }
}
