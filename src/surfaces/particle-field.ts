/**
 * A scalar field around particles on the nodes of a grid, stored in blocks near particles only (block-field.ts).
 *
 * With q = |x − p_i| / R, the distance of a node from a particle over the reach R of the kernel w(q) = (1 − q²)³:
 *  - blobs (Blinn 1982, with a kernel of finite support): f = Σ w, larger inside;
 *  - smooth (Zhu & Bridson 2005): f = −|x − x̄|, x̄ = Σ w p_i / Σ w, the distance from the weighted mean position of the
 *    particles around, which does not follow each of them as a sum does. Midway between two separate particles that mean
 *    is x itself, and a drop would appear where there is no matter; so f is at most −b d, d the distance of the nearest
 *    particle: a node farther than r / b from all particles is outside the surface f = −r.
 * Out of the reach of all particles f is 0 (blobs) or −R (smooth).
 *
 * Nodes lie on whole multiples of the cell (m): a distant particle moves no node. Particles are sorted by the block in which
 * they lie; the kernels (assembly/fields/particle-field.ts) then know the 27 blocks that each can reach.
 */

import * as FieldGroup from '../layouts/generated/field-group.ts';
import { boundsOf } from '../math/box.ts';
import { BLOCK, type BlockField } from './block-field.ts';
import { Workspace } from './workspace.ts';

/** Most cells that a particle may reach, so that it reaches no farther than the next block. */
export const MOST_REACH = 7;
/** Most blocks along an axis, by which keys are made. */
const MOST_BLOCKS = 131072;
/** Number of i32 per group of particles. */
const GROUP = FieldGroup.BYTES / 4;

export type FieldStyle = 'blobs' | 'smooth';

export interface FieldShape {
  /** Side of a cell, m. */
  readonly cell: number;
  /** Reach R, m; at most MOST_REACH cells. */
  readonly reach: number;
  readonly style: FieldStyle;
  /** Whether the field lies in the plane z = 0, with one layer of nodes. */
  readonly flat: boolean;
  /** Factor b of smooth fields. */
  readonly nearest: number;
}

export class ParticleField implements BlockField {
  readonly shape: FieldShape;
  /** Nodes per block. */
  readonly blockNodes: number;
  /** Field f at all nodes, block after block, x fastest. Valid until the workspace is used again. */
  readonly values: Float32Array;
  /** (Σ w of the other particles − Σ w of `lost`) / Σ w at all nodes, 1 where none is near; empty without `lost`. */
  readonly sides: Float32Array;
  readonly blocks: number[] = [];
  readonly first: readonly [number, number, number];
  readonly #numbers = new Map<number, number>();

  /** `particles`: x, y, z each, m, all finite; `lost`: those of them on the other side of a break, for smooth fields. */
  constructor(particles: ArrayLike<number>, shape: FieldShape, lost: ArrayLike<number> = []) {
    this.shape = shape;
    const { cell, reach, nearest } = shape;
    const layers = shape.flat ? 1 : BLOCK;
    const channels = shape.style === 'blobs' ? 1 : 5;
    this.blockNodes = BLOCK * BLOCK * layers;
    this.first = firstNode(particles, shape);
    const all = this.#grouped(particles);
    const few = this.#grouped(lost);
    const nodes = this.blockCount * this.blockNodes;
    const workspace = new Workspace();
    const [allAt, fewAt] = [reserve(workspace, all), reserve(workspace, few)];
    const valuesAt = workspace.reserve(4 * nodes * channels);
    const sidesAt = workspace.reserve(lost.length > 0 ? 4 * nodes : 0);
    const { memory, kernels } = workspace.open('particles: the field around them');
    const spread = (
      { places, groups }: Grouped,
      at: { places: number; groups: number },
      count: number,
      to: number,
    ) => {
      new Float64Array(memory.buffer, at.places, places.length).set(places);
      new Int32Array(memory.buffer, at.groups, groups.length).set(groups);
      new Float32Array(memory.buffer, to, nodes * count).fill(0);
      kernels.fieldSpread(at.groups, groups.length / GROUP, at.places, reach / cell, layers, count, to);
    };
    spread(all, allAt, channels, valuesAt);
    if (lost.length > 0) {
      spread(few, fewAt, 1, sidesAt);
      kernels.fieldSides(valuesAt, sidesAt, nodes);
    }
    if (shape.style === 'smooth') kernels.fieldMeans(valuesAt, nodes, cell, reach, nearest);
    this.values = new Float32Array(memory.buffer, valuesAt, nodes);
    this.sides = new Float32Array(memory.buffer, sidesAt, lost.length > 0 ? nodes : 0);
  }

  get cell(): number {
    return this.shape.cell;
  }

  get blockCount(): number {
    return this.blocks.length / 3;
  }

  blockAt(i: number, j: number, k: number): number {
    return this.#numbers.get((k * MOST_BLOCKS + j) * MOST_BLOCKS + i) ?? -1;
  }

  /** Returns a block, which is made if it does not exist. */
  #madeBlock(i: number, j: number, k: number): number {
    const key = (k * MOST_BLOCKS + j) * MOST_BLOCKS + i;
    const found = this.#numbers.get(key);
    if (found !== undefined) return found;
    const made = this.blocks.length / 3;
    this.#numbers.set(key, made);
    this.blocks.push(i, j, k);
    return made;
  }

  #grouped(particles: ArrayLike<number>): Grouped {
    const { cell, flat } = this.shape;
    const [fx, fy, fz] = this.first;
    const count = particles.length / 3;
    const groupOf = new Int32Array(count);
    const known = new Map<number, number>();
    const sizes: number[] = [];
    let [last, group] = [-1, -1];
    for (let p = 0; p < count; p++) {
      const i = (particles[3 * p] / cell - fx) >> 3;
      const j = (particles[3 * p + 1] / cell - fy) >> 3;
      const k = flat ? 0 : (particles[3 * p + 2] / cell - fz) >> 3;
      const key = (k * MOST_BLOCKS + j) * MOST_BLOCKS + i;
      if (key !== last) {
        last = key;
        group = known.get(key) ?? -1;
        if (group < 0) {
          group = sizes.length;
          known.set(key, group);
          sizes.push(0);
        }
      }
      groupOf[p] = group;
      sizes[group]++;
    }
    const groups = new Int32Array(GROUP * sizes.length);
    const next = new Int32Array(sizes.length);
    let sum = 0;
    for (const [key, g] of known) {
      groups[GROUP * g + FieldGroup.X / 4] = key % MOST_BLOCKS;
      groups[GROUP * g + FieldGroup.Y / 4] = Math.floor(key / MOST_BLOCKS) % MOST_BLOCKS;
      groups[GROUP * g + FieldGroup.Z / 4] = Math.floor(key / MOST_BLOCKS / MOST_BLOCKS);
      groups[GROUP * g + FieldGroup.FIRST / 4] = next[g] = sum;
      groups[GROUP * g + FieldGroup.COUNT / 4] = sizes[g];
      sum += sizes[g];
    }
    const places = new Float64Array(3 * count);
    for (let p = 0; p < count; p++) {
      const at = 3 * next[groupOf[p]]++;
      places[at] = particles[3 * p] / cell - fx;
      places[at + 1] = particles[3 * p + 1] / cell - fy;
      places[at + 2] = flat ? 0 : particles[3 * p + 2] / cell - fz;
    }
    for (let g = 0; g < sizes.length; g++) this.#reachBlocks(groups.subarray(GROUP * g), places);
    return { places, groups };
  }

  /** Makes the blocks that a group's particles reach, and one node beyond, so that every neighbour of an inside node exists. */
  #reachBlocks(group: Int32Array, places: Float64Array): void {
    const reach = this.shape.reach / this.shape.cell;
    const [start, count] = [group[FieldGroup.FIRST / 4], group[FieldGroup.COUNT / 4]];
    const bounds = boundsOf(places.subarray(3 * start, 3 * (start + count)));
    const from = bounds.slice(0, 3).map((x) => Math.floor(x - reach) >> 3);
    const to = bounds.slice(3).map((x) => Math.ceil(x + reach) >> 3);
    if (this.shape.flat) from[2] = to[2] = 0;
    const [i, j, k] = group;
    for (let around = 0; around < 27; around++) {
      const x = i + (around % 3) - 1;
      const y = j + (Math.floor(around / 3) % 3) - 1;
      const z = k + Math.floor(around / 9) - 1;
      const isReached =
        x >= from[0] && x <= to[0] && y >= from[1] && y <= to[1] && z >= from[2] && z <= to[2];
      group[FieldGroup.BLOCKS / 4 + around] = isReached ? this.#madeBlock(x, y, z) : -1;
    }
  }
}

/** Particles in cells from the first node, sorted by block, and one record per block for the kernels. */
interface Grouped {
  readonly places: Float64Array;
  readonly groups: Int32Array;
}

function reserve(workspace: Workspace, { places, groups }: Grouped): { places: number; groups: number } {
  return { places: workspace.reserve(places.byteLength), groups: workspace.reserve(groups.byteLength) };
}

/** Returns the first node of the grid, a whole block below all nodes that the particles reach. */
function firstNode(particles: ArrayLike<number>, shape: FieldShape): [number, number, number] {
  const { cell, reach, flat } = shape;
  const bounds = boundsOf(particles);
  return [0, 1, 2].map((axis) => {
    if (particles.length === 0 || (flat && axis === 2)) return 0;
    const [low, high] = [bounds[axis], bounds[3 + axis]];
    const first = BLOCK * (Math.floor(((low - reach) / cell - 1) / BLOCK) - 1);
    if (!((high + reach) / cell - first < BLOCK * (MOST_BLOCKS - 2))) {
      const most = cell * BLOCK * (MOST_BLOCKS - 4);
      throw new RangeError(
        `particles: lie ${high - low} m apart; with cells of ${cell} m the limit is ${most} m`,
      );
    }
    return first;
  }) as [number, number, number];
}
