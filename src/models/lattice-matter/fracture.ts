/**
 * What fracture has parted is no longer one object: pieces that no bond holds together push each other off where they meet again,
 * along the lines of centres as any two objects do, and do not dock (Wicke et al. 2006 name the event, once it has happened, as
 * what surfaces of broken matter need).
 */
import * as Material from '../../layouts/generated/matter-material.ts';
import { DisjointSets } from '../../math/disjoint-sets.ts';
import { SITES } from './lattice.ts';
import type { MatterRecord } from './record.ts';

/** |r − g|/D at which a material breaks is at least this if it never does. */
const NEVER = 1e9;

/**
 * Gives every piece of an object that can break, but the largest of each (of two alike the one with the lower particle), a number
 * of its own. Returns how many there are that are new.
 */
export function partObjects(record: MatterRecord, count: number): number {
  const { order, docks } = record;
  const [object, share] = [record.objectOf.view, record.share.view];
  const breaks = (particle: number) =>
    record.materials.view[Material.LENGTH * record.materialOf.view[particle] + Material.FRACTURE] < NEVER;
  const pieces = new DisjointSets(count);
  for (let slot = 0; slot < count; slot++) {
    for (let at = SITES * slot; at < SITES * (slot + 1); at++) {
      if (docks[at] >= 0) pieces.unite(order[slot], order[docks[at]]);
    }
  }
  const size = new Int32Array(count);
  for (let i = 0; i < count; i++) size[pieces.find(i)]++;
  // The largest piece of each object keeps its number. A piece is named by its least particle.
  const largest = new Map<number, number>();
  let next = 0;
  for (let i = 0; i < count; i++) {
    next = Math.max(next, object[i] + 1);
    if (size[i] === 0 || share[i] === 0) continue;
    const known = largest.get(object[i]);
    if (known === undefined || size[i] > size[known]) largest.set(object[i], i);
  }
  const first = next;
  const numbers = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    if (share[i] === 0 || !breaks(i)) continue;
    const piece = pieces.find(i);
    if (largest.get(object[i]) === piece || largest.get(object[piece]) === piece) continue;
    if (!numbers.has(piece)) numbers.set(piece, next++);
  }
  for (let i = 0; i < count; i++) {
    const number = share[i] === 0 ? undefined : numbers.get(pieces.find(i));
    if (number !== undefined) object[i] = number;
  }
  return next - first;
}
