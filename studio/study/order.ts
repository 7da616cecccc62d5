/** In which order a rater sees the variants, and what they are called meanwhile: by chance, but by the same chance each time. */
import { random, seedRandom } from 'pliant/engine';
import { shuffle } from 'simple-statistics';

/** Numbers of the variants in the order in which this rater is shown them. */
export function orderFor(rater: string, variants: number, seed: number): number[] {
  const state = new Int32Array(4);
  seedRandom(state, seed ^ fingerprint(rater));
  return shuffle(
    Array.from({ length: variants }, (_, i) => i),
    () => random(state),
  );
}

/** What a variant is called that a rater must not know: by its place in the rater's own order, 1 first. */
export function blindName(place: number): string {
  return `Sheet ${place}`;
}

/** FNV-1a (Fowler, Noll & Vo 1991). */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
