/** The random order in which a rater sees the variants, reproducible from a seed, and their neutral names. */
import { random, seedRandom } from 'pliant/engine';
import { shuffle } from 'simple-statistics';

/** Returns the numbers of the variants in this rater's order. */
export function orderFor(rater: string, variants: number, seed: number): number[] {
  const state = new Int32Array(4);
  seedRandom(state, seed ^ fingerprint(rater));
  return shuffle(
    Array.from({ length: variants }, (_, i) => i),
    () => random(state),
  );
}

/** Returns the neutral name of a variant: by its place in the rater's order, from 1. */
export function blindName(place: number): string {
  return `Sheet ${place}`;
}

/** Returns the FNV-1a hash of a text (Fowler, Noll & Vo 1991). */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
