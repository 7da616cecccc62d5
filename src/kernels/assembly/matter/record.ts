/**
 * Shared access to the records of lattice matter. A kernel gets two of them: `w` of i32 words (byte offsets and counts,
 * matterWords) and `c` of f64 numbers (matterNumbers). src/models/lattice-matter/record.ts fills both.
 *
 * Particles are processed in the order of the grid's cells: a *slot* is a position in that order. Vectors of slots have four
 * f64, x, y, z and one more number, so that a pair of lanes and one more load read a vector.
 */
import * as Material from '../../../layouts/generated/matter-material';
import * as Words from '../../../layouts/generated/matter-words';
import * as SlotVector from '../../../layouts/generated/slot-vector';
import { index } from '../memory';
/** Sites of a neighbourhood (latticeSite): 12 + 6 in space, 6 + 6 + 6 in the plane. */
export const SITE_COUNT: i32 = 18;
/** Bits of a label: partly solid; wholly solid and without pressure. The object follows above them. */
export const SOLID: i32 = 1;
export const WHOLE: i32 = 2;
/** Bit of a listed pair: both are whole solids, which only push each other apart. */
export const PUSH_ONLY: i32 = 1 << 30;
/** Bit of a listed pair that is needed for docking only. */
export const DOCK_ONLY: i32 = 1 << 29;

// @inline
export function word(w: usize, k: i32): i32 {
  return index(w, k);
}

// @inline
export function address(w: usize, k: i32): usize {
  return <usize>load<u32>(w + ((<usize>k) << 2));
}

// @inline
export function slot(at: usize, k: i32): usize {
  return at + <usize>k * SlotVector.BYTES;
}

// @inline
export function materialOf(w: usize, particle: i32): usize {
  return (
    address(w, Words.MATERIALS) +
    <usize>index(address(w, Words.MATERIAL_OF), particle) * (Material.LENGTH << 3)
  );
}

/** Returns e^(−x) for x ≥ 0, to 1e-13: the series at x/2ᵏ ≤ ¼, squared k times. */
export function decay(x: f64): f64 {
  if (!(x < 700)) return 0;
  let halvings: i32 = 0;
  while (x > 0.25) {
    x *= 0.5;
    halvings++;
  }
  let term: f64 = 1;
  let sum: f64 = 1;
  for (let k: i32 = 1; k < 11; k++) {
    term *= -x / <f64>k;
    sum += term;
  }
  for (; halvings > 0; halvings--) sum *= sum;
  return sum;
}

/**
 * Returns a uniform number in [0, 1) that depends on a seed, a count of draws, a particle and a purpose alone: the order in which
 * particles draw, and resuming a run, do not matter (Salmon et al. 2011; mixing by Steele et al. 2014).
 */
export function drawn(seed: f64, tick: f64, particle: i32, purpose: i32): f64 {
  let z: u64 = <u64>seed * 0x9e3779b97f4a7c15 + <u64>tick;
  z = mixed(z) + <u64>(<u32>particle) * 0xd1342543de82ef95;
  z = mixed(z) + <u64>(<u32>purpose) * 0x2545f4914f6cdd1d;
  return <f64>(mixed(z) >> 11) * 1.1102230246251565e-16;
}

// @inline
function mixed(z: u64): u64 {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
