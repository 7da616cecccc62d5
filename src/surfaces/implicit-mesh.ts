/**
 * The surface f = 0 of a function of position that is positive inside, by marching cubes on a grid over a box: closed,
 * oriented outward, a manifold.
 */
import { finite, positive } from '../math/check.ts';
import { BLOCK, BLOCK_NODES, type BlockField, type SurfaceMesh } from './block-field.ts';
import { marchingCubes } from './marching-cubes.ts';

export interface ImplicitMeshOptions {
  /** Least x, y, z of the box that contains the surface, m. */
  low: readonly [number, number, number];
  /** Greatest x, y, z of it, m. */
  high: readonly [number, number, number];
  /** Side of a cell of the grid, m. */
  cell: number;
}

/** Most nodes of a grid: 400 MB. */
const MOST_NODES = 100_000_000;

export function implicitMesh(
  inside: (x: number, y: number, z: number) => number,
  options: ImplicitMeshOptions,
): SurfaceMesh {
  const cell = positive('cell', options.cell);
  const counts = [0, 1, 2].map((axis) => {
    const [low, high] = [finite('low', options.low[axis]), finite('high', options.high[axis])];
    if (!(high > low)) throw new RangeError(`high: must be above low, got ${high} and ${low}`);
    return Math.ceil((high - low) / cell / BLOCK + 1 / BLOCK);
  });
  const [ni, nj, nk] = counts;
  const nodes = ni * nj * nk * BLOCK_NODES;
  if (nodes > MOST_NODES) throw new RangeError(`cell: would make ${nodes} nodes; the limit is ${MOST_NODES}`);
  return marchingCubes(new SampledField(inside, options.low, cell, ni, nj, nk), 0);
}

/** The function on the nodes of a box. Nodes on the sides of the box count as outside, which closes the surface there. */
class SampledField implements BlockField {
  readonly cell: number;
  readonly first: readonly [number, number, number];
  readonly blockCount: number;
  readonly blocks: number[] = [];
  readonly values: Float32Array;
  readonly #counts: readonly [number, number, number];

  constructor(
    inside: (x: number, y: number, z: number) => number,
    low: readonly [number, number, number],
    cell: number,
    ni: number,
    nj: number,
    nk: number,
  ) {
    this.cell = cell;
    this.first = [low[0] / cell, low[1] / cell, low[2] / cell];
    this.#counts = [ni, nj, nk];
    this.blockCount = ni * nj * nk;
    this.values = new Float32Array(this.blockCount * BLOCK_NODES);
    const last = [ni * BLOCK - 1, nj * BLOCK - 1, nk * BLOCK - 1];
    for (let block = 0; block < this.blockCount; block++) {
      const at = [block % ni, Math.floor(block / ni) % nj, Math.floor(block / ni / nj)];
      this.blocks.push(...at);
      for (let node = 0; node < BLOCK_NODES; node++) {
        const [i, j, k] = [
          at[0] * BLOCK + (node % BLOCK),
          at[1] * BLOCK + (Math.floor(node / BLOCK) % BLOCK),
          at[2] * BLOCK + Math.floor(node / BLOCK / BLOCK),
        ];
        const isSide = i === 0 || j === 0 || k === 0 || i === last[0] || j === last[1] || k === last[2];
        const value = isSide ? -1 : inside(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell);
        if (Number.isNaN(value)) throw new RangeError(`inside: is no number at node (${i}, ${j}, ${k})`);
        this.values[block * BLOCK_NODES + node] = value;
      }
    }
  }

  blockAt(i: number, j: number, k: number): number {
    const [ni, nj, nk] = this.#counts;
    return i < ni && j < nj && k < nk ? (k * nj + j) * ni + i : -1;
  }
}
