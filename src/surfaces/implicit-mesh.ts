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
  return marchingCubes(sampledField(inside, options), 0);
}

/** The function on the nodes of a box. Nodes on the sides of the box count as outside, which closes the surface there. */
function sampledField(
  inside: (x: number, y: number, z: number) => number,
  { low, high, cell }: ImplicitMeshOptions,
): BlockField {
  positive('cell', cell);
  const [ni, nj, nk] = [0, 1, 2].map((axis) => {
    const [from, to] = [finite('low', low[axis]), finite('high', high[axis])];
    if (!(to > from)) throw new RangeError(`high: must be above low, got ${to} and ${from}`);
    return Math.ceil((to - from) / cell / BLOCK + 1 / BLOCK);
  });
  const blockCount = ni * nj * nk;
  const nodes = blockCount * BLOCK_NODES;
  if (nodes > MOST_NODES) throw new RangeError(`cell: would make ${nodes} nodes; the limit is ${MOST_NODES}`);
  const values = new Float32Array(nodes);
  const blocks: number[] = [];
  const last = [ni * BLOCK - 1, nj * BLOCK - 1, nk * BLOCK - 1];
  for (let block = 0; block < blockCount; block++) {
    const at = [block % ni, Math.floor(block / ni) % nj, Math.floor(block / ni / nj)];
    blocks.push(...at);
    for (let node = 0; node < BLOCK_NODES; node++) {
      const [i, j, k] = at.map((first, axis) => first * BLOCK + ((node >> (3 * axis)) & 7));
      const isSide = i === 0 || j === 0 || k === 0 || i === last[0] || j === last[1] || k === last[2];
      const value = isSide ? -1 : inside(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell);
      if (Number.isNaN(value)) throw new RangeError(`inside: is no number at node (${i}, ${j}, ${k})`);
      values[block * BLOCK_NODES + node] = value;
    }
  }
  return {
    cell,
    first: [low[0] / cell, low[1] / cell, low[2] / cell],
    blockCount,
    blocks,
    values,
    blockAt: (i, j, k) => (i < ni && j < nj && k < nk ? (k * nj + j) * ni + i : -1),
  };
}
