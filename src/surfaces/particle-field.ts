/**
 * A scalar field around particles on the nodes of a grid, kept in blocks of 8³ nodes near particles only.
 *
 * With q = |x − p_i| / R, the distance of a node from a particle over the reach R of the kernel w(q) = (1 − q²)³:
 *  - blobs (Blinn 1982, with a kernel that ends): f = Σ w, more inside;
 *  - smooth (Zhu & Bridson 2005): f = −|x − x̄|, x̄ = Σ w p_i / Σ w, the distance from the mean place of the particles
 *    around, which does not follow each of them as a sum does. Midway between two particles apart that mean is x
 *    itself, and a drop would appear where there is no matter; so f is not above −b d, d the distance of the nearest
 *    particle: nothing farther than a surface's r / b from all particles is inside.
 * Out of the reach of all particles f is 0 (blobs) or −R (smooth).
 *
 * The grid lies on whole multiples of its cell (m) whatever the particles are: one far away moves no node. Particles are
 * sorted by the block they lie in; the kernels (assembly/particle-field.ts) then know the 27 blocks that each can reach.
 */

import * as FieldGroup from '../layouts/generated/field-group.ts';
import { WorkRoom } from './work-space.ts';

/** Nodes along an edge of a block; a flat field has blocks of one layer. */
export const BLOCK = 8;
/** Cells that a particle may reach: with it, no farther than the next block. */
export const MOST_REACH = 7;
/** Blocks along an axis that keys have room for. */
const MOST_BLOCKS = 131072;
/** i32 of a group of particles. */
const GROUP = FieldGroup.BYTES / 4;

export type FieldStyle = 'blobs' | 'smooth';

export interface FieldShape {
  /** m */
  readonly cell: number;
  /** R, m; at most MOST_REACH cells. */
  readonly reach: number;
  readonly style: FieldStyle;
  /** In the plane z = 0, which has one layer of nodes. */
  readonly flat: boolean;
  /** b, of smooth fields. */
  readonly nearest: number;
}

export class ParticleField {
  readonly shape: FieldShape;
  /** Nodes of a block. */
  readonly blockNodes: number;
  /** f of all nodes, block after block, x quickest. Good until the work space is used again. */
  readonly values: Float32Array;
  /** (Σ w of the others − Σ w of some) / Σ w of all nodes, 1 where none is near; empty if there are no some. As good. */
  readonly sides: Float32Array;
  /** Coordinates of the blocks, three each. */
  readonly blocks: number[] = [];
  /** Node coordinates, in cells, of the first node of block (0, 0, 0). */
  readonly first: readonly [number, number, number];
  readonly #numbers = new Map<number, number>();

  /**
   * `particles`: x, y, z each, m, all finite; `some`: those of some of them, of a smooth field, on whose side of the
   * others `sides` tells a node to be.
   */
  constructor(particles: ArrayLike<number>, shape: FieldShape, some: ArrayLike<number> = []) {
    this.shape = shape;
    const { cell, reach, nearest } = shape;
    const layers = shape.flat ? 1 : BLOCK;
    const channels = shape.style === 'blobs' ? 1 : 5;
    this.blockNodes = BLOCK * BLOCK * layers;
    this.first = firstNode(particles, shape);
    const all = this.#grouped(particles);
    const few = this.#grouped(some);
    const nodes = this.blockCount * this.blockNodes;
    const room = new WorkRoom();
    const [allAt, fewAt] = [placeIn(room, all), placeIn(room, few)];
    const valuesAt = room.take(4 * nodes * channels);
    const sidesAt = room.take(some.length > 0 ? 4 * nodes : 0);
    const { memory, kernels } = room.open('particles: the field around them');
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
    if (some.length > 0) {
      spread(few, fewAt, 1, sidesAt);
      kernels.fieldSides(valuesAt, sidesAt, nodes);
    }
    if (shape.style === 'smooth') kernels.fieldMeans(valuesAt, nodes, cell, reach, nearest);
    this.values = new Float32Array(memory.buffer, valuesAt, nodes);
    this.sides = new Float32Array(memory.buffer, sidesAt, some.length > 0 ? nodes : 0);
  }

  get cell(): number {
    return this.shape.cell;
  }

  get blockCount(): number {
    return this.blocks.length / 3;
  }

  /** f where no particle is near. */
  get outside(): number {
    return this.shape.style === 'blobs' ? 0 : -this.shape.reach;
  }

  /** −1 where no particle is near. */
  blockAt(i: number, j: number, k: number): number {
    return this.#numbers.get((k * MOST_BLOCKS + j) * MOST_BLOCKS + i) ?? -1;
  }

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

  /** Makes the blocks that a group's particles reach, and one node beyond: every neighbour of a node inside has its block. */
  #reachBlocks(group: Int32Array, places: Float64Array): void {
    const reach = this.shape.reach / this.shape.cell;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let p = 3 * group[3]; p < 3 * (group[3] + group[4]); p++) {
      const axis = p % 3;
      if (places[p] < low[axis]) low[axis] = places[p];
      if (places[p] > high[axis]) high[axis] = places[p];
    }
    const from = low.map((x) => Math.floor(x - reach) >> 3);
    const to = high.map((x) => Math.ceil(x + reach) >> 3);
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

/** Particles in cells from the first node, sorted by block, and what kernels need to know of each block's. */
interface Grouped {
  readonly places: Float64Array;
  readonly groups: Int32Array;
}

function placeIn(room: WorkRoom, { places, groups }: Grouped): { places: number; groups: number } {
  return { places: room.take(places.byteLength), groups: room.take(groups.byteLength) };
}

/** Of a whole block below all that the particles reach. */
function firstNode(particles: ArrayLike<number>, shape: FieldShape): [number, number, number] {
  const { cell, reach, flat } = shape;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let p = 0; p < particles.length; p += 3) {
    for (let axis = 0; axis < 3; axis++) {
      if (particles[p + axis] < low[axis]) low[axis] = particles[p + axis];
      if (particles[p + axis] > high[axis]) high[axis] = particles[p + axis];
    }
  }
  return [0, 1, 2].map((axis) => {
    if (particles.length === 0 || (flat && axis === 2)) return 0;
    const first = BLOCK * (Math.floor(((low[axis] - reach) / cell - 1) / BLOCK) - 1);
    if (!((high[axis] + reach) / cell - first < BLOCK * (MOST_BLOCKS - 2))) {
      const most = cell * BLOCK * (MOST_BLOCKS - 4);
      throw new RangeError(
        `particles: lie ${high[axis] - low[axis]} m apart; with cells of ${cell} m it may be ${most} m`,
      );
    }
    return first;
  }) as [number, number, number];
}
