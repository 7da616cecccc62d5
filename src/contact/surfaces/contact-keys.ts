/** Keys by which contacts are remembered from step to step: four vertices, the first as −1 − index for two edges. */
import * as Contact from '../../layouts/generated/contact.ts';

const KIND_WORD = Contact.IS_EDGES / 4;

/** Writes the vertices of a contact, the first as −1 − index for two edges. */
export function writeKey(words: Int32Array, from: number, keys: Int32Array, at: number): void {
  for (let j = 0; j < 4; j++) keys[at + j] = words[from + j];
  if (words[from + KIND_WORD] === 1) keys[at] = -1 - keys[at];
}

/** Compares contacts by their vertices, then a vertex and a face before two edges. */
export function compareKeys(a: Int32Array, at: number, b: Int32Array, from: number): number {
  const [p, q] = [a[at], b[from]];
  const difference = (p < 0 ? -1 - p : p) - (q < 0 ? -1 - q : q);
  if (difference !== 0) return difference;
  for (let j = 1; j < 4; j++) if (a[at + j] !== b[from + j]) return a[at + j] - b[from + j];
  return (p < 0 ? 1 : 0) - (q < 0 ? 1 : 0);
}
