/**
 * Pieces of matter: particles that bonds join, directly or through others. A bond is a neighbour that sits on a site of the
 * lattice around a particle, as the last list found it. Only particles of one object dock to each other, so a piece that
 * fracture or a cut has parted from its object becomes an object of its own: where the two meet again they push each other
 * away (Wicke et al. 2006).
 */
import { DisjointSets } from '../../math/disjoint-sets.ts';
import { SITES } from './lattice.ts';
import type { LatticeMatter } from './matter.ts';

/** Number of the piece of particles that are no solid. */
export const FLUID = -1;

export interface MatterPieces {
  /** Piece of each particle of the body, numbered in the order of their first particles; FLUID for those in none. */
  readonly pieceOf: Int32Array;
  /** Number of particles of each piece. */
  readonly sizes: readonly number[];
}

/** Returns the sets of particles joined by bonds; `holds` says whether the bond of particles i and j counts. */
export function bondedSets(
  { record: { order, docks }, count }: LatticeMatter,
  holds: (i: number, j: number) => boolean,
): DisjointSets {
  const sets = new DisjointSets(count);
  for (let slot = 0; slot < count; slot++) {
    for (let at = SITES * slot; at < SITES * (slot + 1); at++) {
      if (docks[at] >= 0 && holds(order[slot], order[docks[at]])) sets.unite(order[slot], order[docks[at]]);
    }
  }
  return sets;
}

/** Returns the solid pieces of a body. */
export function matterPieces(matter: LatticeMatter): MatterPieces {
  const { count, record } = matter;
  const phase = record.phase.view;
  const sets = bondedSets(matter, (i, j) => phase[i] !== 0 && phase[j] !== 0);
  const pieceOf = new Int32Array(count).fill(FLUID);
  const sizes: number[] = [];
  for (let i = 0; i < count; i++) {
    if (phase[i] === 0) continue;
    const least = sets.find(i);
    pieceOf[i] = least === i ? sizes.push(0) - 1 : pieceOf[least];
    sizes[pieceOf[i]]++;
  }
  return { pieceOf, sizes };
}

/**
 * Makes pieces that have parted objects of their own. The largest piece of an object keeps its number; of two equal ones the
 * one with the lower particle. `mayPart` is asked with a particle and the size of its piece. Returns the number of new objects.
 */
export function partObjects(
  { record, count }: LatticeMatter,
  sets: DisjointSets,
  mayPart: (particle: number, size: number) => boolean,
): number {
  const [object, share] = [record.objectOf.view, record.share.view];
  const size = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (share[i] > 0) size[sets.find(i)]++;
    next = Math.max(next, object[i] + 1);
  }
  const largest = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    if (size[i] === 0) continue;
    const known = largest.get(object[i]);
    if (known === undefined || size[i] > size[known]) largest.set(object[i], i);
  }
  const numbers = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const piece = sets.find(i);
    if (share[i] === 0 || largest.get(object[piece]) === piece || !mayPart(i, size[piece])) continue;
    if (!numbers.has(piece)) numbers.set(piece, next++);
  }
  for (let i = 0; i < count; i++) {
    const number = share[i] > 0 ? numbers.get(sets.find(i)) : undefined;
    if (number !== undefined) object[i] = number;
  }
  return numbers.size;
}
