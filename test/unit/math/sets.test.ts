/** Disjoint sets against brute force, and arrays that grow. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DisjointSets } from '../../../src/math/disjoint-sets.ts';
import { grown } from '../../../src/math/growable.ts';

const COUNT = 12;
const pairs = fc.array(fc.tuple(fc.nat(COUNT - 1), fc.nat(COUNT - 1)), { maxLength: 20 });

/** By number: the least one that can be reached over the pairs. */
function leastReached(list: readonly (readonly [number, number])[]): number[] {
  const least = Array.from({ length: COUNT }, (_, i) => i);
  for (let round = 0; round < COUNT; round++) {
    for (const [a, b] of list) least[a] = least[b] = Math.min(least[a], least[b]);
  }
  return least;
}

describe('disjoint sets', () => {
  it('are named by their least member, as a search over all pairs finds it', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const sets = new DisjointSets(COUNT);
        for (const [a, b] of list) sets.unite(a, b);
        expect(Array.from({ length: COUNT }, (_, i) => sets.find(i))).toEqual(leastReached(list));
      }),
    );
  });

  it('are single again after a reset', () => {
    const sets = new DisjointSets(3);
    sets.unite(0, 2);
    sets.reset();
    expect([0, 1, 2].map((i) => sets.find(i))).toEqual([0, 1, 2]);
  });
});

describe('grown arrays', () => {
  it.each([
    Float64Array,
    Float32Array,
    Int32Array,
    Int8Array,
    Uint8Array,
  ])('keep their kind and numbers', (Kind) => {
    const array = Kind.of(1, 2, 3);
    expect(grown(array)).toEqual(Kind.of(1, 2, 3, 0, 0, 0));
    expect(grown(array, 4)).toEqual(Kind.of(1, 2, 3, 0));
  });
});
