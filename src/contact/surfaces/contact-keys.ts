/** Keys by which contacts are remembered from step to step: four vertices, the first as −1 − index for two edges. */
import * as Contact from '../../layouts/generated/contact.ts';

const KIND_WORD = Contact.IS_EDGES / 4;

/** Number in a key of the first vertex of colliders, which follow the particles. */
const COLLIDERS = 1 << 29;

/** Writes the vertices of a contact, the first as −1 − index for two edges; `particles`: the number of particles. */
export function writeKey(
  words: Int32Array,
  from: number,
  keys: Int32Array,
  at: number,
  particles: number,
): void {
  for (let j = 0; j < 4; j++) {
    const vertex = words[from + j];
    keys[at + j] = vertex < particles ? vertex : COLLIDERS + vertex - particles;
  }
  if (words[from + KIND_WORD] === 1) keys[at] = -1 - keys[at];
}

/** Whether a number in a key is a vertex of a collider. */
export function isOfCollider(number: number): boolean {
  return number >= COLLIDERS || number <= -1 - COLLIDERS;
}

/** Compares contacts by their vertices, then a vertex and a face before two edges. */
export function compareKeys(a: Int32Array, at: number, b: Int32Array, from: number): number {
  const p = a[at];
  const q = b[from];
  const difference = (p < 0 ? -1 - p : p) - (q < 0 ? -1 - q : q);
  if (difference !== 0) return difference;
  for (let j = 1; j < 4; j++) if (a[at + j] !== b[from + j]) return a[at + j] - b[from + j];
  return (p < 0 ? 1 : 0) - (q < 0 ? 1 : 0);
}
