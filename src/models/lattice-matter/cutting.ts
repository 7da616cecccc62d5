/**
 * How matter is cut: it stores no bonds, for who sits on whose lattice sites is found anew in every step. But only particles of one
 * object sit on each other's sites. So what hangs together by bonds that the blade does not cross becomes an object of its own, as
 * in fracture: from then on the pieces push each other off where they touch. A cut that does not go all the way
 * through parts nothing: the matter beside it is still one object, and closes. Nothing of a fluid is bound.
 */
import type { Blade, Cutting } from '../../core/knife.ts';
import type { World } from '../../core/world.ts';
import { DisjointSets } from '../../math/disjoint-sets.ts';
import { SITES } from './lattice.ts';
import type { LatticeMatter } from './matter.ts';

const WHY_NOT = 'The cut does not go all the way through this matter, or it is fluid there: it closes again.';

export function matterCutting(matter: LatticeMatter): Cutting {
  return {
    changes: [], // which object a particle belongs to is state
    whyNot: WHY_NOT,
    cut(world, blade) {
      matter.findBonds(world);
      const { piece, severed } = piecesBeside(world, matter, blade);
      if (severed === 0 || !numberPieces(matter, piece)) return 0;
      matter.findBonds(world); // for who draws pieces
      return severed;
    },
  };
}

/** By particle: the lowest one that bonds hold it to, besides those that the blade severs. */
function piecesBeside(
  { particles: p }: World,
  { record, count, first }: LatticeMatter,
  blade: Blade,
): { piece: Int32Array; severed: number } {
  const { order, docks } = record;
  const { x, y, z } = p;
  const pieces = new DisjointSets(count);
  let severed = 0;
  for (let slot = 0; slot < count; slot++) {
    for (let at = SITES * slot; at < SITES * (slot + 1); at++) {
      if (docks[at] < 0) continue;
      const [i, j] = [order[slot], order[docks[at]]];
      const [a, b] = [first + i, first + j];
      if (blade.crosses(x[a], y[a], z[a], x[b], y[b], z[b])) {
        severed++;
        continue;
      }
      pieces.unite(i, j);
    }
  }
  return { piece: Int32Array.from({ length: count }, (_, i) => pieces.find(i)), severed };
}

/** The largest piece of an object, of two alike the one with the lower particle, keeps its number. Whether any fell apart. */
function numberPieces({ record, count }: LatticeMatter, piece: Int32Array): boolean {
  const object = record.objectOf.view;
  const share = record.share.view;
  const size = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (share[i] > 0) size[piece[i]]++;
    next = Math.max(next, object[i] + 1);
  }
  const largest = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    if (piece[i] !== i || size[i] === 0) continue;
    const known = largest.get(object[i]);
    if (known === undefined || size[i] > size[known]) largest.set(object[i], i);
  }
  const numbers = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    // What was in pieces before, such as crumbs of frozen matter, is left as it is: one particle is no piece.
    if (share[i] === 0 || size[piece[i]] < 2 || largest.get(object[piece[i]]) === piece[i]) continue;
    if (!numbers.has(piece[i])) numbers.set(piece[i], next++);
  }
  for (let i = 0; i < count; i++) {
    const number = share[i] > 0 ? numbers.get(piece[i]) : undefined;
    if (number !== undefined) object[i] = number;
  }
  return numbers.size > 0;
}
