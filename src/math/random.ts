/**
 * Seeded random numbers: xoshiro128** (Blackman & Vigna 2018) with its state in a caller's array, so that a
 * generator can live in the arena and a snapshot carries it.
 */

/** Fills `state` (4 numbers) from a seed through splitmix32, so that near seeds give far states. */
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

/** Uniform in [0, 1), a multiple of 2⁻³². */
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
