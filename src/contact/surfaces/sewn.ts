/**
 * Features that a seam holds together: those with vertices that are tied to one another, or to the same one, by ../tie.ts
 * or by seams of a body's own. Contact leaves them to each other, as it does features of one sheet that share a vertex:
 * else it would push apart what the seam draws together. Ties that keep an offset are none of these: they hold what touches.
 */
import type { Body } from '../../core/body.ts';
import type { Ties } from '../attachments/point.ts';
import { PAIR_WORDS } from './records.ts';

export class Sewn {
  /** By vertex: those that it is tied to, and itself. */
  #near = new Map<number, readonly number[]>();
  #known: readonly number[] = [];
  readonly #ties: readonly Ties[];

  constructor(ties: readonly Ties[]) {
    this.#ties = ties;
  }

  /** Looks which ties there are; true if they are others than at the last look. */
  look(bodies: readonly Body[]): boolean {
    const ends: number[] = [];
    for (const ties of this.#ties) ties.seams(ends);
    for (const body of bodies) body.contact?.addSeams?.(ends);
    const same = ends.length === this.#known.length && ends.every((end, k) => end === this.#known[k]);
    if (same) return false;
    this.#known = ends;
    const near = new Map<number, number[]>();
    const add = (i: number, other: number) => {
      const found = near.get(i);
      if (found) found.push(other);
      else near.set(i, [i, other]);
    };
    for (let k = 0; k < ends.length; k += 2) {
      add(ends[k], ends[k + 1]);
      add(ends[k + 1], ends[k]);
    }
    this.#near = near;
    return true;
  }

  get isEmpty(): boolean {
    return this.#near.size === 0;
  }

  /** Are two vertices tied to one another, or to the same one? */
  joins(i: number, j: number): boolean {
    const [first, second] = [this.#near.get(i), this.#near.get(j)];
    return first !== undefined && second !== undefined && second.some((k) => first.includes(k));
  }

  /** Takes pairs of neighbours, from number `from` on, out of a list; answers how many are left. */
  drop(pairs: Int32Array, from: number, count: number): number {
    if (this.#near.size === 0) return count;
    let kept = from;
    for (let k = from; k < count; k++) {
      const at = PAIR_WORDS * k;
      if (this.#neighbours(pairs, at)) continue;
      if (kept < k) pairs.copyWithin(PAIR_WORDS * kept, at, at + PAIR_WORDS);
      kept++;
    }
    return kept;
  }

  #neighbours(pairs: Int32Array, at: number): boolean {
    const isEdges = pairs[at] < 0;
    const side = isEdges ? 2 : 1;
    for (let j = 0; j < side; j++) {
      const i = j === 0 && isEdges ? -1 - pairs[at] : pairs[at + j];
      if (!this.#near.has(i)) continue;
      for (let k = side; k < 4; k++) if (this.joins(i, pairs[at + k])) return true;
    }
    return false;
  }
}
