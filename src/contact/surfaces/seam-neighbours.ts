/**
 * Vertices that seams join: tied to one another, or to the same vertex, by ties or by the seams of a body. Contact ignores
 * pairs of features with such vertices, as it ignores features of one sheet that share a vertex; it would otherwise push
 * apart what the seam draws together. Ties with an offset do not count: they join surfaces that touch.
 */
import type { Body } from '../../core/body.ts';
import type { Ties } from '../attachments/point.ts';
import { PAIR_WORDS } from './records.ts';

export class SeamNeighbours {
  /** The vertices that each vertex is tied to, and itself. */
  #joined = new Map<number, readonly number[]>();
  #known: readonly number[] = [];
  readonly #ties: readonly Ties[];

  constructor(ties: readonly Ties[]) {
    this.#ties = ties;
  }

  /** Reads the present seams; true if they have changed. */
  update(bodies: readonly Body[]): boolean {
    const ends: number[] = [];
    for (const ties of this.#ties) ties.seams(ends);
    for (const body of bodies) body.contact?.addSeams?.(ends);
    const same = ends.length === this.#known.length && ends.every((end, k) => end === this.#known[k]);
    if (same) return false;
    this.#known = ends;
    const joined = new Map<number, number[]>();
    const add = (i: number, other: number) => {
      const found = joined.get(i);
      if (found) found.push(other);
      else joined.set(i, [i, other]);
    };
    for (let k = 0; k < ends.length; k += 2) {
      add(ends[k], ends[k + 1]);
      add(ends[k + 1], ends[k]);
    }
    this.#joined = joined;
    return true;
  }

  /** Whether a seam joins two vertices; undefined if there are no seams. */
  get test(): ((i: number, j: number) => boolean) | undefined {
    return this.#joined.size > 0 ? (i, j) => this.#joins(i, j) : undefined;
  }

  #joins(i: number, j: number): boolean {
    const [first, second] = [this.#joined.get(i), this.#joined.get(j)];
    return first !== undefined && second !== undefined && second.some((k) => first.includes(k));
  }

  /** Removes joined pairs from number `from` on out of a list; returns how many are left. */
  dropPairs(pairs: Int32Array, from: number, count: number): number {
    if (this.#joined.size === 0) return count;
    let kept = from;
    for (let k = from; k < count; k++) {
      const at = PAIR_WORDS * k;
      if (this.#joinsPair(pairs, at)) continue;
      if (kept < k) pairs.copyWithin(PAIR_WORDS * kept, at, at + PAIR_WORDS);
      kept++;
    }
    return kept;
  }

  #joinsPair(pairs: Int32Array, at: number): boolean {
    const isEdges = pairs[at] < 0;
    const side = isEdges ? 2 : 1;
    for (let j = 0; j < side; j++) {
      const i = j === 0 && isEdges ? -1 - pairs[at] : pairs[at + j];
      if (!this.#joined.has(i)) continue;
      for (let k = side; k < 4; k++) if (this.#joins(i, pairs[at + k])) return true;
    }
    return false;
  }
}
