/**
 * Seeded random numbers: xoshiro128** (Blackman & Vigna 2018). The caller provides the state, which may be a block of the
 * arena: snapshots then contain it.
 */

/** Fills `state` (4 numbers) from a seed by splitmix32: similar seeds give unrelated states. */
export function seedRandom(state: Int32Array, seed: number): void {
  let s = seed | 0;
  for (let i = 0; i < 4; i++) {
    s = (s + 0x9e3779b9) | 0;
    let z = s;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    state[i] = z ^ (z >>> 15);
  }
}

/** Returns a number uniform in [0, 1), a multiple of 2⁻³². */
export function random(state: Int32Array): number {
  const rotated = Math.imul(state[1], 5);
  const result = Math.imul((rotated << 7) | (rotated >>> 25), 9) >>> 0;
  const shifted = state[1] << 9;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = (state[3] << 11) | (state[3] >>> 21);
  return result / 4294967296;
}
