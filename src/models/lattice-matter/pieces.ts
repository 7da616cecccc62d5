/**
 * Solid pieces of matter: particles that bonds hold together, directly or by others. A bond is a neighbour that sits on a
 * site of the lattice around a particle, as the last list found it.
 */
import { DisjointSets } from '../../math/disjoint-sets.ts';
import { SITES } from './lattice.ts';
import type { LatticeMatter } from './matter.ts';

/** Of what is no solid: it is in no piece. */
export const FLUID = -1;

export interface MatterPieces {
  /** By particle of the body: pieces are numbered in the order of their first particles; FLUID for what is none. */
  readonly pieceOf: Int32Array;
  /** Particles of each piece. */
  readonly sizes: readonly number[];
}

export function matterPieces({ record, count }: LatticeMatter): MatterPieces {
  const { order, docks, phase } = record;
  const sets = new DisjointSets(count);
  for (let slot = 0; slot < count; slot++) {
    const particle = order[slot];
    if (phase.view[particle] === 0) continue;
    for (let site = 0; site < SITES; site++) {
      const other = docks[SITES * slot + site];
      if (other >= 0 && phase.view[order[other]] !== 0) sets.unite(particle, order[other]);
    }
  }
  const pieceOf = new Int32Array(count).fill(FLUID);
  const sizes: number[] = [];
  for (let i = 0; i < count; i++) {
    if (phase.view[i] === 0) continue;
    const least = sets.find(i);
    if (least === i) pieceOf[i] = sizes.push(0) - 1;
    else pieceOf[i] = pieceOf[least];
    sizes[pieceOf[i]]++;
  }
  return { pieceOf, sizes };
}
