/**
 * The state of masses, transferred from one net to the next. A new mass starts at the mean of its neighbours, which is the
 * value of the bilinear field over the cell that it came from: with masses by area this conserves the sums of m and m v.
 * Removed masses leave m v to the corners of their cell by the same weights (the transpose), which conserves them too.
 */
import { HELD, IN_CONTACT, PINNED, PLACED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import type { Net } from './net.ts';

/** Numbers of a mass: x, y, z (m), velocity (m/s), temperature (K). */
export const STATE_NUMBERS = 7;

/** A copy of a net, by which any point of the flattened grid is found in it. */
export interface NetBefore {
  readonly count: number;
  readonly slot: Int32Array;
  readonly levels: Int32Array;
  readonly parents: Int32Array;
  readonly mass: Float64Array;
  readonly flags: Int32Array;
}

export function netBefore(world: World, net: Net, first: number): NetBefore {
  return {
    count: net.count,
    slot: net.slot.slice(),
    levels: net.grid.levels.view.slice(),
    parents: net.parents.view.slice(),
    mass: net.mass.slice(0, net.count),
    flags: world.particles.flags.view.slice(first, first + net.count),
  };
}

export function readState({ particles: p }: World, first: number, count: number): Float64Array {
  const state = new Float64Array(STATE_NUMBERS * count);
  const [x, v] = [p.position.view, p.velocity.view];
  for (let i = 0, at = 0; i < count; i++, at += STATE_NUMBERS) {
    for (let axis = 0; axis < 3; axis++) {
      state[at + axis] = x[axis * p.stride + first + i];
      state[at + 3 + axis] = v[axis * p.stride + first + i];
    }
    state[at + 6] = p.temperature.view[first + i];
  }
  return state;
}

export function writeState({ particles: p }: World, index: number, state: Float64Array, i: number): void {
  const at = STATE_NUMBERS * i;
  for (let axis = 0; axis < 3; axis++) {
    p.position.view[axis * p.stride + index] = state[at + axis];
    p.velocity.view[axis * p.stride + index] = state[at + 3 + axis];
  }
  p.temperature.view[index] = state[at + 6];
}

export function copyState(from: Float64Array, i: number, to: Float64Array, j: number): void {
  for (let n = 0; n < STATE_NUMBERS; n++) to[STATE_NUMBERS * j + n] = from[STATE_NUMBERS * i + n];
}

/** Returns the weight of a corner of a triangle; x and y: 1 at the corner, 0 at the opposite side of the cell. */
function inTriangle(x: number, y: number, onDiagonal: boolean): number {
  return onDiagonal ? Math.min(x, y) : Math.max(0, x + y - 1);
}

/** Masses of the net before that a point of the flattened grid lies between, and their weights; at most 8. */
export class Weights {
  readonly mass = new Int32Array(8);
  readonly weight = new Float64Array(8);
  count = 0;

  /**
   * Finds the weights of the point in column `c`, row `r`: by the bilinear field over its cell, or on the surface, in one of
   * the cell's two triangles. The grid must have the same `room` as before.
   */
  find(net: Net, before: NetBefore, c: number, r: number, where: 'cell' | 'surface' = 'cell'): void {
    const columns = net.grid.columns;
    this.count = 0;
    const own = before.slot[r * (columns + 1) + c];
    if (own >= 0) {
      this.#add(before, own, 1);
      return;
    }
    const cell = before.levels[Math.min(r, net.grid.rows - 1) * columns + Math.min(c, columns - 1)];
    const side = net.grid.side(cell);
    const c0 = c - (c % side);
    const r0 = r - (r % side);
    const u = (c - c0) / side;
    const v = (r - r0) / side;
    const even = ((c0 + r0) / side) % 2 === 0;
    for (let corner = 0; corner < 4; corner++) {
      const [x, y] = [corner & 1 ? u : 1 - u, corner & 2 ? v : 1 - v];
      const weight = where === 'cell' ? x * y : inTriangle(x, y, even === (corner === 0 || corner === 3));
      if (weight === 0) continue;
      const at = (r0 + (corner & 2 ? side : 0)) * (columns + 1) + c0 + (corner & 1 ? side : 0);
      this.#add(before, before.slot[at], weight);
    }
  }

  #add(before: NetBefore, point: number, weight: number): void {
    if (point < before.count) {
      this.#put(point, weight);
    } else {
      this.#put(before.parents[2 * (point - before.count)], 0.5 * weight);
      this.#put(before.parents[2 * (point - before.count) + 1], 0.5 * weight);
    }
  }

  #put(mass: number, weight: number): void {
    this.mass[this.count] = mass;
    this.weight[this.count++] = weight;
  }

  /** Writes the weighted mean of `from` as the state of mass `i` in `to`. */
  mean(from: Float64Array, to: Float64Array, i: number): void {
    for (let n = 0; n < STATE_NUMBERS; n++) {
      let sum = 0;
      for (let k = 0; k < this.count; k++) sum += this.weight[k] * from[STATE_NUMBERS * this.mass[k] + n];
      to[STATE_NUMBERS * i + n] = sum;
    }
  }

  /** Returns the flags of a new mass: pinned between pinned masses, in contact between masses in contact. */
  flags(before: NetBefore): number {
    let all = PINNED | IN_CONTACT;
    let any = 0;
    for (let k = 0; k < this.count; k++) {
      const flags = before.flags[this.mass[k]];
      all &= flags & HELD ? flags & ~PINNED : flags; // a grabbed mass passes no pin on
      any |= flags;
    }
    return all & PINNED ? all | (any & PLACED) : all;
  }
}
